//===- GnuAttributesTest.cpp - Attribute sections of other families -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/Attributes.h"
#include "Target/Families.h"
#include "Target/MipsIsa.h"

#include "llvm/BinaryFormat/ELF.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <optional>
#include <string>

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

ElfFacts objectWith(std::string Contents, bool IsLittleEndian = false) {
  ElfFacts Object;
  Object.Name = "op.o";
  Object.IsLittleEndian = IsLittleEndian;
  Object.Attributes.push_back({".gnu.attributes", ELF::SHT_GNU_ATTRIBUTES,
                               /*Flags=*/0, /*Align=*/1, std::move(Contents)});
  return Object;
}

/// nullopt: refused.
std::optional<unsigned> valueOf(const ElfFacts &Object, unsigned Tag) {
  Expected<unsigned> Value = gnuAttribute(Object, Tag);
  if (Value)
    return *Value;
  consumeError(Value.takeError());
  return std::nullopt;
}

/// Vendor gnu: tags 4 (number), 5 (string), 32 (both), 66 (unknown); then a
/// vendor that nobody knows.
std::string sample() {
  return std::string("A"
                     "\0\0\0\x1bgnu\0"
                     "\1\0\0\0\x13"
                     "\4\6"
                     "\5abc\0"
                     "\x20\1x\0"
                     "\x42\x83\1"
                     "\0\0\0\x0e"
                     "acme\0\1\0\0\0\5",
                     42);
}

TEST(GnuAttributesTest, ReadsNumbersOfItsVendor) {
  ElfFacts Object = objectWith(sample());
  EXPECT_EQ(valueOf(Object, 4), 6u);
  EXPECT_EQ(valueOf(Object, 66), 131u);
  EXPECT_EQ(valueOf(Object, 8), 0u);
}

TEST(GnuAttributesTest, NoSectionTellsNothing) {
  EXPECT_EQ(valueOf(ElfFacts(), 4), 0u);
}

TEST(GnuAttributesTest, ByteOrderIsTheFiles) {
  std::string Little("A\x0f\0\0\0gnu\0\1\7\0\0\0\4\3", 16);
  EXPECT_EQ(valueOf(objectWith(Little, true), 4), 3u);
  EXPECT_EQ(valueOf(objectWith(Little, false), 4), std::nullopt);
}

TEST(GnuAttributesTest, DamageNamesTheSection) {
  auto Value = gnuAttribute(objectWith("B"), 4);
  ASSERT_FALSE(Value);
  handleAllErrors(Value.takeError(), [](const InputError &E) {
    EXPECT_EQ(E.input(), "op.o: .gnu.attributes");
    EXPECT_THAT(E.reason().text(), HasSubstr("format-version"));
    EXPECT_EQ(E.hint().text(), "give the target by TargetSpec::Triple");
  });
}

/// What is cut off or changed in one byte is read or refused, never more.
TEST(GnuAttributesTest, HostileBytes) {
  std::string Whole = sample();
  for (size_t Size = 0; Size != Whole.size(); ++Size)
    valueOf(objectWith(Whole.substr(0, Size)), 4);
  for (size_t Offset = 0; Offset != Whole.size(); ++Offset)
    for (int Change : {0x01, 0x7f, 0x80, 0xff}) {
      std::string Changed = Whole;
      Changed[Offset] = static_cast<char>(Changed[Offset] ^ Change);
      valueOf(objectWith(Changed), 4);
    }
}

TEST(MipsIsaTest, OneHasToExtendTheOther) {
  EXPECT_TRUE(doMipsIsasAgree("mips32", "mips64r2"));
  EXPECT_TRUE(doMipsIsasAgree("mips64r2", "mips32"));
  EXPECT_TRUE(doMipsIsasAgree("octeon3", "mips1"));
  EXPECT_TRUE(doMipsIsasAgree("mips32r6", "mips64r6"));
  EXPECT_FALSE(doMipsIsasAgree("mips32r2", "mips64"));
  EXPECT_FALSE(doMipsIsasAgree("mips32r2", "mips32r6"));
  EXPECT_FALSE(doMipsIsasAgree("mips3", "mips32"));
  EXPECT_FALSE(doMipsIsasAgree("octeon", "loongson3a"));
  EXPECT_TRUE(doMipsIsasAgree("unknown (0x1)", "unknown (0x1)"));
  EXPECT_FALSE(doMipsIsasAgree("unknown (0x1)", "mips1"));
}

TEST(MipsIsaTest, RevisionsThatFlagsDoNotTell) {
  EXPECT_EQ(mipsCpu(ELF::EF_MIPS_ARCH_32R2, 5), "mips32r5");
  EXPECT_EQ(mipsCpu(ELF::EF_MIPS_ARCH_64R2, 3), "mips64r3");
  EXPECT_EQ(mipsCpu(ELF::EF_MIPS_ARCH_64R2, 0), "mips64r2");
  EXPECT_EQ(mipsCpu(ELF::EF_MIPS_ARCH_5, 1), "mips4");
  EXPECT_EQ(mipsCpu(0xf0000000, 0), "");
}

/// Of e_flags.
TEST(TargetFamilyTest, FlagsOfTheCodeStayItsOwn) {
  const TargetFamily &Mips = *familyOfElf(ELF::EM_MIPS);
  EXPECT_EQ(Mips.elfFlags(ELF::EF_MIPS_PIC | ELF::EF_MIPS_CPIC |
                              ELF::EF_MIPS_ARCH_32R2 | ELF::EF_MIPS_NAN2008,
                          ELF::EF_MIPS_CPIC | ELF::EF_MIPS_NOREORDER),
            unsigned(ELF::EF_MIPS_CPIC) | ELF::EF_MIPS_NOREORDER |
                ELF::EF_MIPS_ARCH_32R2 | ELF::EF_MIPS_NAN2008);
  const TargetFamily &PowerPc = *familyOfElf(ELF::EM_PPC64);
  EXPECT_EQ(PowerPc.elfFlags(0, 2), 2u);
  EXPECT_EQ(PowerPc.elfFlags(1, 0), 1u);
  EXPECT_EQ(PowerPc.elfFlags(0x18000, 0), 0u);
  const TargetFamily &LoongArch = *familyOfElf(ELF::EM_LOONGARCH);
  EXPECT_EQ(LoongArch.elfFlags(0x03, 0x43), 0x43u);
}

} // namespace
