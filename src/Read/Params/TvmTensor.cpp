//===- TvmTensor.cpp - Tensors as TVM stores them -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/TvmTensor.h"

#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/FileFormats.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::support;
using namespace metaobj;

static constexpr uint64_t TensorMagic = 0xDD5E40F096B4A13F;

/// Bytes before the shape.
static constexpr uint64_t HeaderSize = TvmTensorLeastSize - 8;

/// Header, shape and size of a tensor with up to four dimensions. One call
/// reads them, because a call for each costs as much as copying a small tensor.
static constexpr uint64_t HeaderReadAhead =
    TvmTensorLeastSize + uint64_t(4) * 8;

/// Device and type of a tensor, whose \p Header starts at \p Offset.
static Error readType(TvmTensor &Result, const ByteCursor &Cursor,
                      function_ref<std::string()> Subject, uint64_t Offset,
                      const uint8_t *Header) {
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
    return nestedError(Cursor.source()->path(),
                       "at byte " + Twine(Offset + 28) + ": " + Subject(),
                       Element.takeError());
  // The size in the file leaves the lanes out, so that such data is cut short.
  if (Result.DType.lanes != 1)
    return Cursor.fail(Offset + 28,
                       Subject() + " has vectors for elements (" +
                           dtypeName(Result.DType) +
                           "), which files of TVM do not hold whole");
  return Error::success();
}

/// The \p Dimensions extents at \p Extents, and whether they take the tensor's
/// bytes as the file says.
static Error readShape(TvmTensor &Result, const ByteCursor &Cursor,
                       function_ref<std::string()> Subject, int32_t Dimensions,
                       const uint8_t *Extents) {
  uint64_t ShapeSize = 8 * uint64_t(Dimensions);
  uint64_t SizeOffset = Cursor.position() - 8;
  for (uint64_t Offset = 0; Offset != ShapeSize; Offset += 8)
    Result.Shape.push_back(int64_t(endian::read64le(Extents + Offset)));
  Expected<uint64_t> Wanted = tensorBytes(Result.DType, Result.Shape);
  if (!Wanted)
    return nestedError(Cursor.source()->path(),
                       "at byte " + Twine(SizeOffset - ShapeSize) + ": " +
                           Subject(),
                       Wanted.takeError());
  if (Result.Size == *Wanted)
    return Error::success();
  return Cursor.fail(
      SizeOffset,
      Subject() + " has " + Twine(int64_t(Result.Size)) +
          (Result.Size == 1 ? " byte" : " bytes") + " of data, but " +
          tensorName(Result.DType, Result.Shape) + " takes " + Twine(*Wanted));
}

Expected<TvmTensor> metaobj::readTvmTensor(ByteCursor &Cursor,
                                           function_ref<std::string()> Subject,
                                           bool IsWanted) {
  TvmTensor Result;
  uint64_t Start = Cursor.position();
  Expected<const uint8_t *> Bytes = Cursor.take(
      HeaderSize, [&] { return "the header of " + Subject(); },
      HeaderReadAhead);
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Magic = endian::read64le(*Bytes);
  if (Magic != TensorMagic)
    return Cursor.fail(Start, Subject() + " starts with 0x" + utohexstr(Magic) +
                                  ", not with a tensor's magic 0x" +
                                  utohexstr(TensorMagic));
  auto Dimensions = int32_t(endian::read32le(*Bytes + 24));
  if (Dimensions < 0 || Dimensions > MostDimensions)
    return Cursor.fail(Start + 24, Subject() + " has " + Twine(Dimensions) +
                                       " dimensions; 0 to " +
                                       Twine(MostDimensions) + " are read");
  if (IsWanted)
    if (Error E = readType(Result, Cursor, Subject, Start, *Bytes))
      return E;
  uint64_t ShapeSize = 8 * uint64_t(Dimensions);
  Bytes =
      Cursor.take(ShapeSize + 8, [&] { return "the shape of " + Subject(); });
  if (!Bytes)
    return Bytes.takeError();
  Result.Size = endian::read64le(*Bytes + ShapeSize);
  if (IsWanted)
    if (Error E = readShape(Result, Cursor, Subject, Dimensions, *Bytes))
      return E;
  Result.Offset = Cursor.position();
  if (Result.Size > Cursor.left())
    return inputError(Cursor.source()->path(),
                      "ends at byte " + Twine(Cursor.source()->size()) +
                          " inside the data of " + Subject() + ", which has " +
                          plural(Result.Size, "byte") + " from byte " +
                          Twine(Result.Offset));
  Cursor.skip(Result.Size);
  return Result;
}
