//===- Zstd.cpp - Inputs that are compressed with zstd --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Zstandard data (RFC 8878) is a sequence of frames. Its content is the
/// content of all frames, one after the other. Frames of metadata are skipped:
///
/// \code
///   frame:     u32 0xFD2FB528; u8 descriptor; u8 window (not when the frame is
///              one segment); u8 dictionary[0, 1, 2, 4];
///              u8 content_size[0, 1, 2, 4, 8]; blocks; u32 checksum (optional)
///   block:     u24 (size << 3 | type << 1 | last); u8 data[size], for type 1
///              (one byte, repeated size times) one byte
///   skippable: u32 0x184D2A50 to 0x184D2A5F; u32 size; u8 data[size]
/// \endcode
///
/// Readers of formats must know the size of the content. The frames' headers
/// have it if the compressor knew it. Otherwise (it read a pipe) everything is
/// decompressed once to count. A size in a header is only a claim: it must fit
/// the number of blocks of at most 128 KiB, and decompression fails if the
/// content has another size.
///
//===----------------------------------------------------------------------===//

#include "Base/ByteCursor.h"
#include "Base/DecompressedStream.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <optional>

using namespace llvm;
using namespace llvm::support;
using namespace metaobj;

static constexpr uint32_t FrameMagic = 0xFD2FB528;
static constexpr uint32_t SkippableMagic = 0x184D2A50;
static constexpr uint64_t LargestBlock = uint64_t(1) << 17;

/// 128 MiB of history, which `zstd --ultra -22` uses. It is the default limit
/// of zstd's own programs, too.
static constexpr int LargestWindowLog = 27;

static constexpr uint64_t ZstdBuffer = uint64_t(1) << 17;

namespace {

class ZstdDecompressor final : public Decompressor {
public:
  explicit ZstdDecompressor(std::shared_ptr<const ByteSource> Compressed)
      : Compressed(std::move(Compressed)) {}
  ~ZstdDecompressor() override { release(); }

  Error restart() override;
  Expected<size_t> next(MutableArrayRef<uint8_t> Out) override;
  void release() override;

private:
  Error refill();

  std::shared_ptr<const ByteSource> Compressed;
  ZSTD_DCtx *Context = nullptr;
  SmallVector<uint8_t, 0> Buffer;
  size_t Used = 0;     ///< Bytes of Buffer that zstd took.
  uint64_t Offset = 0; ///< Of Buffer's end in the file.
  bool InsideFrame = false;
};

/// Walks over frames without decompressing them.
class FrameWalk {
public:
  explicit FrameWalk(std::shared_ptr<const ByteSource> Compressed)
      : Cursor(std::move(Compressed)) {}

  /// Bytes of the content of all frames; nullopt when one of them does not say.
  Expected<std::optional<uint64_t>> contentSize();

private:
  Error walkFrame();
  Expected<uint64_t> walkBlocks();

  ByteCursor Cursor;
  uint64_t Total = 0;
  bool AreAllSizesKnown = true;
};

} // namespace

Error ZstdDecompressor::restart() {
  if (!Context)
    Context = ZSTD_createDCtx();
  if (!Context)
    return inputError(Compressed->path(), "no memory to decompress it");
  ZSTD_DCtx_reset(Context, ZSTD_reset_session_and_parameters);
  ZSTD_DCtx_setParameter(Context, ZSTD_d_windowLogMax, LargestWindowLog);
  Used = Buffer.size();
  Offset = 0;
  InsideFrame = false;
  return Error::success();
}

void ZstdDecompressor::release() {
  ZSTD_freeDCtx(Context);
  Context = nullptr;
  Buffer = {};
}

Error ZstdDecompressor::refill() {
  Buffer.resize_for_overwrite(
      std::min<uint64_t>(ZstdBuffer, Compressed->size() - Offset));
  Used = 0;
  Offset += Buffer.size();
  return Compressed->read(Offset - Buffer.size(), Buffer);
}

Expected<size_t> ZstdDecompressor::next(MutableArrayRef<uint8_t> Out) {
  ZSTD_outBuffer To = {Out.data(), Out.size(), 0};
  while (To.pos == 0) {
    if (Used == Buffer.size() && Offset != Compressed->size())
      if (Error E = refill())
        return E;
    if (Used == Buffer.size() && !InsideFrame)
      return 0;
    ZSTD_inBuffer From = {Buffer.data(), Buffer.size(), Used};
    size_t Status = ZSTD_decompressStream(Context, &To, &From);
    bool Moved = From.pos != Used || To.pos != 0;
    Used = From.pos;
    if (ZSTD_getErrorCode(Status) == ZSTD_error_frameParameter_windowTooLarge)
      return inputError(Compressed->path(),
                        "needs more than 128 MiB of history to decompress",
                        "compress it with --long=27 or less");
    if (ZSTD_isError(Status))
      return inputError(Compressed->path(),
                        "near byte " + Twine(Offset - (Buffer.size() - Used)) +
                            " of the compressed data: " +
                            StringRef(ZSTD_getErrorName(Status)).lower());
    InsideFrame = Status != 0;
    if (!Moved && Offset == Compressed->size() && Used == Buffer.size() &&
        InsideFrame)
      return inputError(Compressed->path(), "ends inside a zstd frame");
  }
  return To.pos;
}

