//===- PointerRelocations.cpp - How machines store pointers ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/PointerRelocations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

namespace {

struct MachinePointers {
  uint16_t Machine;
  /// 0: 4 or 8 bytes, by the class of the file.
  uint8_t PointerSize;
  bool MayAlignInt64Below8;
  /// 0 ends the list.
  uint32_t Types[4];
};

// The two 16-bit machines have 32-bit ELF files. R_AVR_16_PM is a pointer to
// code: program memory counts in words.
constexpr MachinePointers Machines[] = {
    {ELF::EM_386, 0, true, {ELF::R_386_32}},
    {ELF::EM_X86_64, 0, false, {ELF::R_X86_64_64, ELF::R_X86_64_32}},
    {ELF::EM_AARCH64,
     0,
     false,
     {ELF::R_AARCH64_ABS64, ELF::R_AARCH64_ABS32, ELF::R_AARCH64_P32_ABS32}},
    {ELF::EM_ARM, 0, false, {ELF::R_ARM_ABS32, ELF::R_ARM_TARGET1}},
    {ELF::EM_RISCV, 0, false, {ELF::R_RISCV_32, ELF::R_RISCV_64}},
    {ELF::EM_MIPS, 0, false, {ELF::R_MIPS_32, ELF::R_MIPS_64}},
    {ELF::EM_PPC, 0, false, {ELF::R_PPC_ADDR32}},
    {ELF::EM_PPC64, 0, false, {ELF::R_PPC64_ADDR64}},
    {ELF::EM_S390, 0, false, {ELF::R_390_64, ELF::R_390_32}},
    {ELF::EM_SPARC, 0, false, {ELF::R_SPARC_32, ELF::R_SPARC_UA32}},
    {ELF::EM_SPARC32PLUS, 0, false, {ELF::R_SPARC_32, ELF::R_SPARC_UA32}},
    {ELF::EM_SPARCV9, 0, false, {ELF::R_SPARC_64, ELF::R_SPARC_UA64}},
    {ELF::EM_HEXAGON, 0, false, {ELF::R_HEX_32}},
    {ELF::EM_LOONGARCH, 0, false, {ELF::R_LARCH_32, ELF::R_LARCH_64}},
    {ELF::EM_XTENSA, 0, false, {ELF::R_XTENSA_32}},
    {ELF::EM_BPF, 0, false, {ELF::R_BPF_64_ABS64}},
    {ELF::EM_VE, 0, false, {ELF::R_VE_REFQUAD}},
    {ELF::EM_AMDGPU, 0, false, {ELF::R_AMDGPU_ABS64, ELF::R_AMDGPU_ABS32}},
    {ELF::EM_LANAI, 0, true, {ELF::R_LANAI_32}},
    {ELF::EM_68K, 0, true, {ELF::R_68K_32}},
    {ELF::EM_CSKY, 0, true, {ELF::R_CKCORE_ADDR32}},
    {ELF::EM_ARC_COMPACT2, 0, true, {ELF::R_ARC_32}},
    {ELF::EM_AVR, 2, true, {ELF::R_AVR_16, ELF::R_AVR_16_PM}},
    {ELF::EM_MSP430, 2, true, {ELF::R_MSP430_16, ELF::R_MSP430_16_BYTE}},
};

const MachinePointers *find(uint16_t Machine) {
  const auto *Found =
      llvm::find_if(Machines, [&](const MachinePointers &Pointers) {
        return Pointers.Machine == Machine;
      });
  return Found == std::end(Machines) ? nullptr : Found;
}

} // namespace

unsigned metaobj::pointerSizeOf(uint16_t Machine, bool Is64Bit) {
  const MachinePointers *Known = find(Machine);
  if (Known && Known->PointerSize)
    return Known->PointerSize;
  return Is64Bit ? 8 : 4;
}

bool metaobj::isPointerRelocation(uint16_t Machine, uint32_t Type) {
  const MachinePointers *Known = find(Machine);
  if (!Known)
    return Type != 0;
  // A 64-bit MIPS file packs three operations into one type; the first counts.
  if (Machine == ELF::EM_MIPS)
    Type &= 0xff;
  return Type != 0 && is_contained(Known->Types, Type);
}

bool metaobj::mayAlignInt64Below8(uint16_t Machine) {
  const MachinePointers *Known = find(Machine);
  return !Known || Known->MayAlignInt64Below8;
}
