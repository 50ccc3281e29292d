//===- MipsIsa.cpp - The instruction sets of MIPS -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/MipsIsa.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

namespace {

struct Isa {
  /// EF_MIPS_ARCH and EF_MIPS_MACH.
  uint32_t Flags;
  StringLiteral Name;
  /// LLVM's nearest CPU that has nothing more.
  StringLiteral Cpu;
  /// Instruction sets that it extends; empty strings behind them.
  StringRef Extends[2];
};

} // namespace

static ArrayRef<Isa> isas() {
  using namespace ELF;
  // An extension of a maker has the ARCH bits of the instruction set below it.
  static constexpr Isa Isas[] = {
      {EF_MIPS_ARCH_1, "mips1", "mips1", {}},
      {EF_MIPS_ARCH_2, "mips2", "mips2", {"mips1"}},
      {EF_MIPS_ARCH_3, "mips3", "mips3", {"mips2"}},
      {EF_MIPS_ARCH_4, "mips4", "mips4", {"mips3"}},
      // LLVM generates no code for MIPS V.
      {EF_MIPS_ARCH_5, "mips5", "mips4", {"mips4"}},
      {EF_MIPS_ARCH_32, "mips32", "mips32", {"mips2"}},
      {EF_MIPS_ARCH_32R2, "mips32r2", "mips32r2", {"mips32"}},
      {EF_MIPS_ARCH_32R6, "mips32r6", "mips32r6", {}},
      {EF_MIPS_ARCH_64, "mips64", "mips64", {"mips5", "mips32"}},
      {EF_MIPS_ARCH_64R2, "mips64r2", "mips64r2", {"mips64", "mips32r2"}},
      {EF_MIPS_ARCH_64R6, "mips64r6", "mips64r6", {"mips32r6"}},
      {EF_MIPS_ARCH_1 | EF_MIPS_MACH_3900, "r3900", "mips1", {"mips1"}},
      {EF_MIPS_ARCH_3 | EF_MIPS_MACH_4010, "r4010", "mips3", {"mips3"}},
      {EF_MIPS_ARCH_3 | EF_MIPS_MACH_4100, "vr4100", "mips3", {"mips3"}},
      {EF_MIPS_ARCH_3 | EF_MIPS_MACH_4111, "vr4111", "mips3", {"vr4100"}},
      {EF_MIPS_ARCH_3 | EF_MIPS_MACH_4120, "vr4120", "mips3", {"vr4100"}},
      {EF_MIPS_ARCH_3 | EF_MIPS_MACH_4650, "r4650", "mips3", {"mips3"}},
      {EF_MIPS_ARCH_3 | EF_MIPS_MACH_5900, "r5900", "mips3", {"mips3"}},
      {EF_MIPS_ARCH_3 | EF_MIPS_MACH_LS2E, "loongson2e", "mips3", {"mips3"}},
      {EF_MIPS_ARCH_3 | EF_MIPS_MACH_LS2F, "loongson2f", "mips3", {"mips3"}},
      {EF_MIPS_ARCH_4 | EF_MIPS_MACH_5400, "vr5400", "mips4", {"mips4"}},
      {EF_MIPS_ARCH_4 | EF_MIPS_MACH_5500, "vr5500", "mips4", {"vr5400"}},
      {EF_MIPS_ARCH_4 | EF_MIPS_MACH_9000, "rm9000", "mips4", {"mips4"}},
      {EF_MIPS_ARCH_64 | EF_MIPS_MACH_SB1, "sb1", "mips64", {"mips64"}},
      {EF_MIPS_ARCH_64 | EF_MIPS_MACH_XLR, "xlr", "mips64", {"mips64"}},
      {EF_MIPS_ARCH_64R2 | EF_MIPS_MACH_LS3A,
       "loongson3a",
       "mips64r2",
       {"mips64r2"}},
      {EF_MIPS_ARCH_64R2 | EF_MIPS_MACH_OCTEON,
       "octeon",
       "octeon",
       {"mips64r2"}},
      {EF_MIPS_ARCH_64R2 | EF_MIPS_MACH_OCTEON2,
       "octeon2",
       "octeon",
       {"octeon"}},
      {EF_MIPS_ARCH_64R2 | EF_MIPS_MACH_OCTEON3,
       "octeon3",
       "octeon",
       {"octeon2"}},
  };
  return Isas;
}

static uint32_t isaBits(uint32_t ElfFlags) {
  return ElfFlags & (ELF::EF_MIPS_ARCH | ELF::EF_MIPS_MACH);
}

static const Isa *findIsa(uint32_t ElfFlags) {
  for (const Isa &TheIsa : isas())
    if (TheIsa.Flags == isaBits(ElfFlags))
      return &TheIsa;
  return nullptr;
}

static const Isa *findIsa(StringRef Name) {
  for (const Isa &TheIsa : isas())
    if (TheIsa.Name == Name)
      return &TheIsa;
  return nullptr;
}

static bool extends(StringRef Name, StringRef Base) {
  if (Name == Base)
    return true;
  const Isa *Known = findIsa(Name);
  return Known && any_of(Known->Extends, [Base](StringRef Below) {
           return !Below.empty() && extends(Below, Base);
         });
}

std::string metaobj::mipsIsaName(uint32_t ElfFlags) {
  if (const Isa *Known = findIsa(ElfFlags))
    return Known->Name.str();
  return "unknown (0x" + utohexstr(isaBits(ElfFlags), /*LowerCase=*/true) + ")";
}

bool metaobj::doMipsIsasAgree(StringRef Left, StringRef Right) {
  return extends(Left, Right) || extends(Right, Left);
}

StringRef metaobj::mipsCpu(uint32_t ElfFlags, unsigned Revision) {
  const Isa *Known = findIsa(ElfFlags);
  if (!Known)
    return "";
  bool Is32 = Known->Flags == ELF::EF_MIPS_ARCH_32R2;
  if (!Is32 && Known->Flags != ELF::EF_MIPS_ARCH_64R2)
    return Known->Cpu;
  switch (Revision) {
  case 3:
    return Is32 ? "mips32r3" : "mips64r3";
  case 5:
    return Is32 ? "mips32r5" : "mips64r5";
  default:
    return Known->Cpu;
  }
}
