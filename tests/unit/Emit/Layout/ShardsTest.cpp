//===- ShardsTest.cpp - Parameters split across several objects -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Layout/ContentHash.h"
#include "Emit/Layout/ParamLayout.h"

#include "llvm/ADT/StringExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

Param filled(std::string Name, uint64_t Size, uint64_t Alignment = 4) {
  Param P;
  P.Name = std::move(Name);
  P.DType = {kDLInt, 8, 1};
  P.Shape = {static_cast<int64_t>(Size)};
  P.Data = Payload::fill(0, Size);
  P.Alignment = Alignment;
  P.Owner = "p.bin";
  return P;
}

ParamLayout deal(const Model &TheModel, uint32_t Count,
                 ParamDedup Dedup = ParamDedup::Off) {
  EmitConfig Config;
  Config.Params.Where = InShards{Count};
  Config.Params.Dedup = Dedup;
  return cantFail(layOutParams(TheModel, Config, formatRules(Triple::ELF)));
}

/// "shard:section:name@offset,..." of each section.
std::vector<std::string> describe(const Model &TheModel,
                                  const ParamLayout &Layout) {
  std::vector<std::string> Result;
  for (const ParamSection &Section : Layout.Sections) {
    std::string Text = std::to_string(Section.Shard) + ":" + Section.Name + ":";
    for (uint32_t Index : Section.Params)
      Text += (Text.back() == ':' ? "" : ",") + TheModel.Params[Index].Name +
              "@" + std::to_string(Layout.Sites[Index].Offset);
    Result.push_back(std::move(Text));
  }
  return Result;
}

TEST(ShardsTest, BytesAreDealtInTheirOrder) {
  Model M;
  M.Params = {filled("a", 40), filled("b", 40), filled("c", 40),
              filled("d", 120), filled("e", 40)};
  EXPECT_THAT(describe(M, deal(M, 1)),
              ElementsAre("1:.rodata.tvm:a@0,b@40,c@80,d@120,e@240"));
  EXPECT_THAT(
      describe(M, deal(M, 2)),
      ElementsAre("1:.rodata.tvm:a@0,b@40,c@80", "2:.rodata.tvm:d@0,e@120"));
  EXPECT_THAT(describe(M, deal(M, 7)),
              ElementsAre("1:.rodata.tvm:a@0", "2:.rodata.tvm:b@0",
                          "3:.rodata.tvm:c@0", "5:.rodata.tvm:d@0",
                          "7:.rodata.tvm:e@0"));
}

TEST(ShardsTest, SectionsAreCutAsWell) {
  Model M;
  M.Params = {filled("a", 40), filled("b", 40), filled("c", 80)};
  M.Params[1].Section = ".flash";
  EXPECT_THAT(
      describe(M, deal(M, 2)),
      ElementsAre("1:.rodata.tvm:a@0", "2:.rodata.tvm:c@0", "2:.flash:b@0"));
}

/// What is sure of an address is as in one object.
TEST(ShardsTest, OffsetsKeepTheirRestModuloTheAlignment) {
  Model M;
  M.Params = {filled("a", 64, 64), filled("b", 60), filled("c", 8),
              filled("d", 60)};
  ParamLayout Layout = deal(M, 3);
  EXPECT_THAT(describe(M, Layout),
              ElementsAre("1:.rodata.tvm:a@0", "2:.rodata.tvm:b@0",
                          "3:.rodata.tvm:c@60,d@68"));
  for (const ParamSection &Section : Layout.Sections)
    EXPECT_EQ(Section.Alignment, 64u);
}

TEST(ShardsTest, AliasesAreWhereTheirBytesAre) {
  Model M;
  M.Params = {filled("a", 40), filled("b", 44), filled("again", 40)};
  ParamLayout Layout = deal(M, 2, ParamDedup::Model);
  EXPECT_THAT(describe(M, Layout),
              ElementsAre("1:.rodata.tvm:a@0", "2:.rodata.tvm:b@0"));
  EXPECT_EQ(Layout.Sites[2].Section, 0u);
  EXPECT_EQ(Layout.Sites[2].Offset, 0u);
  EXPECT_EQ(Layout.Sites[2].Visibility, ParamVisibility::Hidden);
}

