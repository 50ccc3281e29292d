//===- Inflate.cpp - Deflated members of zip archives ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/Inflate.h"

#include "Text/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

using namespace llvm;

namespace metaobj {

static constexpr uint64_t InflateBuffer = uint64_t(1) << 16;

/// Deflate makes at most 258 bytes of two bits.
static constexpr uint64_t LargestRatio = 1032;

namespace {

class InflateDecompressor final : public Decompressor {
public:
  InflateDecompressor(std::shared_ptr<const ByteSource> Archive,
                      uint64_t Offset, uint64_t StoredSize, uint32_t Checksum,
                      std::string Input)
      : Archive(std::move(Archive)), Begin(Offset), End(Offset + StoredSize),
        Checksum(Checksum), Input(std::move(Input)) {}
  ~InflateDecompressor() override { release(); }

  Error restart() override;
  Expected<size_t> next(MutableArrayRef<uint8_t> Out) override;
  void release() override;

private:
  Error refill();

  std::shared_ptr<const ByteSource> Archive;
  uint64_t Begin, End; ///< Of the compressed bytes.
  uint32_t Checksum;
  std::string Input;

  std::unique_ptr<z_stream> State;
  SmallVector<uint8_t, 0> Buffer;
  uint64_t Position = 0; ///< Of the byte after Buffer.
  uint32_t Computed = 0;
  bool Ended = false;
};

} // namespace

void InflateDecompressor::release() {
  if (State)
    inflateEnd(State.get());
  State.reset();
  Buffer = {};
}

Error InflateDecompressor::restart() {
  release();
  State = std::make_unique<z_stream>();
  // Negative: without zlib's header.
  if (inflateInit2(State.get(), -MAX_WBITS) != Z_OK) {
    State.reset();
    return inputError(Input, "no memory to decompress it");
  }
  Position = Begin;
  Computed = 0;
  Ended = false;
  return Error::success();
}

Error InflateDecompressor::refill() {
  Buffer.resize_for_overwrite(std::min(InflateBuffer, End - Position));
  if (Error E = Archive->read(Position, Buffer))
    return E;
  Position += Buffer.size();
  State->next_in = Buffer.data();
  State->avail_in = unsigned(Buffer.size());
  return Error::success();
}

Expected<size_t> InflateDecompressor::next(MutableArrayRef<uint8_t> Out) {
  Out = Out.take_front(std::numeric_limits<unsigned>::max());
  State->next_out = Out.data();
  State->avail_out = unsigned(Out.size());
  while (!Ended && State->avail_out == Out.size()) {
    if (State->avail_in == 0 && Position != End)
      if (Error E = refill())
        return E;
    int Status = inflate(State.get(), Z_NO_FLUSH);
    if (Status == Z_STREAM_END)
      Ended = true;
    else if (Status == Z_BUF_ERROR)
      return inputError(Input, "ends inside its deflated data");
    else if (Status != Z_OK)
      return inputError(
          Input,
          "is no deflated data: " +
              StringRef(State->msg ? State->msg : zError(Status)).lower());
  }
  size_t Count = Out.size() - State->avail_out;
  Computed = uint32_t(crc32(Computed, Out.data(), unsigned(Count)));
  if (Count == 0 && Computed != Checksum)
    return inputError(Input, "has checksum 0x" + utohexstr(Computed) +
                                 ", but the archive says 0x" +
                                 utohexstr(Checksum));
  return Count;
}

Expected<std::shared_ptr<const DecompressedStream>>
inflateMember(std::shared_ptr<const ByteSource> Archive,
              const ZipMember &Member, uint64_t Offset, std::string Input) {
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

} // namespace metaobj
