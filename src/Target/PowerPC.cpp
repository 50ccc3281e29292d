//===- PowerPC.cpp - PowerPC, 32 and 64 bit -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Either byte order. psABI: "Power Architecture 32-bit Application Binary
// Interface Supplement" (SVR4), "64-bit PowerPC ELF Application Binary
// Interface Supplement 1.9" (ELFv1), "64-Bit ELF V2 ABI Specification".
// EM_PPC with ELFCLASS32, EM_PPC64 with ELFCLASS64.
//
// 64 bit: ELFv1 is big endian; a function symbol and a function pointer are the
// address of a descriptor in .opd (code, TOC, environment), not of the code.
// ELFv2 is little endian, and big endian on some systems. Its functions are
// code, with a second, local entry; st_other has the distance to it. Both reach
// data through the TOC, so all code is position independent. The two low bits
// of e_flags name the ABI, but compilers leave them 0 for ELFv1, and assemblers
// often for both. Then .opd or a local entry shows the ABI. GNU ld refuses a
// mixture; lld links it to a program that jumps into data.
//
// 32 bit: e_flags says whether code was made for -mrelocatable, whose data
// relocates itself at start by a table (.fixup) that LLVM does not write.
// Static code has ADDR16_HA/LO pairs; position-independent code uses the GOT
// or .got2, a table of addresses of its own.
//
// .gnu.attributes, of GCC only: 4 is the float ABI and the long double, 8 the
// vector ABI, 12 where 32-bit code returns small structures. lld does not look
// at them, GNU ld refuses differences.
//
//===----------------------------------------------------------------------===//

#include "Target/Attributes.h"
#include "Target/TargetFamily.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace llvm;
using namespace metaobj;

namespace {

// e_flags of 32-bit objects; LLVM has no names for them.
constexpr uint32_t FlagRelocatable = 0x00010000;
constexpr uint32_t FlagRelocatableLibrary = 0x00008000;

// Tags of .gnu.attributes.
constexpr unsigned TagFloat = 4;
constexpr unsigned TagPowerVector = 8;
constexpr unsigned TagStructReturn = 12;

/// The value in .gnu.attributes, in words; empty if it has none.
struct PowerPCAttributes {
  StringRef FloatAbi;
  StringRef LongDouble;
  StringRef VectorAbi;
  StringRef StructReturn;
};

class PowerPC final : public TargetFamily {
public:
  PowerPC()
      : TargetFamily(
            "PowerPC",
            {Triple::ppc, Triple::ppcle, Triple::ppc64, Triple::ppc64le},
            {ELF::EM_PPC, ELF::EM_PPC64}) {
    // 32 and 64 bit give the relocations that matter the same numbers.
    Relocations.Pointer = {ELF::R_PPC_ADDR32, ELF::R_PPC64_ADDR64};
    Relocations.AbsoluteCode = {
        ELF::R_PPC_ADDR16_LO,        ELF::R_PPC_ADDR16_HI,
        ELF::R_PPC_ADDR16_HA,        ELF::R_PPC64_ADDR16_HIGHER,
        ELF::R_PPC64_ADDR16_HIGHEST, ELF::R_PPC64_ADDR16_LO_DS};
    Relocations.PositionIndependent = {
        ELF::R_PPC_GOT16,        ELF::R_PPC_GOT16_LO, ELF::R_PPC_GOT16_HI,
        ELF::R_PPC_GOT16_HA,     ELF::R_PPC_PLTREL24, ELF::R_PPC_LOCAL24PC,
        ELF::R_PPC64_GOT_PCREL34};
    AbiNames = {"elfv1", "elfv2"};
  }

  bool needsStackNote(bool Is64) const override { return !Is64; }

