//===- TvmParams.cpp - Reader of TVM's params files -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads names and headers; the data of a parameter is only stepped over. No
/// number of the file is used for an allocation or a position before it was
/// compared with the bytes that are left.
///
//===----------------------------------------------------------------------===//

#include "File/ByteCursor.h"
#include "Graph/DType.h"
#include "Input/ParamLimits.h"
#include "Input/TvmParamsFormat.h"
#include "Text/NameLimits.h"
#include "Text/Wording.h"
#include "metaobj/Input.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::support;

namespace metaobj {

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
  Expected<const uint8_t *> takeHeader(const Param &P);
  Error readArray(Param &Result);
  Error skipArray(const Param &P);
  Error readShape(Param &Result, int32_t Dimensions);

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

Error ParamsReader::readShape(Param &Result, int32_t Dimensions) {
  uint64_t Offset = Cursor.position();
  auto Subject = [&] { return subjectOf(Result); };
  Expected<const uint8_t *> Bytes =
      Cursor.take(uint64_t(Dimensions) * 8 + 8,
                  [&] { return "the shape of " + Subject(); });
  if (!Bytes)
    return Bytes.takeError();
  for (int32_t I = 0; I != Dimensions; ++I)
    Result.Shape.push_back(
        int64_t(endian::read64le(*Bytes + ptrdiff_t(8) * I)));
  uint64_t Written = endian::read64le(*Bytes + ptrdiff_t(8) * Dimensions);

  Expected<uint64_t> Size = tensorBytes(Result.DType, Result.Shape);
  if (!Size)
    return nestedError(path(), "at byte " + Twine(Offset) + ": " + Subject(),
                       Size.takeError());
  uint64_t SizeOffset = Offset + 8 * uint64_t(Dimensions);
  if (Written != *Size)
    return Cursor.fail(
        SizeOffset, Subject() + " has " + Twine(int64_t(Written)) +
                        (Written == 1 ? " byte" : " bytes") + " of data, but " +
                        tensorName(Result.DType, Result.Shape) + " takes " +
                        Twine(*Size));
  if (*Size > Cursor.left())
    return inputError(path(), "ends at byte " + Twine(Cursor.source()->size()) +
                                  " inside the data of " + Subject() +
                                  ", which has " + plural(*Size, "byte") +
                                  " from byte " + Twine(Cursor.position()));
  Result.Data = Payload::range(Cursor.source(), Cursor.position(), *Size);
  Result.Data.setElement(byteOrderUnit(Result.DType), Endianness::little);
  Cursor.skip(*Size);
  return Error::success();
}

/// Takes the header of \p P's tensor, which has a rank that is read.
Expected<const uint8_t *> ParamsReader::takeHeader(const Param &P) {
  uint64_t Offset = Cursor.position();
  auto Subject = [&] { return subjectOf(P); };
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
  return *Bytes;
}

/// Steps over a tensor that is not wanted, whatever its type.
Error ParamsReader::skipArray(const Param &P) {
  Expected<const uint8_t *> Header = takeHeader(P);
  if (!Header)
    return Header.takeError();
  uint64_t ShapeSize = uint64_t(endian::read32le(*Header + 24)) * 8;
  Expected<const uint8_t *> Bytes = Cursor.take(
      ShapeSize + 8, [&] { return "the shape of " + subjectOf(P); });
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Size = endian::read64le(*Bytes + ShapeSize);
  if (Size > Cursor.left())
    return inputError(path(), "ends at byte " + Twine(Cursor.source()->size()) +
                                  " inside the data of " + subjectOf(P) +
                                  ", which has " + plural(Size, "byte") +
                                  " from byte " + Twine(Cursor.position()));
  Cursor.skip(Size);
  return Error::success();
}

Error ParamsReader::readArray(Param &Result) {
  uint64_t Offset = Cursor.position();
  auto Subject = [&] { return subjectOf(Result); };
  Expected<const uint8_t *> Bytes = takeHeader(Result);
  if (!Bytes)
    return Bytes.takeError();
  auto DeviceType = int32_t(endian::read32le(*Bytes + 16));
  if (DeviceType != kDLCPU)
    return Cursor.fail(Offset + 16,
                       Subject() + " has device type " + Twine(DeviceType) +
                           "; files hold tensors of the CPU, type 1");
  auto Dimensions = int32_t(endian::read32le(*Bytes + 24));
  Result.DType.code = (*Bytes)[28];
  Result.DType.bits = (*Bytes)[29];
  Result.DType.lanes = endian::read16le(*Bytes + 30);
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
  return readShape(Result, Dimensions);
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
    if (Error E = Wanted[I] ? readArray(Params[I]) : skipArray(Params[I]))
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
