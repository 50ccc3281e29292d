//===- TfLite.cpp - Reader of TensorFlow Lite models ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model of TensorFlow Lite (LiteRT) is a FlatBuffers file. Fields that tell
/// the constant tensors, by their numbers:
///
/// \code
///   Model:    2 subgraphs: [SubGraph]; 4 buffers: [Buffer]
///   SubGraph: 0 tensors: [Tensor]
///   Tensor:   0 shape: [i32]; 1 type: u8; 2 buffer: u32; 3 name: string;
///             6 sparsity: table; 10 external_buffer: u32
///   Buffer:   0 data: [u8]; 1 offset: u64; 2 size: u64
/// \endcode
///
/// FlatBuffers end at 2 GiB. In larger models the data lies behind the tables,
/// `size` bytes from `offset` on, which counts from the start of the file.
/// Tensors whose buffer has no data get their values when the model runs.
///
/// Elements of 2 and 4 bits are packed without gaps, the first one lowest. They
/// and texts have no DLPack type: they are taken as bytes.
///
/// Source: `schema.fbs` of LiteRT (tflite/converter/schema).
///
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/FileFormats.h"
#include "Read/Params/FlatBuffer.h"
#include "Read/Params/ParamsFormats.h"
#include "Read/Params/TensorNames.h"

#include <tuple>

using namespace llvm;
using namespace metaobj;

namespace {

/// A type of tensors, at the place of its number.
struct TfLiteType {
  StringLiteral Name;
  StringLiteral DType; ///< Empty: taken as bytes, or no numbers.
  unsigned Bits = 0;   ///< Of an element that is taken as bytes; 0: any number.
  bool IsData = true;
};

constexpr TfLiteType TfLiteTypes[] = {
    {"FLOAT32", "float32"},
    {"FLOAT16", "float16"},
    {"INT32", "int32"},
    {"UINT8", "uint8"},
    {"INT64", "int64"},
    {"STRING", ""},
    {"BOOL", "bool"},
    {"INT16", "int16"},
    {"COMPLEX64", "complex64"},
    {"INT8", "int8"},
    {"FLOAT64", "float64"},
    {"COMPLEX128", "complex128"},
    {"UINT64", "uint64"},
    {"RESOURCE", "", 0, false},
    {"VARIANT", "", 0, false},
    {"UINT32", "uint32"},
    {"UINT16", "uint16"},
    {"INT4", "", 4},
    {"BFLOAT16", "bfloat16"},
    {"INT2", "", 2},
    {"UINT4", "", 4},
    {"FLOAT8_E4M3FN", "float8_e4m3fn"},
    {"FLOAT8_E5M2", "float8_e5m2"},
};

class TfLiteReader {
public:
  TfLiteReader(FlatBuffer Flat, const ParamsContext &Context)
      : Flat(std::move(Flat)), Context(Context),
        Names(*this->Flat.source(), Context.Reading), Owner(path()) {}

  Expected<std::vector<Param>> read();

private:
  const std::string &path() const { return Flat.source()->path(); }

  Error readTensor(const FlatTable &Tensor, const Twine &Place);
  Error readShape(const FlatTable &Tensor, const Twine &Place, Param &P);
  Expected<DataRange> readBuffer(uint64_t Index);
  Error setType(Param &P, uint64_t Type, uint64_t DataSize);

  FlatBuffer Flat;
  const ParamsContext &Context;
  TensorNames Names;
  SharedText Owner;
  FlatVector Buffers;
  TensorsAsBytes AsBytes;
  std::vector<Param> Params;
};

} // namespace

