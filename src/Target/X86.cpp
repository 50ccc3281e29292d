//===- X86.cpp - x86-64 ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 64-bit pointers, little endian. psABI: "System V Application Binary
// Interface, AMD64 Architecture Processor Supplement". EM_X86_64 with
// ELFCLASS64; the same machine with ELFCLASS32 is x32, whose pointers have 32
// bits.
//
// e_flags is always 0 and there are no attribute sections: lld and GNU ld check
// machine and class only. (.note.gnu.property says what all objects of an image
// have in common; an object without it takes a feature from the image and never
// keeps it from linking. IBT and the shadow stack of the operators are asked of
// the emitted functions too.)
//
// Compilers make position-independent code unless told otherwise, and
// executables are PIEs. What gives static code away: R_X86_64_32 and 32S, and
// pointers in read-only data.
//
//===----------------------------------------------------------------------===//

#include "TargetFamily.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

namespace {

class X86 final : public TargetFamily {
public:
  StringRef name() const override { return "x86-64"; }

  bool handles(Triple::ArchType Arch) const override {
    return Arch == Triple::x86_64;
  }

  bool handlesElf(uint16_t Machine) const override {
    return Machine == ELF::EM_X86_64;
  }

  RelocationUse use(uint32_t RelocationType) const override {
    switch (RelocationType) {
    case ELF::R_X86_64_64:
      return RelocationUse::Pointer;
    case ELF::R_X86_64_32:
    case ELF::R_X86_64_32S:
      return RelocationUse::AbsoluteCode;
    case ELF::R_X86_64_GOTPCREL:
    case ELF::R_X86_64_GOTPCRELX:
    case ELF::R_X86_64_REX_GOTPCRELX:
    case ELF::R_X86_64_GOTOFF64:
    case ELF::R_X86_64_GOTPC32:
    case ELF::R_X86_64_GOTPC64:
      return RelocationUse::PositionIndependent;
    default:
      return RelocationUse::Neutral;
    }
  }

  Expected<ControlFlowProtection>
  protection(const ElfFacts &Object) const override {
    uint32_t Features = Object.property(ELF::GNU_PROPERTY_X86_FEATURE_1_AND);
    return ControlFlowProtection{
        (Features & ELF::GNU_PROPERTY_X86_FEATURE_1_IBT) != 0,
        (Features & ELF::GNU_PROPERTY_X86_FEATURE_1_SHSTK) != 0};
  }

  bool needsStackNote(bool) const override { return true; }

  ProtectionFlags protectionFlags() const override {
    return {"cf-protection-branch", "cf-protection-return", false};
  }

  Expected<TargetSpec> spec(const ElfFacts &Object) const override {
    TargetSpec Spec;
    if (Object.OsAbi == ELF::ELFOSABI_FREEBSD)
      Spec.Triple = Triple("x86_64-unknown-freebsd");
    else
      Spec.Triple = Triple(Object.Is64 ? "x86_64-unknown-linux-gnu"
                                       : "x86_64-unknown-linux-gnux32");
    return Spec;
  }
};

} // namespace

const TargetFamily &metaobj::x86Family() {
  static const X86 Family;
  return Family;
}
