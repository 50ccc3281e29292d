//===- TensorNames.cpp - Names of the tensors of a model ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/TensorNames.h"

#include "Base/NameLimits.h"
#include "Base/Wording.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

/// Of tables in a file, for a tensor.
static constexpr uint64_t LeastTensor = 16;

Error TensorNames::charge(uint64_t Bytes) {
  Work += LeastTensor + Bytes;
  if (Work <= workLimit(FileSize))
    return Error::success();
  return inputError(Path, "lists more tensors than its " +
                              plural(FileSize, "byte") + " can describe");
}

Expected<bool> TensorNames::take(std::string &Name, StringRef Key,
                                 const Twine &Place) {
  if (Error E = charge(sizeof(Param) + Name.size() + Key.size()))
    return E;
  std::string Given = Name;
  if (!Name.empty()) {
    auto [Known, New] = Keys.try_emplace(Name, Key);
    if (New)
      return Reading.wants(Name);
    if (Known->second == Key)
      return false;
  }
  Name += ("@" + Place).str();
  if (!Keys.try_emplace(Name, Key).second)
    return inputError(Path, "has parameter " + quoted(Name) +
                                " and a second tensor " + quoted(Given) +
                                " there, which would get the same name");
  if (!Reading.wants(Name))
    return false;
  if (Renamed++ == 0)
    Example = Name;
  return true;
}

void TensorNames::reportRenamed(const DiagnosticConsumer &Diagnostics) const {
  if (Renamed == 0)
    return;
  report(Diagnostics, Diagnostic::Note, Path,
         plural(Renamed, "tensor") +
             " without a name of its own named after its place: " +
             quoted(Example) + (Renamed == 1 ? "" : " and so on"));
}

Expected<uint64_t> metaobj::setTypeOrPack(Param &P, StringRef Type,
                                          StringRef DType, unsigned Bits,
                                          TensorsAsBytes &AsBytes) {
  if (!DType.empty()) {
    P.DType = *parseDType(DType);
  } else {
    ++AsBytes[Type];
    if (Error E = makePackedBytes(P, Bits))
      return E;
  }
  return tensorBytes(P.DType, P.Shape);
}

Error metaobj::makePackedBytes(Param &P, unsigned Bits) {
  P.DType = *parseDType("uint8");
  Expected<uint64_t> Elements = tensorBytes(P.DType, P.Shape);
  if (!Elements)
    return Elements.takeError();
  unsigned InByte = 8 / Bits;
  if (!P.Shape.empty() && P.Shape.back() % InByte == 0)
    P.Shape.back() /= InByte;
  else
    P.Shape.assign({int64_t(divideCeil(*Elements, uint64_t(InByte)))});
  return Error::success();
}

void metaobj::reportAsBytes(const TensorsAsBytes &Tensors, StringRef Types,
                            StringRef Path,
                            const DiagnosticConsumer &Diagnostics) {
  if (Tensors.empty())
    return;
  uint64_t Count = 0;
  std::string List;
  for (const auto &[Name, Number] : Tensors) {
    Count += Number;
    List +=
        (Twine(List.empty() ? "" : ", ") + Twine(Number) + " " + Name).str();
  }
  report(Diagnostics, Diagnostic::Note, Path,
         plural(Count, "tensor") + " of " + Types + " taken as uint8: " + List);
}
