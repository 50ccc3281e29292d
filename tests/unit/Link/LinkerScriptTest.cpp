//===- LinkerScriptTest.cpp - Places of sections in memories --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/LinkerScript.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

TEST(LinkerScriptTest, SectionsHaveTheirPlaces) {
  Expected<MemoryMap> Map = readMemoryMap(MemoryBufferRef(
      "regions:\n"
      "- {name: flash, address: 0x0, size: 256K}\n"
      "- {name: ram, address: 0x20000000, size: 64K}\n"
      "- {name: itcm, address: 0x30000000, size: 64K}\n"
      "- {name: dtcm, address: 0x40000000, size: 64K}\n"
      "stack: 4K\n"
      "sections: {text: itcm, rodata: flash, data: ram, bss: dtcm, "
      "stack: itcm}\n",
      "board.yaml"));
  ASSERT_TRUE(bool(Map)) << toString(Map.takeError());
  std::string Script = linkerScript(*Map);
  EXPECT_THAT(Script, HasSubstr("KEEP(*(.fini))\n  } > itcm"));
  EXPECT_THAT(Script, HasSubstr("{ *(.rodata.tvm .rodata.tvm.*) } > flash"));
  EXPECT_THAT(Script, HasSubstr("} > ram AT > flash"));
  EXPECT_THAT(Script, HasSubstr(".heap (NOLOAD) : ALIGN(8) { . += 0; } > "
                                "dtcm"));
  EXPECT_THAT(Script, HasSubstr("{ . += 0x1000; } > itcm"));
  EXPECT_THAT(Script, HasSubstr("PROVIDE(stack_top = ORIGIN(itcm) + "
                                "LENGTH(itcm));"));
  EXPECT_THAT(Script, HasSubstr("PROVIDE(heap_end = ORIGIN(dtcm) + "
                                "LENGTH(dtcm));"));
}

TEST(LinkerScriptTest, OneMemoryTakesEverything) {
  MemoryMap Map;
  Map.Regions = {{"sram", 0x1000, 0x2000, true, {}}};
  std::string Script = linkerScript(Map);
  EXPECT_THAT(Script, HasSubstr("sram (rwx) : ORIGIN = 0x1000, "
                                "LENGTH = 0x2000"));
  EXPECT_THAT(Script, HasSubstr("} > sram AT > sram"));
  EXPECT_EQ(Script.find('@'), std::string::npos);
}

TEST(LinkerScriptTest, PlacedSectionsComeFirst) {
  MemoryMap Map;
  Map.StackBytes = 256;
  Map.Entry = "start";
  Map.Regions = {{"flash", 0, 64, false, {}},
                 {"ram", 0x100, 64, true, {}},
                 {"qspi", 0x1000, 64, false, {".rodata.tvm*"}}};
  std::string Script = linkerScript(Map);
  size_t Placed = Script.find(".qspi.placed : { *(.rodata.tvm*) } > qspi");
  ASSERT_NE(Placed, std::string::npos);
  EXPECT_LT(Placed, Script.find(".text :"));
  EXPECT_THAT(Script, HasSubstr("ENTRY(start)"));
  EXPECT_THAT(Script, HasSubstr(".stack (NOLOAD) : { . += 0x100; } > ram"));
  EXPECT_EQ(Script.find('@'), std::string::npos);
}
