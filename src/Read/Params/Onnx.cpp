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
///   AttributeProto: 1 name: bytes; 5 t: TensorProto (OnnxTensor.h)
/// \endcode
///
/// Elements smaller than a byte are packed without gaps, the first one lowest;
/// they are taken as bytes.
///
/// Source: `onnx.proto` of ONNX.
///
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/Params/OnnxTensor.h"
#include "Read/Params/ParamsFormats.h"
#include "Read/Params/SiblingFiles.h"
#include "Read/Params/TensorNames.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

namespace {

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
  Error readAttribute(uint64_t End, std::optional<OnnxTensor> &Value);
  Error addParam(OnnxTensor Tensor);
  Error setData(Param &P, OnnxTensor &Tensor, uint64_t Size);

  ProtobufReader Proto;
  const ParamsContext &Context;
  TensorNames Names;
  SharedText Owner;
  SiblingFiles Files;
  TensorsAsBytes AsBytes;
  uint64_t Tensors = 0;
  uint64_t SparseTensors = 0;
  std::vector<OnnxTensor> Constants; ///< Of nodes.
  uint64_t OtherConstants = 0;       ///< Whose value is no tensor.
  std::vector<Param> Params;
};

} // namespace

Error OnnxReader::setData(Param &P, OnnxTensor &Tensor, uint64_t Size) {
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

Error OnnxReader::addParam(OnnxTensor Tensor) {
  Param P;
  P.Name = std::move(Tensor.Name);
  std::string Place = std::to_string(Tensors++);
  Expected<bool> IsWanted = Names.take(P.Name, Place, Place);
  if (!IsWanted || !*IsWanted)
    return IsWanted.takeError();
  std::string Subject = "parameter " + quoted(P.Name);
  const OnnxType *Type = onnxType(Tensor.Type);
  if (!Type || Type->Field == 0)
    return inputError(
        path(),
        Subject + " has type " +
            (Type ? Type->Name.str() : std::to_string(Tensor.Type)) +
            ", which is no type of numbers that is known",
        "leave it out with " + setting::SkipParams);
  if (Tensor.Field != 0 && Tensor.Field != OnnxTensor::RawData &&
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

/// Sets \p Value if the attribute is a tensor with this name.
Error OnnxReader::readAttribute(uint64_t End,
                                std::optional<OnnxTensor> &Value) {
  std::string Name;
  std::optional<OnnxTensor> Tensor;
  while (Proto.position() != End) {
    Expected<ProtobufField> Read = Proto.next(End);
    if (!Read)
      return Read.takeError();
    Error E = Error::success();
    if (Read->Number == 1)
      E = Proto.text(*Read, "the name of an attribute").moveInto(Name);
    else if (Read->Number == 5 && Read->isBytes())
      E = readOnnxTensor(Proto, Proto.position() + Read->Value,
                         Tensor.emplace());
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
  std::optional<OnnxTensor> Value;
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
      OnnxTensor Tensor;
      if (Error E =
              readOnnxTensor(Proto, Proto.position() + Read->Value, Tensor))
        return E;
      if (Error E = addParam(std::move(Tensor)))
        return E;
    } else {
      Proto.skip(*Read);
    }
  }
  for (OnnxTensor &Tensor : std::exchange(Constants, {}))
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
