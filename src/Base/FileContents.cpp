//===- FileContents.cpp - What a file is made of --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/FileContents.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SwapByteOrder.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

using namespace llvm;
using namespace metaobj;

void FileContents::append(StringRef Bytes) {
  if (Bytes.empty())
    return;
  Size += Bytes.size();
  Stretches.push_back({Size, Bytes.begin()});
}

void FileContents::append(const Payload &Data) {
  if (Data.size() == 0)
    return;
  Size += Data.size();
  Stretches.push_back({Size, &Data});
}

void FileContents::append(ArrayRef<Part> Parts, uint64_t TheirSize) {
  if (TheirSize == 0)
    return;
  Size += TheirSize;
  Stretches.push_back({Size, Parts});
}

void FileContents::padTo(uint64_t Offset) {
  assert(Offset >= Size && "padding cannot go back");
  if (Offset == Size)
    return;
  Size = Offset;
  Stretches.push_back({Size});
}

static bool isSwapped(const Payload &Data, Endianness Order) {
  return Data.elementSize() > 1 && Data.byteOrder() != Order;
}

/// Goes through the pieces of a file, from its start.
class FileContents::Cursor {
public:
  explicit Cursor(const FileContents &File) : File(File) { load(); }

  bool isAtEnd() const { return Number == File.Stretches.size(); }
  const Piece &operator*() const { return Current; }
  const Piece *operator->() const { return &Current; }

  void next() {
    if (Current.end() == File.Stretches[Number].End) {
      ++Number;
      NextPart = 0;
      Begin = Current.end();
    }
    load();
  }

private:
  /// Makes the piece behind Current the current one.
  void load();
  void loadPart(ArrayRef<Part> Parts);
  void loadData(const Payload &Data) {
    Current.Size = Data.size();
    Current.Data = &Data;
    Current.IsSwapped = isSwapped(Data, File.Order);
  }

  const FileContents &File;
  size_t Number = 0;   ///< Of the stretch that Current is in.
  uint64_t Begin = 0;  ///< Of this stretch.
  size_t NextPart = 0; ///< Of its parts.
  Piece Current;
};

void FileContents::Cursor::load() {
  if (isAtEnd())
    return;
  const Stretch &TheStretch = File.Stretches[Number];
  Current = {Current.end(), TheStretch.End - Current.end()};
  if (const auto *Bytes = std::get_if<const char *>(&TheStretch.Source))
    Current.Bytes = *Bytes;
  else if (const auto *Data = std::get_if<const Payload *>(&TheStretch.Source))
    loadData(**Data);
  else if (const auto *Parts = std::get_if<ArrayRef<Part>>(&TheStretch.Source))
    loadPart(*Parts);
}

/// The next part, or the zeros before it or after the last part.
void FileContents::Cursor::loadPart(ArrayRef<Part> Parts) {
  while (NextPart != Parts.size() && Parts[NextPart].Data->size() == 0)
    ++NextPart;
  if (NextPart == Parts.size())
    return;
  uint64_t Offset = Begin + Parts[NextPart].Offset;
  assert(Offset >= Current.Offset && "parts do not overlap");
  if (Offset != Current.Offset)
    Current.Size = Offset - Current.Offset;
  else
    loadData(*Parts[NextPart++].Data);
}

template <class Number> static void swapAs(MutableArrayRef<uint8_t> Bytes) {
  // By memcpy, because numbers need not be aligned. Compilers turn it into
  // plain loads and stores.
  for (size_t Offset = 0; Offset + sizeof(Number) <= Bytes.size();
       Offset += sizeof(Number)) {
    Number Value;
    std::memcpy(&Value, Bytes.data() + Offset, sizeof(Number));
    Value = llvm::byteswap(Value);
    std::memcpy(Bytes.data() + Offset, &Value, sizeof(Number));
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
    for (size_t Offset = 0; Offset + Unit <= Bytes.size(); Offset += Unit)
      std::reverse(Bytes.begin() + Offset, Bytes.begin() + Offset + Unit);
  }
}

/// Fills one buffer after the other.
class FileContents::Filler {
public:
  explicit Filler(const FileContents &Contents) : TheCursor(Contents) {}

  /// Fills \p Buffer with the bytes from \p Begin on and returns their number.
  /// It is less than the size of the buffer if otherwise a number that must be
  /// reversed would be cut.
  Expected<size_t> fill(uint64_t Begin, MutableArrayRef<uint8_t> Buffer);

private:
  /// Reads ranges of one file that are close to each other by one call, and
  /// drops the bytes between them.
  Error flushReads();
  Error read(const Piece &From, uint64_t Offset, MutableArrayRef<uint8_t> Out);

  Cursor TheCursor; ///< The piece that holds the next byte.

  static constexpr size_t MostRanges = 512;
  const InputFile *Source = nullptr;
  uint64_t SourceBegin = 0;
  uint64_t SourceEnd = 0;
  SmallVector<MutableArrayRef<uint8_t>, 0> Ranges;
  std::unique_ptr<uint8_t[]> Gap =
      std::make_unique_for_overwrite<uint8_t[]>(LargestGap);
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
  while (!TheCursor.isAtEnd() && TheCursor->end() <= Begin)
    TheCursor.next();
  while (Used != Buffer.size() && !TheCursor.isAtEnd()) {
    const Piece From = *TheCursor;
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
    } else if (!From.Bytes) {
      std::memset(Out.data(), 0, Out.size());
    } else {
      std::memcpy(Out.data(), From.Bytes + Offset, Out.size());
    }
    Used += Taken;
    if (Taken == Left)
      TheCursor.next();
    else if (From.IsSwapped)
      break;
  }
  if (Error E = flushReads())
    return E;
  for (const Swapped &TheSwapped : ToSwap)
    swapNumbers(TheSwapped.Bytes, TheSwapped.Unit);
  return Used;
}

