//===- Onnx.cpp - Reader of ONNX models -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An ONNX model is a message of protobuf (Protobuf.h). Its parameters are
/// initializers and the tensors of `Constant` nodes, where some exporters have
/// all weights. The fields by their numbers:
///
/// \code
///   ModelProto:     7 graph: GraphProto
///   GraphProto:     1 node: NodeProto, 5 initializer: TensorProto, repeated
///   NodeProto:      2 output, 4 op_type, 7 domain: bytes;
///                   5 attribute: AttributeProto, repeated
///   AttributeProto: 1 name: bytes; 5 t: TensorProto
///   TensorProto:    1 dims: varints; 2 data_type: varint; 8 name: bytes;
///                   9 raw_data: bytes; 4 float_data, 10 double_data: numbers;
///                   5 int32_data, 7 int64_data, 11 uint64_data: varints;
///                   13 external_data: Entry, repeated;
///                   14 data_location: varint
///   Entry:          1 key, 2 value: bytes
/// \endcode
///
/// `raw_data` and numbers are little endian, so they are taken where they lie.
/// Varints are decoded to memory: exporters write only small tensors so. With
/// `data_location` 1 the bytes are in a file beside the model, which the keys
/// `location`, `offset` and `length` tell.
///
/// Elements smaller than a byte are packed without gaps, the first one lowest;
/// they are taken as bytes.
///
/// Source: `onnx.proto` and "External Data" of ONNX.
///
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/FileFormats.h"
#include "Read/Params/ParamsFormats.h"
#include "Read/Params/Protobuf.h"
#include "Read/Params/SiblingFiles.h"
#include "Read/Params/TensorNames.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace metaobj;

