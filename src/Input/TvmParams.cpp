//===- TvmParams.cpp - Reader of TVM's params files -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A params file is a list of named tensors; everything is little endian and
/// nothing is aligned or padded:
///
/// \code
///   u64 TvmParamsMagic; u64 reserved;
///   u64 count; count times { u64 size; u8 name[size]; }
///   u64 count; count times {
///     u64 TvmArrayMagic; u64 reserved;
///     i32 device_type; i32 device_id; i32 ndim;
///     u8 code; u8 bits; u16 lanes;
///     i64 shape[ndim]; i64 data_byte_size; u8 data[data_byte_size];
///   }
/// \endcode
///
/// Source: `SaveParams` and `SaveDLTensor` of Apache TVM. TVM reads and ignores
/// the reserved words, and computes data_byte_size without the lanes.
///
/// Reads names and headers; the data of a parameter is only stepped over. No
/// number of the file is used for an allocation or a position before it was
/// compared with the bytes that are left.
///
//===----------------------------------------------------------------------===//

#include "File/ByteCursor.h"
#include "Graph/DType.h"
#include "Input/FileFormats.h"
#include "Text/NameLimits.h"
#include "Text/Wording.h"
#include "metaobj/Input.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::support;

namespace metaobj {

static constexpr uint64_t TvmArrayMagic = 0xDD5E40F096B4A13F;

/// Bytes of a tensor before its shape, and the minimal size of a tensor, with
/// the size of its data.
static constexpr uint64_t TvmArrayHeaderSize = 32;
static constexpr uint64_t TvmArrayLeastSize = TvmArrayHeaderSize + 8;

/// Header, shape and size of a tensor with up to four dimensions. One call
/// reads them, because a call for each costs as much as copying a small tensor.
static constexpr uint64_t TvmArrayReadAhead =
    TvmArrayLeastSize + uint64_t(4) * 8;

namespace {

class ParamsReader {
public:
  ParamsReader(std::shared_ptr<const ByteSource> Source,
               const ParamsReading &Reading)
      : Cursor(std::move(Source)), Reading(Reading), Owner(path()) {}

  Expected<std::vector<Param>> read();

private:
  Expected<uint64_t> readCount(StringRef What, uint64_t LeastSize);
  Error readNames();
  Error readArray(Param &Result, bool IsWanted);
  Error readType(Param &Result, uint64_t Offset, const uint8_t *Header) const;
  Error readShape(Param &Result, int32_t Dimensions, const uint8_t *Extents,
                  uint64_t Size) const;

  const std::string &path() const { return Cursor.source()->path(); }

