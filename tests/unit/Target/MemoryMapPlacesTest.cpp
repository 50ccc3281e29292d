//===- MemoryMapPlacesTest.cpp - Where a board wants symbols --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/MemoryMapPlaces.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

constexpr char Yaml[] =
    "regions:\n"
    "- {name: flash, address: 0x0, size: 1K}\n"
    "- {name: ospi, address: 0x60000000, size: 4K, access: read,\n"
    "   sections: ['.o?pi', .bss.no, '.model*']}\n"
    "- {name: ram, address: 0x20000000, size: 2K}\n"
    "- {name: sram, address: 0x30000000, size: 1K, sections: ['.fast.*']}\n"
    "- {name: dtcm, address: 0x40000000, size: 1K}\n"
    "contents:\n"
    "- {symbols: [net, '*_tflite'], memory: ospi, align: 32}\n"
    "- {symbols: ['net*'], align: 64}\n"
    "- {symbols: [arena], memory: sram, align: 16}\n"
    "- {symbols: [both], memory: ospi}\n"
    "- {symbols: [both], memory: flash}\n"
    "- {symbols: [lost], memory: dtcm}\n"
    "- {symbols: [burnt], memory: ospi}\n";

/// Symbols point to its contents.
const MemoryMap &board() {
  static const MemoryMap Board =
      cantFail(readMemoryMap(MemoryBufferRef(Yaml, "board.yaml")));
  return Board;
}

bool canHave(StringRef Section) { return !Section.starts_with(".bss"); }

PlacedSymbol place(PlacedSymbol Symbol) {
  placeSymbol(board(), Symbol, canHave);
  return Symbol;
}

std::string reason(PlacedSymbol Symbol) {
  const MemoryMap &Board = board();
  placeSymbol(Board, Symbol, canHave);
  return toString(checkPlace(Board, Symbol, "net.bin", canHave));
}

std::string regionOf(StringRef Section, SectionUse Use) {
  const MemoryMap &Board = board();
  const MemoryRegion *Region = regionOfSection(Board, Section, Use);
  return Region ? Region->Name : "";
}

TEST(MemoryMapPlaces, RegionsOfSections) {
  EXPECT_EQ(regionOf(".rodata.x", SectionUse::Constants), "flash");
  EXPECT_EQ(regionOf(".model.x", SectionUse::Constants), "ospi");
  EXPECT_EQ(regionOf(".data.x", SectionUse::Variables), "ram");
  EXPECT_EQ(regionOf(".bss.x", SectionUse::Zeros), "ram");
  EXPECT_EQ(regionOf(".fast.x", SectionUse::Zeros), "sram");
  // What no rule of links tells is not guessed.
  MemoryMap Flash, Two;
  Flash.Regions = {{"flash", 0, 8, false, {}}};
  EXPECT_EQ(regionOfSection(Flash, ".bss", SectionUse::Zeros), nullptr);
  Two.Regions = {{"a", 0, 8, true, {}}, {"b", 8, 8, true, {}}};
  EXPECT_EQ(regionOfSection(Two, ".rodata", SectionUse::Constants), nullptr);
  Two.Places.Text = "b";
  EXPECT_EQ(regionOfSection(Two, ".rodata", SectionUse::Constants),
            &Two.Regions[1]);
}

TEST(MemoryMapPlaces, SectionAndAlignment) {
  PlacedSymbol Net = place({"net", SectionUse::Constants, ".rodata.net"});
  // The first name of the region that the section can have.
  EXPECT_EQ(Net.Section, ".model");
  EXPECT_EQ(Net.Alignment, 64u);
  ASSERT_TRUE(Net.SectionRule && Net.AlignmentRule);
  EXPECT_EQ(Net.SectionRule->Place, "board.yaml:9:4");
  EXPECT_EQ(Net.AlignmentRule->Place, "board.yaml:10:4");
  // It lies there already.
  PlacedSymbol There =
      place({"a_tflite", SectionUse::Constants, ".model.a_tflite"});
  EXPECT_EQ(There.Section, ".model.a_tflite");
  EXPECT_EQ(There.Alignment, 32u);
  EXPECT_FALSE(There.SectionRule);
  PlacedSymbol Chosen = place({"net", SectionUse::Constants, ".mine", true});
  EXPECT_EQ(Chosen.Section, ".mine");
  PlacedSymbol Other = place({"other", SectionUse::Constants, ".rodata.other"});
  EXPECT_EQ(Other.Section, ".rodata.other");
  EXPECT_EQ(Other.Alignment, 1u);
}

