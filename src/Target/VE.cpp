//===- VE.cpp - NEC SX-Aurora Vector Engine -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 64-bit pointers, little endian. ABI: "VE ABI", "VE ELF Handling" (NEC).
// EM_VE, ELFCLASS64; e_flags is 0 and there are no attribute sections. NEC's
// binutils link it; lld and GNU's own do not know it. It runs programs of Linux
// hosts.
//
// Static code has addresses by halves (HI32, LO32); position-independent code
// goes through the GOT or counts from it.
//
//===----------------------------------------------------------------------===//

#include "Target/TargetFamily.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

namespace {

class VE final : public TargetFamily {
public:
  VE() : TargetFamily("VE", {Triple::ve}, {ELF::EM_VE}) {
    Relocations.Pointer = {ELF::R_VE_REFQUAD};
    Relocations.AbsoluteCode = {ELF::R_VE_HI32, ELF::R_VE_LO32};
    Relocations.PositionIndependent = {
        ELF::R_VE_GOT32,    ELF::R_VE_GOT_HI32,    ELF::R_VE_GOT_LO32,
        ELF::R_VE_GOTOFF32, ELF::R_VE_GOTOFF_HI32, ELF::R_VE_GOTOFF_LO32};
  }

  Expected<TargetSpec> spec(const ElfFacts &) const override {
    TargetSpec Spec;
    Spec.Triple = Triple("ve-unknown-linux-gnu");
    return Spec;
  }
};

} // namespace

const TargetFamily &metaobj::veFamily() {
  static const VE Family;
  return Family;
}
