//===- Gguf.cpp - Reader of GGUF files ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// GGUF is the file format of ggml (llama.cpp). Versions 2 and 3:
///
/// \code
///   u8 magic[4] "GGUF"; u32 version; u64 tensors; u64 keys;
///   keys times {
///     string key; u32 type; value;
///   }
///   tensors times {
///     string name; u32 dimensions; u64 extent[dimensions]; u32 type;
///     u64 offset;
///   }
///   padding; u8 data[];
///   string: u64 size; u8 text[size];
///   array:  u32 type; u64 count; count values
/// \endcode
///
/// The first extent is the innermost, the other way round than DLPack has it.
/// Offsets count from the start of the data, which is aligned to the value of
/// the key `general.alignment`, 32 without it. Since version 3 a file may be
/// big endian; the magic is the same then, and the version tells it.
///
/// Plain numbers have DLPack types. Quantised types come in blocks of a number
/// of elements, which only ggml can read: they are taken as bytes, and the
/// innermost extent becomes the bytes of a row.
///
/// Source: `docs/gguf.md` of ggml, and `GGML_QUANT_SIZES` of gguf-py.
///
//===----------------------------------------------------------------------===//

#include "Base/ByteCursor.h"
#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Read/FileFormats.h"
#include "Read/Params/TensorNames.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>
#include <tuple>

using namespace llvm;
using namespace llvm::support;
using namespace metaobj;

static constexpr uint64_t DefaultAlignment = 32;

/// Arrays in arrays are allowed by the format; nobody writes them deep.
static constexpr unsigned DeepestArray = 8;

/// Small pieces are read in one go.
static constexpr uint64_t ReadAhead = uint64_t(1) << 16;

namespace {

/// A type of ggml: how many elements a block has, and how many bytes.
struct TensorType {
  uint32_t Number;
  uint16_t Elements;
  uint16_t Bytes;
  StringLiteral Name;
  StringLiteral DType; ///< Empty: quantised.
};

constexpr TensorType TensorTypes[] = {
    {0, 1, 4, "F32", "float32"},  {1, 1, 2, "F16", "float16"},
    {2, 32, 18, "Q4_0", ""},      {3, 32, 20, "Q4_1", ""},
    {6, 32, 22, "Q5_0", ""},      {7, 32, 24, "Q5_1", ""},
    {8, 32, 34, "Q8_0", ""},      {10, 256, 84, "Q2_K", ""},
    {11, 256, 110, "Q3_K", ""},   {12, 256, 144, "Q4_K", ""},
    {13, 256, 176, "Q5_K", ""},   {14, 256, 210, "Q6_K", ""},
    {15, 256, 292, "Q8_K", ""},   {16, 256, 66, "IQ2_XXS", ""},
    {17, 256, 74, "IQ2_XS", ""},  {18, 256, 98, "IQ3_XXS", ""},
    {19, 256, 50, "IQ1_S", ""},   {20, 32, 18, "IQ4_NL", ""},
    {21, 256, 110, "IQ3_S", ""},  {22, 256, 82, "IQ2_S", ""},
    {23, 256, 136, "IQ4_XS", ""}, {24, 1, 1, "I8", "int8"},
    {25, 1, 2, "I16", "int16"},   {26, 1, 4, "I32", "int32"},
    {27, 1, 8, "I64", "int64"},   {28, 1, 8, "F64", "float64"},
    {29, 256, 56, "IQ1_M", ""},   {30, 1, 2, "BF16", "bfloat16"},
    {34, 256, 54, "TQ1_0", ""},   {35, 256, 66, "TQ2_0", ""},
    {39, 32, 17, "MXFP4", ""},
};

/// TensorTypes of values of keys, in the order of their numbers.
enum GgufType : uint32_t {
  ValueBool = 7,
  ValueString = 8,
  ValueArray = 9,
  ValueFloat64 = 12,
};

/// Bytes of a value of each type; 0 where it varies.
constexpr uint8_t ValueSizes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

class GgufReader {
public:
  GgufReader(std::shared_ptr<const ByteSource> Source,
             const DiagnosticConsumer &Diagnostics,
             const ParamsReading &Reading)
      : Cursor(std::move(Source)), Diagnostics(Diagnostics), Reading(Reading),
        Owner(path()) {}

  Expected<std::vector<Param>> read();

private:
  const std::string &path() const { return Cursor.source()->path(); }

