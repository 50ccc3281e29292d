//===- CompressTest.cpp - Parameters as zstd frames -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Transform/Compress.h"
#include "metaobj/Emit.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <zstd.h>

#include <filesystem>
#include <numeric>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

Param makeParam(std::string Name, std::vector<uint8_t> Bytes,
                unsigned Unit = 1) {
  Param P;
  P.Name = std::move(Name);
  P.Owner = "net.params";
  P.DType = {kDLInt, static_cast<uint8_t>(8 * Unit), 1};
  P.Shape = {static_cast<int64_t>(Bytes.size() / Unit)};
  auto Kept = std::make_shared<std::vector<uint8_t>>(std::move(Bytes));
  P.Data = Payload::memory(*Kept, Kept);
  P.Data.setElement(Unit, Endianness::little);
  return P;
}

/// Numbers that zstd finds nothing in.
std::vector<uint8_t> noise(size_t Size) {
  std::vector<uint8_t> Bytes(Size);
  uint32_t State = 1;
  for (uint8_t &Byte : Bytes) {
    State = State * 1664525 + 1013904223;
    Byte = static_cast<uint8_t>(State >> 24);
  }
  return Bytes;
}

std::vector<uint8_t> steps(size_t Size, size_t Length) {
  std::vector<uint8_t> Bytes(Size);
  for (size_t I = 0; I < Size; ++I)
    Bytes[I] = static_cast<uint8_t>(I / Length);
  return Bytes;
}

std::vector<uint8_t> bytesOf(const Payload &Data) {
  std::vector<uint8_t> Bytes(Data.size());
  cantFail(Data.read(0, Bytes));
  return Bytes;
}

std::vector<uint8_t> decoded(const Param &P) {
  std::vector<uint8_t> Frame = bytesOf(P.Data), Bytes(P.raw().size());
  size_t Size =
      ZSTD_decompress(Bytes.data(), Bytes.size(), Frame.data(), Frame.size());
  EXPECT_EQ(Size, Bytes.size());
  return Bytes;
}

class CompressTest : public testing::Test {
protected:
  CompressTest() { Config.Compression.Level = *parseCompression("zstd"); }

  void compress(Endianness Order = Endianness::little) {
    cantFail(compressParams(TheModel, Config, Order));
  }

  Model TheModel;
  EmitConfig Config;
};

} // namespace

TEST_F(CompressTest, KeepsWhatDoesNotShrinkEnough) {
  TheModel.Params = {makeParam("noise", noise(5000)),
                     makeParam("steps", steps(5000, 50)), makeParam("none", {}),
                     makeParam("one", {7})};
  compress();
  EXPECT_FALSE(TheModel.Params[0].Compressed);
  EXPECT_EQ(bytesOf(TheModel.Params[0].Data), noise(5000));
  ASSERT_TRUE(TheModel.Params[1].Compressed);
  EXPECT_LT(TheModel.Params[1].Data.size(), 4500u);
  EXPECT_EQ(decoded(TheModel.Params[1]), steps(5000, 50));
  EXPECT_EQ(bytesOf(TheModel.Params[1].raw()), steps(5000, 50));
  EXPECT_FALSE(TheModel.Params[2].Compressed);
  EXPECT_FALSE(TheModel.Params[3].Compressed);
}

TEST_F(CompressTest, RatioIsALimitThatIsMet) {
  TheModel.Params = {makeParam("p", steps(5000, 3))};
  Model Before = TheModel;
  compress();
  ASSERT_TRUE(TheModel.Params[0].Compressed);
  uint64_t Stored = TheModel.Params[0].Data.size();
  // The hundredths of which it is just not too large, and just too large.
  unsigned Percent = static_cast<unsigned>((Stored * 100 + 4999) / 5000);
  for (auto [Limit, IsTaken] :
       {std::pair(Percent, true), {Percent - 1, false}}) {
    TheModel = Before;
    Config.Compression.Percent = Limit;
    compress();
    EXPECT_EQ(TheModel.Params[0].isCompressed(), IsTaken) << Limit;
  }
}