  bool isAttributeSection(StringRef Name, uint32_t Type) const override {
    return Type == ELF::SHT_GNU_ATTRIBUTES && Name == GnuAttributesName;
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override;
  Expected<TargetSpec> spec(const ElfFacts &Object) const override;

  uint32_t elfFlags(uint32_t Operators, uint32_t Emitted) const override;

  // Position-independent 32-bit code of the others crashes.
  bool hasCodeModel(const TargetSpec &Spec,
                    CodeModel::Model Model) const override {
    if (!Spec.Triple.isPPC64())
      return Model == CodeModel::Small;
    return Model == CodeModel::Small || Model == CodeModel::Large ||
           (Model == CodeModel::Medium && !Spec.Triple.isOSAIX());
  }

  Error check(const TargetSpec &Spec) const override;
  Error checkFeatures(const TargetSpec &Spec,
                      const MCSubtargetInfo &Info) const override;

private:
  static Expected<PowerPCAttributes> attributesOf(const ElfFacts &Object);
};

} // namespace

/// As in --target-abi; empty if a 64-bit object does not tell it.
static StringRef powerPCAbi(const ElfFacts &Object) {
  switch (Object.Flags & ELF::EF_PPC64_ABI) {
  case 1:
    return "elfv1";
  case 2:
    return "elfv2";
  default:
    break;
  }
  if (Object.HasDescriptors)
    return "elfv1";
  if (Object.FunctionBits & ELF::STO_PPC64_LOCAL_MASK)
    return "elfv2";
  return "";
}

Expected<PowerPCAttributes> PowerPC::attributesOf(const ElfFacts &Object) {
  // The first word of each list is "not tagged". The "generic" vector ABI fits
  // both others.
  constexpr StringLiteral FloatAbis[] = {"", "hard", "soft", "single"};
  constexpr StringLiteral LongDoubles[] = {"", "128 bit, IBM", "64 bit",
                                           "128 bit, IEEE"};
  constexpr StringLiteral VectorAbis[] = {"", "", "AltiVec", "SPE"};
  constexpr StringLiteral StructReturns[] = {"", "r3 and r4", "memory", ""};
  auto Float = gnuAttribute(Object, TagFloat);
  if (!Float)
    return Float.takeError();
  auto Vector = gnuAttribute(Object, TagPowerVector);
  if (!Vector)
    return Vector.takeError();
  auto StructReturn = gnuAttribute(Object, TagStructReturn);
  if (!StructReturn)
    return StructReturn.takeError();
  return PowerPCAttributes{FloatAbis[*Float & 3], LongDoubles[*Float >> 2 & 3],
                           VectorAbis[*Vector & 3],
                           StructReturns[*StructReturn & 3]};
}

Expected<std::vector<TargetFact>> PowerPC::facts(const ElfFacts &Object) const {
  using enum LinkerAnswer;
  Expected<PowerPCAttributes> Attrs = attributesOf(Object);
  if (!Attrs)
    return Attrs.takeError();
  std::vector<TargetFact> Facts;
  if (Object.Machine == ELF::EM_PPC64) {
    std::string Abi = powerPCAbi(Object).str();
    Facts.push_back({"ABI", Abi, Silent, Refuses});
  } else {
    TargetFact Relocates{"-mrelocatable", "no", Silent, Refuses};
    if (Object.Flags & FlagRelocatableLibrary)
      Relocates.Value = ""; // Goes with both.
    if (Object.Flags & FlagRelocatable)
      Relocates.Value = "yes";
    Facts.push_back(Relocates);
  }
  auto Add = [&Facts](StringRef Name, StringRef Value) {
    Facts.push_back({Name.str(), Value.str(), Silent, Refuses});
  };
  Add("float ABI", Attrs->FloatAbi);
  Add("long double", Attrs->LongDouble);
  Add("vector ABI", Attrs->VectorAbi);
  Add("small structures", Attrs->StructReturn);
  return Facts;
}

Expected<TargetSpec> PowerPC::spec(const ElfFacts &Object) const {
  bool Is64 = Object.Machine == ELF::EM_PPC64;
  if (Error E = checkClass(Object, name(), Is64))
    return E;
  TargetSpec Spec;
  std::string Arch = Is64 ? "powerpc64" : "powerpc";
  if (Object.IsLittleEndian)
    Arch += "le";
  bool IsFreeBsd = Object.OsAbi == ELF::ELFOSABI_FREEBSD;
  Spec.Triple =
      Triple(Arch + (IsFreeBsd ? "-unknown-freebsd" : "-unknown-linux-gnu"));
  if (Is64) {
    Spec.AbiName = powerPCAbi(Object).str();
    // Linux's ABI; code would have shown another one.
    if (Spec.AbiName.empty())
      Spec.AbiName = Object.IsLittleEndian ? "elfv2" : "elfv1";
    return Spec;
  }
  Expected<PowerPCAttributes> Attrs = attributesOf(Object);
  if (!Attrs)
    return Attrs.takeError();
  // GNU ld falls back to a writable and executable PLT if the
  // position-independent code of an object is not written for the secure one.
  Spec.Features = "+secure-plt";
  if (Attrs->VectorAbi == "SPE")
    Spec.Features += ",-hard-float,+spe";
  else if (Attrs->FloatAbi == "soft")
    Spec.Features += ",-hard-float";
  return Spec;
}

uint32_t PowerPC::elfFlags(uint32_t Operators, uint32_t Emitted) const {
  // The flags about the table for -mrelocatable describe the operators' code,
  // not the emitted code.
  uint32_t Flags = Operators & ~(FlagRelocatable | FlagRelocatableLibrary);
  bool IsUnspecified = (Operators & ELF::EF_PPC64_ABI) == 0;
  return IsUnspecified ? Flags | (Emitted & ELF::EF_PPC64_ABI) : Flags;
}

Error PowerPC::check(const TargetSpec &Spec) const {
  const Triple &T = Spec.Triple;
  if (T.isOSBinFormatMachO() || T.getOS() == Triple::Lv2 ||
      (T.isOSAIX() && T.isLittleEndian()))
    return refuseTriple(Spec);
  if (T.isOSAIX() && Spec.effectiveRelocationModel() != Reloc::PIC_)
    return inputError(subject(Spec), "all code for AIX is position independent",
                      "leave out " + setting::RelocationModel);
  if (Error E = TargetFamily::check(Spec))
    return E;
  if (!Spec.AbiName.empty() && !Spec.Triple.isPPC64())
    return inputError(setting::AbiName + "=" + Spec.AbiName,
                      "needs powerpc64, but the triple is " + Spec.Triple.str(),
                      "leave the option out");
  return Error::success();
}

Error PowerPC::checkFeatures(const TargetSpec &Spec,
                             const MCSubtargetInfo &Info) const {
  // LLVM adds them by itself where they are not switched off.
  SmallVector<StringRef, 16> Features;
  StringRef(Spec.Features).split(Features, ',', -1, /*KeepEmpty=*/false);
  if (Spec.Triple.isPPC64() && is_contained(Features, "-64bit"))
    return inputError(subject(Spec), "needs a CPU and features for 64 bits");
  if (Spec.Triple.isOSAIX() && is_contained(Features, "-hard-float"))
    return inputError(subject(Spec), "code for AIX needs '+hard-float'");
  for (StringRef Feature :
       {"aix-shared-lib-tls-model-opt", "aix-small-local-dynamic-tls",
        "aix-small-local-exec-tls"})
    if (hasFeature(Info, Feature) &&
        !(Spec.Triple.isOSAIX() && Spec.Triple.isPPC64()))
      return inputError(subject(Spec),
                        "'+" + Feature + "' exists for 64-bit AIX only");
  if (!Info.checkFeatures("+spe"))
    return Error::success();
  Message Input = setting::Features + "=" + Spec.Features;
  if (Spec.Triple.isPPC64())
    return inputError(Input, "'+spe' exists for 32-bit PowerPC only");
  return Error::success();
}

const TargetFamily &metaobj::powerpcFamily() {
  static const PowerPC Family;
  return Family;
}
