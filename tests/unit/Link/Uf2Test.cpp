//===- Uf2Test.cpp - Images for a chip's boot ROM -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Link.h"

#include "Inspect/TestObject.h"
#include "Object/LoadedSections.h"
#include "Read/Files.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace llvm;
using namespace metaobj;

namespace {

constexpr uint32_t Rp2040 = 0xe48bff56;

/// Flash behind the boot ROM of an RP2040, with an old program in it.
class BootRom {
public:
  void write(StringRef Uf2) {
    for (size_t Offset = 0; Offset + 512 <= Uf2.size(); Offset += 512) {
      auto Word = [&](size_t Index) {
        return support::endian::read32le(Uf2.data() + Offset + 4 * Index);
      };
      uint32_t Address = Word(3), Bytes = Word(4), Number = Word(5);
      EXPECT_EQ(Bytes, 256u);
      EXPECT_EQ(Number, Offset / 512);
      EXPECT_EQ(Word(6), Uf2.size() / 512);
      // A group of 16 blocks is taken for one sector of 16 pages.
      if (ErasedGroups.insert(Number / 16).second)
        for (uint32_t I = 0; I != 4096; ++I)
          Flash[Address / 4096 * 4096 + I] = 0xff;
      // Flash bits can only be cleared.
      for (uint32_t I = 0; I != Bytes; ++I)
        Flash[Address + I] &= static_cast<uint8_t>(Uf2[Offset + 32 + I]);
    }
  }
  uint8_t at(uint64_t Address) { return Flash[Address]; }

private:
  std::set<uint32_t> ErasedGroups;
  std::map<uint64_t, uint8_t> Flash; ///< All bits are clear at first.
};

class Uf2Test : public testing::Test {
protected:
  Uf2Test() {
    Config.Inputs = {Folder.add(
        "main.o",
        test::compile(test::X86_64, "@a = constant [5000 x i8] c\"" +
                                        std::string(5000, 'a') +
                                        "\", section \".one\"\n"
                                        "@b = constant [200 x i8] c\"" +
                                        std::string(200, 'b') +
                                        "\", section \".two\"\n"
                                        "@c = constant [9000 x i8] c\"" +
                                        std::string(9000, 'c') +
                                        "\", section \".three\"\n"
                                        "define ptr @_start() {\n"
                                        "  %1 = load volatile i8, ptr @a\n"
                                        "  %2 = load volatile i8, ptr @b\n"
                                        "  %3 = load volatile i8, ptr @c\n"
                                        "  ret ptr @a\n}\n")
            ->getBuffer())};
    Config.Memory.emplace();
    Config.Images.Uf2 = Folder.path("out.uf2");
    Config.Images.Uf2Family = Rp2040;
  }

  /// Links for \p Regions, and compares what the boot ROM writes. Returns the
  /// number of blocks.
  size_t checkFlash(std::vector<MemoryRegion> Regions) {
    Regions.push_back({"ram", 0x20000000, 0x1000, true, {}});
    Config.Memory->Regions = std::move(Regions);
    Expected<LinkResult> Result = link(Config, Folder.path("out.elf"));
    if (!Result) {
      ADD_FAILURE() << toString(Result.takeError());
      return 0;
    }
    auto Elf = MemoryBuffer::getFile(Folder.path("out.elf"));
    auto Uf2 = MemoryBuffer::getFile(Folder.path("out.uf2"));
    if (!Elf || !Uf2) {
      ADD_FAILURE() << "no files";
      return 0;
    }
    BootRom Rom;
    Rom.write((*Uf2)->getBuffer());
    Expected<std::vector<LoadedBytes>> Bytes =
        loadedBytes((*Elf)->getMemBufferRef());
    EXPECT_TRUE(bool(Bytes));
    size_t Wrong = 0;
    for (const LoadedBytes &TheLoadedBytes : *Bytes)
      for (size_t I = 0; I != TheLoadedBytes.Bytes.size(); ++I)
        Wrong += Rom.at(TheLoadedBytes.Address + I) != TheLoadedBytes.Bytes[I];
    EXPECT_EQ(Wrong, 0u);
    return (*Uf2)->getBufferSize() / 512;
  }

  TemporaryFolder Folder;
  LinkConfig Config;
};

} // namespace

TEST_F(Uf2Test, BootRomWritesUnalignedStart) {
  checkFlash({{"flash", 0x10000100, 0x10000, false, {}}});
  checkFlash({{"flash", 0x10000ff0, 0x10000, false, {}}});
}

TEST_F(Uf2Test, BootRomWritesGapsAndRegions) {
  checkFlash({{"flash", 0x10000000, 0x1000, false, {}},
              {"one", 0x10002080, 0x1f00, false, {".one"}},
              {"two", 0x10005e00, 0x100, false, {".two"}},
              {"three", 0x10006210, 0x10000, false, {".three"}}});
  // Two parts in one sector, and nothing between others.
  checkFlash({{"three", 0x10000010, 0x2400, false, {".three"}},
              {"two", 0x10002800, 0x100, false, {".two"}},
              {"flash", 0x10080000, 0x1000, false, {}},
              {"one", 0x10081000, 0x2000, false, {".one"}}});
}

TEST_F(Uf2Test, OnlyTheBootRomNeedsWholeSectors) {
  std::vector<MemoryRegion> Regions = {
      {"flash", 0x10000100, 0x10000, false, {}},
      {"one", 0x10020000, 0x2000, false, {".one"}}};
  size_t Full = checkFlash(Regions);
  // Other loaders erase by address: they keep what the file does not have.
  Config.Images.Uf2Family = 0xada52840;
  Regions.push_back({"ram", 0x20000000, 0x1000, true, {}});
  Config.Memory->Regions = Regions;
  Expected<LinkResult> Result = link(Config, Folder.path("out.elf"));
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  auto Uf2 = MemoryBuffer::getFile(Folder.path("out.uf2"));
  ASSERT_TRUE(bool(Uf2));
  EXPECT_LT((*Uf2)->getBufferSize() / 512, Full);
  EXPECT_EQ(support::endian::read32le((*Uf2)->getBufferStart() + 12),
            0x10000100u);
}
