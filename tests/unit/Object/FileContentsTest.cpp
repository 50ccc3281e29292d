//===- FileContentsTest.cpp - What a file is made of ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/FileContents.h"

#include "llvm/Support/SwapByteOrder.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace llvm;
using namespace metaobj;

namespace {

/// All bytes of \p Contents; pieces come in order and are not too large.
std::vector<uint8_t> written(const FileContents &Contents) {
  std::vector<uint8_t> Bytes;
  cantFail(Contents.write([&](uint64_t Offset, ArrayRef<uint8_t> Piece) {
    EXPECT_EQ(Offset, Bytes.size());
    EXPECT_LE(Piece.size(), FileContents::ChunkSize);
    Bytes.insert(Bytes.end(), Piece.begin(), Piece.end());
    return Error::success();
  }));
  EXPECT_EQ(Bytes.size(), Contents.size());
  return Bytes;
}

TEST(FileContentsTest, NumbersAcrossChunksAreReversedWhole) {
  // Three bytes before, so that a number lies on each boundary of chunks.
  std::vector<uint64_t> Numbers(3 * FileContents::ChunkSize / 8);
  for (size_t I = 0; I < Numbers.size(); ++I)
    Numbers[I] = 0x0102030405060708 + I;
  constexpr bool IsLittle = sys::IsLittleEndianHost;
  auto Own = IsLittle ? llvm::endianness::little : llvm::endianness::big;
  auto Other = IsLittle ? llvm::endianness::big : llvm::endianness::little;
  Payload Data = Payload::memory(ArrayRef(
      reinterpret_cast<const uint8_t *>(Numbers.data()), Numbers.size() * 8));
  Data.setElement(8, Own);
  FileContents Contents;
  Contents.append("abc");
  Contents.append(Data, Other);
  Contents.append("end");

  std::vector<uint8_t> Bytes = written(Contents);
  EXPECT_EQ(std::memcmp(Bytes.data(), "abc", 3), 0);
  EXPECT_EQ(std::memcmp(Bytes.data() + Bytes.size() - 3, "end", 3), 0);
  for (size_t I = 0; I < Numbers.size(); ++I) {
    uint64_t Found;
    std::memcpy(&Found, Bytes.data() + 3 + I * 8, 8);
    ASSERT_EQ(llvm::byteswap(Found), Numbers[I]) << I;
  }
}

TEST(FileContentsTest, GapsAreZeros) {
  FileContents Contents;
  Contents.append("a");
  Contents.padTo(FileContents::ChunkSize + 5);
  Contents.append("b");
  std::vector<uint8_t> Bytes = written(Contents);
  std::vector<uint8_t> Wanted(FileContents::ChunkSize + 6);
  Wanted.front() = 'a';
  Wanted.back() = 'b';
  EXPECT_EQ(Bytes, Wanted);
}

TEST(FileContentsTest, NothingIsNotWritten) {
  EXPECT_EQ(written(FileContents()), std::vector<uint8_t>());
}

} // namespace
