//===- ByteCursorTest.cpp - Reading a source from front to back -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/ByteCursor.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

namespace {

/// Each byte is its offset. Counts the calls and the bytes.
class CountedSource : public ByteSource {
public:
  explicit CountedSource(uint64_t Size) : ByteSource(Stream, "counted", Size) {}

  Error read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const override {
    EXPECT_LE(Offset + Out.size(), size());
    for (auto [I, Byte] : enumerate(Out))
      Byte = uint8_t(Offset + I);
    ++Calls;
    Bytes += Out.size();
    return Error::success();
  }

  mutable size_t Calls = 0;
  mutable uint64_t Bytes = 0;
};

/// Takes \p Count pieces of 48 bytes with \p Gap bytes between them.
std::shared_ptr<CountedSource> takePieces(uint64_t Count, uint64_t Gap) {
  auto Source = std::make_shared<CountedSource>(Count * (48 + Gap));
  ByteCursor Cursor(Source);
  for (uint64_t I = 0; I != Count; ++I) {
    uint8_t Wanted = uint8_t(Cursor.position());
    const uint8_t *Bytes = cantFail(Cursor.take(48, "a piece", 72));
    EXPECT_EQ(Bytes[0], Wanted);
    EXPECT_EQ(Bytes[47], uint8_t(Wanted + 47));
    Cursor.skip(Gap);
  }
  EXPECT_EQ(Cursor.left(), 0u);
  return Source;
}

TEST(ByteCursor, PiecesNearToEachOtherTakeFewCalls) {
  EXPECT_LT(takePieces(1000, 4096)->Calls, 90u);
  EXPECT_LT(takePieces(1000, 100)->Calls, 20u);
}

TEST(ByteCursor, WhatLiesBetweenDistantPiecesIsNotRead) {
  auto Source = takePieces(100, 100'000);
  EXPECT_EQ(Source->Calls, 100u);
  EXPECT_EQ(Source->Bytes, 7200u);
}

} // namespace
