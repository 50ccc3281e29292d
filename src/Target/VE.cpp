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

#include "TargetFamily.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

namespace {

class VE final : public TargetFamily {
public:
  StringRef name() const override { return "VE"; }

  bool handles(Triple::ArchType Arch) const override {
    return Arch == Triple::ve;
  }

  bool handlesElf(uint16_t Machine) const override {
    return Machine == ELF::EM_VE;
  }

  RelocationUse use(uint32_t RelocationType) const override {
    switch (RelocationType) {
    case ELF::R_VE_REFQUAD:
      return RelocationUse::Pointer;
    case ELF::R_VE_HI32:
    case ELF::R_VE_LO32:
      return RelocationUse::AbsoluteCode;
    case ELF::R_VE_GOT32:
    case ELF::R_VE_GOT_HI32:
    case ELF::R_VE_GOT_LO32:
    case ELF::R_VE_GOTOFF32:
    case ELF::R_VE_GOTOFF_HI32:
    case ELF::R_VE_GOTOFF_LO32:
      return RelocationUse::PositionIndependent;
    default:
      return RelocationUse::Neutral;
    }
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