TEST(ShardsTest, NothingAndMoreThan32Bits) {
  Model M;
  EXPECT_THAT(describe(M, deal(M, 3)), IsEmpty());
  M.Params = {filled("a", 0), filled("b", 0)};
  EXPECT_THAT(describe(M, deal(M, 3)), ElementsAre("3:.rodata.tvm:a@0,b@0"));
  M.Params.clear();
  constexpr uint64_t Large = uint64_t(1) << 61;
  for (const char *Name : {"a", "b", "c", "d"})
    M.Params.push_back(filled(Name, Large));
  ParamLayout Layout = deal(M, MaxShards);
  ASSERT_EQ(Layout.Sections.size(), 4u);
  EXPECT_EQ(Layout.Sections[0].Shard, 8192u);
  EXPECT_EQ(Layout.Sections[3].Shard, 57344u);
}

TEST(ShardsTest, Paths) {
  EXPECT_EQ(shardPath("a/m.o", 0, 4), "a/m.o");
  EXPECT_EQ(shardPath("a/m.o", 2, 4), "a/m.shard-2-of-4.o");
  EXPECT_EQ(shardPath("a.d/m", 4, 4), "a.d/m.shard-4-of-4");
}

TEST(ShardsTest, OneObjectIsNoShard) {
  Model M;
  M.Name = "net";
  M.Params = {filled("a", 40)};
  EmitConfig Config;
  Config.Params.Where = InShards{2};
  EXPECT_EQ(toString(emitC(M, Config).takeError()),
            "model 'net': the model is to be split across 2 shards, which "
            "emitShard and "
            "emitShards write");
}

TEST(ContentHashTest, IsThatOfTheBytesInTheTargetsOrder) {
  const std::vector<uint8_t> Little = {1, 0, 0, 0}, Big = {0, 0, 0, 1};
  std::vector<Param> Params(3);
  Params[0].Data = Payload::memory(Little);
  Params[0].Data.setElement(4, Endianness::little);
  Params[1].Data = Payload::memory(Big);
  Params[1].Data.setElement(4, Endianness::big);
  Params[2].Data = Payload::memory(Big);
  for (Endianness Order : {Endianness::little, Endianness::big}) {
    std::vector<ContentHash> Hashes = cantFail(hashContents(Params, Order));
    EXPECT_EQ(Hashes[0], Hashes[1]);
    EXPECT_EQ(Hashes[0] == Hashes[2], Order == Endianness::big);
    EXPECT_EQ(Hashes[2], BLAKE3::hash(Big));
  }
}

TEST(ContentHashTest, IsTheSameForSmallAndLarge) {
  for (size_t Size : {0, 1, 1023, 1024, 1025, 70000}) {
    std::vector<uint8_t> Bytes(Size);
    for (size_t I = 0; I != Size; ++I)
      Bytes[I] = I * 7;
    std::vector<Param> Params(1);
    Params[0].Data = Payload::memory(Bytes);
    EXPECT_EQ(cantFail(hashContents(Params, Endianness::little))[0],
              BLAKE3::hash(Bytes))
        << Size;
  }
}

TEST(ContentHashTest, SymbolsSayAllThatMustBeEqual) {
  ContentHash Hash = BLAKE3::hash<32>(ArrayRef<uint8_t>());
  std::string Symbol = sharedDataSymbol(Hash, 8, ".rodata.tvm", 64);
  EXPECT_EQ(Symbol, sharedDataSymbol(Hash, 8, ".rodata.tvm", 64));
  EXPECT_NE(Symbol, sharedDataSymbol(Hash, 9, ".rodata.tvm", 64));
  EXPECT_NE(Symbol, sharedDataSymbol(Hash, 8, ".flash", 64));
  EXPECT_NE(Symbol, sharedDataSymbol(Hash, 8, ".rodata.tvm", 32));
  EXPECT_THAT(Symbol, testing::MatchesRegex("__metaobj_data_[0-9a-f]{64}"));
}

} // namespace