TEST_F(CompressTest, FrameSaysWhatTheTableSays) {
  TheModel.Params = {makeParam("small", steps(900, 9)),
                     makeParam("large", steps(3000000, 4000))};
  compress();
  for (auto [Index, WindowLog] : {std::pair(0, 10u), {1, 17u}}) {
    const Param &P = TheModel.Params[Index];
    ASSERT_TRUE(P.Compressed);
    std::vector<uint8_t> Frame = bytesOf(P.Data);
    EXPECT_EQ(ZSTD_getFrameContentSize(Frame.data(), Frame.size()),
              P.raw().size());
    EXPECT_EQ(ZSTD_findFrameCompressedSize(Frame.data(), Frame.size()),
              Frame.size());
    constexpr uint8_t ChecksumFlag = 0x04;
    EXPECT_TRUE(Frame[4] & ChecksumFlag);
    EXPECT_EQ(P.Compressed->WindowLog, WindowLog);
    EXPECT_EQ(decoded(P), bytesOf(P.raw()));
  }
}

TEST_F(CompressTest, WindowIsTheOneAskedFor) {
  Config.Compression.WindowLog = 12;
  TheModel.Params = {makeParam("p", steps(100000, 70))};
  compress();
  ASSERT_TRUE(TheModel.Params[0].Compressed);
  EXPECT_EQ(TheModel.Params[0].Compressed->WindowLog, 12u);
  std::vector<uint8_t> Frame = bytesOf(TheModel.Params[0].Data);
  // RFC 8878, 3.1.1.1.2: exponent in the upper five bits, from 1 KiB.
  EXPECT_EQ(Frame[5] >> 3, 2);
}

TEST_F(CompressTest, NumbersHaveTheTargetsOrder) {
  std::vector<uint8_t> Little, Big;
  for (int I = 0; I < 1000; ++I) {
    for (uint8_t Byte : {1, 2, 3, 4})
      Little.push_back(Byte);
    for (uint8_t Byte : {4, 3, 2, 1})
      Big.push_back(Byte);
  }
  TheModel.Params = {makeParam("p", Little, 4)};
  compress(Endianness::big);
  ASSERT_TRUE(TheModel.Params[0].Compressed);
  EXPECT_EQ(TheModel.Params[0].Data.elementSize(), 1u);
  EXPECT_EQ(decoded(TheModel.Params[0]), Big);
}

TEST_F(CompressTest, EqualParametersHaveOneFrame) {
  TheModel.Params = {makeParam("a", steps(5000, 50)),
                     makeParam("b", steps(5000, 51)),
                     makeParam("c", steps(5000, 50))};
  Config.Params.Rules.push_back(
      *parsePlacementRule("b:compress=zstd:9,align=4"));
  compress();
  auto Place = [&](size_t Index) {
    return TheModel.Params[Index].Data.filePlace()->Offset;
  };
  EXPECT_EQ(Place(0), Place(2));
  EXPECT_NE(Place(0), Place(1));
}

TEST_F(CompressTest, GivesTheSameAgain) {
  TheModel.Params = {makeParam("a", steps(3000000, 999))};
  Model Other = TheModel;
  compress();
  std::swap(Other, TheModel);
  compress();
  EXPECT_EQ(bytesOf(TheModel.Params[0].Data), bytesOf(Other.Params[0].Data));
}

TEST_F(CompressTest, LeavesNoFileBehind) {
  auto List = [] {
    std::vector<std::string> Names;
    for (const auto &Entry : std::filesystem::directory_iterator("."))
      Names.push_back(Entry.path().string());
    llvm::sort(Names);
    return Names;
  };
  std::vector<std::string> Before = List();
  TheModel.Params = {makeParam("a", steps(3000, 99))};
  compress();
  EXPECT_EQ(List(), Before); // Not even while it is in use.
  EXPECT_EQ(decoded(TheModel.Params[0]), steps(3000, 99));
}