/// The most bytes that the blocks at the cursor can hold.
Expected<uint64_t> FrameWalk::walkBlocks() {
  uint64_t Most = 0;
  for (bool Last = false; !Last;) {
    uint64_t Start = Cursor.position();
    Expected<const uint8_t *> Bytes =
        Cursor.take(3, "the header of a zstd block");
    if (!Bytes)
      return Bytes.takeError();
    uint32_t Header = endian::read16le(*Bytes) | uint32_t((*Bytes)[2]) << 16;
    Last = Header & 1;
    unsigned Type = Header >> 1 & 3;
    uint64_t Size = Header >> 3;
    if (Type == 3 || Size > LargestBlock)
      return Cursor.fail(Start, "is not a zstd block");
    // A raw or repeated block holds its size, a compressed one what it may.
    Most += Type == 2 ? LargestBlock : Size;
    uint64_t Stored = Type == 1 ? 1 : Size;
    if (Stored > Cursor.left())
      return inputError(Cursor.source()->path(), "ends inside a zstd frame");
    Cursor.skip(Stored);
  }
  return Most;
}

Error FrameWalk::walkFrame() {
  uint64_t Start = Cursor.position();
  Expected<const uint8_t *> Bytes = Cursor.take(4, "the magic of a zstd frame");
  if (!Bytes)
    return Bytes.takeError();
  uint32_t Magic = endian::read32le(*Bytes);
  if ((Magic & ~0xFu) == SkippableMagic) {
    Bytes = Cursor.take(4, "the size of a skippable zstd frame");
    if (!Bytes)
      return Bytes.takeError();
    uint32_t Size = endian::read32le(*Bytes);
    if (Size > Cursor.left())
      return inputError(Cursor.source()->path(),
                        "ends inside a skippable zstd frame");
    Cursor.skip(Size);
    return Error::success();
  }
  if (Magic != FrameMagic)
    return Cursor.fail(Start,
                       "no zstd frame starts with 0x" + utohexstr(Magic));
  Bytes = Cursor.take(1, "the header of a zstd frame");
  if (!Bytes)
    return Bytes.takeError();
  uint8_t Descriptor = **Bytes;
  bool IsOneSegment = Descriptor & 0x20;
  bool HasChecksum = Descriptor & 0x04;
  static constexpr unsigned DictionarySizes[] = {0, 1, 2, 4};
  static constexpr unsigned ContentSizes[] = {0, 2, 4, 8};
  unsigned Dictionary = DictionarySizes[Descriptor & 3];
  unsigned SizeOfContent = ContentSizes[Descriptor >> 6];
  if (IsOneSegment && SizeOfContent == 0)
    SizeOfContent = 1;
  if (Dictionary != 0)
    return inputError(Cursor.source()->path(),
                      "is compressed with a dictionary",
                      "compress it without one");
  unsigned Rest = (IsOneSegment ? 0 : 1) + SizeOfContent;
  Bytes = Cursor.take(Rest, "the header of a zstd frame");
  if (!Bytes)
    return Bytes.takeError();
  const uint8_t *Field = *Bytes + (Rest - SizeOfContent);
  uint64_t Claim = 0;
  for (unsigned I = 0; I != SizeOfContent; ++I)
    Claim |= uint64_t(Field[I]) << (8 * I);
  if (SizeOfContent == 2)
    Claim += 256;
  Expected<uint64_t> Most = walkBlocks();
  if (!Most)
    return Most.takeError();
  if (HasChecksum)
    if (Error E = Cursor.take(4, "the checksum of a zstd frame").takeError())
      return E;
  if (SizeOfContent == 0)
    AreAllSizesKnown = false;
  else if (Claim > *Most)
    return Cursor.fail(Start, "the zstd frame claims " + Twine(Claim) +
                                  " bytes, but its blocks hold at most " +
                                  Twine(*Most));
  Total += Claim; // Cannot wrap: no more than 2^17 for each block in the file.
  return Error::success();
}

Expected<std::optional<uint64_t>> FrameWalk::contentSize() {
  while (Cursor.left() != 0)
    if (Error E = walkFrame())
      return E;
  if (!AreAllSizesKnown)
    return std::nullopt;
  return Total;
}

Expected<std::shared_ptr<const ByteSource>>
metaobj::openZstd(std::shared_ptr<const ByteSource> Compressed) {
  Expected<std::optional<uint64_t>> Told = FrameWalk(Compressed).contentSize();
  if (!Told)
    return Told.takeError();
  std::string Path = Compressed->path();
  auto Machine = std::make_unique<ZstdDecompressor>(std::move(Compressed));
  Expected<uint64_t> Size =
      *Told ? Expected<uint64_t>(**Told) : countBytes(*Machine);
  if (!Size)
    return Size.takeError();
  return std::make_shared<const DecompressedStream>(std::move(Path), *Size,
                                                    std::move(Machine));
}
