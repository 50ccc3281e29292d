//===- DecompressedStream.cpp - Sources that are decompressed -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/DecompressedStream.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

/// Bytes between two reads are dropped in pieces of this size.
static constexpr uint64_t DropSize = uint64_t(1) << 16;

Decompressor::~Decompressor() = default;

Expected<uint64_t> metaobj::countBytes(Decompressor &Machine) {
  if (Error E = Machine.restart())
    return E;
  SmallVector<uint8_t, 0> Dropped;
  Dropped.resize_for_overwrite(DropSize);
  for (uint64_t Total = 0;;) {
    Expected<size_t> Count = Machine.next(Dropped);
    if (!Count)
      return Count.takeError();
    if (*Count == 0) {
      Machine.release();
      return Total;
    }
    Total += *Count;
  }
}

DecompressedStream::DecompressedStream(std::string Path, uint64_t Size,
                                       std::unique_ptr<Decompressor> Machine)
    : ByteSource(Stream, std::move(Path), Size), Machine(std::move(Machine)) {}

DecompressedStream::~DecompressedStream() = default;

/// Fills all of \p Out with what comes next.
Error DecompressedStream::fill(MutableArrayRef<uint8_t> Out) const {
  while (!Out.empty()) {
    Expected<size_t> Count = Machine->next(Out);
    if (!Count)
      return Count.takeError();
    if (*Count == 0)
      return inputError(path(), "ends after " + Twine(Position) +
                                    " decompressed bytes, but has to have " +
                                    Twine(size()));
    Position += *Count;
    Out = Out.drop_front(*Count);
  }
  return Error::success();
}

Error DecompressedStream::goTo(uint64_t Offset) const {
  if (!Started || Offset < Position) {
    Position = 0;
    if (Error E = Machine->restart())
      return E;
  }
  SmallVector<uint8_t, 0> Dropped;
  Dropped.resize_for_overwrite(std::min(DropSize, Offset - Position));
  while (Position != Offset)
    if (Error E = fill(MutableArrayRef<uint8_t>(Dropped).take_front(
            std::min<uint64_t>(Dropped.size(), Offset - Position))))
      return E;
  return Error::success();
}

/// Reads behind the last byte, because this compares the checksums, which stand
/// there.
Error DecompressedStream::checkEnd() const {
  uint8_t Next;
  Expected<size_t> Count = Machine->next(MutableArrayRef<uint8_t>(Next));
  if (!Count)
    return Count.takeError();
  if (*Count != 0)
    return inputError(path(), "has more than the " + Twine(size()) +
                                  " decompressed bytes that it has to have");
  return Error::success();
}

Error DecompressedStream::read(uint64_t Offset,
                               MutableArrayRef<uint8_t> Out) const {
  if (Out.empty())
    return Error::success();
  if (Offset > size() || Out.size() > size() - Offset)
    return inputError(path(), "ends at byte " + Twine(size()) +
                                  " of its decompressed data; bytes " +
                                  Twine(Offset) + " to " +
                                  Twine(Offset + Out.size()) + " are wanted");
  std::lock_guard<std::mutex> Guard(Lock);
  Error E = goTo(Offset);
  if (!E) {
    E = fill(Out);
    if (!E && Position == size())
      E = checkEnd();
  }
  Started = !E && Position != size();
  if (!Started)
    Machine->release();
  return E;
}

void DecompressedStream::release() const {
  std::lock_guard<std::mutex> Guard(Lock);
  Started = false;
  Machine->release();
}