TEST_F(CompressTest, FolderThatIsMissingIsReplaced) {
  TheModel.Params = {makeParam("a", steps(3000, 99))};
  Config.Output = "no/such/folder/metadata.o";
  compress();
  EXPECT_EQ(decoded(TheModel.Params[0]), steps(3000, 99));
}

TEST_F(CompressTest, DoesNothingTwice) {
  TheModel.Params = {makeParam("a", steps(3000, 3))};
  compress();
  std::vector<uint8_t> Frame = bytesOf(TheModel.Params[0].Data);
  compress();
  EXPECT_EQ(bytesOf(TheModel.Params[0].Data), Frame);
  EXPECT_EQ(TheModel.Params[0].raw().size(), 3000u);
}

TEST_F(CompressTest, IsOutOfReachOfTheLookUp) {
  TheModel.Params = {makeParam("a", steps(3000, 3))};
  TheModel.Params[0].StorageId = 4;
  EXPECT_TRUE(TheModel.hasLinkedIds());
  compress();
  EXPECT_FALSE(TheModel.hasLinkedIds());
  EXPECT_EQ(Config.paramSymbol(TheModel.Params[0]), "__tvm_param_zstd__a");
}

TEST(Compression, IsReadFromText) {
  EXPECT_EQ(parseCompression("off"), 0u);
  EXPECT_EQ(parseCompression("zstd"), 3u);
  EXPECT_EQ(parseCompression("zstd:1"), 1u);
  EXPECT_EQ(parseCompression("zstd:22"), 22u);
  for (StringRef Wrong : {"", "zstd:", "zstd:0", "zstd:23", "zstd:-1",
                          "zstd:3 ", "Zstd", "gzip", "zstd3"})
    EXPECT_EQ(parseCompression(Wrong), std::nullopt) << Wrong.str();
}

TEST(Compression, RulesHaveLevels) {
  PlacementRule Rule =
      cantFail(parsePlacementRule("a:b*:align=8,compress=zstd:19,order=2"));
  EXPECT_EQ(Rule.Glob, "a:b*");
  EXPECT_EQ(Rule.Compression, 19u);
  EXPECT_EQ(Rule.Alignment, 8u);
  EXPECT_EQ(Rule.Order, 2);
  EXPECT_EQ(cantFail(parsePlacementRule("w:compress=off")).Compression, 0u);
}

TEST_F(CompressTest, EmissionCompresses) {
  TheModel.Name = "net";
  TheModel.Params = {makeParam("noise", noise(5000)),
                     makeParam("steps", steps(5000, 50)),
                     makeParam("none", {})};
  Emission Emitted = cantFail(emitC(TheModel, Config));
  EXPECT_FALSE(TheModel.Params[1].isCompressed());
  EXPECT_FALSE(Emitted.model().Params[0].isCompressed());
  EXPECT_TRUE(Emitted.model().Params[1].isCompressed());
  EXPECT_EQ(decoded(Emitted.model().Params[1]), steps(5000, 50));
  EXPECT_THAT(cantFail(Emitted.toMemory())->getBuffer().str(),
              HasSubstr("__tvm_param_zstd__steps"));
}

/// The bytes in front of compression are those of the target.
TEST_F(CompressTest, EmissionCompressesForTheTarget) {
  TheModel.Params = {makeParam("steps", steps(5000, 50))};
  TheModel.Params[0].Data.setElement(4, Endianness::little);
  for (auto [Name, IsSwapped] :
       {std::pair("armv7m-none-eabi", false), {"s390x-linux-gnu", true}}) {
    TargetSpec Target;
    Target.Triple = Triple(Name);
    Emission Emitted = cantFail(emit(TheModel, Target, Config));
    ASSERT_TRUE(Emitted.model().Params[0].isCompressed());
    std::vector<uint8_t> Bytes = decoded(Emitted.model().Params[0]);
    std::vector<uint8_t> Wanted = steps(5000, 50);
    if (IsSwapped)
      for (size_t I = 0; I != Wanted.size(); I += 4)
        std::reverse(Wanted.begin() + I, Wanted.begin() + I + 4);
    EXPECT_EQ(Bytes, Wanted) << Name;
  }
}