  Expected<uint64_t> number(unsigned Size, const Twine &Subject);
  Expected<uint64_t> count(const Twine &Subject, uint64_t LeastSize);
  Expected<std::string> string(const Twine &Subject);
  Error skipValue(uint64_t Type, StringRef Key, unsigned Depth);
  Error skipString(StringRef Key);
  Error readKey(uint64_t Index);
  Error readTensor(uint64_t Index);
  Error setType(Param &P, uint64_t Type, uint64_t Offset);
  Error placeTensors();
  void reportBytesBehind(uint64_t DataStart, ArrayRef<size_t> ByPlace) const;

  ByteCursor Cursor;
  const DiagnosticConsumer &Diagnostics;
  const ParamsReading &Reading;
  SharedText Owner;
  Endianness Order = Endianness::little;
  uint64_t Alignment = DefaultAlignment;
  bool HasSkipped = false; ///< Tensors whose bytes are not known.
  std::vector<Param> Params;
  std::vector<uint64_t> Offsets; ///< One for each of Params.
  StringMap<uint64_t> Names;
  TensorsAsBytes Quantised;
};

} // namespace

Expected<uint64_t> GgufReader::number(unsigned Size, const Twine &Subject) {
  Expected<const uint8_t *> Bytes = Cursor.take(Size, Subject, ReadAhead);
  if (!Bytes)
    return Bytes.takeError();
  return Size == 4 ? endian::read<uint32_t>(*Bytes, Order)
                   : endian::read<uint64_t>(*Bytes, Order);
}

/// A count of things that take \p LeastSize bytes each.
Expected<uint64_t> GgufReader::count(const Twine &Subject, uint64_t LeastSize) {
  uint64_t Offset = Cursor.position();
  Expected<uint64_t> Count = number(8, "the number of " + Subject);
  if (Count && *Count > Cursor.left() / LeastSize)
    return Cursor.fail(Offset, "the number of " + Subject + " is " +
                                   Twine(*Count) +
                                   ", but the file has room for " +
                                   Twine(Cursor.left() / LeastSize));
  return Count;
}

Expected<std::string> GgufReader::string(const Twine &Subject) {
  uint64_t Offset = Cursor.position();
  Expected<uint64_t> Size = number(8, "the length of " + Subject);
  if (!Size)
    return Size.takeError();
  if (*Size > LongestName)
    return Cursor.fail(Offset, Subject + " has " + Twine(*Size) +
                                   " bytes; at most " + Twine(LongestName) +
                                   " are read");
  Expected<const uint8_t *> Bytes = Cursor.take(*Size, Subject, ReadAhead);
  if (!Bytes)
    return Bytes.takeError();
  return std::string(reinterpret_cast<const char *>(*Bytes), *Size);
}

Error GgufReader::skipString(StringRef Key) {
  uint64_t Offset = Cursor.position();
  Expected<uint64_t> Size =
      number(8, "the length of a string of key " + quoted(Key));
  if (!Size)
    return Size.takeError();
  if (*Size > Cursor.left())
    return Cursor.fail(Offset, "a string of key " + quoted(Key) + " has " +
                                   plural(*Size, "byte") +
                                   ", but the file has " +
                                   Twine(Cursor.left()) + " more");
  Cursor.skip(*Size);
  return Error::success();
}

Error GgufReader::skipValue(uint64_t Type, StringRef Key, unsigned Depth) {
  uint64_t Offset = Cursor.position();
  std::string Subject = "the value of key " + quoted(Key);
  if (Type >= std::size(ValueSizes))
    return Cursor.fail(Offset, Subject + " has type " + Twine(Type) +
                                   ", which is not known");
  if (Type == ValueString)
    return skipString(Key);
  if (Type != ValueArray)
    return Cursor.take(ValueSizes[Type], Subject, ReadAhead).takeError();
  if (Depth == DeepestArray)
    return Cursor.fail(Offset, Subject + " nests arrays more than " +
                                   Twine(DeepestArray) + " deep");
  Expected<uint64_t> Element = number(4, Subject);
  if (!Element)
    return Element.takeError();
  if (*Element >= std::size(ValueSizes))
    return Cursor.fail(Offset, Subject + " has type " + Twine(*Element) +
                                   ", which is not known");
  // A string has a length at least, an array type and count.
  uint64_t Least = *Element == ValueString  ? 8
                   : *Element == ValueArray ? 12
                                            : ValueSizes[*Element];
  Expected<uint64_t> Count = count("elements of key " + quoted(Key), Least);
  if (!Count)
    return Count.takeError();
  if (ValueSizes[*Element] != 0) {
    Cursor.skip(*Count * Least);
    return Error::success();
  }
  for (uint64_t I = 0; I != *Count; ++I)
    if (Error E = skipValue(*Element, Key, Depth + 1))
      return E;
  return Error::success();
}

