//===- FfiModules.cpp - Modules around a library of tvm-ffi ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable of the library has all modules (Read/Packages/VmExecutable.h). TVM
// writes it into an object of its own (devc.o). The executable of a Relax model
// has the parameters, which nothing else names.
//
//===----------------------------------------------------------------------===//

#include "Inspect/Decoders.h"

#include "Base/MemorySource.h"
#include "Read/Packages/VmExecutable.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

#include <map>
#include <memory>
#include <utility>

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral BinaryEnd = "__tvm_ffi__library_bin";

namespace {

class FfiModuleDecoder {
public:
  FfiModuleDecoder(const ObjectImage &Object, Inspection &Result)
      : Object(Object), Result(Result) {}

  Error decode();

private:
  Error decodeBinary(Location Place, StringRef Symbol);
  Error decodeExecutable(const std::shared_ptr<const ByteSource> &Payload,
                         Location Place, StringRef Prefix,
                         InspectedFfiModule &Module);
  void addTensor(const VmConstant &Tensor, Location Data, StringRef Prefix);

  const ObjectImage &Object;
  Inspection &Result;
  uint64_t Work = 0;
};

} // namespace

/// A tensor is a parameter under TVM's own name for the constant.
void FfiModuleDecoder::addTensor(const VmConstant &Tensor, Location Data,
                                 StringRef Prefix) {
  const ImageSection &Section = Object.sections()[Data.Section];
  InspectedParam &Param = Result.Params.emplace_back();
  Param.Name = "c[" + utostr(Tensor.Index) + "]";
  Param.Model = Prefix.str();
  Param.Address = Object.addressOf(Data);
  Param.DType = dtypeName(Tensor.DType);
  Param.Shape.emplace(Tensor.Shape.begin(), Tensor.Shape.end());
  Param.Bytes = Param.StoredBytes = Tensor.Size;
  // Nothing is aligned in an executable, so that chance decides.
  if (!Object.isLinked()) {
    uint64_t Bits = Data.Offset | std::max<uint64_t>(Section.Alignment, 1);
    Param.Align = Bits & (~Bits + 1);
  }
  Param.Section = Section.Name.str();
  Param.FileOffset = Object.fileOffsetOf(Data);
  Param.IsLittleEndian = true;
  BLAKE3 Hasher;
  Hasher.update(Object.bytesFrom(Data).take_front(Tensor.Size));
  Param.Hash = "blake3:" + toHex(Hasher.final(), /*LowerCase=*/true);
}

Error FfiModuleDecoder::decodeExecutable(
    const std::shared_ptr<const ByteSource> &Payload, Location Place,
    StringRef Prefix, InspectedFfiModule &Module) {
  Expected<VmExecutable> Read = readVmExecutable(Payload);
  if (!Read)
    return Read.takeError();
  Module.Version = std::move(Read->Version);
  for (VmFunction &Function : Read->Functions)
    if (Function.Kind == VmFunction::Called)
      Module.Calls.push_back(std::move(Function.Name));
    else
      Module.Functions.push_back(
          {std::move(Function.Name), std::move(Function.Params)});
  for (const VmConstant &Tensor : Read->Tensors)
    addTensor(Tensor, Place.advance(Tensor.Offset), Prefix);
  return Error::success();
}

Error FfiModuleDecoder::decodeBinary(Location Place, StringRef Symbol) {
  auto Whole = std::make_shared<const MemorySource>(
      Object.bytesFrom(Place), Object.file() + "(" + Symbol.str() + ")");
  Expected<std::vector<FfiModuleRange>> Modules = readFfiBinary(Whole);
  if (!Modules)
    return Modules.takeError();
  for (const FfiModuleRange &Range : *Modules) {
    Work += Range.Size + Range.Kind.size() + Symbol.size();
    if (Work > Object.workLimit())
      return inputError(Object.file(), "modules of tvm-ffi overlap");
    InspectedFfiModule &Module = Result.Modules.emplace_back();
    Module.Kind = Range.Kind;
    Module.Symbol = Symbol.str();
    Module.Address = Object.addressOf(Place);
    Module.Bytes = Range.Size;
    StringRef Bytes = Whole->text(Range.Offset, Range.Size);
    // Another release of TVM may have another format.
    if (Range.Kind != VmExecutableKind || !startsLikeVmExecutable(Bytes))
      continue;
    auto Payload = std::make_shared<const MemorySource>(
        Bytes, Object.file() + "(" + Symbol.str() + ", " + Range.Kind + ")");
    if (Error E = decodeExecutable(Payload, Place.advance(Range.Offset),
                                   Symbol.drop_back(BinaryEnd.size()), Module))
      return E;
  }
  return Error::success();
}

Error FfiModuleDecoder::decode() {
  std::map<std::pair<uint32_t, uint64_t>, StringRef> Places;
  for (const ImageSymbol &TheImageSymbol : Object.symbols())
    if (TheImageSymbol.isDefined() && TheImageSymbol.isObjectOrUntyped() &&
        TheImageSymbol.Name.ends_with(BinaryEnd) &&
        TheImageSymbol.Name.size() <= LongestSymbol)
      Places.try_emplace({TheImageSymbol.Section, TheImageSymbol.Offset},
                         TheImageSymbol.Name);
  for (const auto &[Place, Symbol] : Places)
    if (Error E = decodeBinary({Place.first, Place.second, 0}, Symbol))
      return E;
  return Error::success();
}

Error metaobj::decodeFfiModules(const ObjectImage &Object, Inspection &Result) {
  return FfiModuleDecoder(Object, Result).decode();
}