TEST(MemoryMapPlaces, PoolsHaveTheNameOfARegion) {
  PlacedSymbol Pool = {"net_sram", SectionUse::Zeros, ".noinit", false, "sram"};
  EXPECT_EQ(place(Pool).Section, ".fast.net_sram");
  EXPECT_EQ(reason(Pool), "");
  // Contents come before the name, and a memory of constants is none.
  Pool.Name = "arena";
  Pool.Pool = "ram";
  EXPECT_EQ(place(Pool).Section, ".fast.arena");
  Pool.Name = "net_flash";
  Pool.Pool = "flash";
  EXPECT_EQ(place(Pool).Section, ".noinit");
  EXPECT_EQ(reason(Pool), "");
}

TEST(MemoryMapPlaces, OtherPlacesAreErrors) {
  EXPECT_EQ(reason({"net", SectionUse::Constants, ".model.x", true}), "");
  EXPECT_EQ(reason({"net", SectionUse::Constants, ".mine", true}),
            "net.bin: 'net' goes to section '.mine', which lies in 'flash' "
            "(board.yaml:2:4), and must lie in 'ospi' (board.yaml:9:4); "
            "'ospi' takes section '.model'");
  EXPECT_EQ(reason({"lost", SectionUse::Zeros, ".bss"}),
            "net.bin: 'lost' goes to section '.bss', which lies in 'ram' "
            "(board.yaml:5:4), and must lie in 'dtcm' (board.yaml:14:4); name "
            "a section for it in 'sections' of 'dtcm' (board.yaml:7:4)");
  EXPECT_THAT(reason({"both", SectionUse::Constants, ".rodata"}),
              HasSubstr("and must lie in 'flash' (board.yaml:13:4)"));
  EXPECT_EQ(reason({"burnt", SectionUse::Zeros, ".bss"}),
            "net.bin: 'burnt' is written, but 'ospi' (board.yaml:3:4) cannot "
            "be written (board.yaml:15:4)");
}

TEST(MemoryMapPlaces, RoomOfRegions) {
  auto Reason = [](std::vector<SectionBytes> Sections) {
    return toString(checkRoom(board(), Sections));
  };
  SectionBytes Model = {".model", SectionUse::Constants, 4096, "a", "a.bin"};
  SectionBytes Rest = {".rodata", SectionUse::Constants, 1024, "b", "b.bin"};
  EXPECT_EQ(Reason({Model, Rest}), "");
  EXPECT_EQ(
      Reason({Model, Rest, {".model.c", SectionUse::Constants, 1, "c", "c"}}),
      "a.bin: 4,097 bytes do not fit into 'ospi' (board.yaml:3:4), which "
      "has 4,096 bytes; 'a' in section '.model' has most of them; name "
      "their sections in 'sections' of another region, or make them "
      "smaller");
  Model.Bytes = UINT64_MAX;
  EXPECT_THAT(Reason({Model, Model}), HasSubstr("18,446,744,073,709,551,615"));
}

TEST(MemoryMapPlaces, LimitsOfPools) {
  const MemoryMap &Board = board();
  PlanPool Pool = {"ram"};
  EXPECT_EQ(toString(limitByRegion(Pool, Board.Regions[2])), "");
  EXPECT_EQ(Pool.Limit, 2048u);
  Pool.Limit = 100;
  EXPECT_EQ(toString(limitByRegion(Pool, Board.Regions[2])), "");
  EXPECT_EQ(Pool.Limit, 100u);
  Pool.Limit = 4096;
  EXPECT_EQ(toString(limitByRegion(Pool, Board.Regions[2])),
            "board.yaml:5:4: region 'ram' has 2,048 bytes, less than the limit "
            "of pool 'ram', 4,096");
  EXPECT_EQ(hintOfLimits({nullptr, nullptr}), "");
  EXPECT_EQ(
      hintOfLimits(
          {&Board.Regions[2], nullptr, &Board.Regions[3], &Board.Regions[2]}),
      "'ram' (board.yaml:5:4) has 2,048 bytes, 'sram' (board.yaml:6:4) has "
      "1,024 bytes");
}

} // namespace