Error GgufReader::readKey(uint64_t Index) {
  Expected<std::string> Key = string("key " + Twine(Index));
  if (!Key)
    return Key.takeError();
  Expected<uint64_t> Type = number(4, "the type of key " + quoted(*Key));
  if (!Type)
    return Type.takeError();
  if (*Key != "general.alignment")
    return skipValue(*Type, *Key, 0);
  uint64_t Offset = Cursor.position();
  if (*Type != 4)
    return Cursor.fail(Offset, "the value of key 'general.alignment' has "
                               "type " +
                                   Twine(*Type) + ", not 4 (uint32)");
  Expected<uint64_t> Value = number(4, "the value of key 'general.alignment'");
  if (!Value)
    return Value.takeError();
  if (!isPowerOf2_64(*Value))
    return Cursor.fail(Offset, "the value of key 'general.alignment' is " +
                                   Twine(*Value) + ", no power of two");
  Alignment = *Value;
  return Error::success();
}

/// P.Shape is the file's, in elements, outermost first.
Error GgufReader::setType(Param &P, uint64_t Type, uint64_t Offset) {
  std::string Subject = "parameter " + quoted(P.Name);
  const auto *Found =
      find_if(TensorTypes, [&](const TensorType &TheTensorType) {
        return TheTensorType.Number == Type;
      });
  if (Found == std::end(TensorTypes))
    return Cursor.fail(Offset, Subject + " has ggml type " + Twine(Type) +
                                   ", whose size is not known");
  if (!Found->DType.empty()) {
    P.DType = *parseDType(Found->DType);
    return Error::success();
  }
  P.DType = *parseDType("uint8");
  ++Quantised[Found->Name];
  // A scalar has one element.
  int64_t Row = P.Shape.empty() ? 1 : P.Shape.back();
  if (Row % Found->Elements != 0)
    return Cursor.fail(Offset, Subject + " has rows of " + Twine(Row) +
                                   " elements; " + Found->Name +
                                   " has blocks of " + Twine(Found->Elements));
  bool Overflow = false;
  uint64_t RowBytes = SaturatingMultiply<uint64_t>(
      uint64_t(Row) / Found->Elements, Found->Bytes, &Overflow);
  if (Overflow || RowBytes > uint64_t(std::numeric_limits<int64_t>::max()))
    return Cursor.fail(Offset,
                       Subject + " has rows of more bytes than 64 bits count");
  P.Shape.back() = int64_t(RowBytes);
  return Error::success();
}

Error GgufReader::readTensor(uint64_t Index) {
  uint64_t Start = Cursor.position();
  Expected<std::string> Name = string("the name of tensor " + Twine(Index));
  if (!Name)
    return Name.takeError();
  bool IsWanted = Reading.wants(*Name);
  auto [First, New] = Names.try_emplace(*Name, Start);
  if (!New && IsWanted)
    return Cursor.fail(Start,
                       "parameter " + quoted(*Name) +
                           " is named a second time; the first is at byte " +
                           Twine(First->second));
  Param P;
  P.Name = std::move(*Name);
  P.Owner = Owner;
  std::string Subject = "parameter " + quoted(P.Name);
  uint64_t Offset = Cursor.position();
  Expected<uint64_t> Dimensions = number(4, "the rank of " + Subject);
  if (!Dimensions)
    return Dimensions.takeError();
  if (*Dimensions > uint64_t(MostDimensions))
    return Cursor.fail(Offset, Subject + " has " + Twine(*Dimensions) +
                                   " dimensions; 0 to " +
                                   Twine(MostDimensions) + " are read");
  if (!IsWanted) {
    HasSkipped = true;
    return Cursor
        .take(*Dimensions * 8 + 12, "the shape and type of " + Subject,
              ReadAhead)
        .takeError();
  }
  for (uint64_t I = 0; I != *Dimensions; ++I) {
    Expected<uint64_t> Extent = number(8, "the shape of " + Subject);
    if (!Extent)
      return Extent.takeError();
    if (*Extent > uint64_t(std::numeric_limits<int64_t>::max()))
      return Cursor.fail(Offset, Subject + ": extent " + Twine(I) +
                                     " has more than 63 bits");
    P.Shape.push_back(int64_t(*Extent));
  }
  std::reverse(P.Shape.begin(), P.Shape.end());
  Offset = Cursor.position();
  Expected<uint64_t> Type = number(4, "the type of " + Subject);
  if (!Type)
    return Type.takeError();
  if (Error E = setType(P, *Type, Offset))
    return E;
  Params.push_back(std::move(P));
  return number(8, "the offset of " + Subject).moveInto(Offsets.emplace_back());
}