namespace {

struct OnnxType {
  StringLiteral Name;
  StringLiteral DType; ///< Empty: taken as bytes, or no numbers.
  unsigned Field;      ///< With the elements; 0: no numbers.
  unsigned Bits = 0;   ///< Of an element that is taken as bytes.
};

/// Fields of TensorProto with elements.
enum DataField : unsigned {
  FloatData = 4,
  Int32Data = 5,
  Int64Data = 7,
  RawData = 9,
  DoubleData = 10,
  Uint64Data = 11,
};

/// By the number of the type.
constexpr OnnxType OnnxTypes[] = {
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

/// What a TensorProto says, not yet checked.
struct TensorProto {
  std::string Name;
  SmallVector<int64_t, 4> Dims;
  uint64_t Type = 0;
  uint64_t Location = 0;
  unsigned Field = 0;           ///< With the elements; 0: none.
  uint64_t DataOffset = 0;      ///< Of that field.
  uint64_t DataSize = 0;        ///< The same.
  std::vector<uint8_t> Decoded; ///< Of varints.
  std::string File;
  uint64_t FileOffset = 0;
  std::optional<uint64_t> FileSize;
};

class OnnxReader {
public:
  OnnxReader(std::shared_ptr<const ByteSource> Source,
             const ParamsContext &Context)
      : Proto(std::move(Source)), Context(Context),
        Names(*Proto.source(), Context.Reading), Owner(path()),
        Files(*Proto.source(), "model", Context.FilesRead) {}

  Expected<std::vector<Param>> read();

private:
  const std::string &path() const { return Proto.source()->path(); }

  Error readGraph(uint64_t End);
  Error readNode(uint64_t End);
  Error readAttribute(uint64_t End, std::optional<TensorProto> &Value);
  Error readTensor(uint64_t End, TensorProto &Tensor);
  Error readField(const ProtobufField &Read, TensorProto &Tensor);
  Error readDims(const ProtobufField &Read, TensorProto &Tensor);
  Error readData(const ProtobufField &Read, TensorProto &Tensor);
  Error readEntry(uint64_t End, TensorProto &Tensor);
  Error addParam(TensorProto Tensor);
  Error setData(Param &P, TensorProto &Tensor, uint64_t Size);

  ProtobufReader Proto;
  const ParamsContext &Context;
  TensorNames Names;
  SharedText Owner;
  SiblingFiles Files;
  TensorsAsBytes AsBytes;
  uint64_t Tensors = 0;
  uint64_t SparseTensors = 0;
  std::vector<TensorProto> Constants; ///< Of nodes.
  uint64_t OtherConstants = 0;        ///< Whose value is no tensor.
  std::vector<Param> Params;
};

} // namespace

/// Packed, or one number.
Error OnnxReader::readDims(const ProtobufField &Read, TensorProto &Tensor) {
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
Error OnnxReader::readData(const ProtobufField &Read, TensorProto &Tensor) {
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
  const OnnxType *Type =
      Tensor.Type < std::size(OnnxTypes) ? &OnnxTypes[Tensor.Type] : nullptr;
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

Error OnnxReader::readEntry(uint64_t End, TensorProto &Tensor) {
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

Error OnnxReader::readField(const ProtobufField &Read, TensorProto &Tensor) {
  switch (Read.Number) {
  case 1:
    return readDims(Read, Tensor);
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
    return readData(Read, Tensor);
  case 13:
    if (Read.isBytes())
      return readEntry(Proto.position() + Read.Value, Tensor);
    break;
  case 3:
    return Proto.fail(Read.Offset, "a tensor is in segments");
  default:
    break;
  }
  Proto.skip(Read);
  return Error::success();
}

Error OnnxReader::setData(Param &P, TensorProto &Tensor, uint64_t Size) {
  std::string Subject = "parameter " + quoted(P.Name);
  uint64_t Given = Tensor.DataSize;
  if (Tensor.Location == 1) {
    Expected<std::shared_ptr<const InputFile>> File =
        Files.open(Tensor.File, Subject + ": ");
    if (!File)
      return File.takeError();
    uint64_t FileSize = (*File)->size();
    Given = Tensor.FileSize.value_or(Size);
    if (Tensor.FileOffset > FileSize || Given > FileSize - Tensor.FileOffset)
      return inputError(path(), Subject + " has " + plural(Given, "byte") +
                                    " from byte " + Twine(Tensor.FileOffset) +
                                    " of file " + quoted(Tensor.File) +
                                    ", which has " + Twine(FileSize));
    P.Data = Payload::fileRange(*File, Tensor.FileOffset, Given);
  } else if (Tensor.Decoded.empty()) {
    P.Data = Payload::range(Proto.source(), Tensor.DataOffset, Given);
  } else {
    auto Kept =
        std::make_shared<const std::vector<uint8_t>>(std::move(Tensor.Decoded));
    Given = Kept->size();
    P.Data = Payload::memory(*Kept, Kept);
  }
  if (Given != Size)
    return inputError(
        path(), Subject + " has " + plural(Given, "byte") + " of data, but " +
                    tensorName(P.DType, P.Shape) + " takes " + Twine(Size));
  P.Data.setElement(byteOrderUnit(P.DType), Endianness::little);
  return Error::success();
}

Error OnnxReader::addParam(TensorProto Tensor) {
  Param P;
  P.Name = std::move(Tensor.Name);
  std::string Place = std::to_string(Tensors++);
  Expected<bool> IsWanted = Names.take(P.Name, Place, Place);
  if (!IsWanted || !*IsWanted)
    return IsWanted.takeError();
  std::string Subject = "parameter " + quoted(P.Name);
  const OnnxType *Type =
      Tensor.Type < std::size(OnnxTypes) ? &OnnxTypes[Tensor.Type] : nullptr;
  if (!Type || Type->Field == 0)
    return inputError(
        path(),
        Subject + " has type " +
            (Type ? Type->Name.str() : std::to_string(Tensor.Type)) +
            ", which is no type of numbers that is known",
        "leave it out with " + setting::SkipParams);
  if (Tensor.Field != 0 && Tensor.Field != RawData &&
      Tensor.Field != Type->Field)
    return inputError(path(), Subject + " of type " + Type->Name +
                                  " has its elements in field " +
                                  Twine(Tensor.Field));
  P.Shape.assign(Tensor.Dims.begin(), Tensor.Dims.end());
  Expected<uint64_t> Size =
      setTypeOrPack(P, Type->Name, Type->DType, Type->Bits, AsBytes);
  if (!Size)
    return nestedError(path(), Subject, Size.takeError());
  if (Error E = setData(P, Tensor, *Size))
    return E;
  P.Owner = Owner;
  Params.push_back(std::move(P));
  return Error::success();
}

Error OnnxReader::readTensor(uint64_t End, TensorProto &Tensor) {
  while (Proto.position() != End) {
    Expected<ProtobufField> Read = Proto.next(End);
    if (!Read)
      return Read.takeError();
    if (Error E = readField(*Read, Tensor))
      return E;
  }
  return Error::success();
}

/// Sets \p Value if the attribute is a tensor with this name.
Error OnnxReader::readAttribute(uint64_t End,
                                std::optional<TensorProto> &Value) {
  std::string Name;
  std::optional<TensorProto> Tensor;
  while (Proto.position() != End) {
    Expected<ProtobufField> Read = Proto.next(End);
    if (!Read)
      return Read.takeError();
    Error E = Error::success();
    if (Read->Number == 1)
      E = Proto.text(*Read, "the name of an attribute").moveInto(Name);
    else if (Read->Number == 5 && Read->isBytes())
      E = readTensor(Proto.position() + Read->Value, Tensor.emplace());
    else
      Proto.skip(*Read);
    if (E)
      return E;
  }
  if (Name == "value")
    Value = std::move(Tensor);
  return Error::success();
}

/// Keeps the tensor of a `Constant` node, which has the name of its output.
Error OnnxReader::readNode(uint64_t End) {
  std::string Output, Operator, Domain;
  std::optional<TensorProto> Value;
  while (Proto.position() != End) {
    Expected<ProtobufField> Read = Proto.next(End);
    if (!Read)
      return Read.takeError();
    Error E = Error::success();
    if (Read->Number == 2)
      E = Proto.text(*Read, "the name of an output").moveInto(Output);
    else if (Read->Number == 4)
      E = Proto.text(*Read, "the name of an operator").moveInto(Operator);
    else if (Read->Number == 7)
      E = Proto.text(*Read, "the domain of an operator").moveInto(Domain);
    else if (Read->Number == 5 && Read->isBytes())
      E = readAttribute(Proto.position() + Read->Value, Value);
    else
      Proto.skip(*Read);
    if (E)
      return E;
  }
  if (Operator != "Constant" || (!Domain.empty() && Domain != "ai.onnx"))
    return Error::success();
  if (!Value) {
    ++OtherConstants;
    return Error::success();
  }
  Value->Name = std::move(Output);
  Constants.push_back(std::move(*Value));
  return Error::success();
}

/// Initializers come first; they lie behind the nodes in most files.
Error OnnxReader::readGraph(uint64_t End) {
  while (Proto.position() != End) {
    Expected<ProtobufField> Read = Proto.next(End);
    if (!Read)
      return Read.takeError();
    bool IsMessage = Read->isBytes();
    SparseTensors += IsMessage && Read->Number == 15;
    if (IsMessage && Read->Number == 1) {
      if (Error E = readNode(Proto.position() + Read->Value))
        return E;
    } else if (IsMessage && Read->Number == 5) {
      TensorProto Tensor;
      if (Error E = readTensor(Proto.position() + Read->Value, Tensor))
        return E;
      if (Error E = addParam(std::move(Tensor)))
        return E;
    } else {
      Proto.skip(*Read);
    }
  }
  for (TensorProto &Tensor : std::exchange(Constants, {}))
    if (Error E = addParam(std::move(Tensor)))
      return E;
  return Error::success();
}

Expected<std::vector<Param>> OnnxReader::read() {
  uint64_t End = Proto.source()->size();
  bool HasGraph = false;
  while (Proto.position() != End) {
    Expected<ProtobufField> Read = Proto.next(End);
    if (!Read)
      return Read.takeError();
    if (Read->Number != 7 || !Read->isBytes()) {
      Proto.skip(*Read);
      continue;
    }
    HasGraph = true;
    if (Error E = readGraph(Proto.position() + Read->Value))
      return E;
  }
  if (!HasGraph)
    return inputError(path(), "is an ONNX model without a graph");
  Names.reportRenamed(Context.Diagnostics);
  reportAsBytes(AsBytes, "types that DLPack does not have", path(),
                Context.Diagnostics);
  if (SparseTensors != 0)
    report(Context.Diagnostics, Diagnostic::Warning, path(),
           plural(SparseTensors, "sparse tensor") + " left out");
  if (OtherConstants != 0)
    report(Context.Diagnostics, Diagnostic::Note, path(),
           plural(OtherConstants, "Constant node") +
               " without a tensor left out");
  return std::move(Params);
}

Expected<std::vector<Param>>
metaobj::readOnnx(std::shared_ptr<const ByteSource> Source,
                  const ParamsContext &Context) {
  return OnnxReader(std::move(Source), Context).read();
}
