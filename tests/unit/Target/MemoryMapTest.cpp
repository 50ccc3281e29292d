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
  EXPECT_THAT(
      reasonOfFile("regions:\n- {name: a, size: 1, address: 0, x: 1}\n"),
      HasSubstr("board.yaml:2:34: unknown key 'x'; known are: 'name', "));
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

//===----------------------------------------------------------------------===//
// What only a check reads
//===----------------------------------------------------------------------===//

static const char Memories[] =
    "regions:\n"
    "- {name: flash, address: 0x0, size: 64K, readers: [cpu, npu]}\n"
    "- {name: ram, address: 0x20000000, size: 64K, cache-line: 32}\n"
    "- {name: keep, address: 0x30000000, size: 4K, load: nobody}\n";

static std::string reasonOfContents(StringRef Entry) {
  return reasonOfFile((Memories + ("contents:\n- {" + Entry + "}\n")).str());
}

TEST(MemoryMapTest, MemoriesOfABoard) {
  Expected<MemoryMap> Map = read(Memories);
  ASSERT_TRUE(bool(Map)) << reasonOf(Map.takeError());
  ArrayRef<MemoryRegion> All = Map->Regions;
  EXPECT_EQ(All[0].Readers, (std::vector<std::string>{"cpu", "npu"}));
  EXPECT_EQ(All[0].Place, "board.yaml:2:4");
  EXPECT_EQ(All[1].CacheLine, 32u);
  EXPECT_EQ(loadingOf(All[0], *Map), MemoryLoading::Image);
  EXPECT_EQ(loadingOf(All[1], *Map), MemoryLoading::StartUp);
  EXPECT_EQ(loadingOf(All[2], *Map), MemoryLoading::Nobody);
  MemoryMap Single;
  Single.Regions = {{"ram", 0, 1, true, {}}};
  EXPECT_EQ(loadingOf(Single.Regions[0], Single), MemoryLoading::Image);
}

TEST(MemoryMapTest, ContentsOfABoard) {
  Expected<MemoryMap> Map =
      read((Memories + StringRef("contents:\n"
                                 "- symbols: [model, '*_tflite']\n"
                                 "  memory: flash\n"
                                 "  address: 0x0\n"
                                 "  align: 16\n"
                                 "  access: read\n"
                                 "  readers: [npu]\n"
                                 "- {name: heap, start: end, size: 4K}\n"
                                 "- sections: [.arena]\n"
                                 "  writers: [npu]\n"
                                 "  load: nobody\n"
                                 "  shared: true\n"
                                 "  optional: true\n"))
               .str());
  ASSERT_TRUE(bool(Map)) << reasonOf(Map.takeError());
  ASSERT_EQ(Map->Contents.size(), 3u);
  const BoardContents &Model = Map->Contents[0], &Heap = Map->Contents[1],
                      &Arena = Map->Contents[2];
  EXPECT_EQ(Model.Symbols, (std::vector<std::string>{"model", "*_tflite"}));
  EXPECT_EQ(Model.Region, "flash");
  EXPECT_EQ(Model.Address, 0u);
  EXPECT_EQ(Model.Alignment, 16u);
  EXPECT_TRUE(Model.IsConstant);
  EXPECT_FALSE(Model.IsWritten);
  EXPECT_EQ(Model.Place, "board.yaml:6:3");
  EXPECT_EQ(Heap.Name, "heap");
  EXPECT_EQ(Heap.Start, "end");
  EXPECT_EQ(Heap.Bytes, 4096u);
  EXPECT_FALSE(Heap.Address);
  EXPECT_FALSE(Heap.MayShare || Heap.IsOptional || Heap.IsNeverLoaded);
  EXPECT_EQ(Arena.Sections, std::vector<std::string>{".arena"});
  EXPECT_EQ(Arena.Writers, std::vector<std::string>{"npu"});
  EXPECT_TRUE(Arena.MayShare && Arena.IsOptional && Arena.IsNeverLoaded);
}