/// The bytes of all tensors: inside the file, aligned, and nobody else's.
Error GgufReader::placeTensors() {
  uint64_t DataStart = alignTo(Cursor.position(), Alignment);
  uint64_t FileSize = Cursor.source()->size();
  std::vector<size_t> ByPlace(Params.size());
  for (size_t I = 0; I != Params.size(); ++I) {
    Param &P = Params[I];
    std::string Subject = "parameter " + quoted(P.Name);
    ByPlace[I] = I;
    Expected<uint64_t> Size = tensorBytes(P.DType, P.Shape);
    if (!Size)
      return nestedError(path(), Subject, Size.takeError());
    if (Offsets[I] % Alignment != 0)
      return inputError(path(), Subject + " has offset " + Twine(Offsets[I]) +
                                    ", which is not aligned to " +
                                    Twine(Alignment));
    if (DataStart > FileSize || Offsets[I] > FileSize - DataStart ||
        *Size > FileSize - DataStart - Offsets[I])
      return inputError(path(), "ends at byte " + Twine(FileSize) +
                                    " inside the data of " + Subject +
                                    ", which has " + plural(*Size, "byte") +
                                    " at offset " + Twine(Offsets[I]) +
                                    " from byte " + Twine(DataStart));
    P.Data = Payload::range(Cursor.source(), DataStart + Offsets[I], *Size);
    P.Data.setElement(byteOrderUnit(P.DType), Order);
  }
  llvm::sort(ByPlace, [&](size_t A, size_t B) {
    return std::tuple(Offsets[A], Params[A].Data.size(), A) <
           std::tuple(Offsets[B], Params[B].Data.size(), B);
  });
  for (size_t I = 1; I < ByPlace.size(); ++I) {
    size_t Before = ByPlace[I - 1], After = ByPlace[I];
    if (Offsets[After] - Offsets[Before] < Params[Before].Data.size())
      return inputError(path(), "parameter " + quoted(Params[After].Name) +
                                    " at offset " + Twine(Offsets[After]) +
                                    " shares bytes with parameter " +
                                    quoted(Params[Before].Name) +
                                    " at offset " + Twine(Offsets[Before]));
  }
  if (!HasSkipped)
    reportBytesBehind(DataStart, ByPlace);
  return Error::success();
}

/// Writers pad the last tensor to the alignment.
void GgufReader::reportBytesBehind(uint64_t DataStart,
                                   ArrayRef<size_t> ByPlace) const {
  uint64_t End = DataStart;
  if (!ByPlace.empty())
    End += Offsets[ByPlace.back()] + Params[ByPlace.back()].Data.size();
  uint64_t FileSize = Cursor.source()->size();
  if (FileSize > alignTo(End, Alignment))
    report(Diagnostics, Diagnostic::Warning, path(),
           plural(FileSize - End, "byte") + " from byte " + Twine(End) +
               " on belong to no tensor",
           "the file may be damaged, or two files in one");
}

Expected<std::vector<Param>> GgufReader::read() {
  Expected<const uint8_t *> Bytes =
      Cursor.take(8, "the header of a GGUF file", ReadAhead);
  if (!Bytes)
    return Bytes.takeError();
  if (StringRef(reinterpret_cast<const char *>(*Bytes), 4) != "GGUF")
    return Cursor.fail(0, "is not a GGUF file");
  uint32_t Version = endian::read32le(*Bytes + 4);
  // Versions are small numbers: one with nothing below is the other order's.
  if (Version != 0 && (Version & 0xFFFF) == 0) {
    Order = Endianness::big;
    Version = endian::read32be(*Bytes + 4);
  }
  if (Version != 2 && Version != 3)
    return Cursor.fail(4, "has version " + Twine(Version) +
                              " of the format; 2 and 3 are read");
  // A name's length, rank, type and offset; a key's length, type and a byte.
  Expected<uint64_t> Tensors = count("tensors", 24);
  if (!Tensors)
    return Tensors.takeError();
  Expected<uint64_t> Keys = count("keys", 13);
  if (!Keys)
    return Keys.takeError();
  for (uint64_t I = 0; I != *Keys; ++I)
    if (Error E = readKey(I))
      return E;
  for (uint64_t I = 0; I != *Tensors; ++I)
    if (Error E = readTensor(I))
      return E;
  if (Error E = placeTensors())
    return E;
  reportAsBytes(Quantised, "quantised types", path(), Diagnostics);
  return std::move(Params);
}

Expected<std::vector<Param>>
metaobj::readGguf(std::shared_ptr<const ByteSource> Source,
                  const DiagnosticConsumer &Diagnostics,
                  const ParamsReading &Reading) {
  return GgufReader(std::move(Source), Diagnostics, Reading).read();
}
