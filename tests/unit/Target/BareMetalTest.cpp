//===- BareMetalTest.cpp - Objects of small machines, damaged too ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "metaobj/Target.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

/// A relocatable object of 32 bits with one section besides the names.
struct SmallObject {
  uint16_t Machine;
  uint32_t Flags = 0;
  bool IsLittleEndian = true;
  std::string Section = ".text";
  uint32_t Type = ELF::SHT_PROGBITS;
  std::string Contents = "";

  std::string bytes() const {
    std::string Names = std::string(1, '\0') + Section + '\0' + ".shstrtab";
    Names += '\0';
    uint32_t NamesAt = HeaderSize + Contents.size();
    std::string File("\177ELF\1\0\1", 7);
    File[5] = IsLittleEndian ? ELF::ELFDATA2LSB : ELF::ELFDATA2MSB;
    File.resize(ELF::EI_NIDENT);
    put<uint16_t>(File, {ELF::ET_REL, Machine});
    put<uint32_t>(File, {1, 0, 0, uint32_t(NamesAt + Names.size()), Flags});
    put<uint16_t>(File, {HeaderSize, 0, 0, 40, 3, 2});
    File += Contents + Names;
    File.append(40, '\0');
    put<uint32_t>(File, {1, Type, 0, 0, HeaderSize, uint32_t(Contents.size()),
                         0, 0, 1, 0});
    put<uint32_t>(File, {uint32_t(Section.size() + 2), ELF::SHT_STRTAB, 0, 0,
                         NamesAt, uint32_t(Names.size()), 0, 0, 1, 0});
    return File;
  }

private:
  static constexpr uint16_t HeaderSize = 52;

  template <class T>
  void put(std::string &File, std::initializer_list<T> Numbers) const {
    for (T Number : Numbers) {
      char Bytes[sizeof(T)];
      support::endian::write<T>(
          Bytes, Number, IsLittleEndian ? Endianness::little : Endianness::big);
      File.append(Bytes, sizeof(T));
    }
  }
};

Expected<TargetSpec> infer(StringRef Bytes) {
  OperatorObject Object{"op.o", MemoryBuffer::getMemBufferCopy(Bytes, "op.o")};
  return inferTarget(Object);
}

/// Triple and CPU, or why there are none.
std::string inferred(const SmallObject &Object) {
  Expected<TargetSpec> Spec = infer(Object.bytes());
  if (Spec)
    return Spec->Triple.str() + " " + Spec->CPU;
  return withoutHints(Spec.takeError()).text();
}

TEST(BareMetalTest, ArchitecturesOfAvr) {
  EXPECT_EQ(inferred({ELF::EM_AVR, 0x85}), "avr-unknown-unknown avr5");
  EXPECT_EQ(inferred({ELF::EM_AVR, 25}), "avr-unknown-unknown avr25");
  EXPECT_EQ(inferred({ELF::EM_AVR, 100}), "avr-unknown-unknown avrtiny");
  EXPECT_EQ(inferred({ELF::EM_AVR, 107}), "avr-unknown-unknown avrxmega7");
  EXPECT_THAT(inferred({ELF::EM_AVR, 0}),
              HasSubstr("unknown architecture in e_flags: 0"));
  EXPECT_THAT(inferred({ELF::EM_AVR, 108}),
              HasSubstr("unknown architecture in e_flags: 108"));
}

TEST(BareMetalTest, VersionsOfHexagon) {
  std::string Prefix = "hexagon-unknown-none-elf hexagonv";
  EXPECT_EQ(inferred({ELF::EM_HEXAGON, 4}), Prefix + "5");
  EXPECT_EQ(inferred({ELF::EM_HEXAGON, 5}), Prefix + "55");
  EXPECT_EQ(inferred({ELF::EM_HEXAGON, 0x68}), Prefix + "68");
  EXPECT_EQ(inferred({ELF::EM_HEXAGON, 0x8067}), Prefix + "67t");
  EXPECT_THAT(inferred({ELF::EM_HEXAGON, 0}),
              HasSubstr("unknown version of Hexagon in e_flags: 0x0"));
}

TEST(BareMetalTest, CoresOfM68k) {
  SmallObject Object = {ELF::EM_68K, 0, /*IsLittleEndian=*/false};
  EXPECT_EQ(inferred(Object), "m68k-unknown-none-elf M68000");
  Object.Flags = 0x00810000;
  EXPECT_EQ(inferred(Object), "m68k-unknown-none-elf M68000");
  Object.Flags = 0x8045;
  EXPECT_THAT(inferred(Object), HasSubstr("ColdFire is not supported"));
}

