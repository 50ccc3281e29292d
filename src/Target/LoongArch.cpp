//===- LoongArch.cpp - LoongArch, 32 and 64 bit ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers of 32 or 64 bits, little endian. psABI: "ELF for the LoongArch
// Architecture" (laelf), "Procedure Call Standard" (lapcs). EM_LOONGARCH.
//
// e_flags has the ABI (three bits: soft, single or double float) and the
// version of the object file (two bits): 0 is an old one whose relocations
// work on a stack, 1 has one relocation for each instruction. Linkers refuse
// objects of different ABIs; lld refuses version 0. The version is that of the
// emitted relocations, so only operators of version 1 are accepted.
//
// There is no attribute section. LLVM chooses the ABI by the triple's
// environment: gnu (double), gnuf32 (single), gnusf (soft).
//
// Static code has the same PC-relative relocations (PCALA) as position-
// independent code, and uses the GOT for data of other objects. So only the
// sections of pointers distinguish the two.
//
//===----------------------------------------------------------------------===//

#include "Target/TargetFamily.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace llvm;
using namespace metaobj;

namespace {

constexpr uint32_t VersionMask = 0xc0;
constexpr unsigned VersionShift = 6;

class LoongArch final : public TargetFamily {
public:
  LoongArch()
      : TargetFamily("LoongArch", {Triple::loongarch32, Triple::loongarch64},
                     {ELF::EM_LOONGARCH}) {
    Relocations.Pointer = {ELF::R_LARCH_32, ELF::R_LARCH_64};
    Relocations.AbsoluteCode = {ELF::R_LARCH_ABS_HI20, ELF::R_LARCH_ABS_LO12,
                                ELF::R_LARCH_ABS64_LO20,
                                ELF::R_LARCH_ABS64_HI12};
    AbiNames = {"ilp32s", "ilp32f", "ilp32d", "lp64s", "lp64f", "lp64d"};
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override;
  Expected<TargetSpec> spec(const ElfFacts &Object) const override;

  uint32_t elfFlags(uint32_t Operators, uint32_t Emitted) const override {
    return (Operators & ~VersionMask) | (Emitted & VersionMask);
  }

  // The others need 64 bits.
  bool hasCodeModel(const TargetSpec &Spec,
                    CodeModel::Model Model) const override {
    return Model == CodeModel::Small ||
           (isCommonCodeModel(Model) && Spec.Triple.isArch64Bit());
  }

  std::string defaultAbi(const TargetSpec &Spec,
                         const MCSubtargetInfo &Info) const override;

  Error check(const TargetSpec &Spec) const override;
  Error checkFeatures(const TargetSpec &Spec,
                      const MCSubtargetInfo &Info) const override;
};

} // namespace

/// As --target-abi; empty when there is no such ABI.
static std::string loongArchAbi(const ElfFacts &Object) {
  std::string Name = Object.Is64 ? "lp64" : "ilp32";
  switch (Object.Flags & ELF::EF_LOONGARCH_ABI_MODIFIER_MASK) {
  case ELF::EF_LOONGARCH_ABI_SOFT_FLOAT:
    return Name + "s";
  case ELF::EF_LOONGARCH_ABI_SINGLE_FLOAT:
    return Name + "f";
  case ELF::EF_LOONGARCH_ABI_DOUBLE_FLOAT:
    return Name + "d";
  default:
    return "";
  }
}

Expected<std::vector<TargetFact>>
LoongArch::facts(const ElfFacts &Object) const {
  // lld takes embedded files.
  if (Object.isEmbedded())
    return std::vector<TargetFact>();
  // No GNU ld for it was at hand.
  uint32_t Version = (Object.Flags & VersionMask) >> VersionShift;
  return std::vector<TargetFact>{
      {"ABI", loongArchAbi(Object), LinkerAnswer::Refuses},
      {"object version", utostr(Version), LinkerAnswer::Refuses},
  };
}

Expected<TargetSpec> LoongArch::spec(const ElfFacts &Object) const {
  if (!Object.IsLittleEndian)
    return inputError(Object.Name, "is a big-endian ELF file for LoongArch, "
                                   "which does not exist");
  TargetSpec Spec;
  Spec.AbiName = loongArchAbi(Object);
  if (Spec.AbiName.empty())
    return inputError(Object.Name,
                      "unknown ABI in e_flags: 0x" +
                          Twine::utohexstr(Object.Flags),
                      "give the target by " + setting::Triple);
  std::string Name = Object.Is64 ? "loongarch64" : "loongarch32";
  switch (Spec.AbiName.back()) {
  case 's':
    Name += "-unknown-linux-gnusf";
    break;
  case 'f':
    Name += "-unknown-linux-gnuf32";
    Spec.Features = "+f";
    break;
  default:
    Name += "-unknown-linux-gnu";
    Spec.Features = "+d";
    break;
  }
  Spec.Triple = Triple(Name);
  return Spec;
}

Error LoongArch::check(const TargetSpec &Spec) const {
  if (Error E = TargetFamily::check(Spec))
    return E;
  StringRef Abi = Spec.AbiName;
  bool Is64 = Spec.Triple.getArch() == Triple::loongarch64;
  if (Abi.empty() || Abi.starts_with("lp64") == Is64)
    return Error::success();
  return inputError(setting::AbiName + "=" + Abi,
                    "needs " + Twine(Is64 ? "loongarch32" : "loongarch64") +
                        ", but the triple is " + Spec.Triple.str());
}

/// The ABI by the environment of a triple.
static char abiOf(const Triple &TheTriple) {
  switch (TheTriple.getEnvironment()) {
  case Triple::GNUSF:
    return 's';
  case Triple::GNUF32:
    return 'f';
  default:
    return 'd';
  }
}

/// Without an environment there is nothing that the features could contradict.
std::string LoongArch::defaultAbi(const TargetSpec &Spec,
                                  const MCSubtargetInfo &Info) const {
  if (Spec.Triple.hasEnvironment())
    return "";
  StringRef Float = Info.checkFeatures("+d")   ? "d"
                    : Info.checkFeatures("+f") ? "f"
                                               : "s";
  return (Twine(Spec.Triple.isArch64Bit() ? "lp64" : "ilp32") + Float).str();
}

Error LoongArch::checkFeatures(const TargetSpec &Spec,
                               const MCSubtargetInfo &Info) const {
  if (Error E = checkBits(Spec, Info))
    return E;
  StringRef Abi = Spec.AbiName;
  if (Abi.empty() && Spec.Triple.hasEnvironment()) {
    std::string Feature = std::string("+") + abiOf(Spec.Triple);
    if (Feature != "+s" && !Info.checkFeatures(Feature))
      return inputError(subject(Spec),
                        "the triple's ABI needs the feature '" + Feature + "'",
                        "add " + setting::Features + "=" + Feature +
                            ", or name the ABI by " + setting::AbiName);
  }
  // Without it LLVM would take another ABI.
  const char *Missing = nullptr;
  if (Abi.ends_with("d") && !Info.checkFeatures("+d"))
    Missing = "+d";
  if (Abi.ends_with("f") && !Info.checkFeatures("+f"))
    Missing = "+f";
  if (!Missing)
    return Error::success();
  return inputError(setting::AbiName + "=" + Abi,
                    "needs the feature '" + Twine(Missing) + "'",
                    "add " + setting::Features + "=" + Twine(Missing));
}

const TargetFamily &metaobj::loongarchFamily() {
  static const LoongArch Family;
  return Family;
}
