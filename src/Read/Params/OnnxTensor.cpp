//===- OnnxTensor.cpp - Tensors in ONNX models ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/OnnxTensor.h"

#include "Base/Wording.h"
#include "Read/FileFormats.h"

#include "metaobj/Model.h"

#include "llvm/ADT/Twine.h"

#include <iterator>

using namespace llvm;
using namespace metaobj;

const OnnxType *metaobj::onnxType(uint64_t Number) {
  using enum OnnxTensor::DataField;
  static constexpr OnnxType OnnxTypes[] = {
      {"UNDEFINED", "", 0},
      {"FLOAT", "float32", FloatData},
      {"UINT8", "uint8", Int32Data},
      {"INT8", "int8", Int32Data},
      {"UINT16", "uint16", Int32Data},
      {"INT16", "int16", Int32Data},
      {"INT32", "int32", Int32Data},
      {"INT64", "int64", Int64Data},
      {"STRING", "", 0},
      {"BOOL", "bool", Int32Data},
      {"FLOAT16", "float16", Int32Data},
      {"DOUBLE", "float64", DoubleData},
      {"UINT32", "uint32", Uint64Data},
      {"UINT64", "uint64", Uint64Data},
      {"COMPLEX64", "complex64", FloatData},
      {"COMPLEX128", "complex128", DoubleData},
      {"BFLOAT16", "bfloat16", Int32Data},
      {"FLOAT8E4M3FN", "float8_e4m3fn", Int32Data},
      {"FLOAT8E4M3FNUZ", "float8_e4m3fnuz", Int32Data},
      {"FLOAT8E5M2", "float8_e5m2", Int32Data},
      {"FLOAT8E5M2FNUZ", "float8_e5m2fnuz", Int32Data},
      {"UINT4", "", Int32Data, 4},
      {"INT4", "", Int32Data, 4},
      {"FLOAT4E2M1", "", Int32Data, 4},
      {"FLOAT8E8M0", "float8_e8m0fnu", Int32Data},
      {"UINT2", "", Int32Data, 2},
      {"INT2", "", Int32Data, 2},
  };
  return Number < std::size(OnnxTypes) ? &OnnxTypes[Number] : nullptr;
}

/// Packed, or one number.
static Error readDims(ProtobufReader &Proto, const ProtobufField &Read,
                      OnnxTensor &Tensor) {
  uint64_t End = Proto.position() + Read.Value;
  auto Add = [&](uint64_t Extent) -> Error {
    if (Tensor.Dims.size() == size_t(MostDimensions))
      return Proto.fail(Read.Offset, "a tensor has more than " +
                                         Twine(MostDimensions) + " dimensions");
    Tensor.Dims.push_back(int64_t(Extent));
    return Error::success();
  };
  if (Read.Wire == WireType::Varint)
    return Add(Read.Value);
  while (Proto.position() != End) {
    Expected<uint64_t> Extent = Proto.varint(End);
    if (!Extent)
      return Extent.takeError();
    if (Error E = Add(*Extent))
      return E;
  }
  return Error::success();
}

/// Elements, of which those of varints are decoded: the type comes first.
static Error readData(ProtobufReader &Proto, const ProtobufField &Read,
                      OnnxTensor &Tensor) {
  using enum OnnxTensor::DataField;
  if (!Read.isBytes())
    return Proto.fail(Read.Offset, "the elements of a tensor are not packed");
  if (Read.Value == 0)
    return Error::success();
  if (Tensor.Field != 0)
    return Proto.fail(Read.Offset,
                      "a tensor has elements in field " + Twine(Tensor.Field) +
                          " and again in field " + Twine(Read.Number));
  Tensor.Field = Read.Number;
  Tensor.DataOffset = Proto.position();
  Tensor.DataSize = Read.Value;
  if (Read.Number == RawData || Read.Number == FloatData ||
      Read.Number == DoubleData) {
    Proto.skip(Read);
    return Error::success();
  }
  const OnnxType *Type = onnxType(Tensor.Type);
  if (!Type || Type->Field != Read.Number)
    return Proto.fail(Read.Offset, "a tensor of type " + Twine(Tensor.Type) +
                                       " has its elements in field " +
                                       Twine(Read.Number));
  uint64_t Size = Type->DType.empty()
                      ? 1
                      : cantFail(elementBytes(*parseDType(Type->DType)));
  uint64_t End = Proto.position() + Read.Value;
  while (Proto.position() != End) {
    Expected<uint64_t> Element = Proto.varint(End);
    if (!Element)
      return Element.takeError();
    for (unsigned I = 0; I != Size; ++I)
      Tensor.Decoded.push_back(uint8_t(*Element >> (8 * I)));
  }
  return Error::success();
}

static Error readEntry(ProtobufReader &Proto, uint64_t End,
                       OnnxTensor &Tensor) {
  std::string Key, Value;
  uint64_t Offset = Proto.position();
  while (Proto.position() != End) {
    Expected<ProtobufField> Read = Proto.next(End);
    if (!Read)
      return Read.takeError();
    if (Read->Number != 1 && Read->Number != 2) {
      Proto.skip(*Read);
      continue;
    }
    if (Error E = Proto.text(*Read, "an entry of external data")
                      .moveInto(Read->Number == 1 ? Key : Value))
      return E;
  }
  if (Key == "location") {
    Tensor.File = std::move(Value);
    return Error::success();
  }
  uint64_t Number = 0;
  if (Key != "offset" && Key != "length")
    return Error::success();
  if (StringRef(Value).getAsInteger(10, Number))
    return Proto.fail(Offset, quoted(Key) + " is " + quoted(Value) +
                                  ", no whole number");
  if (Key == "offset")
    Tensor.FileOffset = Number;
  else
    Tensor.FileSize = Number;
  return Error::success();
}

static Error readField(ProtobufReader &Proto, const ProtobufField &Read,
                       OnnxTensor &Tensor) {
  using enum OnnxTensor::DataField;
  switch (Read.Number) {
  case 1:
    return readDims(Proto, Read, Tensor);
  case 2:
  case 14:
    (Read.Number == 2 ? Tensor.Type : Tensor.Location) = Read.Value;
    if (Read.Wire != WireType::Varint)
      return Proto.fail(Read.Offset, "a type or location is no number");
    return Error::success();
  case 8:
    return Proto.text(Read, "the name of a tensor").moveInto(Tensor.Name);
  case FloatData:
  case Int32Data:
  case Int64Data:
  case RawData:
  case DoubleData:
  case Uint64Data:
    return readData(Proto, Read, Tensor);
  case 13:
    if (Read.isBytes())
      return readEntry(Proto, Proto.position() + Read.Value, Tensor);
    break;
  case 3:
    return Proto.fail(Read.Offset, "a tensor is in segments");
  default:
    break;
  }
  Proto.skip(Read);
  return Error::success();
}

Error metaobj::readOnnxTensor(ProtobufReader &Proto, uint64_t End,
                              OnnxTensor &Tensor) {
  while (Proto.position() != End) {
    Expected<ProtobufField> Read = Proto.next(End);
    if (!Read)
      return Read.takeError();
    if (Error E = readField(Proto, *Read, Tensor))
      return E;
  }
  return Error::success();
}
