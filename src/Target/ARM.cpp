//===- ARM.cpp - 32-bit Arm and Thumb -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 32-bit pointers, either byte order. psABI: "ELF for the Arm Architecture",
// AAPCS32, and "Addenda to, and Errata in, the ABI for the Arm Architecture"
// (the build attributes). EM_ARM, ELFCLASS32.
//
// Of e_flags only the EABI version (5) matters. Everything else is in
// .ARM.attributes (SHT_ARM_ATTRIBUTES): architecture and profile, float ABI
// (Tag_ABI_VFP_args: 0 soft, 1 hard, 3 either), the use of R9 (a register like
// others, or the base of writable data), and the sizes of enumerations and
// wchar_t. GNU ld refuses objects that differ in EABI version (4 and 5 are the
// same), float ABI, profile or R9, or whose architectures have no common
// successor, and warns of different enum and wchar_t sizes. lld accepts all of
// this silently, so metaobj compares it.
//
// M-profile cores (v6-M to v8.1-M) have Thumb code only: the linker sets bit 0
// of a function pointer for symbols of type STT_FUNC. A- and R-profile cores
// have both; metaobj emits Arm code for them, because calls between the two
// states work on every architecture that has build attributes.
//
// Objects without Tag_ABI_FP_number_model handle no floats, so their float ABI
// does not count; hand-written assembly often has neither tag. Only M-profile
// cores have FPUs with single precision only (Tag_ABI_HardFP_use).
//
// Tag_BTI_use and Tag_PACRET_use say that code was built for the branch target
// identification and pointer authentication of v8.1-M. If start-up code
// switches the former on, an indirect call to a place without a landing pad
// faults.
//
// -fropi and -frwpi are for images that move without a loader: code and
// constants together, writable data with R9. Tag_ABI_PCS_RO_data and
// Tag_ABI_PCS_RW_data tell this; linkers ignore them. Constants may still hold
// addresses.
//
// The run-time ABI ("Run-time ABI for the Arm Architecture") has its own names
// for the arithmetic of compilers' libraries, which LLVM calls only if the
// triple says eabi. libgcc for cores without Thumb-2 has no others for
// floating-point numbers.
//
// Static code has MOVW_ABS/MOVT_ABS pairs or pointers (ABS32) in literal pools
// next to the code; position-independent code has REL32 or GOT_PREL there.
//
//===----------------------------------------------------------------------===//

#include "Target/Attributes.h"
#include "Target/HelperNames.h"
#include "Target/TargetFamily.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/ARMAttributeParser.h"
#include "llvm/Support/ARMBuildAttributes.h"

using namespace llvm;
using namespace metaobj;

namespace {

struct ArmAttributes {
  bool Present = false;
  unsigned Arch = 0;
  char Profile = 0;
  unsigned VfpArgs = 0;
  unsigned FpNumberModel = 0;
  unsigned FpArch = 0;
  unsigned HardFpUse = 0;
  unsigned RoData = 0;
  unsigned RwData = 0;
  unsigned R9Use = 0;
  unsigned EnumSize = 0;
  unsigned WcharSize = 0;
  ControlFlowProtection Protection;
};

class ARM final : public TargetFamily {
public:
  ARM()
      : TargetFamily(
            "ARM", {Triple::arm, Triple::armeb, Triple::thumb, Triple::thumbeb},
            {ELF::EM_ARM}) {
    Relocations.Pointer = {ELF::R_ARM_ABS32, ELF::R_ARM_TARGET1};
    Relocations.AbsoluteCode = {ELF::R_ARM_MOVW_ABS_NC, ELF::R_ARM_MOVT_ABS,
                                ELF::R_ARM_THM_MOVW_ABS_NC,
                                ELF::R_ARM_THM_MOVT_ABS};
    Relocations.PositionIndependent = {
        ELF::R_ARM_GOT_PREL,     ELF::R_ARM_GOT_BREL,
        ELF::R_ARM_GOTOFF32,     ELF::R_ARM_BASE_PREL,
        ELF::R_ARM_REL32,        ELF::R_ARM_MOVW_PREL_NC,
        ELF::R_ARM_MOVT_PREL,    ELF::R_ARM_THM_MOVW_PREL_NC,
        ELF::R_ARM_THM_MOVT_PREL};
    AbiNames = {"aapcs", "aapcs-linux", "aapcs16", "apcs-gnu"};
  }