TEST(MemoryMapTest, ContentsThatSayTooLittleOrTooMuch) {
  EXPECT_EQ(reasonOfContents("symbols: [a], readers: [npu]"), "");
  for (StringRef Text : {"align: 4", "symbols: [a], sections: [b]",
                         "symbols: [a], name: a, start: b, end: c"})
    EXPECT_THAT(reasonOfContents(Text),
                HasSubstr("board.yaml:6:4: expected one of: symbols; sections; "
                          "a range"))
        << Text.str();
  EXPECT_THAT(reasonOfContents("start: a, end: b"),
              HasSubstr("a range has no name"));
  EXPECT_THAT(reasonOfContents("symbols: [a], size: 4"),
              HasSubstr("only a range has a name or a size"));
  for (StringRef Text : {"start: b", "start: b, end: c, size: 4"})
    EXPECT_THAT(reasonOfContents(("name: a, " + Text).str()),
                HasSubstr("range 'a' needs two of start, end and size"));
  EXPECT_THAT(reasonOfContents("symbols: ['a[0-9]']"),
              HasSubstr("'a[0-9]' is not a pattern"));
  EXPECT_THAT(reasonOfContents("symbols: [a], access: read, load: nobody"),
              HasSubstr("contradicts itself"));
  EXPECT_THAT(reasonOfContents("symbols: [a], writers: [dma]"),
              HasSubstr("reader 'dma' is named by no region; known are: 'cpu' "
                        "and 'npu'"));
  EXPECT_THAT(reasonOfContents("symbols: [a], memory: sram"),
              HasSubstr("memory 'sram' is named by no region; known are: "
                        "'flash', 'ram' and 'keep'"));
  EXPECT_THAT(reasonOfContents("symbols: [a], align: 12"),
              HasSubstr("expected a power of two, found 12"));
  EXPECT_THAT(reasonOfContents("symbols: [a], access: execute"),
              HasSubstr("unknown value 'execute'; known are: 'read' and "
                        "'write'"));
  EXPECT_THAT(reasonOfContents("symbols: [a], shared: maybe"),
              HasSubstr("known are: 'true' and 'false'"));
}

TEST(MemoryMapTest, FaultsOfRegionsHaveAPlace) {
  auto Second = [](StringRef Text) {
    return reasonOfFile(("regions:\n- {name: a, address: 0, size: 8}\n"
                         "-   {" +
                         Text + "}\n")
                            .str());
  };
  EXPECT_EQ(Second("name: a, address: 8, size: 8"),
            "board.yaml:3:6: region 'a': is there twice");
  EXPECT_EQ(Second("name: b, address: 7, size: 8"),
            "board.yaml:3:6: region 'b': overlaps region 'a'");
  EXPECT_EQ(Second("name: b, address: 0xfffffffffffffff8, size: 9"),
            "board.yaml:3:6: region 'b': ends behind the last address");
  EXPECT_THAT(Second("name: b, address: 8, size: 8, size: 9"),
              HasSubstr("board.yaml:3:36: the key 'size' is there twice"));
  EXPECT_THAT(Second("name: b, address: 8, size: 8, cache-line: 0"),
              HasSubstr("expected a power of two, found 0"));
  EXPECT_THAT(Second("name: b, address: 8, size: *x"),
              HasSubstr("names an anchor; write its value"));
}

TEST(MemoryMapTest, DeepFiles) {
  for (StringRef Start : {"regions: ", "regions:\n- name: ", "? ", ""})
    for (StringRef Bracket : {"[", "{", "- ", "? "}) {
      std::string Text = Start.str();
      for (unsigned I = 0; I != 100000; ++I)
        Text += Bracket;
      EXPECT_THAT(reasonOfFile(Text), HasSubstr("board.yaml"))
          << Text.substr(0, 30);
    }
}

TEST(MemoryMapTest, OtherTexts) {
  EXPECT_THAT(reasonOfFile(""), HasSubstr("is not a board"));
  EXPECT_THAT(reasonOfFile("- a"), HasSubstr("is not a board"));
  EXPECT_THAT(reasonOfFile("regions:\n"), HasSubstr("'regions' has no value"));
  EXPECT_THAT(reasonOfFile("\xff"), HasSubstr("is not a text in UTF-8"));
  EXPECT_THAT(reasonOfFile((Memories + StringRef("---\nstack: 1\n")).str()),
              HasSubstr("has two documents"));
  // Only a link needs a memory for code, and one to write.
  EXPECT_EQ(reasonOfFile("regions:\n- {name: rom, address: 0, size: 8}\n"), "");
}
