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

#include "Input/TvmParamsFormat.h"
#include "Model/DType.h"
#include "Model/Wording.h"
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
  explicit ParamsReader(std::shared_ptr<const InputFile> File)
      : File(std::move(File)) {}

  Expected<std::vector<Param>> read();

private:
  Expected<uint64_t> readCount(StringRef What, uint64_t LeastSize);
  Error readNames();
  Error readArray(Param &Result);
  Error readShape(Param &Result, int32_t Dimensions);

  uint64_t left() const { return File->size() - Position; }

  /// The next \p Size bytes, which stay valid until the next call.
  /// \p ReadAhead bytes are read at once when the file has them.
  Expected<const uint8_t *> take(uint64_t Size, const Twine &What,
                                 uint64_t ReadAhead = 0);

  Error fail(uint64_t Offset, const Twine &Reason) const {
    return inputError(File->path(), "at byte " + Twine(Offset) + ": " + Reason);
  }

  std::shared_ptr<const InputFile> File;
  uint64_t Position = 0;
  SmallVector<uint8_t, 0> Window;
  uint64_t WindowStart = 0;
  std::vector<Param> Params;
};

} // namespace

Expected<const uint8_t *> ParamsReader::take(uint64_t Size, const Twine &What,
                                             uint64_t ReadAhead) {
  if (Size > left())
    return inputError(File->path(), "ends at byte " + Twine(File->size()) +
                                        " inside " + What + " (bytes " +
                                        Twine(Position) + " to " +
                                        Twine(Position + Size) + ")");
  if (Position < WindowStart || Position + Size > WindowStart + Window.size()) {
    WindowStart = Position;
    Window.resize_for_overwrite(std::min(std::max(Size, ReadAhead), left()));
    if (Error E = File->read(Position, Window))
      return E;
  }
  const uint8_t *Bytes = Window.data() + (Position - WindowStart);
  Position += Size;
  return Bytes;
}

/// A count of things that take \p LeastSize bytes each.
Expected<uint64_t> ParamsReader::readCount(StringRef What, uint64_t LeastSize) {
  uint64_t Offset = Position;
  Expected<const uint8_t *> Bytes = take(8, "the number of " + What);
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Count = endian::read64le(*Bytes);
  if (Count > left() / LeastSize)
    return fail(Offset, "the number of " + What + " is " + Twine(Count) +
                            ", but the file has room for " +
                            Twine(left() / LeastSize));
  return Count;
}

Error ParamsReader::readNames() {
  // A name is followed by its tensor further on.
  Expected<uint64_t> Count = readCount("names", 8 + TvmArrayLeastSize);
  if (!Count)
    return Count.takeError();
  Params.reserve(*Count);
  StringMap<uint64_t> Offsets;
  for (uint64_t I = 0; I != *Count; ++I) {
    uint64_t Offset = Position;
    Expected<const uint8_t *> Bytes =
        take(8, "the length of name " + Twine(I), TvmLongestName);
    if (!Bytes)
      return Bytes.takeError();
    uint64_t Size = endian::read64le(*Bytes);
    if (Size > TvmLongestName)
      return fail(Offset, "name " + Twine(I) + " has " + Twine(Size) +
                              " bytes; at most " + Twine(TvmLongestName) +
                              " are read");
    Bytes = take(Size, "name " + Twine(I), TvmLongestName);
    if (!Bytes)
      return Bytes.takeError();
    StringRef Name(reinterpret_cast<const char *>(*Bytes), Size);
    auto [First, New] = Offsets.try_emplace(Name, Offset);
    if (!New)
      return fail(Offset, "parameter " + quoted(Name) +
                              " is named a second time; the first is at byte " +
                              Twine(First->second));
    Params.emplace_back();
    Params.back().Name = Name.str();
    Params.back().Owner = File->path();
  }
  return Error::success();
}

