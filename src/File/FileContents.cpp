//===- FileContents.cpp - What a file is made of --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileContents.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SwapByteOrder.h"

#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

using namespace llvm;
using namespace metaobj;

void FileContents::append(StringRef Bytes) {
  if (Bytes.empty())
    return;
  Pieces.push_back({Size, Bytes.size(), Bytes.data()});
  Size += Bytes.size();
}

static bool isSwapped(const Payload &Data, llvm::endianness Order) {
  return Data.elementSize() > 1 && Data.byteOrder() != Order;
}

void FileContents::append(const Payload &Data, llvm::endianness Order) {
  if (Data.size() == 0)
    return;
  Pieces.push_back(
      {Size, Data.size(), nullptr, {&Data, isSwapped(Data, Order)}});
  Size += Data.size();
}

void FileContents::padTo(uint64_t Offset) {
  assert(Offset >= Size && "padding cannot go back");
  if (Offset == Size)
    return;
  Pieces.push_back({Size, Offset - Size});
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
  std::optional<Payload::FilePlace> Place = From.data()->filePlace();
  if (!Place)
    return From.data()->read(Offset, Out);
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
  while (Current != Contents.Pieces.size() &&
         Contents.Pieces[Current].end() <= Begin)
    ++Current;
  while (Used != Buffer.size() && Current != Contents.Pieces.size()) {
    const Piece &From = Contents.Pieces[Current];
    uint64_t Offset = Begin + Used - From.Offset;
    uint64_t Left = From.Size - Offset;
    size_t Taken = std::min<uint64_t>(Left, Buffer.size() - Used);
    if (From.isSwapped() && Taken != Left) {
      Taken -= Taken % From.data()->elementSize();
      if (Taken == 0)
        break;
    }
    MutableArrayRef<uint8_t> Out = Buffer.slice(Used, Taken);
    if (From.data()) {
      if (Error E = read(From, Offset, Out))
        return E;
      if (From.isSwapped())
        ToSwap.push_back({Out, From.data()->elementSize()});
    } else if (!From.Bytes) {
      std::memset(Out.data(), 0, Out.size());
    } else {
      std::memcpy(Out.data(), From.Bytes + Offset, Out.size());
    }
    Used += Taken;
    if (Taken == Left)
      ++Current;
    else if (From.isSwapped())
      break;
  }
  if (Error E = flushReads())
    return E;
  for (const Swapped &Each : ToSwap)
    swapNumbers(Each.Bytes, Each.Unit);
  return Used;
}

//===----------------------------------------------------------------------===//
// Shared blocks
//===----------------------------------------------------------------------===//

/// Of the file systems that share blocks, those of XFS and btrfs have this size
/// unless somebody wanted another; where it is wrong, bytes are copied.
static constexpr uint64_t BlockSize = 4096;

/// Below this many bytes copying is as fast, and padding would be felt.
static constexpr uint64_t LeastShared = 1 << 20;

uint64_t FileContents::placeToShare(uint64_t Offset, uint64_t PartOffset,
                                    const Payload &Data,
                                    llvm::endianness Order) {
  std::optional<Payload::FilePlace> Place = Data.filePlace();
  if (!Place || Data.size() < LeastShared || isSwapped(Data, Order))
    return Offset;
  // Unsigned arithmetic wraps as it should: blocks divide 2^64.
  return Offset + (Place->Offset - PartOffset - Offset) % BlockSize;
}

