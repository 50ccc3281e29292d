//===- AArch64.cpp - 64-bit Arm -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 64-bit pointers, either byte order (instructions are always little endian).
// psABI: "ELF for the Arm 64-bit Architecture (AArch64)", AAPCS64. EM_AARCH64;
// ELFCLASS32 is ILP32, with pointers of 32 bits.
//
// e_flags is always 0. lld and GNU ld check machine, class and byte order; lld
// does not link ILP32.
// .note.gnu.property says whether all code has BTI landing pads and signs
// return addresses; an image has what all its objects have.
//
// Static code and position-independent code reach data of their own object by
// the same ADRP and ADD, so most operators do not show which they are. The
// guess for them is position independent: such an output links either way, and
// a static one would break a PIE. Two signs show bare metal: code reaches data
// of other objects by ADRP and ADD, and GCC for bare metal writes no stack
// note.
//
//===----------------------------------------------------------------------===//

#include "Target/TargetFamily.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

namespace {

class AArch64 final : public TargetFamily {
public:
  AArch64()
      : TargetFamily("AArch64",
                     {Triple::aarch64, Triple::aarch64_be, Triple::aarch64_32},
                     {ELF::EM_AARCH64}) {
    Relocations.Pointer = {ELF::R_AARCH64_ABS64, ELF::R_AARCH64_P32_ABS32};
    Relocations.AbsoluteCode = {
        ELF::R_AARCH64_MOVW_UABS_G0,        ELF::R_AARCH64_MOVW_UABS_G0_NC,
        ELF::R_AARCH64_MOVW_UABS_G1,        ELF::R_AARCH64_MOVW_UABS_G1_NC,
        ELF::R_AARCH64_MOVW_UABS_G2,        ELF::R_AARCH64_MOVW_UABS_G2_NC,
        ELF::R_AARCH64_MOVW_UABS_G3,        ELF::R_AARCH64_P32_MOVW_UABS_G0,
        ELF::R_AARCH64_P32_MOVW_UABS_G0_NC, ELF::R_AARCH64_P32_MOVW_UABS_G1};
    Relocations.Direct = {
        ELF::R_AARCH64_ADR_PREL_LO21, ELF::R_AARCH64_ADR_PREL_PG_HI21,
        ELF::R_AARCH64_ADR_PREL_PG_HI21_NC, ELF::R_AARCH64_P32_ADR_PREL_LO21,
        ELF::R_AARCH64_P32_ADR_PREL_PG_HI21};
    Relocations.PositionIndependent = {ELF::R_AARCH64_ADR_GOT_PAGE,
                                       ELF::R_AARCH64_LD64_GOT_LO12_NC,
                                       ELF::R_AARCH64_LD64_GOTPAGE_LO15,
                                       ELF::R_AARCH64_GOT_LD_PREL19,
                                       ELF::R_AARCH64_P32_ADR_GOT_PAGE,
                                       ELF::R_AARCH64_P32_LD32_GOT_LO12_NC,
                                       ELF::R_AARCH64_P32_LD32_GOTPAGE_LO14,
                                       ELF::R_AARCH64_P32_GOT_LD_PREL19};
    AbiNames = {"aapcs", "aapcs-soft", "darwinpcs"};
  }

  Placement presumption(const ElfFacts &Object) const override {
    if (Object.ReachesOthersDirectly)
      return Placement::Static;
    // GCC for bare metal writes no stack note.
    return Object.HasStackNote ? Placement::PositionIndependent
                               : Placement::Unknown;
  }

  Expected<ControlFlowProtection>
  protection(const ElfFacts &Object) const override {
    uint32_t Features =
        Object.property(ELF::GNU_PROPERTY_AARCH64_FEATURE_1_AND);
    return ControlFlowProtection{
        (Features & ELF::GNU_PROPERTY_AARCH64_FEATURE_1_BTI) != 0,
        (Features & ELF::GNU_PROPERTY_AARCH64_FEATURE_1_PAC) != 0};
  }

  ProtectionFlags protectionFlags() const override {
    return ArmProtectionFlags;
  }

  Expected<TargetSpec> spec(const ElfFacts &Object) const override {
    TargetSpec Spec;
    std::string Arch = Object.IsLittleEndian ? "aarch64" : "aarch64_be";
    bool IsHosted = presumption(Object) == Placement::PositionIndependent;
    if (!Object.Is64)
      Arch += "-unknown-linux-gnu_ilp32";
    else
      Arch += IsHosted ? "-unknown-linux-gnu" : "-unknown-none-elf";
    Spec.Triple = Triple(Arch);
    return Spec;
  }

  Error check(const TargetSpec &Spec) const override {
    if (Spec.Triple.isArm64e())
      return inputError(subject(Spec),
                        "is for arm64e, whose signed pointers cannot be "
                        "emitted",
                        "build for arm64");
    if (Spec.Triple.getArch() == Triple::aarch64_32 &&
        Spec.Triple.isOSBinFormatELF())
      return inputError(setting::Triple + "=" + Spec.Triple.str(),
                        "aarch64_32 has no ELF objects: it is for Apple's "
                        "watches",
                        "32-bit pointers in ELF: " + setting::Triple +
                            "=aarch64-linux-gnu_ilp32");
    return TargetFamily::check(Spec);
  }

  bool isPlainWithoutOptimisation() const override { return true; }

  bool hasCodeModel(const TargetSpec &Spec,
                    CodeModel::Model Model) const override {
    return Model == CodeModel::Small || Model == CodeModel::Large ||
           (Model == CodeModel::Tiny && Spec.Triple.isOSBinFormatELF());
  }
};

} // namespace

const TargetFamily &metaobj::aarch64Family() {
  static const AArch64 Family;
  return Family;
}