  bool isAttributeSection(StringRef, uint32_t Type) const override {
    return Type == ELF::SHT_ARM_ATTRIBUTES;
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override;
  Expected<TargetSpec> spec(const ElfFacts &Object) const override;

  Error check(const TargetSpec &Spec) const override {
    if (Spec.Triple.getOSName().starts_with("uefi") ||
        (Spec.Triple.isOSWindows() && !Spec.Triple.isLittleEndian()))
      return refuseTriple(Spec);
    return TargetFamily::check(Spec);
  }

  Error checkFeatures(const TargetSpec &Spec,
                      const MCSubtargetInfo &Info) const override {
    if (hasFeature(Info, "execute-only") && !hasFeature(Info, "v6m") &&
        !hasFeature(Info, "v6t2") && !hasFeature(Info, "v8m"))
      return inputError(subject(Spec), "'+execute-only' needs Armv6-M, Armv6T2 "
                                       "or a later architecture");
    return Error::success();
  }

  Expected<ControlFlowProtection>
  protection(const ElfFacts &Object) const override {
    Expected<ArmAttributes> Attrs = attributesOf(Object);
    if (!Attrs)
      return Attrs.takeError();
    return Attrs->Protection;
  }

  Placement presumption(const ElfFacts &Object) const override;

  Expected<bool> movesWithoutLoader(const ElfFacts &Object) const override;

  bool needsStackNote(bool) const override { return true; }

  ProtectionFlags protectionFlags() const override {
    return ArmProtectionFlags;
  }

  void adjust(TargetOptions &Options) const override {
    // The EHABI gives each function an index entry, even if only to say that
    // nothing can unwind through it. Linker scripts of small boards have no
    // place for these entries. With the other model, functions that never throw
    // have none.
    Options.ExceptionModel = ExceptionHandling::DwarfCFI;
  }

private:
  static Expected<ArmAttributes> attributesOf(const ElfFacts &Object);
};

} // namespace

Expected<ArmAttributes> ARM::attributesOf(const ElfFacts &Object) {
  ARMAttributeParser Parser;
  std::string Part;
  Expected<bool> IsPresent =
      readAttributes(Parser, Object, ".ARM.attributes", "aeabi", Part);
  if (!IsPresent)
    return IsPresent.takeError();
  ArmAttributes Result;
  if (!*IsPresent)
    return Result;
  auto Value = [&Parser](unsigned Tag) {
    return Parser.getAttributeValue(Tag).value_or(0);
  };
  Result.Present = true;
  Result.Arch = Value(ARMBuildAttrs::CPU_arch);
  Result.Profile = static_cast<char>(Value(ARMBuildAttrs::CPU_arch_profile));
  Result.VfpArgs = Value(ARMBuildAttrs::ABI_VFP_args);
  Result.FpNumberModel = Value(ARMBuildAttrs::ABI_FP_number_model);
  Result.FpArch = Value(ARMBuildAttrs::FP_arch);
  Result.HardFpUse = Value(ARMBuildAttrs::ABI_HardFP_use);
  Result.RoData = Value(ARMBuildAttrs::ABI_PCS_RO_data);
  Result.RwData = Value(ARMBuildAttrs::ABI_PCS_RW_data);
  Result.R9Use = Value(ARMBuildAttrs::ABI_PCS_R9_use);
  Result.EnumSize = Value(ARMBuildAttrs::ABI_enum_size);
  Result.WcharSize = Value(ARMBuildAttrs::ABI_PCS_wchar_t);
  Result.Protection = {Value(ARMBuildAttrs::BTI_use) != 0,
                       Value(ARMBuildAttrs::PACRET_use) != 0};
  return Result;
}

/// Float ABI of calls; empty when the object fits both. Objects that handle no
/// floats always fit, because hand-written assembly says nothing. GNU ld only
/// compares objects with a number model, lld those with the tag.
static StringRef floatAbi(const ArmAttributes &Attrs) {
  if (Attrs.FpNumberModel == ARMBuildAttrs::Not_Allowed)
    return "";
  if (Attrs.VfpArgs == ARMBuildAttrs::BaseAAPCS)
    return "soft";
  return Attrs.VfpArgs == ARMBuildAttrs::HardFPAAPCS ? "hard" : "";
}

/// The FPU that a microcontroller's instructions need; empty if none.
/// Application cores have both precisions.
static StringRef fpu(const ArmAttributes &Attrs) {
  if (Attrs.Profile != ARMBuildAttrs::MicroControllerProfile || !Attrs.FpArch)
    return "";
  return Attrs.HardFpUse == ARMBuildAttrs::HardFPSinglePrecision
             ? "single precision"
             : "double precision";
}

static StringRef architecture(const ArmAttributes &Attrs);

/// Do code and constants move together (-fropi)? Code for loaders (-fpic) has
/// the same tag for constants, and another one for writable data.
static bool isRopi(const ArmAttributes &Attrs) {
  return Attrs.RoData == ARMBuildAttrs::AddressROPCRel &&
         Attrs.RwData != ARMBuildAttrs::AddressRWPCRel;
}

/// Does writable data move, with R9 (-frwpi)?
static bool isRwpi(const ArmAttributes &Attrs) {
  return Attrs.RwData == ARMBuildAttrs::AddressRWSBRel;
}

Expected<bool> ARM::movesWithoutLoader(const ElfFacts &Object) const {
  Expected<ArmAttributes> Attrs = attributesOf(Object);
  if (!Attrs)
    return Attrs.takeError();
  return isRopi(*Attrs);
}

static StringRef useOfR9(unsigned Tag) {
  switch (Tag) {
  case ARMBuildAttrs::R9IsGPR:
    return "a register like others";
  case ARMBuildAttrs::R9IsSB:
    return "base of writable data";
  case ARMBuildAttrs::R9IsTLSPointer:
    return "thread pointer";
  default: // Unused: fits with all.
    return "";
  }
}

static StringRef enumSize(unsigned Tag) {
  switch (Tag) {
  case ARMBuildAttrs::EnumSmallest:
    return "smallest that fits";
  case ARMBuildAttrs::Enum32Bit:
    return "32 bit";
  default: // Unused, or 32 bit only where it is visible outside.
    return "";
  }
}

static StringRef profile(const ArmAttributes &Attrs) {
  switch (Attrs.Profile) {
  case ARMBuildAttrs::MicroControllerProfile:
    return "M (microcontroller)";
  case ARMBuildAttrs::ApplicationProfile:
    return "A (application)";
  case ARMBuildAttrs::RealTimeProfile:
    return "R (real-time)";
  case ARMBuildAttrs::SystemProfile:
    return "A or R";
  default:
    return "";
  }
}

static bool doProfilesAgree(StringRef Left, StringRef Right) {
  auto IsEither = [](StringRef Value) { return Value == "A or R"; };
  return (IsEither(Left) && !Right.starts_with("M")) ||
         (IsEither(Right) && !Left.starts_with("M"));
}

/// As in GNU ld: code of older architectures runs on newer ones. But v8-M only
/// fits M-profile architectures, and its baseline is no successor of v7.
/// M-profile code is Thumb code, which v4 does not have.
static bool doArchitecturesAgree(StringRef Left, StringRef Right) {
  auto IsV8M = [](StringRef Arch) {
    return Arch.starts_with("v8m") || Arch.starts_with("v8.1m");
  };
  if (!IsV8M(Left))
    std::swap(Left, Right);
  if (IsV8M(Left))
    return IsV8M(Right) || Right == "v6m" ||
           (Left != "v8m.base" && Right.starts_with("v7"));
  auto IsNewM = [](StringRef Arch) { return Arch == "v6m" || Arch == "v7em"; };
  return !(Left == "v4" && IsNewM(Right)) && !(Right == "v4" && IsNewM(Left));
}

/// The EABI version of a file that objcopy embeds: the flags are 0.
static constexpr StringLiteral NoCode = "none, no code";

/// GNU ld takes such a file, except as the first one: then no other version
/// fits its own.
static bool doEabisAgree(StringRef Earlier, StringRef Later) {
  return Later == NoCode || (Earlier == NoCode && Later == "0");
}

Expected<std::vector<TargetFact>> ARM::facts(const ElfFacts &Object) const {
  using enum LinkerAnswer;
  Expected<ArmAttributes> Attrs = attributesOf(Object);
  if (!Attrs)
    return Attrs.takeError();
  // Version 5 is version 4 as it was released; linkers take them together.
  uint32_t Eabi = (Object.Flags & ELF::EF_ARM_EABIMASK) >> 24;
  std::vector<TargetFact> Facts = {
      {"EABI version", utostr(Eabi == 4 ? 5 : Eabi), Silent, Refuses}};
  Facts.front().DoAgree = doEabisAgree;
  if (Object.isEmbedded()) {
    Facts.front().Value = NoCode;
    Facts.front().Consequence = "GNU ld refuses an embedded file that comes "
                                "first: name it behind an object with code";
  }
  if (!Attrs->Present)
    return Facts;

  Facts.push_back({"float ABI", floatAbi(*Attrs).str(), Silent, Refuses});
  TargetFact Profile{"profile", profile(*Attrs).str(), Silent, Refuses};
  Profile.DoAgree = doProfilesAgree;
  Facts.push_back(std::move(Profile));
  TargetFact Arch{"architecture", architecture(*Attrs).str(), Silent, Refuses};
  Arch.DoAgree = doArchitecturesAgree;
  Facts.push_back(std::move(Arch));
  Facts.push_back({"R9", useOfR9(Attrs->R9Use).str(), Silent, Refuses});
  Facts.push_back({"size of enumerations", enumSize(Attrs->EnumSize).str(),
                   Silent, Warns, PassedValuesGoWrong});
  TargetFact Wchar{"size of wchar_t", "", Silent, Warns, PassedValuesGoWrong};
  if (Attrs->WcharSize)
    Wchar.Value = utostr(Attrs->WcharSize) + " bytes";
  Facts.push_back(std::move(Wchar));
  Facts.push_back({"FPU", fpu(*Attrs).str(), Silent, Silent,
                   "instructions for double precision fault on a core whose "
                   "FPU has single precision only"});
  return Facts;
}

/// The architecture as triples spell it behind "arm" or "thumb"; empty if LLVM
/// has no such architecture.
static StringRef architecture(const ArmAttributes &Attrs) {
  bool IsMicrocontroller =
      Attrs.Profile == ARMBuildAttrs::MicroControllerProfile;
  switch (Attrs.Arch) {
  case ARMBuildAttrs::v4:
    return "v4";
  case ARMBuildAttrs::v4T:
    return "v4t";
  case ARMBuildAttrs::v5T:
    return "v5t";
  case ARMBuildAttrs::v5TE:
    return "v5te";
  case ARMBuildAttrs::v5TEJ:
    return "v5tej";
  case ARMBuildAttrs::v6:
    return "v6";
  case ARMBuildAttrs::v6KZ:
    return "v6kz";
  case ARMBuildAttrs::v6T2:
    return "v6t2";
  case ARMBuildAttrs::v6K:
    return "v6k";
  case ARMBuildAttrs::v7:
    if (IsMicrocontroller)
      return "v7m";
    return Attrs.Profile == ARMBuildAttrs::RealTimeProfile ? "v7r" : "v7a";
  case ARMBuildAttrs::v6_M:
  case ARMBuildAttrs::v6S_M:
    return "v6m";
  case ARMBuildAttrs::v7E_M:
    return "v7em";
  case ARMBuildAttrs::v8_A:
    return "v8a";
  case ARMBuildAttrs::v8_R:
    return "v8r";
  case ARMBuildAttrs::v8_M_Base:
    return "v8m.base";
  case ARMBuildAttrs::v8_M_Main:
    return "v8m.main";
  case ARMBuildAttrs::v8_1_M_Main:
    return "v8.1m.main";
  case ARMBuildAttrs::v9_A:
    return "v9a";
  default:
    return "";
  }
}

static bool isMicrocontroller(const ArmAttributes &Attrs) {
  return Attrs.Profile == ARMBuildAttrs::MicroControllerProfile ||
         architecture(Attrs).contains('m');
}

/// Application cores run hosted systems, the others bare metal. This only
/// decides the relocation model of objects that do not tell theirs. GCC for
/// bare metal writes no stack note.
static bool isHosted(const ArmAttributes &Attrs, const ElfFacts &Object) {
  return !isMicrocontroller(Attrs) &&
         Attrs.Profile != ARMBuildAttrs::RealTimeProfile && Object.HasStackNote;
}

Placement ARM::presumption(const ElfFacts &Object) const {
  Expected<ArmAttributes> Attrs = attributesOf(Object);
  if (!Attrs) {
    consumeError(Attrs.takeError());
    return Placement::Unknown;
  }
  return Attrs->Present && isHosted(*Attrs, Object)
             ? Placement::PositionIndependent
             : Placement::Unknown;
}

Expected<TargetSpec> ARM::spec(const ElfFacts &Object) const {
  Expected<ArmAttributes> Attrs = attributesOf(Object);
  if (!Attrs)
    return Attrs.takeError();
  if (!Attrs->Present)
    return inputError(Object.Name,
                      "has no .ARM.attributes section that would tell the "
                      "architecture",
                      "give the target by " + setting::Triple);
  StringRef Arch = architecture(*Attrs);
  if (Arch.empty())
    return inputError(Object.Name,
                      "unknown architecture in .ARM.attributes: Tag_CPU_arch "
                      "is " +
                          Twine(Attrs->Arch),
                      "give the target by " + setting::Triple);

  std::string Name = isMicrocontroller(*Attrs) ? "thumb" : "arm";
  if (!Object.IsLittleEndian)
    Name += "eb";
  Name += Arch;
  Name += isHosted(*Attrs, Object) ? "-unknown-linux-gnueabi"
                                   : "-unknown-none-eabi";
  bool IsHardFloat = Attrs->VfpArgs == ARMBuildAttrs::HardFPAAPCS;
  if (IsHardFloat)
    Name += "hf";

  TargetSpec Spec;
  Spec.Triple = Triple(Name);
  Spec.FloatAbi = IsHardFloat ? FloatABI::Hard : FloatABI::Soft;
  // Emitted functions have no use for it, and must not change it either.
  if (Attrs->R9Use == ARMBuildAttrs::R9IsSB ||
      Attrs->R9Use == ARMBuildAttrs::R9IsTLSPointer)
    Spec.Features = "+reserve-r9";
  if (isRopi(*Attrs))
    Spec.RelocationModel = isRwpi(*Attrs) ? Reloc::ROPI_RWPI : Reloc::ROPI;
  else if (isRwpi(*Attrs))
    Spec.RelocationModel = Reloc::RWPI;
  return Spec;
}

/// Comparisons are left out: by their other names they have other results.
StringRef metaobj::nameInAbi(uint16_t Machine, StringRef Name) {
  if (Machine != ELF::EM_ARM)
    return "";
  return StringSwitch<StringRef>(Name)
      .Case("__addsf3", "__aeabi_fadd")
      .Case("__subsf3", "__aeabi_fsub")
      .Case("__mulsf3", "__aeabi_fmul")
      .Case("__divsf3", "__aeabi_fdiv")
      .Case("__negsf2", "__aeabi_fneg")
      .Case("__adddf3", "__aeabi_dadd")
      .Case("__subdf3", "__aeabi_dsub")
      .Case("__muldf3", "__aeabi_dmul")
      .Case("__divdf3", "__aeabi_ddiv")
      .Case("__negdf2", "__aeabi_dneg")
      .Case("__unordsf2", "__aeabi_fcmpun")
      .Case("__unorddf2", "__aeabi_dcmpun")
      .Case("__extendsfdf2", "__aeabi_f2d")
      .Case("__truncdfsf2", "__aeabi_d2f")
      .Case("__fixsfsi", "__aeabi_f2iz")
      .Case("__fixunssfsi", "__aeabi_f2uiz")
      .Case("__fixsfdi", "__aeabi_f2lz")
      .Case("__fixunssfdi", "__aeabi_f2ulz")
      .Case("__fixdfsi", "__aeabi_d2iz")
      .Case("__fixunsdfsi", "__aeabi_d2uiz")
      .Case("__fixdfdi", "__aeabi_d2lz")
      .Case("__fixunsdfdi", "__aeabi_d2ulz")
      .Case("__floatsisf", "__aeabi_i2f")
      .Case("__floatunsisf", "__aeabi_ui2f")
      .Case("__floatdisf", "__aeabi_l2f")
      .Case("__floatundisf", "__aeabi_ul2f")
      .Case("__floatsidf", "__aeabi_i2d")
      .Case("__floatunsidf", "__aeabi_ui2d")
      .Case("__floatdidf", "__aeabi_l2d")
      .Case("__floatundidf", "__aeabi_ul2d")
      .Default("");
}

const TargetFamily &metaobj::armFamily() {
  static const ARM Family;
  return Family;
}