TEST(BareMetalTest, MachinesThatTellNothingElse) {
  EXPECT_EQ(inferred({ELF::EM_LANAI, 0, false}), "lanai-unknown-unknown ");
  EXPECT_EQ(inferred({ELF::EM_XCORE}), "xcore-unknown-unknown ");
  EXPECT_EQ(inferred({ELF::EM_BPF}), "bpfel-unknown-none ");
  EXPECT_EQ(inferred({ELF::EM_BPF, 0, false}), "bpfeb-unknown-none ");
  EXPECT_EQ(inferred({ELF::EM_VE}), "ve-unknown-linux-gnu ");
  EXPECT_EQ(inferred({ELF::EM_386}), "i386-unknown-linux-gnu ");
  EXPECT_EQ(inferred({ELF::EM_X86_64}), "x86_64-unknown-linux-gnux32 ");
  EXPECT_EQ(inferred({ELF::EM_AARCH64}), "aarch64-unknown-linux-gnu_ilp32 ");
}

const SmallObject WithAttributes[] = {
    {ELF::EM_MSP430, 45, true, ".MSP430.attributes", ELF::SHT_MSP430_ATTRIBUTES,
     std::string("A\x16\0\0\0mspabi\0\1\x0b\0\0\0\4\2\6\1\x8\1", 23)},
    {ELF::EM_HEXAGON, 0x68, true, ".hexagon.attributes", 0x70000003,
     std::string("A\x13\0\0\0acme\0\1\x0a\0\0\0\5dsp\0", 20)},
    {ELF::EM_XTENSA, 0x300, true, ".xtensa.info", ELF::SHT_NOTE,
     std::string("\xc\0\0\0\x9\0\0\0\1\0\0\0Xtensa_Info\0ABI=1\n\0\0\0", 33)},
    {ELF::EM_68K, 0, false, ".gnu.attributes", ELF::SHT_GNU_ATTRIBUTES,
     std::string("A\0\0\0\x0fgnu\0\1\0\0\0\7\4\1", 16)},
};

TEST(BareMetalTest, AttributesAreCarried) {
  for (const SmallObject &Object : WithAttributes) {
    Expected<TargetSpec> Spec = infer(Object.bytes());
    ASSERT_TRUE(bool(Spec)) << toString(Spec.takeError());
    ASSERT_EQ(Spec->Attributes.size(), 1u);
    EXPECT_EQ(Spec->Attributes[0].Name, Object.Section);
    EXPECT_EQ(Spec->Attributes[0].Contents, Object.Contents);
  }
}

TEST(BareMetalTest, FlagsThatWouldBeWrongAreLeftOut) {
  auto JoinedFlags = [](const SmallObject &Object) {
    std::string Bytes = Object.bytes();
    TargetSpec Spec = cantFail(infer(Bytes));
    return cantFail(
        joinElfFlags(MemoryBufferRef(Bytes, "emitted.o"), *Spec.ElfFlags));
  };
  EXPECT_EQ(JoinedFlags(WithAttributes[0]), 0u);
  EXPECT_EQ(JoinedFlags(WithAttributes[1]), 0x68u);
  EXPECT_EQ(JoinedFlags(WithAttributes[2]), 0u);
}

/// Each answer will do but a crash.
TEST(BareMetalTest, DamagedObjectsAreSurvived) {
  for (const SmallObject &Object : WithAttributes) {
    std::string Whole = Object.bytes();
    for (size_t Size = 0; Size < Whole.size(); ++Size)
      consumeError(infer(StringRef(Whole).take_front(Size)).takeError());
    for (size_t Byte = 0; Byte < Whole.size(); ++Byte)
      for (int Bit = 0; Bit < 8; ++Bit) {
        std::string Damaged = Whole;
        Damaged[Byte] = static_cast<char>(Damaged[Byte] ^ (1 << Bit));
        consumeError(infer(Damaged).takeError());
      }
    for (size_t Size = 0; Size < Object.Contents.size(); ++Size) {
      SmallObject Cut = Object;
      Cut.Contents.resize(Size);
      consumeError(infer(Cut.bytes()).takeError());
    }
  }
}

} // namespace