  ByteCursor Cursor;
  const ParamsReading &Reading;
  SharedText Owner;
  std::vector<Param> Params;
  std::vector<bool> Wanted; ///< One for each of Params.
};

} // namespace

/// A count of things that take \p LeastSize bytes each.
Expected<uint64_t> ParamsReader::readCount(StringRef What, uint64_t LeastSize) {
  uint64_t Offset = Cursor.position();
  Expected<const uint8_t *> Bytes = Cursor.take(8, "the number of " + What);
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Count = endian::read64le(*Bytes);
  if (Count > Cursor.left() / LeastSize)
    return Cursor.fail(Offset, "the number of " + What + " is " + Twine(Count) +
                                   ", but the file has room for " +
                                   Twine(Cursor.left() / LeastSize));
  return Count;
}

Error ParamsReader::readNames() {
  // A name is followed by its tensor further on.
  Expected<uint64_t> Count = readCount("names", 8 + TvmArrayLeastSize);
  if (!Count)
    return Count.takeError();
  Params.reserve(std::min(*Count, MostReserved));
  StringMap<uint64_t> Offsets;
  for (uint64_t I = 0; I != *Count; ++I) {
    uint64_t Offset = Cursor.position();
    Expected<const uint8_t *> Bytes =
        Cursor.take(8, "the length of name " + Twine(I), LongestName);
    if (!Bytes)
      return Bytes.takeError();
    uint64_t Size = endian::read64le(*Bytes);
    if (Size > LongestName)
      return Cursor.fail(Offset, "name " + Twine(I) + " has " + Twine(Size) +
                                     " bytes; at most " + Twine(LongestName) +
                                     " are read");
    Bytes = Cursor.take(Size, "name " + Twine(I), LongestName);
    if (!Bytes)
      return Bytes.takeError();
    StringRef Name(reinterpret_cast<const char *>(*Bytes), Size);
    Wanted.push_back(Reading.wants(Name));
    auto [First, New] = Offsets.try_emplace(Name, Offset);
    if (!New && Wanted.back())
      return Cursor.fail(Offset,
                         "parameter " + quoted(Name) +
                             " is named a second time; the first is at byte " +
                             Twine(First->second));
    Params.emplace_back();
    Params.back().Name = Name.str();
    Params.back().Owner = Owner;
  }
  return Error::success();
}

static std::string subjectOf(const Param &P) {
  return "parameter " + quoted(P.Name);
}

/// Device and type of a tensor, whose \p Header starts at \p Offset.
Error ParamsReader::readType(Param &Result, uint64_t Offset,
                             const uint8_t *Header) const {
  auto Subject = [&] { return subjectOf(Result); };
  auto DeviceType = int32_t(endian::read32le(Header + 16));
  if (DeviceType != kDLCPU)
    return Cursor.fail(Offset + 16,
                       Subject() + " has device type " + Twine(DeviceType) +
                           "; files hold tensors of the CPU, type 1");
  Result.DType.code = Header[28];
  Result.DType.bits = Header[29];
  Result.DType.lanes = endian::read16le(Header + 30);
  Expected<uint64_t> Element = elementBytes(Result.DType);
  if (!Element)
    return nestedError(path(),
                       "at byte " + Twine(Offset + 28) + ": " + Subject(),
                       Element.takeError());
  // The size in the file leaves the lanes out, so that such data is cut short.
  if (Result.DType.lanes != 1)
    return Cursor.fail(Offset + 28,
                       Subject() + " has vectors for elements (" +
                           dtypeName(Result.DType) +
                           "), which params files do not hold whole");
  return Error::success();
}

/// The \p Dimensions extents at \p Extents, and whether they take \p Size bytes
/// as the file says.
Error ParamsReader::readShape(Param &Result, int32_t Dimensions,
                              const uint8_t *Extents, uint64_t Size) const {
  uint64_t ShapeSize = 8 * uint64_t(Dimensions);
  uint64_t SizeOffset = Cursor.position() - 8;
  for (uint64_t At = 0; At != ShapeSize; At += 8)
    Result.Shape.push_back(int64_t(endian::read64le(Extents + At)));
  Expected<uint64_t> Wanted = tensorBytes(Result.DType, Result.Shape);
  if (!Wanted)
    return nestedError(path(),
                       "at byte " + Twine(SizeOffset - ShapeSize) + ": " +
                           subjectOf(Result),
                       Wanted.takeError());
  if (Size == *Wanted)
    return Error::success();
  return Cursor.fail(SizeOffset,
                     subjectOf(Result) + " has " + Twine(int64_t(Size)) +
                         (Size == 1 ? " byte" : " bytes") + " of data, but " +
                         tensorName(Result.DType, Result.Shape) + " takes " +
                         Twine(*Wanted));
}

/// Steps over a tensor that is not wanted, whatever its type.
Error ParamsReader::readArray(Param &Result, bool IsWanted) {
  uint64_t Offset = Cursor.position();
  auto Subject = [&] { return subjectOf(Result); };
  Expected<const uint8_t *> Bytes = Cursor.take(
      TvmArrayHeaderSize, [&] { return "the header of " + Subject(); },
      TvmArrayReadAhead);
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Magic = endian::read64le(*Bytes);
  if (Magic != TvmArrayMagic)
    return Cursor.fail(Offset, Subject() + " starts with 0x" +
                                   utohexstr(Magic) +
                                   ", not with a tensor's magic 0x" +
                                   utohexstr(TvmArrayMagic));
  auto Dimensions = int32_t(endian::read32le(*Bytes + 24));
  if (Dimensions < 0 || Dimensions > MostDimensions)
    return Cursor.fail(Offset + 24, Subject() + " has " + Twine(Dimensions) +
                                        " dimensions; 0 to " +
                                        Twine(MostDimensions) + " are read");
  if (IsWanted)
    if (Error E = readType(Result, Offset, *Bytes))
      return E;
  uint64_t ShapeSize = 8 * uint64_t(Dimensions);
  Bytes =
      Cursor.take(ShapeSize + 8, [&] { return "the shape of " + Subject(); });
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Size = endian::read64le(*Bytes + ShapeSize);
  if (IsWanted)
    if (Error E = readShape(Result, Dimensions, *Bytes, Size))
      return E;
  if (Size > Cursor.left())
    return inputError(path(), "ends at byte " + Twine(Cursor.source()->size()) +
                                  " inside the data of " + Subject() +
                                  ", which has " + plural(Size, "byte") +
                                  " from byte " + Twine(Cursor.position()));
  if (IsWanted) {
    Result.Data = Payload::range(Cursor.source(), Cursor.position(), Size);
    Result.Data.setElement(byteOrderUnit(Result.DType), Endianness::little);
  }
  Cursor.skip(Size);
  return Error::success();
}

Expected<std::vector<Param>> ParamsReader::read() {
  Expected<const uint8_t *> Bytes =
      Cursor.take(16, "the header of a TVM params file");
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Magic = endian::read64le(*Bytes);
  if (Magic != TvmParamsMagic)
    return Cursor.fail(0, "is no TVM params file: starts with 0x" +
                              utohexstr(Magic) + ", not with 0x" +
                              utohexstr(TvmParamsMagic));
  if (Error E = readNames())
    return E;
  uint64_t Offset = Cursor.position();
  Expected<uint64_t> Count = readCount("tensors", TvmArrayLeastSize);
  if (!Count)
    return Count.takeError();
  if (*Count != Params.size())
    return Cursor.fail(Offset, "the number of tensors is " + Twine(*Count) +
                                   ", but the number of names " +
                                   Twine(Params.size()));
  size_t Kept = 0;
  for (size_t I = 0; I != Params.size(); ++I) {
    if (Error E = readArray(Params[I], Wanted[I]))
      return E;
    if (Wanted[I] && Kept++ != I)
      Params[Kept - 1] = std::move(Params[I]);
  }
  Params.resize(Kept);
  if (Cursor.left() != 0)
    return Cursor.fail(Cursor.position(), plural(Cursor.left(), "byte") +
                                              " after the last parameter");
  return std::move(Params);
}

Expected<std::vector<Param>>
readTvmParams(std::shared_ptr<const ByteSource> Source,
              const ParamsReading &Reading) {
  return ParamsReader(std::move(Source), Reading).read();
}

} // namespace metaobj
