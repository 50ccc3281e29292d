//===- Hexagon.cpp - Qualcomm Hexagon -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 32-bit pointers, little endian. ABI: "Qualcomm Hexagon Application Binary
// Interface User Guide" (80-N2040-23). EM_HEXAGON, ELFCLASS32.
//
// e_flags has the version of the architecture: 4 and 5 for v5 and v55, from v60
// on its two digits in hexadecimal (0x68), with 0x8000 for the tiny cores of a
// version (v67t, v71t). A later version runs the code of an earlier one. lld
// joins all versions to the highest one, so objects need not agree.
//
// .hexagon.attributes (from LLVM 19 on) has the versions and extensions that
// the object uses; it is copied.
//
// Static code has absolute addresses in constant extenders (32_6_X) or by
// halves (HI16, LO16), and small data relative to GP; position-independent code
// adds a distance to the PC (6_PCREL_X), or goes through the GOT.
//
//===----------------------------------------------------------------------===//

#include "Target/TargetFamily.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

/// "hexagonv68" for e_flags of v68; empty when there is no version in them.
static std::string processor(uint32_t Flags) {
  constexpr uint32_t TinyCore = 0x8000;
  // From LLVM 20 on EF_HEXAGON_MACH has the bit of tiny cores too.
  uint32_t Version = Flags & ELF::EF_HEXAGON_MACH & ~TinyCore;
  if (Version == ELF::EF_HEXAGON_MACH_V5)
    return "hexagonv5";
  if (Version == ELF::EF_HEXAGON_MACH_V55)
    return "hexagonv55";
  if (Version < ELF::EF_HEXAGON_MACH_V60)
    return "";
  return "hexagonv" + utohexstr(Version, /*LowerCase=*/true) +
         (Flags & TinyCore ? "t" : "");
}

namespace {

class Hexagon final : public TargetFamily {
public:
  Hexagon() : TargetFamily("Hexagon", {Triple::hexagon}, {ELF::EM_HEXAGON}) {
    Relocations.Pointer = {ELF::R_HEX_32};
    Relocations.AbsoluteCode = {ELF::R_HEX_LO16,      ELF::R_HEX_HI16,
                                ELF::R_HEX_32_6_X,    ELF::R_HEX_GPREL16_0,
                                ELF::R_HEX_GPREL16_1, ELF::R_HEX_GPREL16_2,
                                ELF::R_HEX_GPREL16_3};
    Relocations.PositionIndependent = {
        ELF::R_HEX_6_PCREL_X,   ELF::R_HEX_GOTREL_LO16,
        ELF::R_HEX_GOTREL_HI16, ELF::R_HEX_GOTREL_32_6_X,
        ELF::R_HEX_GOT_LO16,    ELF::R_HEX_GOT_HI16,
        ELF::R_HEX_GOT_16,      ELF::R_HEX_GOT_32_6_X};
  }

  bool isAttributeSection(StringRef Name, uint32_t) const override {
    return Name == ".hexagon.attributes";
  }

  Expected<TargetSpec> spec(const ElfFacts &Object) const override {
    TargetSpec Spec;
    Spec.Triple = Triple("hexagon-unknown-none-elf");
    Spec.CPU = processor(Object.Flags);
    if (Spec.CPU.empty())
      return inputError(Object.Name,
                        "unknown version of Hexagon in e_flags: 0x" +
                            Twine::utohexstr(Object.Flags),
                        "give the target by " + setting::Triple +
                            "=hexagon and " + setting::CPU);
    return Spec;
  }
};

} // namespace

const TargetFamily &metaobj::hexagonFamily() {
  static const Hexagon Family;
  return Family;
}