//===----------------------------------------------------------------------===//
// Shared blocks
//===----------------------------------------------------------------------===//

/// The default of XFS and btrfs, which share blocks. If a file system has
/// another size, bytes are copied.
static constexpr uint64_t BlockSize = 4096;

/// Below this many bytes copying is as fast, and padding would be felt.
static constexpr uint64_t LeastShared = 1 << 20;

uint64_t FileContents::placeToShare(uint64_t Offset, uint64_t PartOffset,
                                    const Payload &Data, Endianness Order) {
  std::optional<Payload::FilePlace> Place = Data.filePlace();
  if (!Place || Data.size() < LeastShared || isSwapped(Data, Order))
    return Offset;
  // Unsigned arithmetic wraps as it should: blocks divide 2^64.
  return Offset + (Place->Offset - PartOffset - Offset) % BlockSize;
}

std::vector<FileContents::Range>
FileContents::shareBlocks(int Descriptor) const {
  std::vector<Range> Shared;
  for (Cursor Next(*this); !Next.isAtEnd();) {
    const Piece Begin = *Next;
    Next.next();
    if (!Begin.Data || Begin.IsSwapped)
      continue;
    std::optional<Payload::FilePlace> Place = Begin.Data->filePlace();
    if (!Place)
      continue;
    // Neighbours here that are neighbours there are one.
    uint64_t Size = Begin.Size;
    for (; !Next.isAtEnd(); Next.next()) {
      if (!Next->Data || Next->IsSwapped)
        break;
      std::optional<Payload::FilePlace> Other = Next->Data->filePlace();
      if (!Other || Other->File != Place->File ||
          Other->Offset != Place->Offset + Size)
        break;
      Size += Next->Size;
    }
    if (Size < LeastShared || (Begin.Offset - Place->Offset) % BlockSize != 0)
      continue;
    uint64_t Skipped = offsetToAlignment(Begin.Offset, Align(BlockSize));
    Range Blocks = {Begin.Offset + Skipped,
                    alignDown(Begin.Offset + Size, BlockSize)};
    if (!Place->File->shareBlocks(Place->Offset + Skipped,
                                  Blocks.End - Blocks.Begin, Descriptor,
                                  Blocks.Begin))
      // If one cannot be shared, most likely no other can be. To try many of
      // them would cost more than it saves.
      return Shared;
    Shared.push_back(Blocks);
  }
  return Shared;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The chunks of a file, one after the other.
class FileContents::Chunks {
public:
  Chunks(const FileContents &Contents, ArrayRef<Range> Shared)
      : TheFiller(Contents), Size(Contents.size()), Shared(Shared) {
    skipShared();
  }

  bool isAtEnd() const { return Offset == Size; }
  uint64_t offset() const { return Offset; }

  /// Fills \p Buffer, which has the size of a chunk or of the file, with the
  /// chunk at offset() and goes to the next.
  Expected<size_t> next(MutableArrayRef<uint8_t> Buffer) {
    // Up to the next multiple, so that the following ones start at one.
    uint64_t Wanted = ChunkSize - Offset % ChunkSize;
    // A number needs room even just before a multiple.
    constexpr uint64_t LargestElement = 16;
    Wanted = std::max(Wanted, LargestElement);
    uint64_t End = Shared.empty() ? Size : Shared.front().Begin;
    Wanted = std::min<uint64_t>({Wanted, Buffer.size(), End - Offset});
    Expected<size_t> Count =
        TheFiller.fill(Offset, Buffer.take_front(static_cast<size_t>(Wanted)));
    if (Count) {
      Offset += *Count;
      skipShared();
    }
    return Count;
  }

private:
  void skipShared() {
    while (!Shared.empty() && Shared.front().Begin == Offset) {
      Offset = Shared.front().End;
      Shared = Shared.drop_front();
    }
  }

  Filler TheFiller;
  uint64_t Size;
  ArrayRef<Range> Shared;
  uint64_t Offset = 0;
};

Error FileContents::write(Sink Write, ArrayRef<Range> Shared) const {
  Chunks Source(*this, Shared);
  size_t BufferSize =
      std::min<uint64_t>(ChunkSize, std::max<uint64_t>(Size, 1));
  auto Buffer = std::make_unique_for_overwrite<uint8_t[]>(BufferSize);
  while (!Source.isAtEnd()) {
    uint64_t Offset = Source.offset();
    Expected<size_t> Count = Source.next({Buffer.get(), BufferSize});
    if (!Count)
      return Count.takeError();
    if (Error E = Write(Offset, ArrayRef(Buffer.get(), *Count)))
      return E;
  }
  return checkSources();
}

Error FileContents::checkSources() const {
  std::set<const InputFile *> Sources;
  for (Cursor TheCursor(*this); !TheCursor.isAtEnd(); TheCursor.next())
    if (TheCursor->Data)
      if (std::optional<Payload::FilePlace> Place =
              TheCursor->Data->filePlace())
        if (Sources.insert(Place->File).second)
          if (Error E = Place->File->checkUnchanged())
            return E;
  return Error::success();
}