std::vector<FileContents::Range>
FileContents::shareBlocks(int Descriptor) const {
  std::vector<Range> Shared;
  for (size_t First = 0, Next; First != Pieces.size(); First = Next) {
    Next = First + 1;
    const Piece &Begin = Pieces[First];
    if (!Begin.data() || Begin.isSwapped())
      continue;
    std::optional<Payload::FilePlace> Place = Begin.data()->filePlace();
    if (!Place)
      continue;
    // Neighbours here that are neighbours there are one.
    uint64_t Size = Begin.Size;
    for (; Next != Pieces.size(); ++Next) {
      const Piece &Each = Pieces[Next];
      if (!Each.data() || Each.isSwapped())
        break;
      std::optional<Payload::FilePlace> Other = Each.data()->filePlace();
      if (!Other || Other->File != Place->File ||
          Other->Offset != Place->Offset + Size)
        break;
      Size += Each.Size;
    }
    if (Size < LeastShared || (Begin.Offset - Place->Offset) % BlockSize != 0)
      continue;
    uint64_t Skipped = offsetToAlignment(Begin.Offset, Align(BlockSize));
    Range Blocks = {Begin.Offset + Skipped,
                    alignDown(Begin.Offset + Size, BlockSize)};
    if (!Place->File->shareBlocks(Place->Offset + Skipped,
                                  Blocks.End - Blocks.Begin, Descriptor,
                                  Blocks.Begin))
      // Where one cannot be shared the others most likely cannot either, and
      // asking for each of many would cost more than it brings.
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
  /// The chunks end at multiples of \p Step.
  Chunks(const FileContents &Contents, ArrayRef<Range> Shared, uint64_t Step)
      : TheFiller(Contents), Size(Contents.size()), Step(Step), Shared(Shared) {
    skipShared();
  }

  bool isAtEnd() const { return Offset == Size; }
  uint64_t offset() const { return Offset; }

  /// Fills \p Buffer, which has as many bytes as a step or the file, with the
  /// chunk at offset(), and goes to the next.
  Expected<size_t> next(MutableArrayRef<uint8_t> Buffer) {
    // Up to the next multiple, so that the following ones start at one.
    uint64_t Wanted = Step - Offset % Step;
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
  uint64_t Step;
  ArrayRef<Range> Shared;
  uint64_t Offset = 0;
};

/// Fills buffers ahead of who takes them.
class FileContents::ReaderThread {
public:
  explicit ReaderThread(Chunks &Source) : Source(Source) {
    for (Slot &Each : Slots)
      Each.Buffer = std::make_unique_for_overwrite<uint8_t[]>(LargestChunk);
    Thread = std::thread([this] { run(); });
  }

  ~ReaderThread() {
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      IsStopped = true;
    }
    Changed.notify_all();
    Thread.join();
    if (Failure)
      consumeError(std::move(*Failure));
  }

  /// Hands the next chunk to \p Write. False at the end.
  Expected<bool> take(Sink Write) {
    Slot *Next = nullptr;
    {
      std::unique_lock<std::mutex> Lock(Mutex);
      Changed.wait(Lock, [this] { return Filled != Taken || IsAtEnd; });
      if (Filled == Taken) {
        if (!Failure)
          return false;
        Error Passed = std::move(*Failure);
        Failure.reset();
        return Passed;
      }
      Next = &Slots[Taken % std::size(Slots)];
    }
    if (Error E = Write(Next->Offset, ArrayRef(Next->Buffer.get(), Next->Size)))
      return E;
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      ++Taken;
    }
    Changed.notify_all();
    return true;
  }

private:
  struct Slot {
    std::unique_ptr<uint8_t[]> Buffer;
    uint64_t Offset = 0;
    size_t Size = 0;
  };

  void run() {
    for (;;) {
      Slot *Next = nullptr;
      {
        std::unique_lock<std::mutex> Lock(Mutex);
        Changed.wait(Lock, [this] {
          return Filled - Taken < std::size(Slots) || IsStopped;
        });
        if (IsStopped || Source.isAtEnd()) {
          IsAtEnd = true;
          break;
        }
        Next = &Slots[Filled % std::size(Slots)];
      }
      Next->Offset = Source.offset();
      Expected<size_t> Count = Source.next({Next->Buffer.get(), LargestChunk});
      {
        std::lock_guard<std::mutex> Lock(Mutex);
        if (!Count) {
          Failure = Count.takeError();
          IsAtEnd = true;
          break;
        }
        Next->Size = *Count;
        ++Filled;
      }
      Changed.notify_all();
    }
    Changed.notify_all();
  }

  Chunks &Source;
  Slot Slots[4];
  std::mutex Mutex;
  std::condition_variable Changed;
  uint64_t Filled = 0; ///< Slots that were filled since the start.
  uint64_t Taken = 0;  ///< Slots that were taken.
  bool IsAtEnd = false;
  bool IsStopped = false;
  std::optional<Error> Failure;
  std::thread Thread;
};

/// From here on a second thread is worth its start, where there is a second
/// processor.
static constexpr uint64_t LeastForThreads = uint64_t(256) << 20;

Error FileContents::write(Sink Write, const WriteConfig &Config) const {
  bool HasReader = Config.Threads > 1;
  if (Config.Threads == 0)
    HasReader =
        Size >= LeastForThreads && std::thread::hardware_concurrency() > 1;
  HasReader &= Size > ChunkSize;
  // The two wait for one another less often.
  Chunks Source(*this, Config.Shared, HasReader ? LargestChunk : ChunkSize);
  if (HasReader) {
    ReaderThread Reader(Source);
    for (;;) {
      Expected<bool> HasMore = Reader.take(Write);
      if (!HasMore)
        return HasMore.takeError();
      if (!*HasMore)
        return checkSources();
    }
  }

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
  for (const Piece &Each : Pieces)
    if (Each.data())
      if (std::optional<Payload::FilePlace> Place = Each.data()->filePlace())
        if (Sources.insert(Place->File).second)
          if (Error E = Place->File->checkUnchanged())
            return E;
  return Error::success();
}
