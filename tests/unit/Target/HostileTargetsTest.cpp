//===- HostileTargetsTest.cpp - Targets that contradict themselves --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an object says of its target decides what LLVM's code generators are
// asked for, and those end the process when they do not like it. So that no
// object can do that, each that is accepted here has to lead to an emitted
// object or to an error.
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "metaobj/Emit.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Support/FileSystem.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

/// An attribute section, or none.
struct Section {
  std::string Name = ".text";
  uint32_t Type = ELF::SHT_PROGBITS;
  std::string Contents;
};

constexpr Endianness Little = Endianness::little;
constexpr Endianness Big = Endianness::big;

template <Endianness Order, bool Is64Bits>
std::string objectOf(uint16_t Machine, uint32_t Flags, const Section &Only) {
  using ELFT = object::ELFType<Order, Is64Bits>;
  std::string Names = std::string(1, '\0') + Only.Name + '\0';
  typename ELFT::Ehdr Header = {};
  typename ELFT::Shdr Headers[3] = {};
  memcpy(Header.e_ident, ELF::ElfMagic, 4);
  Header.e_ident[ELF::EI_CLASS] = Is64Bits ? ELF::ELFCLASS64 : ELF::ELFCLASS32;
  Header.e_ident[ELF::EI_DATA] =
      Order == Little ? ELF::ELFDATA2LSB : ELF::ELFDATA2MSB;
  Header.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  Header.e_type = ELF::ET_REL;
  Header.e_machine = Machine;
  Header.e_version = ELF::EV_CURRENT;
  Header.e_shoff = sizeof(Header);
  Header.e_flags = Flags;
  Header.e_ehsize = sizeof(Header);
  Header.e_shentsize = sizeof(Headers[0]);
  Header.e_shnum = 3;
  Header.e_shstrndx = 2;
  Headers[1].sh_name = 1;
  Headers[1].sh_type = Only.Type;
  Headers[1].sh_offset = sizeof(Header) + sizeof(Headers);
  Headers[1].sh_size = Only.Contents.size();
  Headers[1].sh_addralign = 1;
  Headers[2].sh_type = ELF::SHT_STRTAB;
  Headers[2].sh_offset = Headers[1].sh_offset + Only.Contents.size();
  Headers[2].sh_size = Names.size();
  Headers[2].sh_addralign = 1;
  std::string File(reinterpret_cast<char *>(&Header), sizeof(Header));
  File.append(reinterpret_cast<char *>(Headers), sizeof(Headers));
  return File + Only.Contents + Names;
}

/// Emits a registry of one function for the object \p Bytes; "" or the error.
std::string emitFor(StringRef Bytes) {
  Model TheModel;
  TheModel.Functions.push_back({});
  TheModel.Functions.back().Name = "tvmgen_f";
  TheModel.Objects.push_back(
      {"op.o", MemoryBuffer::getMemBufferCopy(Bytes, "op.o")});
  Expected<TargetSpec> Target = inferTarget(TheModel.Objects);
  if (!Target)
    return withoutHints(Target.takeError()).text();
  Expected<Emission> Emitted = emit(TheModel, *Target, EmitConfig());
  return Emitted ? "" : withoutHints(Emitted.takeError()).text();
}

/// .riscv.attributes with the instruction set \p Arch.
Section riscvAttributes(StringRef Arch) {
  auto Size = [](size_t Bytes) {
    return std::string(1, char(Bytes)) + std::string(3, '\0');
  };
  std::string Text = "\5" + Arch.str() + '\0';
  std::string File = "\1" + Size(Text.size() + 5) + Text;
  std::string Vendor = "riscv" + std::string(1, '\0') + File;
  return {".riscv.attributes", ELF::SHT_RISCV_ATTRIBUTES,
          "A" + Size(Vendor.size() + 4) + Vendor};
}

TEST(HostileTargetsTest, RiscvInstructionSetsThatContradictThemselves) {
  constexpr uint32_t Double = ELF::EF_RISCV_FLOAT_ABI_DOUBLE;
  auto Emit64 = [](StringRef Arch) {
    return emitFor(
        objectOf<Little, true>(ELF::EM_RISCV, Double, riscvAttributes(Arch)));
  };
  EXPECT_EQ(Emit64("rv64i2p1_f2p2_d2p2"), "");
  if (llvm_version::KnowsRiscvContradictions) {
    EXPECT_THAT(Emit64("rv64i2p1_zfinx1p0"),
                HasSubstr("op.o: there is no such instruction set: 'f' and "
                          "'zfinx' extensions are incompatible"));
    EXPECT_THAT(Emit64("rv64i2p1_f2p2_d2p2_c2p0_zcmp1p0"),
                HasSubstr("op.o: there is no such instruction set: "));
  }
  EXPECT_THAT(
      emitFor(objectOf<Little, false>(ELF::EM_RISCV, Double | ELF::EF_RISCV_RVE,
                                      riscvAttributes("rv32e2p0"))),
      HasSubstr("op.o: "));
}

/// Every bit of an attribute section, and every byte as another number.
TEST(HostileTargetsTest, RiscvAttributesDamaged) {
  Section Whole = riscvAttributes("rv32i2p1_m2p0_f2p2_zvl32b1p0");
  for (size_t Offset = 0; Offset != Whole.Contents.size(); ++Offset)
    for (char With : {'\0', '\1', '\x7f', '\xff', '9', 'e', 'z', '_'}) {
      Section Damaged = Whole;
      Damaged.Contents[Offset] = With;
      emitFor(objectOf<Little, false>(ELF::EM_RISCV, 0, Damaged));
    }
}

/// Every bit of e_flags alone, and with each other, for each class and order.
TEST(HostileTargetsTest, FlagsOfAllMachines) {
  using Writer = std::string (*)(uint16_t, uint32_t, const Section &);
  constexpr Writer Writers[] = {objectOf<Little, false>, objectOf<Big, false>,
                                objectOf<Little, true>, objectOf<Big, true>};
  constexpr uint16_t Machines[] = {
      ELF::EM_RISCV, ELF::EM_MIPS,      ELF::EM_PPC,     ELF::EM_PPC64,
      ELF::EM_SPARC, ELF::EM_SPARCV9,   ELF::EM_S390,    ELF::EM_AVR,
      ELF::EM_68K,   ELF::EM_LOONGARCH, ELF::EM_HEXAGON, ELF::EM_SPARC32PLUS};
  for (uint16_t Machine : Machines)
    for (Writer Write : Writers)
      for (uint32_t Bit = 0; Bit != 32; ++Bit)
        emitFor(Write(Machine, 1u << Bit, Section()));
  // Where several bits are one number.
  for (uint16_t Machine : {ELF::EM_RISCV, ELF::EM_AVR, ELF::EM_HEXAGON})
    for (uint32_t Flags = 0; Flags != 128; ++Flags)
      emitFor(objectOf<Little, false>(Machine, Flags, Section()));
  for (uint32_t Flags = 0; Flags != 16; ++Flags)
    for (uint32_t Abi = 0; Abi != 5; ++Abi)
      for (uint32_t Bits : {0u, 0x20u, 0x100u, 0x200u, 0x400u, 0x2000000u})
        emitFor(objectOf<Big, false>(
            ELF::EM_MIPS, Flags << 28 | Abi << 12 | Bits, Section()));
}

} // namespace
