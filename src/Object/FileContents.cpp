//===- FileContents.cpp - What a file is made of --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileContents.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SwapByteOrder.h"

#include <cstring>
#include <memory>
#include <set>

using namespace llvm;
using namespace metaobj;

void FileContents::append(StringRef Bytes) {
  if (Bytes.empty())
    return;
  Pieces.push_back({Size, Bytes.size(), Bytes});
  Size += Bytes.size();
}

void FileContents::append(const Payload &Data, llvm::endianness Order) {
  if (Data.size() == 0)
    return;
  bool IsSwapped = Data.elementSize() > 1 && Data.byteOrder() != Order;
  Pieces.push_back({Size, Data.size(), StringRef(), &Data, IsSwapped});
  Size += Data.size();
}

void FileContents::padTo(uint64_t Offset) {
  assert(Offset >= Size && "padding cannot go back");
  if (Offset == Size)
    return;
  Pieces.push_back({Size, Offset - Size, StringRef()});
  Size = Offset;
}

template <class Number> static void swapAs(MutableArrayRef<uint8_t> Bytes) {
  // Through memcpy, because numbers need not be aligned; compilers make plain
  // loads and stores of it.
  for (size_t At = 0; At + sizeof(Number) <= Bytes.size();
       At += sizeof(Number)) {
    Number Value;
    std::memcpy(&Value, Bytes.data() + At, sizeof(Number));
    Value = llvm::byteswap(Value);
    std::memcpy(Bytes.data() + At, &Value, sizeof(Number));
  }
}

static void swapNumbers(MutableArrayRef<uint8_t> Bytes, unsigned Unit) {
  switch (Unit) {
  case 2:
    return swapAs<uint16_t>(Bytes);
  case 4:
    return swapAs<uint32_t>(Bytes);
  case 8:
    return swapAs<uint64_t>(Bytes);
  default:
    for (size_t At = 0; At + Unit <= Bytes.size(); At += Unit)
      std::reverse(Bytes.begin() + At, Bytes.begin() + At + Unit);
  }
}

/// Fills one buffer after the other.
class FileContents::Filler {
public:
  explicit Filler(const FileContents &Contents) : Contents(Contents) {}

  /// Fills \p Buffer with what lies from \p Begin on; returns how many bytes.
  /// Fewer than the buffer holds when a number would be cut that has to be
  /// reversed.
  Expected<size_t> fill(uint64_t Begin, MutableArrayRef<uint8_t> Buffer);

private:
  /// Ranges of one file that lie near to one another are read by one call, and
  /// what is between them thrown away.
  Error flushReads();
  Error read(const Piece &From, uint64_t Offset, MutableArrayRef<uint8_t> Out);

  const FileContents &Contents;
  size_t Current = 0; ///< The piece that holds the next byte.

  static constexpr size_t MostRanges = 512;
  static constexpr uint64_t LargestGap = 4096;
  const InputFile *Source = nullptr;
  uint64_t SourceBegin = 0;
  uint64_t SourceEnd = 0;
  SmallVector<MutableArrayRef<uint8_t>, 0> Ranges;
  std::unique_ptr<uint8_t[]> Gap = std::make_unique<uint8_t[]>(LargestGap);
};

Error FileContents::Filler::flushReads() {
  if (!Source)
    return Error::success();
  Error Result = Source->read(SourceBegin, ArrayRef(Ranges));
  Source = nullptr;
  Ranges.clear();
  return Result;
}

Error FileContents::Filler::read(const Piece &From, uint64_t Offset,
                                 MutableArrayRef<uint8_t> Out) {
  std::optional<Payload::FilePlace> Place = From.Data->filePlace();
  if (!Place)
    return From.Data->read(Offset, Out);
  uint64_t Begin = Place->Offset + Offset;
  bool IsNear = Source == Place->File && Begin >= SourceEnd &&
                Begin - SourceEnd <= LargestGap && Ranges.size() < MostRanges;
  if (!IsNear) {
    if (Error E = flushReads())
      return E;
    Source = Place->File;
    SourceBegin = Begin;
  } else if (Begin != SourceEnd) {
    Ranges.push_back({Gap.get(), Begin - SourceEnd});
  }
  Ranges.push_back(Out);
  SourceEnd = Begin + Out.size();
  return Error::success();
}

Expected<size_t> FileContents::Filler::fill(uint64_t Begin,
                                            MutableArrayRef<uint8_t> Buffer) {
  struct Swapped {
    MutableArrayRef<uint8_t> Bytes;
    unsigned Unit;
  };
  SmallVector<Swapped, 0> ToSwap;
  size_t Used = 0;
  while (Used != Buffer.size() && Current != Contents.Pieces.size()) {
    const Piece &From = Contents.Pieces[Current];
    uint64_t Offset = Begin + Used - From.Offset;
    uint64_t Left = From.Size - Offset;
    size_t Taken = std::min<uint64_t>(Left, Buffer.size() - Used);
    if (From.IsSwapped && Taken != Left) {
      Taken -= Taken % From.Data->elementSize();
      if (Taken == 0)
        break;
    }
    MutableArrayRef<uint8_t> Out = Buffer.slice(Used, Taken);
    if (From.Data) {
      if (Error E = read(From, Offset, Out))
        return E;
      if (From.IsSwapped)
        ToSwap.push_back({Out, From.Data->elementSize()});
    } else if (From.Bytes.empty()) {
      std::memset(Out.data(), 0, Out.size());
    } else {
      std::memcpy(Out.data(), From.Bytes.data() + Offset, Out.size());
    }
    Used += Taken;
    if (Taken == Left)
      ++Current;
    else if (From.IsSwapped)
      break;
  }
  if (Error E = flushReads())
    return E;
  for (const Swapped &Each : ToSwap)
    swapNumbers(Each.Bytes, Each.Unit);
  return Used;
}

Error FileContents::write(Sink Write) const {
  Filler TheFiller(*this);
  size_t BufferSize =
      std::min<uint64_t>(ChunkSize, std::max<uint64_t>(Size, 1));
  auto Buffer = std::make_unique<uint8_t[]>(BufferSize);
  for (uint64_t Offset = 0; Offset != Size;) {
    // Up to the next multiple, so that the following ones start at one.
    uint64_t Wanted = std::min(ChunkSize - Offset % ChunkSize, Size - Offset);
    // A number needs room even just before a multiple.
    constexpr uint64_t LargestElement = 16;
    Wanted = std::min<uint64_t>(
        {std::max(Wanted, LargestElement), BufferSize, Size - Offset});
    Expected<size_t> Count =
        TheFiller.fill(Offset, {Buffer.get(), static_cast<size_t>(Wanted)});
    if (!Count)
      return Count.takeError();
    if (Error E = Write(Offset, ArrayRef(Buffer.get(), *Count)))
      return E;
    Offset += *Count;
  }
  std::set<const InputFile *> Sources;
  for (const Piece &Each : Pieces)
    if (Each.Data)
      if (std::optional<Payload::FilePlace> Place = Each.Data->filePlace())
        if (Sources.insert(Place->File).second)
          if (Error E = Place->File->checkUnchanged())
            return E;
  return Error::success();
}
