//===- ExecuTorchFile.cpp - Segments and tensors of ExecuTorch ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/ExecuTorchFile.h"

#include "Base/Wording.h"
#include "Read/FileFormats.h"
#include "Read/OpenedFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::support;
using namespace metaobj;

/// Of the file, before the header.
static constexpr uint64_t HeaderBegin = 8;

namespace {

struct ScalarType {
  uint8_t Number;
  StringLiteral Name;
  StringLiteral DType; ///< Empty: taken as bytes.
  unsigned Bits = 0;   ///< Of an element that is taken as bytes.
};

constexpr ScalarType ScalarTypes[] = {
    {0, "BYTE", "uint8"},
    {1, "CHAR", "int8"},
    {2, "SHORT", "int16"},
    {3, "INT", "int32"},
    {4, "LONG", "int64"},
    {5, "HALF", "float16"},
    {6, "FLOAT", "float32"},
    {7, "DOUBLE", "float64"},
    {8, "COMPLEX32", "complex32"},
    {9, "COMPLEX64", "complex64"},
    {10, "COMPLEX128", "complex128"},
    {11, "BOOL", "bool"},
    {12, "QINT8", "int8"},
    {13, "QUINT8", "uint8"},
    {14, "QINT32", "int32"},
    {15, "BFLOAT16", "bfloat16"},
    {16, "QUINT4X2", "", 4},
    {17, "QUINT2X4", "", 2},
    {22, "BITS16", "uint16"},
    {23, "FLOAT8E5M2", "float8_e5m2"},
    {24, "FLOAT8E4M3FN", "float8_e4m3fn"},
    {25, "FLOAT8E5M2FNUZ", "float8_e5m2fnuz"},
    {26, "FLOAT8E4M3FNUZ", "float8_e4m3fnuz"},
    {27, "UINT16", "uint16"},
    {28, "UINT32", "uint32"},
    {29, "UINT64", "uint64"},
};

/// The bytes of a header of the magic \p Magic; empty without one. Its size is
/// \p Least at least.
Expected<std::string> readHeader(const ByteSource &Source, StringRef Magic,
                                 uint64_t Least) {
  if (Source.size() < HeaderBegin + 8)
    return "";
  Expected<std::string> Start = readString(Source, HeaderBegin, 8);
  if (!Start)
    return Start.takeError();
  if (!StringRef(*Start).starts_with(Magic))
    return "";
  uint64_t Size = endian::read32le(Start->data() + 4);
  if (Size < Least || Size > Source.size() - HeaderBegin)
    return inputError(Source.path(),
                      "at byte 12: the header has " + plural(Size, "byte") +
                          "; " + Twine(Least) + " and more are read, and the " +
                          "file ends at byte " + Twine(Source.size()));
  return readString(Source, HeaderBegin, std::min<uint64_t>(Size, 40));
}

} // namespace

Expected<ExecuTorchFile>
ExecuTorchFile::open(std::shared_ptr<const ByteSource> Source,
                     uint64_t TablesEnd, uint64_t SegmentsBegin,
                     std::optional<uint64_t> SegmentsSize) {
  uint64_t FileSize = Source->size();
  if (TablesEnd > FileSize)
    return inputError(Source->path(), "ends at byte " + Twine(FileSize) +
                                          " inside the tables, which end at "
                                          "byte " +
                                          Twine(TablesEnd));
  if (SegmentsBegin > FileSize ||
      SegmentsSize.value_or(0) > FileSize - SegmentsBegin)
    return inputError(Source->path(),
                      "ends at byte " + Twine(FileSize) +
                          " inside the segments, which have " +
                          plural(SegmentsSize.value_or(0), "byte") +
                          " from byte " + Twine(SegmentsBegin));
  Expected<FlatBuffer> Tables = FlatBuffer::open(std::move(Source), TablesEnd);
  if (!Tables)
    return Tables.takeError();
  return ExecuTorchFile(
      std::move(*Tables),
      {SegmentsBegin, SegmentsSize.value_or(FileSize - SegmentsBegin)});
}

