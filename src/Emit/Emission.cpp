//===- Emission.cpp - Outputs that are not written yet --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emission.h"

#include "Abi/ModelTables.h"
#include "Abi/RuntimeFamily.h"
#include "Base/AtomicFile.h"
#include "Base/Signature.h"
#include "Base/Wording.h"
#include "Emit/CheckEmission.h"
#include "Emit/EmissionOutput.h"
#include "Emit/FfiLibrary.h"
#include "Emit/Layout/ContentHash.h"
#include "Emit/Layout/ParamLayout.h"
#include "Emit/PointedFunctions.h"
#include "Emit/Transform/Compress.h"
#include "Emit/Transform/ConstantPool.h"
#include "Model/CheckOperators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

/// The program finds parameters by storage ids, because only it knows which
/// image is open. An executor gets the image from it instead.
static void takeParamsOut(Emission::Common &Of) {
  Model &Left = *Of.Stored;
  Of.ParamsId = paramTableHash(Left);
  bool IsListed = any_of(Left.Functions, [](const metaobj::Function &Each) {
    return Each.Name == LookupLinkedParamName;
  });
  if (Left.hasStorageIds() && !IsListed && !Of.Config.Executor) {
    metaobj::Function &Lookup = Left.Functions.emplace_back();
    Lookup.Name = LookupLinkedParamName.str();
    Lookup.Symbol = Of.Config.lookupSymbol();
  }
  Left.Params.clear();
}

std::vector<std::string> Emission::Common::ownNames() const {
  std::vector<std::string> Names;
  if (TheExecutor)
    for (const OwnFunction &Each : TheExecutor->Own)
      Names.push_back(Each.Name);
  return Names;
}

/// An emission without a signature.
static Expected<std::shared_ptr<Emission::Common>>
beginUnsigned(const Model &TheModel, const EmitConfig &Config, Endianness Order,
              EmittedPart Part) {
  auto Result =
      std::make_shared<Emission::Common>(Emission::Common{TheModel, Config});
  if (Error E = checkHaveBytes(TheModel.Objects))
    return E;
  if (Error E = checkAreObjects(TheModel.Objects))
    return E;
  if (Error E = checkChoices(Config))
    return E;
  if (Error E = checkCompression(TheModel, Config))
    return E;
  if (Config.Executor)
    if (Error E = checkExecutor(TheModel, *Config.Executor))
      return E;
  if (Config.Params.areInImage() || Part == EmittedPart::ParamsOnly)
    if (Error E = checkParamsImage(TheModel, Config))
      return E;
  bool HasPool = Config.Executor && Config.Executor->Constants;
  if (HasPool || isCompressionWanted(Config) || Config.Params.areInImage() ||
      Part == EmittedPart::ParamsOnly)
    Result->Stored = TheModel;
  if (Part == EmittedPart::ParamsOnly)
    Result->Stored->Functions.clear();
  else if (Config.Params.areInImage())
    takeParamsOut(*Result);
  std::optional<Param> CallersConstants;
  if (HasPool) {
    Expected<Param> Pool = poolParams(*Result->Stored, Config, Order);
    if (!Pool)
      return Pool.takeError();
    if (Config.Executor->Constants->IsCallers)
      CallersConstants = std::move(*Pool);
    else
      Result->Stored->Params.push_back(std::move(*Pool));
  }
  if (isCompressionWanted(Config))
    if (Error E = compressParams(*Result->Stored, Config, Order))
      return E;
  if (Error E = checkEmission(Result->model(), Config))
    return E;
  if (Part == EmittedPart::Model) {
    auto Pointed = pointedFunctions(Result->model(), Config);
    if (!Pointed)
      return Pointed.takeError();
    Result->PointedFunctions = std::move(*Pointed);
  }
  if (runtimeFamily(Config.Abi).Facts.HasLibrary) {
    Expected<tvm_ffi::Library> Library = ffiLibrary(Result->model(), Config);
    if (!Library)
      return Library.takeError();
    Result->Ffi = std::move(*Library);
    Result->FfiModules = tvm_ffi::packModules(Result->model());
  }
  if (Config.Registry.Record) {
    Expected<std::vector<ContentHash>> Hashes =
        hashContents(Result->model().Params, Endianness::little);
    if (!Hashes)
      return Hashes.takeError();
    Result->ParamHashes = std::move(*Hashes);
  }
  if (!Config.Executor)
    return Result;
  Expected<std::shared_ptr<const Executor>> Planned = planExecutor(
      Config.Params.areInImage() ? TheModel : Result->model(), *Config.Executor,
      Config.symbolStart(TheModel), Config.Diagnostics,
      CallersConstants ? &*CallersConstants : nullptr, Result->ParamsId);
  if (!Planned)
    return Planned.takeError();
  Result->TheExecutor = std::move(*Planned);
  if (Error E = checkRegistrySize(Result->model(), Config,
                                  Result->TheExecutor->Own.size()))
    return E;
  return Result;
}

Expected<std::shared_ptr<Emission::Common>>
metaobj::beginEmission(const Model &TheModel, const EmitConfig &Config,
                       Endianness Order, EmittedPart Part) {
  Expected<std::shared_ptr<Emission::Common>> Result =
      beginUnsigned(TheModel, Config, Order, Part);
  if (!Result || Config.Registry.signingKey().empty())
    return Result;
  Emission::Common &Of = **Result;
  AdditionalTables Tables;
  Tables.Own = Of.ownNames();
  Tables.ParamHashes = Of.ParamHashes;
  Tables.RecordName = Config.recordName(Of.model());
  Tables.HasLookup = Part == EmittedPart::Model;
  Expected<std::vector<uint8_t>> Signature = signIdentity(
      Config.Registry.signingKey(),
      ModelTables::recordIdentity(Of.model(), Config.Abi, std::move(Tables)));
  if (!Signature)
    return Signature.takeError();
  Of.Signature = std::move(*Signature);
  return Result;
}

Expected<std::shared_ptr<Emission::Common>>
metaobj::beginEmission(const Model &TheModel, const EmitConfig &Config,
                       const Triple &Target, EmittedPart Part) {
  Expected<std::shared_ptr<Emission::Common>> Result =
      beginEmission(TheModel, Config, byteOrderOf(Target), Part);
  if (!Result)
    return Result;
  Expected<ParamLayout> Layout =
      layOutParams((*Result)->model(), Config, Target);
  if (!Layout)
    return Layout.takeError();
  (*Result)->Layout = std::move(*Layout);
  return Result;
}

Emission::Emission(std::shared_ptr<const Output> TheOutput)
    : TheOutput(std::move(TheOutput)) {}

const Model &Emission::model() const { return TheOutput->Of->model(); }
const EmitConfig &Emission::config() const { return TheOutput->Of->Config; }
const ParamLayout &Emission::layout() const { return TheOutput->Of->Layout; }
const Executor *Emission::executor() const {
  return TheOutput->Of->TheExecutor.get();
}
ArrayRef<ExecutorTable> Emission::executorTables() const {
  return TheOutput->Tables;
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
