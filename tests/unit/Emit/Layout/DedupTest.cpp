//===- DedupTest.cpp - Parameters with the same bytes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Layout/Dedup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// Memory that counts the bytes that are read of it.
class CountingSource : public ByteSource {
public:
  explicit CountingSource(std::vector<uint8_t> Contents)
      : ByteSource(Stream, "counting", Contents.size()),
        Contents(std::move(Contents)) {}

  Error read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const override {
    copy(ArrayRef(Contents).slice(Offset, Out.size()), Out.begin());
    Count += Out.size();
    return Error::success();
  }

  mutable uint64_t Count = 0;

private:
  std::vector<uint8_t> Contents;
};

class DedupTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createTemporaryFile("metaobj", "bin", Path));
    Remover.setFile(Path);
  }

  std::shared_ptr<const InputFile> write(StringRef Contents) {
    std::error_code Code;
    raw_fd_ostream OS(Path, Code);
    OS << Contents;
    OS.close();
    return cantFail(InputFile::open(Path));
  }

  void add(Payload Data, unsigned Unit = 1,
           Endianness Order = Endianness::little) {
    Data.setElement(Unit, Order);
    Params.emplace_back().Data = std::move(Data);
  }

  void add(const std::vector<uint8_t> &Bytes, unsigned Unit = 1,
           Endianness Order = Endianness::little) {
    add(Payload::memory(Bytes), Unit, Order);
  }

  std::vector<size_t> find() {
    return cantFail(
        findShared(Params, std::vector<uint32_t>(Params.size(), 0)));
  }

  SmallString<128> Path;
  FileRemover Remover;
  std::vector<Param> Params;
};

TEST_F(DedupTest, TellsBytesApart) {
  const size_t Large = 3 << 20; // Several pieces.
  std::vector<uint8_t> A(Large, 7), B(Large, 7), C(Large, 7);
  C.back() = 8;
  std::vector<uint8_t> Start(A.begin(), A.end() - 1);
  add(A);
  add(C);
  add(Start);
  add(B);
  EXPECT_THAT(find(), ElementsAre(0, 1, 2, 0));
}

TEST_F(DedupTest, SmallOnesAndEmptyOnes) {
  std::vector<uint8_t> A = {1}, B = {2}, Empty;
  for (const auto *List : {&B, &A, &Empty, &B, &Empty, &A, &B})
    add(*List);
  EXPECT_THAT(find(), ElementsAre(0, 1, 2, 0, 4, 1, 0));
}

/// In one of the two byte orders of targets the same bytes would differ.
TEST_F(DedupTest, NumbersOfAnotherSizeOrOrderDiffer) {
  std::vector<uint8_t> A = {1, 2, 3, 4};
  add(A, 4);
  add(A, 2);
  add(A, 4, Endianness::big);
  add(A, 1);
  add(A, 4);
  add(A, 1, Endianness::big);
  EXPECT_THAT(find(), ElementsAre(0, 1, 2, 3, 0, 3));
}

TEST_F(DedupTest, OtherGroupsAreNotShared) {
  std::vector<uint8_t> A = {1, 2};
  for (int I = 0; I != 3; ++I)
    add(A);
  EXPECT_THAT(cantFail(findShared(Params, {0, 1, 0})), ElementsAre(0, 1, 0));
}

TEST_F(DedupTest, FileMemoryAndFillAreCompared) {
  auto File = write(std::string(100, 'x') + std::string(100, 'y'));
  std::vector<uint8_t> Y(100, 'y');
  add(Payload::fileRange(File, 0, 100));
  add(Y);
  add(Payload::fileRange(File, 100, 100));
  add(Payload::fill('x', 100));
  add(Payload::fileRange(File, 50, 100));
  EXPECT_THAT(find(), ElementsAre(0, 1, 1, 0, 4));
}

/// Large tensors that begin alike are told apart by samples: with shards,
/// everybody would have to read all of them.
TEST_F(DedupTest, LargeOnesThatBeginAlikeAreNotReadWhole) {
  const size_t Large = 1 << 20, Tensors = 8;
  // Each has one byte of its own: at the end, in the middle, or behind what
  // they begin with.
  for (size_t Place : {Large - 1, Large / 2, size_t(100)}) {
    std::vector<uint8_t> Bytes(Large * Tensors);
    for (size_t I = 0; I != Tensors; ++I)
      Bytes[I * Large + Place] = uint8_t(I);
    auto Source = std::make_shared<CountingSource>(std::move(Bytes));
    Params.clear();
    for (size_t I = 0; I != Tensors; ++I)
      add(Payload::range(Source, I * Large, Large));
    EXPECT_THAT(find(), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    EXPECT_LT(Source->Count, Source->size() / 16);
  }
}

/// Equal samples prove nothing.
TEST_F(DedupTest, OneByteBetweenSamplesIsFound) {
  const size_t Large = 1 << 20;
  std::vector<uint8_t> Bytes(3 * Large);
  Bytes[Large + 100'000] = 1;
  auto Source = std::make_shared<CountingSource>(std::move(Bytes));
  for (size_t I = 0; I != 3; ++I)
    add(Payload::range(Source, I * Large, Large));
  EXPECT_THAT(find(), ElementsAre(0, 1, 0));
}

/// A file that is cut short would fail when read.
TEST_F(DedupTest, ReadsNothingThatCannotBeEqual) {
  auto File = write(std::string(1000, 'x'));
  for (uint64_t Size : {100, 200, 300})
    add(Payload::fileRange(File, 400, Size));
  for (int I = 0; I != 2; ++I)
    add(Payload::fileRange(File, 0, 500));
  std::error_code Code;
  raw_fd_ostream(Path, Code).close();
  EXPECT_THAT(find(), ElementsAre(0, 1, 2, 3, 3));
  add(Payload::fileRange(File, 1, 500));
  Expected<std::vector<size_t>> Shared =
      findShared(Params, std::vector<uint32_t>(Params.size(), 0));
  ASSERT_FALSE(Shared);
  EXPECT_THAT(toString(Shared.takeError()), HasSubstr(Path.str().str()));
}

} // namespace