TEST_F(CompressTest, EmissionRefusesTheOtherByteOrder) {
  TheModel.Name = "net";
  auto Emitted = [this](unsigned ElementSize) {
    TheModel.Params = {makeParam("steps", steps(5000, 50))};
    TheModel.Params[0].Data.setElement(ElementSize, Endianness::little);
    compress(Endianness::big);
    EXPECT_TRUE(TheModel.Params[0].isCompressed());
    return toString(emitC(TheModel, EmitConfig()).takeError());
  };
  EXPECT_THAT(Emitted(4), HasSubstr("the numbers of parameter 'steps' were "
                                    "compressed in the other byte order"));
  EXPECT_EQ(Emitted(1), ""); // Bytes have none.
}

TEST_F(CompressTest, RangesHoldInTheLibrary) {
  TheModel.Name = "net";
  auto Message = [this](auto Change) {
    EmitConfig Wrong = Config;
    Change(Wrong);
    return toString(emitC(TheModel, Wrong).takeError());
  };
  EXPECT_EQ(
      Message([](EmitConfig &C) { C.Compression.Level = 23; }),
      "model 'net': the compression level is 23, and must be from 0 to 22");
  EXPECT_THAT(Message([](EmitConfig &C) { C.Compression.Percent = 0; }),
              HasSubstr("is 0, and must be from 1 to 100"));
  EXPECT_THAT(Message([](EmitConfig &C) { C.Compression.Percent = 101; }),
              HasSubstr("is 101, and must be from 1 to 100"));
  EXPECT_THAT(Message([](EmitConfig &C) { C.Compression.WindowLog = 9; }),
              HasSubstr("is 9, and must be from 10 to 27"));
  EXPECT_THAT(Message([](EmitConfig &C) { C.Compression.WindowLog = 28; }),
              HasSubstr("is 28, and must be from 10 to 27"));
  PlacementRule Rule;
  Rule.Glob = "*";
  Rule.Compression = 23;
  EXPECT_THAT(Message([&](EmitConfig &C) { C.Params.Rules.push_back(Rule); }),
              HasSubstr("of a placement rule is 23"));
}

namespace {

TEST_F(CompressTest, TellsWhatZstdReads) {
  TheModel.Params = {
      makeParam("a", steps(600000, 100)), makeParam("same", steps(600000, 100)),
      makeParam("noise", noise(300000)), makeParam("b", steps(1000, 10))};
  Model Silent = TheModel;
  cantFail(compressParams(Silent, Config, Endianness::little));
  std::vector<uint64_t> Told;
  Config.Compression.Progress = [&](uint64_t Done, uint64_t Total) {
    EXPECT_EQ(Total, 901000u);
    Told.push_back(Done);
    return true;
  };
  compress();
  EXPECT_GT(Told.size(), 4u);
  EXPECT_TRUE(is_sorted(Told));
  EXPECT_EQ(Told.back(), 901000u);
  for (const auto &[Param, Before] : zip(TheModel.Params, Silent.Params))
    EXPECT_EQ(bytesOf(Param.Data), bytesOf(Before.Data));
}

TEST_F(CompressTest, CallerStopsBetweenPieces) {
  TheModel.Params = {makeParam("a", steps(600000, 100)),
                     makeParam("b", steps(600000, 10))};
  std::string Wanted = Config.Output + ": compression was stopped";
  unsigned Left = 0;
  Config.Compression.Progress = [&Left](uint64_t, uint64_t) {
    return --Left != 0;
  };
  // In the middle of a parameter, and between two.
  for (unsigned Calls : {1, 2, 3, 4}) {
    Model Copy = TheModel;
    Left = Calls;
    EXPECT_EQ(toString(compressParams(Copy, Config, Endianness::little)),
              Wanted);
    EXPECT_EQ(Left, 0u);
    Left = Calls;
    EXPECT_EQ(toString(emitC(TheModel, Config).takeError()), Wanted);
  }
}

} // namespace
