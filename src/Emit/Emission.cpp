//===- Emission.cpp - Outputs that are not written yet --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emission.h"

#include "Base/AtomicFile.h"
#include "Emit/EmissionOutput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

Emission::Emission(std::shared_ptr<const Output> TheOutput)
    : TheOutput(std::move(TheOutput)) {}

const Model &Emission::model() const { return TheOutput->TheCommon->model(); }
const EmitConfig &Emission::config() const {
  return TheOutput->TheCommon->Config;
}
const ParamLayout &Emission::layout() const {
  return TheOutput->TheCommon->Layout;
}
const Emission::Common &Emission::common() const {
  return *TheOutput->TheCommon;
}
ArrayRef<ExecutorTable> Emission::executorTables() const {
  return TheOutput->Tables;
}

AdditionalTables Emission::Common::additionalTables() const {
  AdditionalTables Result;
  Result.ParamsId = ParamsId;
  Result.HasLookup = Content != EmittedContent::ParamsOnly;
  for (const std::shared_ptr<OutputPart> &ThePart : Parts)
    ThePart->addTables(Result, *this);
  return Result;
}

std::vector<EmitConfig::SectionSymbolPair>
metaobj::sectionMarks(const Emission::Common &Common,
                      const ParamSection &Section) {
  std::vector<EmitConfig::SectionSymbolPair> Result;
  for (const std::shared_ptr<OutputPart> &ThePart : Common.Parts)
    if (auto Marks = ThePart->sectionMarks(Common, Section))
      Result.push_back(std::move(*Marks));
  return Result;
}

std::vector<ParamMark> metaobj::paramMarks(const Emission::Common &Common) {
  std::vector<ParamMark> Result;
  for (const std::shared_ptr<OutputPart> &ThePart : Common.Parts)
    append_range(Result, ThePart->paramMarks(Common));
  return Result;
}

Error Emission::writeTo(const OutputPlace &To,
                        const ProgressFunction &Progress) const {
  if (TheOutput->Text) {
    auto Write = [&](raw_ostream &OS) { return TheOutput->Text(OS, Progress); };
    return writeFileAtomically(To, Write);
  }
  return writeFileAtomically(To, TheOutput->Contents, Progress);
}

std::optional<uint64_t> Emission::size() const {
  if (TheOutput->Text)
    return std::nullopt;
  return TheOutput->Contents.size();
}

Error Emission::writeTo(raw_ostream &To) const {
  if (TheOutput->Text)
    return TheOutput->Text(To, /*Tell=*/nullptr);
  return TheOutput->Contents.write(
      [&To](uint64_t, ArrayRef<uint8_t> Bytes) -> Error {
        To << toStringRef(Bytes);
        return Error::success();
      });
}

Expected<std::unique_ptr<MemoryBuffer>>
Emission::toMemory(StringRef Name) const {
  SmallVector<char, 0> Bytes;
  Bytes.reserve(TheOutput->Contents.size());
  raw_svector_ostream OS(Bytes);
  if (Error E = writeTo(OS))
    return E;
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Bytes), Name, /*RequiresNullTerminator=*/false);
}

Error metaobj::writeShards(ArrayRef<Emission> Shards, const OutputPlace &To,
                           const ProgressFunction &Progress) {
  uint64_t Before = 0, Last = 0;
  uint64_t All = Shards.empty() ? 0 : Shards.front().layout().size();
  ProgressFunction Counting;
  if (Progress)
    Counting = [&](uint64_t Done, uint64_t Total) {
      Last = Total;
      return Progress(Before + Done, std::max(All, Before + Total));
    };
  return To.write([&](OutputTransaction &Outputs) -> Error {
    // From 0 on, which appears last.
    for (const auto &[Number, Shard] : enumerate(Shards)) {
      std::string Path =
          shardPath(To.path(), Number, Shard.config().Params.shards());
      if (Error E = Shard.writeTo({Outputs, Path}, Counting))
        return E;
      Before += std::exchange(Last, 0);
    }
    return Error::success();
  });
}
