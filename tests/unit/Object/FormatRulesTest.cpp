//===- FormatRulesTest.cpp - What each object format asks for -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/FormatRules.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

namespace {

const FormatRules &rulesOf(StringRef TheTriple) {
  return formatRules(Triple(TheTriple));
}

const FormatRules &Elf = rulesOf("riscv32-unknown-elf");
const FormatRules &Coff = rulesOf("x86_64-pc-windows-msvc");
const FormatRules &GnuCoff = rulesOf("x86_64-w64-windows-gnu");
const FormatRules &MachO = rulesOf("arm64-apple-macosx");
const FormatRules &Wasm = rulesOf("wasm32-unknown-unknown");
const FormatRules &Ptx = rulesOf("nvptx64-nvidia-cuda");

/// "<accepted>", or the reason and the hint.
std::string refusal(const FormatRules &Rules, StringRef Section) {
  std::optional<FormatRules::Refusal> Found = Rules.refuseSection(Section);
  return Found ? Found->Reason + "; " + Found->Hint : "<accepted>";
}

TEST(FormatRulesTest, EachTripleHasTheRulesOfItsFormat) {
  EXPECT_EQ(Elf.Facts.Name, "ELF");
  EXPECT_EQ(Coff.Facts.Name, "COFF");
  EXPECT_EQ(GnuCoff.Facts.Name, "COFF");
  EXPECT_EQ(MachO.Facts.Name, "Mach-O");
  EXPECT_EQ(Wasm.Facts.Name, "WebAssembly");
  EXPECT_EQ(Ptx.Facts.Name, "ELF");
  EXPECT_EQ(rulesOf("powerpc-ibm-aix").Facts.Name, "XCOFF");
  EXPECT_EQ(rulesOf("spirv64").Facts.Name, "none");
  EXPECT_EQ(rulesOf("x86_64-w64-windows-gnu-elf").Facts.Name, "ELF");
}

TEST(FormatRulesTest, SectionsThatAreNotForConstantsAreRefused) {
  for (const FormatRules *Rules : {&Elf, &Coff, &Wasm, &Ptx}) {
    EXPECT_NE(refusal(*Rules, ".data.x"), "<accepted>");
    EXPECT_EQ(refusal(*Rules, ".params.x"), "<accepted>");
  }
  for (const char *Name : {".comment", ".eh_frame", ".got", ".got.plt", ".plt",
                           ".rela.text", ".ARM.exidx", ".gnu.hash", ".symtab"})
    EXPECT_EQ(refusal(Elf, Name),
              "is one that compilers and linkers use for themselves; choose a "
              "name such as .params.<name>, not .rodata.<name>, which linker "
              "scripts collect with other constants")
        << Name;
  for (const char *Name : {".comments", ".gotten", ".release", ".rodata.got"})
    EXPECT_EQ(refusal(Elf, Name), "<accepted>");
  EXPECT_EQ(refusal(Elf, ".CRT$XCU"), "<accepted>");
  EXPECT_EQ(refusal(Coff, ".CRT$XCU"),
            "is not one for constants; parameters are never written: choose a "
            "name such as .rdata$<name>");
  EXPECT_EQ(refusal(Elf, ".custom_section.x"), "<accepted>");
  EXPECT_EQ(refusal(Wasm, ".custom_section.x"),
            "is not one for constants; parameters are never written: choose a "
            "name such as .params.<name>, not .rodata.<name>, which linker "
            "scripts collect with other constants");
  EXPECT_EQ(refusal(MachO, "__TEXT,__w"), "<accepted>");
  EXPECT_EQ(
      refusal(MachO, ".params.x"),
      "is not a segment and section of Mach-O; the form is __TEXT,__<name>, "
      "each of at most 16 bytes");
  EXPECT_EQ(refusal(MachO, "__DATA,__w"),
            "is not one for constants; parameters are never written: choose a "
            "name such as __TEXT,__<name> or __DATA_CONST,__<name>");
}

TEST(FormatRulesTest, VariablesHaveOtherSections) {
  auto IsRefused = [](const FormatRules &Rules, StringRef Section) {
    return Rules.refuseVariableSection(Section).has_value();
  };
  for (const FormatRules *Rules : {&Elf, &Coff, &Wasm}) {
    EXPECT_FALSE(IsRefused(*Rules, ".data.x"));
    EXPECT_FALSE(IsRefused(*Rules, ".sram"));
    for (const char *Name :
         {".rodata", ".bss.x", ".text.x", ".noinit", ".tbss"})
      EXPECT_TRUE(IsRefused(*Rules, Name)) << Name;
  }
  EXPECT_TRUE(IsRefused(Elf, ".got"));
  EXPECT_TRUE(IsRefused(Coff, ".CRT$XCU"));
  EXPECT_FALSE(IsRefused(MachO, "__DATA,__weights"));
  EXPECT_TRUE(IsRefused(MachO, "__DATA,__bss"));
  EXPECT_TRUE(IsRefused(MachO, "__TEXT,__const"));
  EXPECT_TRUE(IsRefused(MachO, ".data"));
}

// As compilers name them; what is empty is LLVM's section for constants.
TEST(FormatRulesTest, DataHasTheSectionsOfCompilers) {
  EXPECT_EQ(Elf.dataSection("x", /*IsWritable=*/false), ".rodata.x");
  EXPECT_EQ(Elf.dataSection("x", /*IsWritable=*/true), ".data.x");
  EXPECT_EQ(Wasm.dataSection("x", /*IsWritable=*/true), ".data.x");
  EXPECT_EQ(Coff.dataSection("x", /*IsWritable=*/false), "");
  EXPECT_EQ(Coff.dataSection("x", /*IsWritable=*/true), ".data");
  EXPECT_EQ(MachO.dataSection("x", /*IsWritable=*/false), "");
  EXPECT_EQ(MachO.dataSection("x", /*IsWritable=*/true), "__DATA,__data");
  for (const FormatRules *Rules : {&Elf, &Coff, &MachO, &Wasm}) {
    std::string Variables = Rules->dataSection("x", /*IsWritable=*/true);
    EXPECT_FALSE(Rules->refuseVariableSection(Variables).has_value());
    std::string Constants = Rules->dataSection("x", /*IsWritable=*/false);
    if (!Constants.empty()) {
      EXPECT_EQ(refusal(*Rules, Constants), "<accepted>");
    }
  }
}

TEST(FormatRulesTest, ParametersOfTheirOwnHaveNames) {
  FormatRules::OwnParam InDefault = {"", "w", "__tvm_param__w"};
  FormatRules::OwnParam InNamed = {".flash", "w", "__tvm_param__w"};
  FormatRules::OwnParam InPart = {".rdata$x", "w", "__tvm_param__w"};
  EXPECT_EQ(Elf.ownSection(InNamed), ".flash.w");
  EXPECT_EQ(Coff.ownSection(InDefault), ".rdata$w");
  EXPECT_EQ(Coff.ownSection(InNamed), ".flash$w");
  EXPECT_EQ(Coff.ownSection(InPart), ".rdata$x.w");
  EXPECT_EQ(Wasm.ownSection(InDefault), ".rodata.__tvm_param__w");
  EXPECT_EQ(Wasm.ownSection(InNamed), ".flash.w");
  EXPECT_TRUE(MachO.Facts.SymbolsDivideSections);
  EXPECT_FALSE(Elf.Facts.SymbolsDivideSections);
}

TEST(FormatRulesTest, GroupsHaveTheSectionsThatLinkersWant) {
  StringRef Hash = "0123456789abcdef0123";
  EXPECT_EQ(Elf.groupSection(".rodata.tvm", "s", Hash),
            ".rodata.tvm.0123456789abcdef");
  EXPECT_EQ(Coff.groupSection("", "s", Hash), "");
  EXPECT_EQ(Wasm.groupSection("", "s", Hash), ".rodata.s");
  EXPECT_EQ(Wasm.groupSection(".flash", "s", Hash), ".flash");
  EXPECT_EQ(Coff.sectionInObject("", "s"), "");
  EXPECT_EQ(GnuCoff.sectionInObject("", "s"), ".rdata$s");
  EXPECT_EQ(GnuCoff.sectionInObject("", ""), "");
  EXPECT_EQ(GnuCoff.sectionInObject(".flash", "s"), ".flash");
  EXPECT_TRUE(Elf.Facts.HasGroups && Coff.Facts.HasGroups &&
              Wasm.Facts.HasGroups);
  EXPECT_FALSE(MachO.Facts.HasGroups || Ptx.Facts.HasGroups);
}

TEST(FormatRulesTest, TextHasNoAliases) {
  EXPECT_TRUE(Elf.Facts.HasAliases && Coff.Facts.HasAliases &&
              MachO.Facts.HasAliases && Wasm.Facts.HasAliases);
  EXPECT_FALSE(Ptx.Facts.HasAliases || sourceRules().Facts.HasAliases);
  EXPECT_EQ(sourceRules().Facts.ParamSection, ".rodata.tvm");
}

TEST(FormatRulesTest, ObjectsAreEditedWhereRelocationsAreKnown) {
  auto Edits = [](StringRef TheTriple, unsigned PointerSize) {
    return rulesOf(TheTriple).editsObjects(Triple(TheTriple), PointerSize);
  };
  EXPECT_TRUE(Edits("riscv32-unknown-elf", 4));
  EXPECT_FALSE(Edits("avr", 2));
  EXPECT_TRUE(Edits("i686-pc-windows-msvc", 4));
  EXPECT_TRUE(Edits("x86_64-apple-macosx", 8));
  EXPECT_TRUE(Edits("arm64-apple-macosx", 8));
  EXPECT_FALSE(Edits("armv7-apple-ios", 4));
  EXPECT_FALSE(Edits("powerpc-ibm-aix", 4));
}

TEST(FormatRulesTest, AlignmentsHaveLimits) {
  EXPECT_EQ(Elf.Facts.LargestAlignment, uint64_t(1) << 31);
  EXPECT_EQ(Coff.Facts.LargestAlignment, 8192u);
  EXPECT_EQ(MachO.Facts.LargestAlignment, 32768u);
}

} // namespace
