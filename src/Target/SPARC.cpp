//===- SPARC.cpp - SPARC, 32 and 64 bit -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Big endian, instructions and data; LLVM has a little-endian 32-bit variant
// too. psABI: "System V ABI, SPARC Processor Supplement" (32 bit), "SPARC
// Compliance Definition 2.4" (64 bit). EM_SPARC is V8; EM_SPARC32PLUS is
// 32-bit code with instructions of V9 ("V8+"); EM_SPARCV9 with ELFCLASS64 is
// 64 bit. GNU ld links V8 with V8+ code; lld knows 64 bit only.
//
// e_flags has the memory model that code relies on (two bits: TSO, PSO, RMO;
// linkers take the strictest) and extensions of makers: UltraSPARC I and III of
// Sun, R1 of HAL, which exclude each other. EF_SPARC_LEDATA is little-endian
// data for big-endian code. A V8+ object has EF_SPARC_32PLUS, which GNU ld
// requires and LLVM does not write. LLVM 19 writes no extensions either. LLVM
// 22 writes those of the CPU and features; its clang switches VIS on for 64-bit
// Linux, and with it UltraSPARC I.
//
// .gnu.attributes, of GNU as, lists the instructions in use for the system
// (HWCAPS); linkers join them.
//
// Static code has HI22/LO10 pairs, or H44/M44/L44; position-independent code
// finds the GOT by PC22/PC10 and calls by WPLT30.
//
//===----------------------------------------------------------------------===//

#include "Target/Attributes.h"
#include "Target/Backends.h"
#include "Target/TargetFamily.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

namespace {

// e_flags; LLVM has names for some of them only.
constexpr uint32_t FlagUltraSparc1 = 0x200;
constexpr uint32_t FlagHal1 = 0x400;
constexpr uint32_t FlagUltraSparc3 = 0x800;
constexpr uint32_t FlagLittleEndianData = 0x800000;

class SPARC final : public TargetFamily {
public:
  SPARC()
      : TargetFamily("SPARC", {Triple::sparc, Triple::sparcel, Triple::sparcv9},
                     {ELF::EM_SPARC, ELF::EM_SPARC32PLUS, ELF::EM_SPARCV9}) {
    Relocations.Pointer = {ELF::R_SPARC_32, ELF::R_SPARC_UA32, ELF::R_SPARC_64,
                           ELF::R_SPARC_UA64};
    Relocations.AbsoluteCode = {
        ELF::R_SPARC_HI22, ELF::R_SPARC_LO10, ELF::R_SPARC_OLO10,
        ELF::R_SPARC_HH22, ELF::R_SPARC_HM10, ELF::R_SPARC_LM22,
        ELF::R_SPARC_H44,  ELF::R_SPARC_M44,  ELF::R_SPARC_L44};
    Relocations.PositionIndependent = {ELF::R_SPARC_GOT10,
                                       ELF::R_SPARC_GOT13,
                                       ELF::R_SPARC_GOT22,
                                       ELF::R_SPARC_PC10,
                                       ELF::R_SPARC_PC22,
                                       ELF::R_SPARC_WPLT30,
                                       ELF::R_SPARC_GOTDATA_HIX22,
                                       ELF::R_SPARC_GOTDATA_LOX10,
                                       ELF::R_SPARC_GOTDATA_OP_HIX22,
                                       ELF::R_SPARC_GOTDATA_OP_LOX10};
  }

  bool needsStackNote(bool Is64) const override { return Is64; }

  bool isAttributeSection(StringRef Name, uint32_t Type) const override {
    return Type == ELF::SHT_GNU_ATTRIBUTES && Name == GnuAttributesName;
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override {
    using enum LinkerAnswer;
    TargetFact Extensions{"extensions", "", Silent, Refuses};
    if (Object.Flags & (FlagUltraSparc1 | FlagUltraSparc3))
      Extensions.Value = "UltraSPARC";
    if (Object.Flags & FlagHal1)
      Extensions.Value = "HAL R1";
    bool IsLittle =
        Object.IsLittleEndian || (Object.Flags & FlagLittleEndianData);
    return std::vector<TargetFact>{
        Extensions,
        {"data", IsLittle ? "little endian" : "big endian", Silent, Refuses}};
  }

  Expected<TargetSpec> spec(const ElfFacts &Object) const override {
    bool Is64 = Object.Machine == ELF::EM_SPARCV9;
    if (Error E = checkClass(Object, name(), Is64))
      return E;
    if ((Is64 && Object.IsLittleEndian) ||
        (Object.Flags & FlagLittleEndianData))
      return inputError(Object.Name,
                        "little-endian data of big-endian or 64-bit SPARC is "
                        "not supported: LLVM has no such target");
    TargetSpec Spec;
    StringRef Arch = Object.IsLittleEndian ? "sparcel" : "sparc";
    Spec.Triple = Triple((Is64 ? "sparcv9" : Arch) + "-unknown-linux-gnu");
    // This makes LLVM write the machine number of V8+: the CPU in LLVM 19, a
    // feature of its own from LLVM 20 on. LLVM 18 never writes it.
    if (Object.Machine == ELF::EM_SPARC32PLUS) {
      Spec.CPU = "v9";
      if (knowsFeature(Spec.Triple, "v8plus"))
        Spec.Features = "+v8plus";
    }
    return Spec;
  }
};

} // namespace

const TargetFamily &metaobj::sparcFamily() {
  static const SPARC Family;
  return Family;
}
