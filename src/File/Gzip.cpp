//===- Gzip.cpp - Inputs that are compressed with gzip --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gzip data (RFC 1952) is a sequence of members. Its content is the content of
/// all members, one after the other:
///
/// \code
///   member: u8 0x1F, 0x8B, method (8: deflate), flags; u32 time;
///           u8 extra_flags, system; further fields as the flags say;
///           deflated data; u32 crc; u32 size (modulo 2^32)
/// \endcode
///
/// zlib reads the headers and compares the checksums and sizes. Zeros may
/// follow the last member, as on tapes.
///
/// No field has the size of the whole: sizes are modulo 2^32, and only
/// decompression shows where a member ends. So everything is decompressed once
/// to count.
///
//===----------------------------------------------------------------------===//

#include "File/DecompressedStream.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

using namespace llvm;

namespace metaobj {

static constexpr uint64_t GzipBuffer = uint64_t(1) << 17;

namespace {

class GzipDecompressor final : public Decompressor {
public:
  explicit GzipDecompressor(std::shared_ptr<const ByteSource> Compressed)
      : Compressed(std::move(Compressed)) {}
  ~GzipDecompressor() override { release(); }

  Error restart() override;
  Expected<size_t> next(MutableArrayRef<uint8_t> Out) override;
  void release() override;

private:
  Error refill();
  Expected<bool> startMember();
  Error damaged(int Status) const;

  std::shared_ptr<const ByteSource> Compressed;
  std::unique_ptr<z_stream> State;
  SmallVector<uint8_t, 0> Buffer;
  uint64_t Offset = 0; ///< Of Buffer's end in the file.
  bool InsideMember = false;
  bool HasMember = false;
};

} // namespace

void GzipDecompressor::release() {
  if (State)
    inflateEnd(State.get());
  State.reset();
  Buffer = {};
}

Error GzipDecompressor::restart() {
  release();
  State = std::make_unique<z_stream>();
  // Plus 16: with the header and end of gzip.
  if (inflateInit2(State.get(), MAX_WBITS + 16) != Z_OK) {
    State.reset();
    return inputError(Compressed->path(), "no memory to decompress it");
  }
  Offset = 0;
  InsideMember = false;
  HasMember = false;
  return Error::success();
}

/// Reads on when all bytes are used up and there are more.
Error GzipDecompressor::refill() {
  if (State->avail_in != 0 || Offset == Compressed->size())
    return Error::success();
  Buffer.resize_for_overwrite(
      std::min<uint64_t>(GzipBuffer, Compressed->size() - Offset));
  if (Error E = Compressed->read(Offset, Buffer))
    return E;
  Offset += Buffer.size();
  State->next_in = Buffer.data();
  State->avail_in = unsigned(Buffer.size());
  return Error::success();
}

/// Goes to the next member; false at the end of the file.
Expected<bool> GzipDecompressor::startMember() {
  // Only behind a member zeros are no damage.
  bool HasZeros = false;
  for (;;) {
    if (Error E = refill())
      return E;
    if (State->avail_in == 0)
      return false;
    if (!HasMember || *State->next_in != 0)
      break;
    HasZeros = true;
    ++State->next_in;
    --State->avail_in;
  }
  uint64_t Start = Offset - State->avail_in;
  if (HasZeros || (HasMember && *State->next_in != 0x1F))
    return inputError(Compressed->path(),
                      "at byte " + Twine(Start) +
                          " of the compressed data: no gzip member starts "
                          "there",
                      "what follows the gzip data does not belong to it");
  inflateReset(State.get());
  InsideMember = HasMember = true;
  return true;
}

Error GzipDecompressor::damaged(int Status) const {
  return inputError(
      Compressed->path(),
      "near byte " + Twine(Offset - State->avail_in) +
          " of the compressed data: " +
          StringRef(State->msg ? State->msg : zError(Status)).lower());
}

Expected<size_t> GzipDecompressor::next(MutableArrayRef<uint8_t> Out) {
  Out = Out.take_front(std::numeric_limits<unsigned>::max());
  State->next_out = Out.data();
  State->avail_out = unsigned(Out.size());
  while (State->avail_out == Out.size()) {
    if (!InsideMember) {
      Expected<bool> More = startMember();
      if (!More)
        return More.takeError();
      if (!*More)
        return 0;
    }
    if (Error E = refill())
      return E;
    int Status = inflate(State.get(), Z_NO_FLUSH);
    if (Status == Z_STREAM_END)
      InsideMember = false;
    else if (Status == Z_BUF_ERROR)
      return inputError(Compressed->path(), "ends inside its gzip data");
    else if (Status != Z_OK)
      return damaged(Status);
  }
  return Out.size() - State->avail_out;
}

Expected<std::shared_ptr<const ByteSource>>
openGzip(std::shared_ptr<const ByteSource> Compressed) {
  std::string Path = Compressed->path();
  auto Machine = std::make_unique<GzipDecompressor>(std::move(Compressed));
  Expected<uint64_t> Size = countBytes(*Machine);
  if (!Size)
    return Size.takeError();
  return std::make_shared<const DecompressedStream>(std::move(Path), *Size,
                                                    std::move(Machine));
}

} // namespace metaobj