/// No bytes for a buffer without data.
Expected<DataRange> TfLiteReader::readBuffer(uint64_t Index) {
  std::string Subject = "buffer " + std::to_string(Index);
  Expected<FlatTable> Buffer = Flat.table(Buffers, Index, Subject);
  if (!Buffer)
    return Buffer.takeError();
  Expected<FlatVector> Data =
      Flat.vector(*Buffer, 0, 1, "the data of " + Subject);
  if (!Data)
    return Data.takeError();
  DataRange Result = {Data->Begin, Data->Count};
  Expected<uint64_t> Offset =
      Flat.number(*Buffer, 1, 8, "the offset of " + Subject);
  if (!Offset)
    return Offset.takeError();
  // Writers keep the place for an offset with a 1.
  if (*Offset <= 1)
    return Result;
  Expected<uint64_t> Size =
      Flat.number(*Buffer, 2, 8, "the size of " + Subject);
  if (!Size)
    return Size.takeError();
  if (Data->Count != 0)
    return Flat.fail(Buffer->Position,
                     Subject + " has data in the tables and at byte " +
                         Twine(*Offset));
  uint64_t FileSize = Flat.source()->size();
  if (*Offset > FileSize || *Size > FileSize - *Offset)
    return inputError(path(), "ends at byte " + Twine(FileSize) + " inside " +
                                  Subject + ", which has " +
                                  plural(*Size, "byte") + " from byte " +
                                  Twine(*Offset));
  return DataRange{*Offset, *Size};
}

Error TfLiteReader::readShape(const FlatTable &Tensor, const Twine &Place,
                              Param &P) {
  std::string Subject = ("the shape of tensor " + Place).str();
  Expected<FlatVector> Shape = Flat.vector(Tensor, 0, 4, Subject);
  if (!Shape)
    return Shape.takeError();
  if (Shape->Count > uint64_t(MostDimensions))
    return Flat.fail(Shape->Begin - 4, Subject + " has " + Twine(Shape->Count) +
                                           " dimensions; 0 to " +
                                           Twine(MostDimensions) + " are read");
  for (uint64_t I = 0; I != Shape->Count; ++I) {
    Expected<uint64_t> Extent = Flat.number(*Shape, I, 4);
    if (!Extent)
      return Extent.takeError();
    if (int32_t(*Extent) < 0)
      return Flat.fail(Shape->Begin + 4 * I,
                       Subject + " has extent " + Twine(int32_t(*Extent)));
    P.Shape.push_back(int64_t(*Extent));
  }
  return Error::success();
}

/// P.Shape counts elements before, and bytes after it where there is no type.
Error TfLiteReader::setType(Param &P, uint64_t Type, uint64_t DataSize) {
  std::string Subject = "parameter " + quoted(P.Name);
  if (Type >= std::size(TfLiteTypes))
    return inputError(path(), Subject + " has type " + Twine(Type) +
                                  ", which is not known");
  const TfLiteType &Known = TfLiteTypes[Type];
  if (!Known.IsData)
    return inputError(path(), Subject + " has data of type " + Known.Name +
                                  ", which is no data");
  std::string Elements = (Known.Name + " " + extentsText(P.Shape)).str();
  if (!Known.DType.empty()) {
    P.DType = *parseDType(Known.DType);
    Elements = tensorName(P.DType, P.Shape);
  } else {
    ++AsBytes[Known.Name];
    if (Known.Bits == 0) {
      P.DType = *parseDType("uint8");
      P.Shape.assign({int64_t(DataSize)});
    } else if (Error E = makePackedBytes(P, Known.Bits)) {
      return nestedError(path(), Subject, std::move(E));
    }
  }
  Expected<uint64_t> Size = tensorBytes(P.DType, P.Shape);
  if (!Size)
    return nestedError(path(), Subject, Size.takeError());
  if (*Size == DataSize)
    return Error::success();
  return inputError(path(), Subject + " has " + plural(DataSize, "byte") +
                                " of data, but " + Elements + " takes " +
                                Twine(*Size));
}

