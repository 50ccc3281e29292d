//===- IreeTensor.cpp - Types and shapes in parameter archives ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/IreeTensor.h"

#include "Base/NameLimits.h"
#include "Base/Nesting.h"
#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/FileFormats.h"

#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

Error metaobj::applyIreeMetadata(Param &P, StringRef Metadata) {
  if (!Metadata.consume_front("TENSORv0:") &&
      !Metadata.consume_front("PYTORCH:"))
    return Error::success();
  auto Fail = [&](const Twine &Reason) {
    return inputError(P.Owner.str(),
                      "the metadata of parameter " + quoted(P.Name) + Reason);
  };
  // LLVM's result takes forty times the memory of the text.
  if (Metadata.size() > LongestName || jsonNesting(Metadata) > DeepestJson)
    return Fail(" is more than " + Twine(LongestName) + " bytes, or nests " +
                "brackets more than " + Twine(DeepestJson) + " deep");
  Expected<json::Value> Root = json::parse(Metadata);
  if (!Root)
    return nestedError(P.Owner.str(),
                       "the metadata of parameter " + quoted(P.Name) +
                           " is not valid JSON",
                       Root.takeError());
  const json::Object *Tensor = Root->getAsObject();
  const json::Array *Shape = Tensor ? Tensor->getArray("shape") : nullptr;
  std::optional<StringRef> Name =
      Tensor ? Tensor->getString("dtype") : std::nullopt;
  if (!Shape || !Name || Shape->size() > size_t(MostDimensions))
    return Fail(" has no 'dtype' that is a text, or no 'shape' of up to " +
                Twine(MostDimensions) + " extents");
  std::optional<DLDataType> DType = parseDType(*Name);
  if (!DType)
    return Error::success();
  SmallVector<int64_t, 2> Extents;
  for (const json::Value &Extent : *Shape)
    Extents.push_back(Extent.getAsInteger().value_or(-1));
  Expected<uint64_t> Size = tensorBytes(*DType, Extents);
  if (!Size)
    return nestedError(P.Owner.str(), "parameter " + quoted(P.Name),
                       Size.takeError());
  if (*Size != P.Data.size())
    return inputError(P.Owner.str(), "parameter " + quoted(P.Name) + " has " +
                                         plural(P.Data.size(), "byte") +
                                         ", but " +
                                         tensorName(*DType, Extents) +
                                         " takes " + Twine(*Size));
  P.DType = *DType;
  P.Shape = std::move(Extents);
  P.Data.setElement(byteOrderUnit(*DType), Endianness::little);
  return Error::success();
}