Expected<ExecuTorchFile>
ExecuTorchFile::openProgram(std::shared_ptr<const ByteSource> Source) {
  Expected<std::string> Header = readHeader(*Source, "eh00", 24);
  if (!Header)
    return Header.takeError();
  uint64_t FileSize = Source->size();
  if (Header->empty())
    return open(std::move(Source), FileSize, FileSize, 0);
  const char *Fields = Header->data() + 8;
  std::optional<uint64_t> Size;
  if (Header->size() >= 32)
    Size = endian::read64le(Fields + 16);
  return open(std::move(Source), endian::read64le(Fields),
              endian::read64le(Fields + 8), Size);
}

Expected<ExecuTorchFile>
ExecuTorchFile::openData(std::shared_ptr<const ByteSource> Source) {
  Expected<std::string> Header = readHeader(*Source, "FH01", 40);
  if (!Header)
    return Header.takeError();
  if (Header->empty())
    return inputError(Source->path(),
                      "is a data file of ExecuTorch without its header "
                      "(FH01) at byte 8");
  const char *Fields = Header->data() + 8;
  uint64_t Begin = endian::read64le(Fields);
  uint64_t Size = endian::read64le(Fields + 8);
  // The root counts from the start of the file.
  uint64_t FileSize = Source->size();
  uint64_t End = Begin > FileSize ? Begin : SaturatingAdd(Begin, Size);
  return open(std::move(Source), End, endian::read64le(Fields + 16),
              endian::read64le(Fields + 24));
}

Expected<DataRange> ExecuTorchFile::segment(uint64_t Index,
                                            const Twine &Subject) {
  if (Index >= Segments.Count)
    return inputError(path(), Subject + " is in segment " + Twine(Index) +
                                  " of " + Twine(Segments.Count));
  std::string Name = "segment " + std::to_string(Index);
  Expected<FlatTable> Segment = Tables.table(Segments, Index, Name);
  if (!Segment)
    return Segment.takeError();
  DataRange Result;
  if (Error E = Tables.number(*Segment, 0, 8, "the offset of " + Name)
                    .moveInto(Result.Offset))
    return E;
  if (Error E = Tables.number(*Segment, 1, 8, "the size of " + Name)
                    .moveInto(Result.Size))
    return E;
  if (Result.Offset > Data.Size || Result.Size > Data.Size - Result.Offset)
    return inputError(path(), Name + " has " + plural(Result.Size, "byte") +
                                  " from byte " + Twine(Result.Offset) +
                                  " of the segments, which have " +
                                  Twine(Data.Size));
  Result.Offset += Data.Offset;
  return Result;
}

Expected<TensorLayout> ExecuTorchFile::readLayout(const FlatTable &Table,
                                                  LayoutFields Fields,
                                                  const Twine &Subject) {
  TensorLayout Result;
  if (Error E = Tables.number(Table, Fields.Type, 1, "the type of " + Subject)
                    .moveInto(Result.Type))
    return E;
  FlatVector Sizes, Order;
  if (Error E = Tables.vector(Table, Fields.Sizes, 4, "the shape of " + Subject)
                    .moveInto(Sizes))
    return E;
  if (Error E = Tables.vector(Table, Fields.Order, 1, "the order of " + Subject)
                    .moveInto(Order))
    return E;
  if (Sizes.Count > uint64_t(MostDimensions) ||
      (Order.Count != 0 && Order.Count != Sizes.Count))
    return Tables.fail(Table.Position,
                       Subject + " has " + plural(Sizes.Count, "dimension") +
                           " in an order of " + Twine(Order.Count) + "; 0 to " +
                           Twine(MostDimensions) + " are read");
  for (uint64_t I = 0; I != Sizes.Count; ++I) {
    Expected<uint64_t> Extent = Tables.number(Sizes, I, 4);
    if (!Extent)
      return Extent.takeError();
    Result.Sizes.push_back(int32_t(*Extent));
  }
  for (uint64_t I = 0; I != Order.Count; ++I) {
    Expected<uint64_t> Dimension = Tables.number(Order, I, 1);
    if (!Dimension)
      return Dimension.takeError();
    Result.Order.push_back(uint8_t(*Dimension));
  }
  return Result;
}

