//===- ParamLayoutTest.cpp - Sections of parameters -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Layout/ParamLayout.h"
#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

namespace {

/// \p Size bytes that no other parameter of the tests has, unless the same
/// \p Value is given.
Param bytes(std::string Name, uint64_t Size, uint8_t Value,
            uint64_t Alignment = 0) {
  Param P;
  P.Name = std::move(Name);
  P.DType = {kDLInt, 8, 1};
  P.Shape = {static_cast<int64_t>(Size)};
  P.Data = Payload::fill(Value, Size);
  P.Alignment = Alignment;
  P.Owner = "p.bin";
  return P;
}

ParamLayout layOut(const Model &TheModel, const EmitConfig &Config = {},
                   const FormatRules &Rules = formatRules(Triple::ELF)) {
  return cantFail(layOutParams(TheModel, Config, Rules));
}

std::string refusal(const Model &TheModel, const EmitConfig &Config = {},
                    Triple::ObjectFormatType Format = Triple::ELF) {
  Expected<ParamLayout> Layout =
      layOutParams(TheModel, Config, formatRules(Format));
  return Layout ? "<accepted>" : withoutHints(Layout.takeError()).text();
}

/// "name@offset" of what is stored in a section.
std::vector<std::string> contents(const Model &TheModel,
                                  const ParamLayout &Layout, size_t Section) {
  std::vector<std::string> Result;
  for (uint32_t Index : Layout.Sections[Section].Params)
    Result.push_back(TheModel.Params[Index].Name + "@" +
                     std::to_string(Layout.Sites[Index].Offset));
  return Result;
}

std::vector<std::string> names(const ParamLayout &Layout) {
  std::vector<std::string> Result;
  for (const ParamSection &Section : Layout.Sections)
    Result.push_back(Section.Name);
  return Result;
}

std::vector<size_t> storage(const ParamLayout &Layout) {
  std::vector<size_t> Result;
  for (const ParamSite &Site : Layout.Sites)
    Result.push_back(Site.Storage);
  return Result;
}

TEST(ParamLayoutTest, NoParametersNoSections) {
  ParamLayout Layout = layOut(Model());
  EXPECT_TRUE(Layout.Sections.empty());
  EXPECT_TRUE(Layout.Sites.empty());
  EXPECT_EQ(Layout.size(), 0u);
}

TEST(ParamLayoutTest, PacksByAlignmentThenFileOrder) {
  Model M;
  M.Params = {bytes("a", 1, 1, 1), bytes("b", 64, 2, 64), bytes("c", 2, 3, 1),
              bytes("d", 64, 4, 64)};
  ParamLayout Layout = layOut(M);
  ASSERT_EQ(Layout.Sections.size(), 1u);
  const ParamSection &Section = Layout.Sections[0];
  EXPECT_THAT(contents(M, Layout, 0),
              ElementsAre("b@0", "d@64", "a@128", "c@129"));
  EXPECT_EQ(Section.Alignment, 64u);
  EXPECT_EQ(Section.Size, 131u);
  // a, 63 bytes, b, c, 62 bytes, d: 256.
  EXPECT_EQ(Layout.SavedByPacking, 256u - 131u);
  EXPECT_EQ(Layout.padding(M.Params), 0u);
  EXPECT_EQ(Layout.Sites[2].Offset, 129u);
}

TEST(ParamLayoutTest, KeepsTheOrderWhenPackingWouldCost) {
  Model M;
  M.Params = {bytes("a", 8, 1, 16), bytes("b", 8, 2, 8), bytes("c", 16, 3, 16)};
  ParamLayout Layout = layOut(M);
  EXPECT_THAT(contents(M, Layout, 0), ElementsAre("a@0", "b@8", "c@16"));
  EXPECT_EQ(Layout.SavedByPacking, 0u);
}

TEST(ParamLayoutTest, OrderOfRulesIsStronger) {
  Model M;
  M.Params = {bytes("a", 64, 1, 64), bytes("b", 64, 2, 64), bytes("c", 1, 3, 1),
              bytes("d", 1, 4, 1)};
  EmitConfig Config;
  Config.Params.Rules = {{"d", "", 0, -1}, {"a", "", 0, 1}};
  ParamLayout Layout = layOut(M, Config);
  EXPECT_THAT(contents(M, Layout, 0),
              ElementsAre("d@0", "b@64", "c@128", "a@192"));
}

TEST(ParamLayoutTest, SectionsInOrderOfFirstUse) {
  Model M;
  M.Params = {bytes("a", 1, 1), bytes("b", 1, 2), bytes("c", 1, 3)};
  EmitConfig Config;
  Config.Params.Rules = {{"b", ".flash", 0}};
  ParamLayout Layout = layOut(M, Config);
  EXPECT_THAT(names(Layout), ElementsAre(".rodata.tvm", ".flash"));
  EXPECT_EQ(Layout.Sites[1].Section, 1u);
  EXPECT_EQ(Layout.Sites[2].Section, 0u);
  EXPECT_EQ(Layout.Sites[2].Offset, 64u);
}

TEST(ParamLayoutTest, EqualBytesAreStoredOnce) {
  Model M;
  M.Params = {bytes("a", 8, 1, 4), bytes("b", 8, 2, 4), bytes("c", 8, 1, 256),
              bytes("d", 9, 1, 4), bytes("e", 0, 0, 4), bytes("f", 0, 0, 4)};
  ParamLayout Layout = layOut(M);
  // Nothing is shared where there is nothing to share.
  EXPECT_THAT(storage(Layout), ElementsAre(0, 1, 0, 3, 4, 5));
  EXPECT_EQ(Layout.Sites[2].Offset, Layout.Sites[0].Offset);
  // The largest alignment wins.
  EXPECT_EQ(Layout.Sections[0].Alignment, 256u);
  EXPECT_EQ(Layout.Sites[0].Offset, 0u);
  EXPECT_EQ(Layout.SavedByDedup, 8u);
  EmitConfig Config;
  Config.Params.Dedup = ParamDedup::Off;
  EXPECT_THAT(storage(layOut(M, Config)), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(ParamLayoutTest, OnlyTheSameSectionIsShared) {
  Model M;
  M.Params = {bytes("a", 8, 1), bytes("b", 8, 1), bytes("c", 8, 1)};
  EmitConfig Config;
  Config.Params.Rules = {{"b", ".flash", 0}};
  EXPECT_THAT(storage(layOut(M, Config)), ElementsAre(0, 1, 0));
}

TEST(ParamLayoutTest, WithoutAliasesExportedOnesAreStored) {
  Model M;
  M.Params = {bytes("a", 8, 1), bytes("b", 8, 1), bytes("c", 8, 1)};
  EmitConfig Config;
  Config.Params.Rules = {{"a", "", 0, std::nullopt, ParamVisibility::Global},
                         {"b", "", 0, std::nullopt, ParamVisibility::Hidden}};
  EXPECT_THAT(storage(layOut(M, Config)), ElementsAre(0, 0, 0));
  ParamLayout Layout = layOut(M, Config, sourceRules());
  EXPECT_THAT(storage(Layout), ElementsAre(0, 1, 0));
  EXPECT_EQ(Layout.Sites[2].Visibility, ParamVisibility::Local);
}

TEST(ParamLayoutTest, ASectionEach) {
  Model M;
  M.Params = {bytes("a", 8, 1), bytes("b", 8, 2), bytes("c", 8, 1)};
  EmitConfig Config;
  Config.Params.OwnSections = true;
  ParamLayout Layout = layOut(M, Config);
  EXPECT_THAT(names(Layout), ElementsAre(".rodata.tvm.a", ".rodata.tvm.b"));
  EXPECT_EQ(Layout.Sites[2].Section, 0u);
  EXPECT_THAT(names(layOut(M, Config, formatRules(Triple::COFF))),
              ElementsAre(".rdata$a", ".rdata$b"));
  EXPECT_THAT(names(layOut(M, Config, formatRules(Triple::Wasm))),
              ElementsAre(".rodata.__tvm_param__a", ".rodata.__tvm_param__b"));
  Config.Params.Rules = {{"a", ".rdata$w", 0}};
  EXPECT_THAT(names(layOut(M, Config, formatRules(Triple::COFF))),
              ElementsAre(".rdata$w.a", ".rdata$b", ".rdata$c"));
  Config.Params.Rules.clear();
  EXPECT_EQ(refusal(M, Config, Triple::MachO),
            "p.bin: parameter 'a' cannot have a section of its own in Mach-O");
}

TEST(ParamLayoutTest, ConstantsOfWebAssemblyAreSeparate) {
  Model M;
  M.Params = {bytes("a", 8, 1), bytes("b", 8, 2), bytes("c", 8, 3)};
  EmitConfig Config;
  Config.Params.Rules = {{"b", ".rodata.x", 0}};
  EXPECT_THAT(names(layOut(M, Config, formatRules(Triple::Wasm))),
              ElementsAre(".rodata.__tvm_param__a", ".rodata.__tvm_param__c",
                          ".rodata.x"));
}

TEST(ParamLayoutTest, NoTwoSymbolsAtOneAddressInMachO) {
  Model M;
  M.Params = {bytes("a", 0, 1), bytes("b", 0, 2)};
  EmitConfig Config;
  Config.Params.Dedup = ParamDedup::Off;
  Config.Params.Alignment = 1;
  EXPECT_EQ(layOut(M, Config, formatRules(Triple::MachO)).Sites[1].Offset, 1u);
  EXPECT_EQ(layOut(M, Config, formatRules(Triple::COFF)).Sites[1].Offset, 0u);
}

TEST(ParamLayoutTest, RefusesSectionsOver64Bits) {
  Model M;
  M.Params = {bytes("a", 1, 1), bytes("b", ~uint64_t(0) - 1, 2)};
  EXPECT_EQ(refusal(M),
            "p.bin: section '.rodata.tvm' would pass 64 bits with parameter "
            "'b' of 18446744073709551614 bytes");
}

static std::string summary(const Model &TheModel,
                           const EmitConfig &Config = {}) {
  TargetSpec Target;
  Target.Triple = Triple("x86_64-unknown-linux-gnu");
  return summarize(cantFail(emit(TheModel, Target, Config)));
}

TEST(ParamLayoutTest, Summary) {
  Model M;
  EXPECT_EQ(summary(M), "0 parameters, 0 bytes in 0 sections");
  M.Params = {bytes("a", 1, 1, 1), bytes("b", 64, 2, 64), bytes("c", 1, 1, 1)};
  EXPECT_EQ(summary(M),
            "3 parameters, 65 bytes in 1 section; 1 byte saved by sharing, 63 "
            "bytes saved by packing");
  EmitConfig Config;
  Config.Params.Dedup = ParamDedup::Off;
  EXPECT_EQ(summary(M, Config),
            "3 parameters, 66 bytes in 1 section; 63 bytes saved by packing");
}

} // namespace
