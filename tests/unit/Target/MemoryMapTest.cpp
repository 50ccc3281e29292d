//===- MemoryMapTest.cpp - Memories of boards -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/MemoryMap.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

static std::string reasonOf(Error E) { return toString(std::move(E)); }

static std::string reasonOfRegion(StringRef Text) {
  Expected<MemoryRegion> Region = parseMemoryRegion(Text);
  return Region ? "" : reasonOf(Region.takeError());
}

static Expected<MemoryMap> read(StringRef Yaml) {
  return readMemoryMap(MemoryBufferRef(Yaml, "board.yaml"));
}

static std::string reasonOfFile(StringRef Yaml) {
  Expected<MemoryMap> Map = read(Yaml);
  return Map ? "" : reasonOf(Map.takeError());
}

TEST(MemoryMapTest, RegionInOneLine) {
  Expected<MemoryRegion> Flash = parseMemoryRegion("flash=0x8000000:256K");
  ASSERT_TRUE(bool(Flash));
  EXPECT_EQ(Flash->Name, "flash");
  EXPECT_EQ(Flash->Address, 0x8000000u);
  EXPECT_EQ(Flash->Bytes, 256u * 1024);
  EXPECT_FALSE(Flash->IsWritable);
  Expected<MemoryRegion> Ram = parseMemoryRegion("ram=536870912:0x10000");
  ASSERT_TRUE(bool(Ram));
  EXPECT_EQ(Ram->Address, 0x20000000u);
  EXPECT_EQ(Ram->Bytes, 0x10000u);
  EXPECT_TRUE(Ram->IsWritable);
}

TEST(MemoryMapTest, OtherLinesAreNoRegions) {
  for (StringRef Text :
       {"flash", "flash=", "flash=0x0", "=0:1K", "flash=0x0:", "flash=:1K"})
    EXPECT_THAT(reasonOfRegion(Text), HasSubstr("has no name, address or size"))
        << Text.str();
  EXPECT_THAT(reasonOfRegion(""), HasSubstr("a region is empty"));
  EXPECT_THAT(reasonOfRegion("flash=x:1K"),
              HasSubstr("expected an address, found 'x'"));
  EXPECT_THAT(reasonOfRegion("flash=0:big"),
              HasSubstr("expected a size, found 'big'"));
  EXPECT_THAT(reasonOfRegion("flash=0x10000000000000000:1"),
              HasSubstr("expected an address"));
}

TEST(MemoryMapTest, File) {
  Expected<MemoryMap> Map = read("entry: Reset_Handler\n"
                                 "stack: 4K\n"
                                 "regions:\n"
                                 "- {name: flash, address: 0x0, size: 256K}\n"
                                 "- {name: ram, address: 0x20000000, size: "
                                 "64K}\n"
                                 "- name: qspi\n"
                                 "  address: 0x90000000\n"
                                 "  size: 8M\n"
                                 "  access: read\n"
                                 "  sections: ['.rodata.tvm*']\n");
  ASSERT_TRUE(bool(Map)) << reasonOf(Map.takeError());
  EXPECT_EQ(Map->Entry, "Reset_Handler");
  EXPECT_EQ(Map->StackBytes, 4096u);
  ASSERT_EQ(Map->Regions.size(), 3u);
  EXPECT_FALSE(Map->Regions[0].IsWritable);
  EXPECT_TRUE(Map->Regions[1].IsWritable);
  EXPECT_FALSE(Map->Regions[2].IsWritable);
  EXPECT_EQ(Map->Regions[2].Bytes, 8u << 20);
  EXPECT_EQ(Map->Regions[2].Sections, std::vector<std::string>{".rodata.tvm*"});
}