std::string TensorLayout::key() const {
  std::string Key = " " + std::to_string(Type);
  for (int32_t Extent : Sizes)
    Key += " " + std::to_string(Extent);
  for (uint8_t Dimension : Order)
    Key += "," + std::to_string(Dimension);
  return Key;
}

Expected<uint64_t> ExecuTorchFile::readNamed(FlatVector Named, uint64_t Index,
                                             std::string &Name) {
  std::string Subject = "named data " + std::to_string(Index);
  Expected<FlatTable> Entry = Tables.table(Named, Index, Subject);
  if (!Entry)
    return Entry.takeError();
  if (Error E =
          Tables.string(*Entry, 0, "the name of " + Subject).moveInto(Name))
    return E;
  return Tables.number(*Entry, 1, 4, "the segment of " + Subject);
}

Error ExecuTorchFile::setBytes(Param &P, uint64_t Segment) {
  Expected<DataRange> Bytes = segment(Segment, "parameter " + quoted(P.Name));
  if (!Bytes)
    return Bytes.takeError();
  P.DType = *parseDType("uint8");
  P.Shape = {int64_t(Bytes->Size)};
  P.Data = Payload::range(Tables.source(), Bytes->Offset, Bytes->Size);
  return Error::success();
}

Expected<uint64_t> ExecuTorchFile::setLayout(Param &P,
                                             const TensorLayout &Layout) {
  std::string Subject = "parameter " + quoted(P.Name);
  const auto *Type = find_if(ScalarTypes, [&](const ScalarType &TheType) {
    return TheType.Number == Layout.Type;
  });
  if (Type == std::end(ScalarTypes))
    return inputError(path(), Subject + " has type " + Twine(Layout.Type) +
                                  ", which is not known");
  SmallVector<uint8_t, 4> Order = Layout.Order;
  if (Order.empty())
    for (size_t I = 0; I != Layout.Sizes.size(); ++I)
      Order.push_back(uint8_t(I));
  uint64_t Seen = 0;
  // Extents of 1 may stand anywhere.
  SmallVector<uint8_t, 4> Relevant;
  for (uint8_t Dimension : Order) {
    if (Dimension >= Layout.Sizes.size() || (Seen >> Dimension & 1))
      return inputError(path(), Subject + " lists dimension " +
                                    Twine(unsigned(Dimension)) + " of " +
                                    Twine(Layout.Sizes.size()) +
                                    " in its order, or lists it twice");
    Seen |= uint64_t(1) << Dimension;
    if (Layout.Sizes[Dimension] != 1)
      Relevant.push_back(Dimension);
  }
  bool IsOther = !is_sorted(Relevant);
  OtherOrders += IsOther;
  for (size_t I = 0; I != Layout.Sizes.size(); ++I) {
    int32_t Extent = Layout.Sizes[IsOther ? Order[I] : I];
    if (Extent < 0)
      return inputError(path(), Subject + " has extent " + Twine(Extent));
    P.Shape.push_back(Extent);
  }
  Expected<uint64_t> Size =
      setTypeOrPack(P, Type->Name, Type->DType, Type->Bits, AsBytes);
  if (!Size)
    return nestedError(path(), Subject, Size.takeError());
  return *Size;
}

void ExecuTorchFile::reportLayouts(
    const DiagnosticConsumer &Diagnostics) const {
  if (OtherOrders != 0)
    report(Diagnostics, Diagnostic::Note, path(),
           plural(OtherOrders, "tensor") +
               " not in C order (channels last): extents are taken in the "
               "order of the bytes");
  reportAsBytes(AsBytes, "types that DLPack does not have", path(),
                Diagnostics);
}
