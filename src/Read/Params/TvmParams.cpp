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
///   u64 count; count tensors (Read/Params/TvmTensor.h)
/// \endcode
///
/// Source: `SaveParams` of Apache TVM. TVM reads and ignores the reserved word.
///
/// Reads names and headers; the data of a parameter is only stepped over. No
/// number of the file is used for an allocation or a position before it was
/// compared with the bytes that are left.
///
//===----------------------------------------------------------------------===//

#include "Base/ByteCursor.h"
#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Read/FileFormats.h"
#include "Read/Params/TvmTensor.h"
#include "metaobj/Input.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::support;
using namespace metaobj;

namespace {

class ParamsReader {
public:
  ParamsReader(std::shared_ptr<const ByteSource> Source,
               const ParamsReading &Reading)
      : Cursor(std::move(Source)), Reading(Reading), Owner(path()) {}

  Expected<std::vector<Param>> read();

private:
  Expected<uint64_t> readCount(StringRef Subject, uint64_t LeastSize);
  Error readNames();
  Error readArray(Param &Result, bool IsWanted);

  const std::string &path() const { return Cursor.source()->path(); }

  ByteCursor Cursor;
  const ParamsReading &Reading;
  SharedText Owner;
  std::vector<Param> Params;
  std::vector<bool> Wanted; ///< One for each of Params.
};

} // namespace

/// A count of things that take \p LeastSize bytes each.
Expected<uint64_t> ParamsReader::readCount(StringRef Subject,
                                           uint64_t LeastSize) {
  uint64_t Offset = Cursor.position();
  Expected<const uint8_t *> Bytes = Cursor.take(8, "the number of " + Subject);
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Count = endian::read64le(*Bytes);
  if (Count > Cursor.left() / LeastSize)
    return Cursor.fail(Offset, "the number of " + Subject + " is " +
                                   Twine(Count) +
                                   ", but the file has room for " +
                                   Twine(Cursor.left() / LeastSize));
  return Count;
}

Error ParamsReader::readNames() {
  // A name is followed by its tensor further on.
  Expected<uint64_t> Count = readCount("names", 8 + TvmTensorLeastSize);
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

/// Steps over a tensor that is not wanted, whatever its type.
Error ParamsReader::readArray(Param &Result, bool IsWanted) {
  Expected<TvmTensor> Tensor = readTvmTensor(
      Cursor, [&] { return "parameter " + quoted(Result.Name); }, IsWanted);
  if (!Tensor)
    return Tensor.takeError();
  if (!IsWanted)
    return Error::success();
  Result.DType = Tensor->DType;
  Result.Shape = std::move(Tensor->Shape);
  Result.Data = Payload::range(Cursor.source(), Tensor->Offset, Tensor->Size);
  Result.Data.setElement(byteOrderUnit(Result.DType), Endianness::little);
  return Error::success();
}

Expected<std::vector<Param>> ParamsReader::read() {
  Expected<const uint8_t *> Bytes =
      Cursor.take(16, "the header of a TVM params file");
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Magic = endian::read64le(*Bytes);
  if (Magic != TvmParamsMagic)
    return Cursor.fail(0, "is not a TVM params file: starts with 0x" +
                              utohexstr(Magic) + ", not with 0x" +
                              utohexstr(TvmParamsMagic));
  if (Error E = readNames())
    return E;
  uint64_t Offset = Cursor.position();
  Expected<uint64_t> Count = readCount("tensors", TvmTensorLeastSize);
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
metaobj::readTvmParams(std::shared_ptr<const ByteSource> Source,
                       const ParamsReading &Reading) {
  return ParamsReader(std::move(Source), Reading).read();
}