Error TfLiteReader::readTensor(const FlatTable &Tensor, const Twine &Place) {
  Param P;
  if (Error E = Flat.string(Tensor, 3, "the name of tensor " + Place)
                    .moveInto(P.Name))
    return E;
  if (Error E = Names.charge(P.Name.size()))
    return E;
  uint64_t Type = 0, Index = 0, External = 0;
  for (auto [Result, Field, Bytes] :
       {std::tuple(&Type, 1, 1), {&Index, 2, 4}, {&External, 10, 4}})
    if (Error E = Flat.number(Tensor, Field, Bytes,
                              "field " + Twine(Field) + " of tensor " + Place)
                      .moveInto(*Result))
      return E;
  DataRange Data;
  if (Index < Buffers.Count) {
    if (Error E = readBuffer(Index).moveInto(Data))
      return E;
  } else if (Index != 0) {
    return Flat.fail(Tensor.Position, "tensor " + Place + " has buffer " +
                                          Twine(Index) + " of " +
                                          Twine(Buffers.Count));
  }
  if (Data.Size == 0 && External == 0)
    return Error::success();
  if (Error E = readShape(Tensor, Place, P))
    return E;
  std::string Key = (Twine(Index) + " " + Twine(External) + " " + Twine(Type) +
                     " " + extentsText(P.Shape))
                        .str();
  Expected<bool> IsWanted = Names.take(P.Name, Key, Place);
  if (!IsWanted || !*IsWanted)
    return IsWanted.takeError();
  std::string Subject = "parameter " + quoted(P.Name);
  if (External != 0)
    return inputError(path(), Subject + " has its bytes in external buffer " +
                                  Twine(External) + ", which is another file");
  Expected<std::optional<FlatTable>> Sparsity =
      Flat.table(Tensor, 6, "the sparsity of " + Subject);
  if (!Sparsity)
    return Sparsity.takeError();
  if (*Sparsity)
    return inputError(path(),
                      Subject + " is sparse: its bytes are not its elements",
                      "write the model without sparsity");
  if (Error E = setType(P, Type, Data.Size))
    return E;
  P.Owner = Owner;
  P.Data = Payload::range(Flat.source(), Data.Offset, Data.Size);
  P.Data.setElement(byteOrderUnit(P.DType), Endianness::little);
  Params.push_back(std::move(P));
  return Error::success();
}

Expected<std::vector<Param>> TfLiteReader::read() {
  Expected<FlatTable> Model = Flat.root();
  if (!Model)
    return Model.takeError();
  if (Error E = Flat.vector(*Model, 4, 4, "the buffers").moveInto(Buffers))
    return E;
  Expected<FlatVector> Graphs = Flat.vector(*Model, 2, 4, "the subgraphs");
  if (!Graphs)
    return Graphs.takeError();
  for (uint64_t I = 0; I != Graphs->Count; ++I) {
    std::string Subject = "subgraph " + std::to_string(I);
    Expected<FlatTable> Graph = Flat.table(*Graphs, I, Subject);
    if (!Graph)
      return Graph.takeError();
    Expected<FlatVector> Tensors =
        Flat.vector(*Graph, 0, 4, "the tensors of " + Subject);
    if (!Tensors)
      return Tensors.takeError();
    for (uint64_t J = 0; J != Tensors->Count; ++J) {
      std::string Place = std::to_string(I) + "." + std::to_string(J);
      Expected<FlatTable> Tensor = Flat.table(*Tensors, J, "tensor " + Place);
      if (!Tensor)
        return Tensor.takeError();
      if (Error E = readTensor(*Tensor, Place))
        return E;
    }
  }
  Names.reportRenamed(Context.Diagnostics);
  reportAsBytes(AsBytes, "types that DLPack does not have", path(),
                Context.Diagnostics);
  return std::move(Params);
}

Expected<std::vector<Param>>
metaobj::readTfLite(std::shared_ptr<const ByteSource> Source,
                    const ParamsContext &Context) {
  uint64_t Size = Source->size();
  Expected<FlatBuffer> Flat = FlatBuffer::open(std::move(Source), Size);
  if (!Flat)
    return Flat.takeError();
  return TfLiteReader(std::move(*Flat), Context).read();
}