TEST(MemoryMapTest, FaultsOfFilesHaveAPlace) {
  EXPECT_EQ(reasonOfFile("regions:\n- {name: a, size: 1, address: 0, x: 1}\n"),
            "board.yaml:2:34: unknown key 'x'");
  EXPECT_EQ(reasonOfFile("regions:\n- {name: a, address: 0}\n"),
            "board.yaml:2:4: missing required key 'size'");
  EXPECT_THAT(reasonOfFile("regions:\n- {name: a, address: 0, size: lots}\n"),
              HasSubstr("board.yaml:2:31: expected a number, such as "
                        "0x20000000 or 64K"));
  EXPECT_THAT(reasonOfFile("regions: ["), HasSubstr("board.yaml:"));
  EXPECT_EQ(reasonOfFile("regions: []\n"), "board.yaml: memory: has no region");
  EXPECT_THAT(reasonOfFile(std::string((1 << 20) + 1, ' ')),
              HasSubstr("memory maps of up to 1048576 are read"));
}

static std::string reasonOfMap(std::vector<MemoryRegion> Regions) {
  MemoryMap Map;
  Map.Regions = std::move(Regions);
  return reasonOf(checkMemoryMap(Map));
}

TEST(MemoryMapTest, BadMaps) {
  EXPECT_THAT(reasonOfMap({{"a b", 0, 1, true, {}}}),
              HasSubstr("is not a name for a linker script"));
  EXPECT_THAT(reasonOfMap({{"a", 0, 0, true, {}}}), HasSubstr("has no bytes"));
  EXPECT_THAT(reasonOfMap({{"a", UINT64_MAX, 2, true, {}}}),
              HasSubstr("ends behind the last address"));
  EXPECT_EQ(reasonOfMap({{"a", UINT64_MAX, 1, true, {}}}), "");
  EXPECT_THAT(reasonOfMap({{"a", 0, 8, true, {}}, {"a", 8, 8, true, {}}}),
              HasSubstr("is there twice"));
  EXPECT_THAT(reasonOfMap({{"a", 0, 9, true, {}}, {"b", 8, 8, true, {}}}),
              HasSubstr("'b': overlaps region 'a'"));
  EXPECT_THAT(reasonOfMap({{"a", 8, 9, true, {}}, {"b", 0, 9, true, {}}}),
              HasSubstr("'b': overlaps region 'a'"));
  EXPECT_EQ(reasonOfMap({{"a", 8, 8, true, {}}, {"b", 0, 8, false, {}}}), "");
  EXPECT_THAT(reasonOfMap({{"a", 8, 8, true, {}}, {"b", 0, 8, true, {}}}),
              HasSubstr("has no read-only region for code and constants"));
  EXPECT_THAT(reasonOfMap({{"a", 8, 8, false, {}}}),
              HasSubstr("has no writable region for data and stack"));
  EXPECT_THAT(reasonOfMap({{"a", 0, 8, true, {".text) } EVIL"}}}),
              HasSubstr("is not a pattern of sections"));
}

TEST(MemoryMapTest, BoardsAreGood) {
  ASSERT_FALSE(knownBoards().empty());
  for (StringRef Name : knownBoards()) {
    std::optional<MemoryMap> Map = memoryMapOfBoard(Name);
    ASSERT_TRUE(Map.has_value()) << Name.str();
    EXPECT_EQ(reasonOf(checkMemoryMap(*Map)), "");
  }
  EXPECT_FALSE(memoryMapOfBoard("toaster"));
}

static const char Regions[] =
    "regions:\n"
    "- {name: flash, address: 0x0, size: 256K}\n"
    "- {name: ram, address: 0x20000000, size: 64K}\n"
    "- {name: itcm, address: 0x30000000, size: 64K}\n"
    "- {name: dtcm, address: 0x40000000, size: 64K}\n";

TEST(MemoryMapTest, BadPlaces) {
  auto Reason = [](StringRef Places) {
    return reasonOfFile((Regions + ("sections: {" + Places + "}\n")).str());
  };
  EXPECT_EQ(Reason("args: dtcm, workspace: itcm"), "");
  EXPECT_THAT(Reason("args: sram2"),
              HasSubstr("places args in region 'sram2', which is not there; "
                        "known are: 'flash', 'ram', 'itcm'"));
  EXPECT_THAT(Reason("stack: flash"),
              HasSubstr("places stack in region 'flash', which programs cannot "
                        "write"));
  EXPECT_THAT(Reason("heap: ram"), HasSubstr("unknown key 'heap'"));
}
