//===- ElfFileTest.cpp - The reader of ELF files --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/ElfFile.h"

#include "Object/LoadedSections.h"
#include "Read/Files.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

namespace {

struct ElfCase {
  const char *Class;
  const char *Data;
  const char *Machine;
  const char *Type; ///< Of its relocation.
  uint32_t TypeNumber;
};

class ElfFileTest : public testing::TestWithParam<ElfCase> {
protected:
  /// A constant that points to the third symbol. \p Relocations is their type.
  static std::string object(StringRef Relocations) {
    auto [Class, Data, Machine, Type, Number] = GetParam();
    std::string Yaml = "--- !ELF\nFileHeader:\n  Class: ";
    Yaml += Class;
    Yaml += std::string("\n  Data: ") + Data;
    Yaml += std::string("\n  Machine: ") + Machine;
    Yaml += "\n  Type: ET_REL\nSections:\n"
            "  - { Name: .rodata, Type: SHT_PROGBITS, Flags: [ SHF_ALLOC ],"
            " Content: 0102030405060708 }\n"
            "  - Name: .relocations\n    Info: .rodata\n    Type: ";
    Yaml += Relocations;
    Yaml += std::string("\n    Relocations: [ { Offset: 4, Symbol: far, "
                        "Type: ") +
            Type + (Relocations == "SHT_RELA" ? ", Addend: -8" : "") + " } ]\n";
    Yaml += "Symbols:\n"
            "  - { Name: near, Section: .rodata, Value: 4, Size: 2 }\n"
            "  - { Name: far, Binding: STB_WEAK }\n";
    return elfFromYaml(Yaml);
  }
};

} // namespace

TEST_P(ElfFileTest, TablesAreDecoded) {
  for (StringRef Relocations : {"SHT_REL", "SHT_RELA"}) {
    std::string Bytes = object(Relocations);
    ElfFile File = cantFail(readElfFile({Bytes, "test.o"}, "test.o"));
    ASSERT_EQ(File.Sections[1].Name, ".rodata");
    EXPECT_EQ(cantFail(File.contents(File.Sections[1])), "\1\2\3\4\5\6\7\10");
    const ElfSection &Table = File.Sections[2];
    ASSERT_TRUE(Table.isRelocations());
    EXPECT_EQ(Table.Info, 1u);
    ElfSymbols Symbols = cantFail(File.symbols(Table.Link));
    ASSERT_EQ(Symbols.size(), 3u);
    EXPECT_EQ(Symbols[1].Section, 1u);
    EXPECT_EQ(Symbols[1].Value, 4u);
    EXPECT_EQ(Symbols[1].Size, 2u);
    EXPECT_TRUE(Symbols[1].isLocal());
    EXPECT_EQ(cantFail(Symbols.name(Symbols[1])), "near");
    EXPECT_TRUE(Symbols[2].isWeak());
    EXPECT_TRUE(Symbols[2].isUndefined());
    auto Entries = cantFail(File.relocations(Table));
    ASSERT_EQ(Entries.size(), 1u);
    EXPECT_EQ(Entries[0].Offset, 4u);
    EXPECT_EQ(Entries[0].Symbol, 2u);
    EXPECT_EQ(Entries[0].Type, GetParam().TypeNumber);
    EXPECT_EQ(Entries[0].Addend, Relocations == "SHT_RELA" ? -8 : 0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllTypes, ElfFileTest,
    testing::Values(
        ElfCase{"ELFCLASS64", "ELFDATA2LSB", "EM_X86_64", "R_X86_64_64", 1},
        ElfCase{"ELFCLASS64", "ELFDATA2MSB", "EM_PPC64", "R_PPC64_ADDR64", 38},
        ElfCase{"ELFCLASS32", "ELFDATA2LSB", "EM_ARM", "R_ARM_ABS32", 2},
        ElfCase{"ELFCLASS32", "ELFDATA2MSB", "EM_PPC", "R_PPC_ADDR32", 1},
        // Three types and another order of bytes than any machine has.
        ElfCase{"ELFCLASS64", "ELFDATA2LSB", "EM_MIPS", "R_MIPS_64", 18}),
    [](const auto &Info) {
      return std::string(Info.param.Machine) + Info.param.Class +
             Info.param.Data;
    });

TEST(LoadedBytesTest, SegmentsAreInTheFile) {
  std::string Bytes = elfFromYaml("--- !ELF\n"
                                  "FileHeader:\n"
                                  "  Class: ELFCLASS32\n"
                                  "  Data: ELFDATA2LSB\n"
                                  "  Type: ET_EXEC\n"
                                  "  Machine: EM_ARM\n"
                                  "ProgramHeaders:\n"
                                  "  - Type: PT_LOAD\n"
                                  "    VAddr: 0x8000\n"
                                  "    Offset: 0x10\n"
                                  "    FileSize: 0x100000\n"
                                  "    MemSize: 0x100000\n");
  EXPECT_EQ(toString(loadedBytes({Bytes, "test.elf"}).takeError()),
            "test.elf: ends within the segment of address 0x8000");
}
