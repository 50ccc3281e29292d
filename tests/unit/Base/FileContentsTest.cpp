//===- FileContentsTest.cpp - What a file is made of ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/FileContents.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/SwapByteOrder.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace llvm;
using namespace metaobj;

namespace {

/// All bytes of \p Contents; pieces come in order and are not too large.
std::vector<uint8_t> written(const FileContents &Contents) {
  std::vector<uint8_t> Bytes;
  auto Append = [&](uint64_t Offset, ArrayRef<uint8_t> Piece) {
    EXPECT_EQ(Offset, Bytes.size());
    EXPECT_LE(Piece.size(), FileContents::ChunkSize);
    Bytes.insert(Bytes.end(), Piece.begin(), Piece.end());
    return Error::success();
  };
  cantFail(Contents.write(Append));
  EXPECT_EQ(Bytes.size(), Contents.size());
  return Bytes;
}

TEST(FileContentsTest, NumbersAcrossChunksAreReversedWhole) {
  // Three bytes before, so that a number lies on each boundary of chunks.
  std::vector<uint64_t> Numbers(3 * FileContents::ChunkSize / 8);
  for (size_t I = 0; I < Numbers.size(); ++I)
    Numbers[I] = 0x0102030405060708 + I;
  constexpr bool IsLittle = sys::IsLittleEndianHost;
  auto Own = IsLittle ? Endianness::little : Endianness::big;
  auto Other = IsLittle ? Endianness::big : Endianness::little;
  Payload Data = Payload::memory(ArrayRef(
      reinterpret_cast<const uint8_t *>(Numbers.data()), Numbers.size() * 8));
  Data.setElement(8, Own);
  FileContents Contents(Other);
  Contents.append("abc");
  Contents.append(Data);
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

TEST(FileContentsTest, PartsWithZerosBetweenThem) {
  // A part and a gap that are longer than a chunk, too.
  constexpr uint64_t Long = FileContents::ChunkSize + 3;
  constexpr bool IsLittle = sys::IsLittleEndianHost;
  const uint8_t Two[] = {1, 2};
  Payload Swapped = Payload::memory(Two);
  Swapped.setElement(2, IsLittle ? Endianness::little : Endianness::big);
  Payload Plain = Payload::fill(7, 3), Empty, Large = Payload::fill(9, Long);
  const FileContents::Part Parts[] = {
      {0, &Empty}, {2, &Swapped},      {4, &Plain},
      {8, &Empty}, {8 + Long, &Large}, {8 + 2 * Long, &Empty}};
  FileContents Contents(IsLittle ? Endianness::big : Endianness::little);
  Contents.append("ab");
  Contents.append(Parts, 8 + 2 * Long + 4);
  Contents.append({}, 0);
  Contents.append(Parts[2], 9);
  Contents.append("c");

  std::vector<uint8_t> Wanted = {'a', 'b', 0, 0, 2, 1, 7, 7, 7, 0};
  Wanted.resize(Wanted.size() + Long, 0);
  Wanted.resize(Wanted.size() + Long, 9);
  Wanted.resize(Wanted.size() + 4 + 4, 0);
  Wanted.resize(Wanted.size() + 3, 7);
  Wanted.resize(Wanted.size() + 2, 0);
  Wanted.push_back('c');
  EXPECT_EQ(written(Contents), Wanted);
}

TEST(FileContentsTest, NothingIsNotWritten) {
  EXPECT_EQ(written(FileContents()), std::vector<uint8_t>());
}

/// A counter, in several chunks.
std::vector<uint8_t> countedBytes() {
  std::vector<uint8_t> Bytes(9 * FileContents::ChunkSize + 77);
  for (size_t I = 0; I < Bytes.size(); ++I)
    Bytes[I] = static_cast<uint8_t>(I * 7 + (I >> 16));
  return Bytes;
}

TEST(FileContentsTest, SharedRangesAreLeftOut) {
  constexpr uint64_t Chunk = FileContents::ChunkSize;
  std::vector<uint8_t> Bytes = countedBytes();
  Payload Data = Payload::memory(Bytes);
  FileContents Contents;
  Contents.append(Data);
  const FileContents::Range Shared[] = {
      {0, 4096}, {4096, 8192}, {2 * Chunk - 4096, 5 * Chunk + 4096}};
  std::vector<uint8_t> Copy(Bytes.size());
  uint64_t Written = 0;
  auto Put = [&](uint64_t Offset, ArrayRef<uint8_t> Piece) {
    Written += Piece.size();
    std::memcpy(Copy.data() + Offset, Piece.data(), Piece.size());
    return Error::success();
  };
  cantFail(Contents.write(Put, Shared));
  EXPECT_EQ(Written, Bytes.size() - 8192 - 3 * Chunk - 8192);
  for (const FileContents::Range &TheRange : Shared)
    std::memcpy(Copy.data() + TheRange.Begin, Bytes.data() + TheRange.Begin,
                TheRange.End - TheRange.Begin);
  EXPECT_TRUE(Copy == Bytes);
}

TEST(FileContentsTest, AFailingSinkEndsIt) {
  std::vector<uint8_t> Bytes = countedBytes();
  Payload Data = Payload::memory(Bytes);
  FileContents Contents;
  Contents.append(Data);
  unsigned Calls = 0;
  auto Fail = [&](uint64_t, ArrayRef<uint8_t>) {
    return ++Calls == 2 ? createStringError(inconvertibleErrorCode(), "full")
                        : Error::success();
  };
  EXPECT_EQ(toString(Contents.write(Fail)), "full");
  EXPECT_EQ(Calls, 2u);
}

/// Fails when its sixth MiB is read.
class FailingSource final : public ByteSource {
public:
  FailingSource() : ByteSource(Stream, "failing", 9 << 20) {}

  Error read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const override {
    if (Offset + Out.size() > 5 << 20)
      return createStringError(inconvertibleErrorCode(), "no more");
    std::memset(Out.data(), 0, Out.size());
    return Error::success();
  }
};

TEST(FileContentsTest, AFailingSourceEndsIt) {
  Payload Data = Payload::range(std::make_shared<FailingSource>(), 0, 9 << 20);
  FileContents Contents;
  Contents.append(Data);
  uint64_t Written = 0;
  auto Count = [&](uint64_t, ArrayRef<uint8_t> Piece) {
    Written += Piece.size();
    return Error::success();
  };
  EXPECT_EQ(toString(Contents.write(Count)), "no more");
  EXPECT_EQ(Written, uint64_t(5) << 20);
}

TEST(FileContentsTest, PlaceToShareKeepsThePlaceInABlock) {
  SmallString<128> Path;
  int Descriptor = -1;
  ASSERT_FALSE(sys::fs::createTemporaryFile("blocks", "bin", Descriptor, Path));
  FileRemover Remover(Path);
  ASSERT_FALSE(sys::fs::resize_file(Descriptor, 4 << 20));
  sys::fs::closeFile(Descriptor);
  auto File = cantFail(InputFile::open(Path));
  constexpr auto Little = Endianness::little;
  Payload Large = Payload::fileRange(File, 72, 2 << 20);
  EXPECT_EQ(FileContents::placeToShare(64, 0, Large, Little), 72u);
  EXPECT_EQ(FileContents::placeToShare(72, 0, Large, Little), 72u);
  EXPECT_EQ(FileContents::placeToShare(80, 0, Large, Little), 4168u);
  EXPECT_EQ(FileContents::placeToShare(80, 100, Large, Little), 4068u);
  Payload Small = Payload::fileRange(File, 72, 1 << 19);
  EXPECT_EQ(FileContents::placeToShare(80, 0, Small, Little), 80u);
  Large.setElement(4, Little);
  EXPECT_EQ(FileContents::placeToShare(80, 0, Large, Little), 4168u);
  EXPECT_EQ(FileContents::placeToShare(80, 0, Large, Endianness::big), 80u);
  Payload Memory = Payload::fill(1, 2 << 20);
  EXPECT_EQ(FileContents::placeToShare(80, 0, Memory, Little), 80u);
}

} // namespace