Error ParamsReader::readShape(Param &Result, int32_t Dimensions) {
  uint64_t Offset = Position;
  std::string Subject = "parameter " + quoted(Result.Name);
  Expected<const uint8_t *> Bytes =
      take(uint64_t(Dimensions) * 8 + 8, "the shape of " + Subject);
  if (!Bytes)
    return Bytes.takeError();
  for (int32_t I = 0; I != Dimensions; ++I)
    Result.Shape.push_back(
        int64_t(endian::read64le(*Bytes + ptrdiff_t(8) * I)));
  uint64_t Written = endian::read64le(*Bytes + ptrdiff_t(8) * Dimensions);

  Expected<uint64_t> Size = tensorBytes(Result.DType, Result.Shape);
  if (!Size)
    return nestedError(File->path(),
                       "at byte " + Twine(Offset) + ": " + Subject,
                       Size.takeError());
  uint64_t SizeOffset = Offset + 8 * uint64_t(Dimensions);
  if (Written != *Size)
    return fail(SizeOffset, Subject + " has " + Twine(int64_t(Written)) +
                                (Written == 1 ? " byte" : " bytes") +
                                " of data, but " +
                                tensorName(Result.DType, Result.Shape) +
                                " takes " + Twine(*Size));
  if (*Size > left())
    return inputError(File->path(), "ends at byte " + Twine(File->size()) +
                                        " inside the data of " + Subject +
                                        ", which has " + plural(*Size, "byte") +
                                        " from byte " + Twine(Position));
  Result.Data = Payload::fileRange(File, Position, *Size);
  Result.Data.setElement(byteOrderUnit(Result.DType), llvm::endianness::little);
  Position += *Size;
  return Error::success();
}

Error ParamsReader::readArray(Param &Result) {
  uint64_t Offset = Position;
  std::string Subject = "parameter " + quoted(Result.Name);
  Expected<const uint8_t *> Bytes =
      take(TvmArrayHeaderSize, "the header of " + Subject);
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Magic = endian::read64le(*Bytes);
  if (Magic != TvmArrayMagic)
    return fail(Offset, Subject + " starts with 0x" + utohexstr(Magic) +
                            ", not with a tensor's magic 0x" +
                            utohexstr(TvmArrayMagic));
  auto DeviceType = int32_t(endian::read32le(*Bytes + 16));
  if (DeviceType != kDLCPU)
    return fail(Offset + 16, Subject + " has device type " + Twine(DeviceType) +
                                 "; files hold tensors of the CPU, type 1");
  auto Dimensions = int32_t(endian::read32le(*Bytes + 24));
  if (Dimensions < 0 || Dimensions > TvmMostDimensions)
    return fail(Offset + 24, Subject + " has " + Twine(Dimensions) +
                                 " dimensions; 0 to " +
                                 Twine(TvmMostDimensions) + " are read");
  Result.DType.code = (*Bytes)[28];
  Result.DType.bits = (*Bytes)[29];
  Result.DType.lanes = endian::read16le(*Bytes + 30);
  Expected<uint64_t> Element = elementBytes(Result.DType);
  if (!Element)
    return nestedError(File->path(),
                       "at byte " + Twine(Offset + 28) + ": " + Subject,
                       Element.takeError());
  // The size in the file leaves the lanes out, so that such data is cut short.
  if (Result.DType.lanes != 1)
    return fail(Offset + 28, Subject + " has vectors for elements (" +
                                 dtypeName(Result.DType) +
                                 "), which params files do not hold whole");
  return readShape(Result, Dimensions);
}

Expected<std::vector<Param>> ParamsReader::read() {
  Expected<const uint8_t *> Bytes = take(16, "the header of a TVM params file");
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Magic = endian::read64le(*Bytes);
  if (Magic != TvmParamsMagic)
    return fail(0, "is no TVM params file: starts with 0x" + utohexstr(Magic) +
                       ", not with 0x" + utohexstr(TvmParamsMagic));
  if (Error E = readNames())
    return E;
  uint64_t Offset = Position;
  Expected<uint64_t> Count = readCount("tensors", TvmArrayLeastSize);
  if (!Count)
    return Count.takeError();
  if (*Count != Params.size())
    return fail(Offset, "the number of tensors is " + Twine(*Count) +
                            ", but the number of names " +
                            Twine(Params.size()));
  for (Param &Each : Params)
    if (Error E = readArray(Each))
      return E;
  if (left() != 0)
    return fail(Position, plural(left(), "byte") + " after the last parameter");
  return std::move(Params);
}

Expected<std::vector<Param>>
readTvmParams(std::shared_ptr<const InputFile> File) {
  return ParamsReader(std::move(File)).read();
}

} // namespace metaobj
