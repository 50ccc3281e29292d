//===- Deflate.cpp - Gzip files and deflated members of zip ---------------===//
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
/// A member of a zip archive is deflated data alone. The archive's directory
/// has its size and checksum.
///
//===----------------------------------------------------------------------===//

#include "Base/DecompressedStream.h"
#include "Base/Wording.h"
#include "Base/ZipDirectory.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

using namespace llvm;
using namespace metaobj;

static constexpr uint64_t DeflateBuffer = uint64_t(1) << 17;

/// Deflate makes at most 258 bytes of two bits.
static constexpr uint64_t LargestRatio = 1032;

namespace {

/// What both have in common: zlib, and the compressed bytes.
class ZlibDecompressor : public Decompressor {
public:
  /// Decompresses [\p Begin, \p End) of \p Compressed. Messages are about \p
  /// Input. \p WindowBits tell zlib what is around the data.
  ZlibDecompressor(std::shared_ptr<const ByteSource> Compressed, uint64_t Begin,
                   uint64_t End, std::string Input, int WindowBits)
      : Input(std::move(Input)), Compressed(std::move(Compressed)),
        Begin(Begin), End(End), WindowBits(WindowBits) {}
  ~ZlibDecompressor() override { ZlibDecompressor::release(); }

  Error restart() override;
  void release() override;

protected:
  /// Decompresses into \p Out, of which it takes what zlib can count.
  void setOutput(MutableArrayRef<uint8_t> &Out);

  /// Reads on when all bytes are used up and there are more.
  Error refill();

  std::string statusText(int Status) const {
    return StringRef(State->msg ? State->msg : zError(Status)).lower();
  }

  std::string Input;
  std::unique_ptr<z_stream> State;
  uint64_t Offset = 0; ///< Of Buffer's end in Compressed.

private:
  std::shared_ptr<const ByteSource> Compressed;
  uint64_t Begin, End;
  int WindowBits;
  SmallVector<uint8_t, 0> Buffer;
};

class GzipDecompressor final : public ZlibDecompressor {
public:
  /// Plus 16: with the header and end of gzip.
  explicit GzipDecompressor(const std::shared_ptr<const ByteSource> &File)
      : ZlibDecompressor(File, 0, File->size(), File->path(), MAX_WBITS + 16) {}

  Error restart() override {
    InsideMember = false;
    HasMember = false;
    return ZlibDecompressor::restart();
  }
  Expected<size_t> next(MutableArrayRef<uint8_t> Out) override;

private:
  Expected<bool> startMember();

  bool InsideMember = false;
  bool HasMember = false;
};

class InflateDecompressor final : public ZlibDecompressor {
public:
  /// Negative: without zlib's header.
  InflateDecompressor(std::shared_ptr<const ByteSource> Archive,
                      uint64_t Offset, uint64_t StoredSize, uint32_t Checksum,
                      std::string Input)
      : ZlibDecompressor(std::move(Archive), Offset, Offset + StoredSize,
                         std::move(Input), -MAX_WBITS),
        Checksum(Checksum) {}

  Error restart() override {
    Computed = 0;
    Ended = false;
    return ZlibDecompressor::restart();
  }
  Expected<size_t> next(MutableArrayRef<uint8_t> Out) override;

private:
  uint32_t Checksum;
  uint32_t Computed = 0;
  bool Ended = false;
};

} // namespace

void ZlibDecompressor::release() {
  if (State)
    inflateEnd(State.get());
  State.reset();
  Buffer = {};
}

Error ZlibDecompressor::restart() {
  release();
  State = std::make_unique<z_stream>();
  if (inflateInit2(State.get(), WindowBits) != Z_OK) {
    State.reset();
    return inputError(Input, "no memory to decompress it");
  }
  Offset = Begin;
  return Error::success();
}

void ZlibDecompressor::setOutput(MutableArrayRef<uint8_t> &Out) {
  Out = Out.take_front(std::numeric_limits<unsigned>::max());
  State->next_out = Out.data();
  State->avail_out = unsigned(Out.size());
}

Error ZlibDecompressor::refill() {
  if (State->avail_in != 0 || Offset == End)
    return Error::success();
  Buffer.resize_for_overwrite(std::min(DeflateBuffer, End - Offset));
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
    return inputError(Input,
                      "at byte " + Twine(Start) +
                          " of the compressed data: no gzip member starts "
                          "there",
                      "what follows the gzip data does not belong to it");
  inflateReset(State.get());
  InsideMember = HasMember = true;
  return true;
}

Expected<size_t> GzipDecompressor::next(MutableArrayRef<uint8_t> Out) {
  setOutput(Out);
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
      return inputError(Input, "ends inside its gzip data");
    else if (Status != Z_OK)
      return inputError(Input,
                        "near byte " + Twine(Offset - State->avail_in) +
                            " of the compressed data: " + statusText(Status));
  }
  return Out.size() - State->avail_out;
}

Expected<size_t> InflateDecompressor::next(MutableArrayRef<uint8_t> Out) {
  setOutput(Out);
  while (!Ended && State->avail_out == Out.size()) {
    if (Error E = refill())
      return E;
    int Status = inflate(State.get(), Z_NO_FLUSH);
    if (Status == Z_STREAM_END)
      Ended = true;
    else if (Status == Z_BUF_ERROR)
      return inputError(Input, "ends inside its deflated data");
    else if (Status != Z_OK)
      return inputError(Input, "is not deflated data: " + statusText(Status));
  }
  size_t Count = Out.size() - State->avail_out;
  Computed = uint32_t(crc32(Computed, Out.data(), unsigned(Count)));
  if (Count == 0 && Computed != Checksum)
    return inputError(Input, "has checksum 0x" + utohexstr(Computed) +
                                 ", but the archive says 0x" +
                                 utohexstr(Checksum));
  return Count;
}

Expected<std::shared_ptr<const ByteSource>>
metaobj::openGzip(std::shared_ptr<const ByteSource> Compressed) {
  auto Machine = std::make_unique<GzipDecompressor>(Compressed);
  Expected<uint64_t> Size = countBytes(*Machine);
  if (!Size)
    return Size.takeError();
  return std::make_shared<const DecompressedStream>(Compressed->path(), *Size,
                                                    std::move(Machine));
}

Expected<std::shared_ptr<const DecompressedStream>>
metaobj::inflateMember(std::shared_ptr<const ByteSource> Archive,
                       const ZipMember &Member, uint64_t Offset,
                       std::string Input) {
  // Without multiplying what may be large.
  if (Member.Size / LargestRatio > Member.StoredSize)
    return inputError(
        Input, "claims " + plural(Member.Size, "byte") + ", which " +
                   plural(Member.StoredSize, "deflated byte") + " cannot have");
  auto Machine = std::make_unique<InflateDecompressor>(
      std::move(Archive), Offset, Member.StoredSize, Member.Checksum, Input);
  return std::make_shared<const DecompressedStream>(
      std::move(Input), Member.Size, std::move(Machine));
}
