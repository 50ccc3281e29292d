//===- CompressedParam.cpp - Parameters that are zstd frames --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The start of a frame (RFC 8878, 3.1.1):
//
//   u32 0xFD2FB528; u8 descriptor; u8 window (not when the frame is one
//   segment); u8 dictionary[0, 1, 2, 4]; u8 content_size[0, 1, 2, 4, 8]; ...
//
//===----------------------------------------------------------------------===//

#include "Inspect/CompressedParam.h"

#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

/// As LargestFrameWindow.
static constexpr unsigned LeastWindowLog = 10;

static Error fault(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

Error metaobj::checkFrame(ArrayRef<uint8_t> Stored, const FrameClaim &Claim) {
  constexpr size_t DescriptorAt = 4;
  constexpr uint8_t HasChecksum = 0x04;
  if (Claim.WindowLog < LeastWindowLog || Claim.WindowLog > LargestFrameWindow)
    return fault("window log " + Twine(Claim.WindowLog) + ", wanted " +
                 Twine(LeastWindowLog) + " to " + Twine(LargestFrameWindow));
  unsigned long long Size =
      ZSTD_getFrameContentSize(Stored.data(), Stored.size());
  if (Size == ZSTD_CONTENTSIZE_ERROR || Stored.size() <= DescriptorAt ||
      support::endian::read32le(Stored.data()) != ZSTD_MAGICNUMBER)
    return fault("is not a zstd frame");
  if (Size == ZSTD_CONTENTSIZE_UNKNOWN)
    return fault("its zstd frame does not say how long its content is");
  if (Size != Claim.Size)
    return fault("its zstd frame holds " + Twine(Size) +
                 " bytes, but the table says " + Twine(Claim.Size));
  if (!(Stored[DescriptorAt] & HasChecksum))
    return fault("its zstd frame has no checksum");
  if (ZSTD_getDictID_fromFrame(Stored.data(), Stored.size()) != 0)
    return fault("its zstd frame needs a dictionary");
  size_t FrameSize = ZSTD_findFrameCompressedSize(Stored.data(), Stored.size());
  if (ZSTD_isError(FrameSize))
    return fault("its zstd frame is not whole");
  if (FrameSize != Stored.size())
    return fault("its zstd frame ends after " + Twine(FrameSize) + " of " +
                 Twine(Stored.size()) + " bytes");
  return Error::success();
}

FrameDecoder::FrameDecoder(ArrayRef<uint8_t> Stored, const FrameClaim &Claim)
    : Context(ZSTD_createDCtx(), ZSTD_freeDCtx),
      From{Stored.data(), Stored.size(), 0}, Claimed(Claim.Size),
      Piece(ZSTD_DStreamOutSize()) {
  if (Context)
    ZSTD_DCtx_setParameter(Context.get(), ZSTD_d_windowLogMax,
                           static_cast<int>(Claim.WindowLog));
}

Expected<ArrayRef<uint8_t>> FrameDecoder::next() {
  if (!Context)
    return fault("no memory to decode its zstd frame");
  ZSTD_outBuffer To = {Piece.data(), Piece.size(), 0};
  while (!IsAtEnd && To.pos == 0) {
    size_t Before = From.pos;
    size_t Left = ZSTD_decompressStream(Context.get(), &To, &From);
    if (ZSTD_isError(Left))
      return fault("its zstd frame cannot be decoded: " +
                   StringRef(ZSTD_getErrorName(Left)).lower());
    if (Left != 0 && To.pos == 0 && From.pos == Before)
      return fault("its zstd frame is not whole");
    IsAtEnd = Left == 0;
  }
  Total += To.pos;
  if (Total > Claimed || (IsAtEnd && Total != Claimed))
    return fault("its zstd frame decodes to other than " + Twine(Claimed) +
                 " bytes");
  return ArrayRef(Piece).take_front(To.pos);
}
