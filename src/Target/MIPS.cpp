//===- MIPS.cpp - MIPS, 32 and 64 bit -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Either byte order. psABI: "System V ABI, MIPS RISC Processor Supplement"
// (o32), "MIPSpro N32 ABI Handbook", "64-bit ELF Object File Specification",
// and "MIPS O32 ABI - FR0 and FR1 Interlinking" (.MIPS.abiflags). EM_MIPS.
//
// Three ABIs: o32 (32-bit registers and pointers, addends in place), n32
// (64-bit registers, 32-bit pointers, ELFCLASS32) and n64 (64-bit pointers,
// ELFCLASS64). The 64-bit files pack three relocation types into one entry,
// whose fields a little-endian file stores in an order of its own.
//
// e_flags has in groups of bits
//  - the ABI: EF_MIPS_ABI_O32; EF_MIPS_ABI2 is n32; nothing is n64, or old o32;
//  - the instruction set (ARCH, and MACH for extensions of a maker);
//  - how the code is written: PIC, CPIC (abicalls: it can call PIC code, which
//    wants its own address in $25), NOREORDER, microMIPS;
// - NAN2008: how the quiet bit of a NaN is meant. Linkers join instruction sets
// if one extends the other, and refuse all others. Release 6 removed
// instructions, so it only fits itself. The bits for the way code is written
// describe the emitted code, not the operators.
//
// .MIPS.abiflags (SHT_MIPS_ABIFLAGS, 24 bytes) has the revision of the
// instruction set, the sizes of the registers and the float ABI. Tag 4 of
// .gnu.attributes also has the float ABI; in old objects nothing else has it.
// Code for o32 may leave the mode of the floating-point unit open (-mfpxx). It
// fits every other mode that passes doubles in registers of the unit. lld
// refuses different float ABIs, GNU ld warns.
//
// A function pointer is the address of the code. The linker sets bit 0 for
// microMIPS and MIPS16 (st_other of the symbol).
//
// Static code has HI16/LO16 pairs and calls by 26; position-independent code
// uses the GOT. PIC o32 code has a HI16/LO16 pair too, for `_gp_disp`. GNU as
// sets EF_MIPS_PIC for static code with abicalls, so relocations come first.
//
//===----------------------------------------------------------------------===//

#include "Target/Attributes.h"
#include "Target/MipsIsa.h"
#include "Target/TargetFamily.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/MipsABIFlags.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// The contents of .MIPS.abiflags, or zeros.
struct AbiFlags {
  unsigned IsaRevision = 0;
  /// Mips::Val_GNU_MIPS_ABI_FP_*.
  unsigned FloatAbi = 0;
};

class MIPS final : public TargetFamily {
public:
  MIPS()
      : TargetFamily(
            "MIPS",
            {Triple::mips, Triple::mipsel, Triple::mips64, Triple::mips64el},
            {ELF::EM_MIPS}) {
    Relocations.Pointer = {ELF::R_MIPS_32, ELF::R_MIPS_64};
    // Not LO16, which goes with GOT16 too.
    Relocations.AbsoluteCode = {ELF::R_MIPS_HI16,      ELF::R_MIPS_HIGHEST,
                                ELF::R_MIPS_26,        ELF::R_MIPS16_HI16,
                                ELF::R_MIPS16_26,      ELF::R_MICROMIPS_HI16,
                                ELF::R_MICROMIPS_26_S1};
    Relocations.PositionIndependent = {
        ELF::R_MIPS_GOT16,         ELF::R_MIPS_CALL16,
        ELF::R_MIPS_GOT_DISP,      ELF::R_MIPS_GOT_PAGE,
        ELF::R_MIPS_GOT_HI16,      ELF::R_MIPS_CALL_HI16,
        ELF::R_MIPS16_GOT16,       ELF::R_MIPS16_CALL16,
        ELF::R_MICROMIPS_GOT16,    ELF::R_MICROMIPS_CALL16,
        ELF::R_MICROMIPS_GOT_DISP, ELF::R_MICROMIPS_GOT_PAGE,
        ELF::R_MICROMIPS_GOT_HI16, ELF::R_MICROMIPS_CALL_HI16};
    AbiNames = {"o32", "n32", "n64"};
  }

  RelocationUse use(uint32_t RelocationType) const override {
    // Of the three operations of a 64-bit file the first reads the symbol.
    return TargetFamily::use(RelocationType & 0xff);
  }

  bool isOwnPlace(StringRef SymbolName) const override {
    return SymbolName == "_gp_disp";
  }

  Placement placement(const ElfFacts &Object) const override {
    return Object.Flags & ELF::EF_MIPS_PIC ? Placement::PositionIndependent
                                           : Placement::Static;
  }

  bool isAttributeSection(StringRef Name, uint32_t Type) const override {
    return Type == ELF::SHT_MIPS_ABIFLAGS ||
           (Type == ELF::SHT_GNU_ATTRIBUTES && Name == GnuAttributesName);
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override;
  Expected<TargetSpec> spec(const ElfFacts &Object) const override;

  uint32_t elfFlags(uint32_t Operators, uint32_t Emitted) const override {
    constexpr uint32_t OfTheCode =
        ELF::EF_MIPS_NOREORDER | ELF::EF_MIPS_PIC | ELF::EF_MIPS_CPIC |
        ELF::EF_MIPS_ARCH_ASE_M16 | ELF::EF_MIPS_MICROMIPS;
    return (Operators & ~OfTheCode) | (Emitted & OfTheCode);
  }

  Error check(const TargetSpec &Spec) const override;
  Error checkFeatures(const TargetSpec &Spec,
                      const MCSubtargetInfo &Info) const override;

private:
  static bool isAbicalls(uint32_t Flags) {
    return Flags & (ELF::EF_MIPS_PIC | ELF::EF_MIPS_CPIC);
  }
  static Expected<AbiFlags> abiFlags(const ElfFacts &Object);
};

} // namespace

/// Of an object, as --target-abi; ABIs that LLVM does not know by their names.
static StringRef mipsAbi(const ElfFacts &Object) {
  if (Object.Flags & ELF::EF_MIPS_ABI2)
    return "n32";
  switch (Object.Flags & ELF::EF_MIPS_ABI) {
  case ELF::EF_MIPS_ABI_O32:
    return "o32";
  case ELF::EF_MIPS_ABI_O64:
    return "o64";
  case ELF::EF_MIPS_ABI_EABI32:
    return "eabi32";
  case ELF::EF_MIPS_ABI_EABI64:
    return "eabi64";
  default:
    return Object.Is64 ? "n64" : "o32";
  }
}

static StringRef mipsFloatAbi(unsigned Value) {
  switch (Value) {
  case Mips::Val_GNU_MIPS_ABI_FP_DOUBLE:
    return "double";
  case Mips::Val_GNU_MIPS_ABI_FP_SINGLE:
    return "single";
  case Mips::Val_GNU_MIPS_ABI_FP_SOFT:
    return "soft";
  case Mips::Val_GNU_MIPS_ABI_FP_OLD_64:
    return "double, -mfp64 of old";
  case Mips::Val_GNU_MIPS_ABI_FP_XX:
    return "double, -mfpxx";
  case Mips::Val_GNU_MIPS_ABI_FP_64:
  case Mips::Val_GNU_MIPS_ABI_FP_64A:
    return "double, -mfp64";
  default:
    return "";
  }
}

static bool doFloatAbisAgree(StringRef Left, StringRef Right) {
  auto IsOpen = [](StringRef Open, StringRef Other) {
    return Open == "double, -mfpxx" &&
           (Other == "double" || Other == "double, -mfp64");
  };
  return IsOpen(Left, Right) || IsOpen(Right, Left);
}

Expected<AbiFlags> MIPS::abiFlags(const ElfFacts &Object) {
  // Elf_Mips_ABIFlags: version (2 bytes), ISA level and revision, register
  // sizes (3), float ABI; then words that are not needed here.
  constexpr uint64_t Size = 24;
  AbiFlags Result;
  const AttributeSection *Section = Object.attributes(".MIPS.abiflags");
  if (!Section) {
    Expected<unsigned> FloatAbi =
        gnuAttribute(Object, Mips::Tag_GNU_MIPS_ABI_FP);
    if (!FloatAbi)
      return FloatAbi.takeError();
    Result.FloatAbi = *FloatAbi;
    return Result;
  }
  std::string Where = Object.Name + ": " + Section->Name;
  if (Section->Contents.size() != Size)
    return inputError(Where,
                      "has " + Twine(Section->Contents.size()) +
                          " bytes, expected " + Twine(Size),
                      "give the target by " + setting::Triple);
  DataExtractor Data(Section->Contents, Object.IsLittleEndian,
                     /*AddressSize=*/0);
  uint64_t Offset = 0;
  unsigned Version = Data.getU16(&Offset);
  if (Version != 0)
    return inputError(Where, "has version " + Twine(Version) + ", known is 0",
                      "give the target by " + setting::Triple);
  Offset += 1; // The level; e_flags says more.
  Result.IsaRevision = Data.getU8(&Offset);
  Offset += 3; // Register sizes.
  Result.FloatAbi = Data.getU8(&Offset);
  return Result;
}

Expected<std::vector<TargetFact>> MIPS::facts(const ElfFacts &Object) const {
  Expected<AbiFlags> Flags = abiFlags(Object);
  if (!Flags)
    return Flags.takeError();
  using enum LinkerAnswer;
  TargetFact Isa{"instruction set", mipsIsaName(Object.Flags), Refuses,
                 Refuses};
  Isa.DoAgree = doMipsIsasAgree;
  TargetFact Float{"float ABI", mipsFloatAbi(Flags->FloatAbi).str(), Refuses,
                   Warns};
  Float.DoAgree = doFloatAbisAgree;
  // Objects of old assemblers for o32, and files that objcopy embeds, have no
  // ABI in e_flags. lld takes them for n64, where this is right.
  TargetFact Named{"ABI in e_flags", "", Refuses, Silent,
                   "lld refuses an object for o32 whose e_flags do not say "
                   "so: link with GNU ld, or assemble it again"};
  if (!Object.Is64 && mipsAbi(Object) == "o32")
    Named.Value = Object.Flags & ELF::EF_MIPS_ABI ? "o32" : "none";
  return std::vector<TargetFact>{
      {"ABI", mipsAbi(Object).str(), Refuses, Refuses},
      std::move(Isa),
      {"NaN", Object.Flags & ELF::EF_MIPS_NAN2008 ? "2008" : "legacy", Refuses,
       Refuses},
      std::move(Float),
      std::move(Named),
      {"abicalls", isAbicalls(Object.Flags) ? "yes" : "no", Warns, Warns,
       "a function called from code without abicalls may miss its own address"},
  };
}

Expected<TargetSpec> MIPS::spec(const ElfFacts &Object) const {
  TargetSpec Spec;
  Spec.AbiName = mipsAbi(Object).str();
  if (!is_contained(AbiNames, Spec.AbiName))
    return inputError(Object.Name, "the " + Spec.AbiName +
                                       " ABI is not supported: LLVM knows o32, "
                                       "n32 and n64");
  Expected<AbiFlags> Flags = abiFlags(Object);
  if (!Flags)
    return Flags.takeError();
  std::string Name = Spec.AbiName == "o32" ? "mips" : "mips64";
  if (Object.IsLittleEndian)
    Name += "el";
  if (Spec.AbiName == "n32")
    Name += "-unknown-linux-gnuabin32";
  else
    Name += Spec.AbiName == "n64" ? "-unknown-linux-gnuabi64"
                                  : "-unknown-linux-gnu";
  Spec.Triple = Triple(Name);
  Spec.CPU = mipsCpu(Object.Flags, Flags->IsaRevision).str();
  if (Spec.CPU.empty())
    return inputError(Object.Name,
                      "unknown instruction set in e_flags: 0x" +
                          Twine::utohexstr(Object.Flags),
                      "give the target by " + setting::Triple);

  std::vector<StringRef> Features;
  switch (Flags->FloatAbi) {
  case Mips::Val_GNU_MIPS_ABI_FP_SOFT:
    Features.push_back("+soft-float");
    Spec.FloatAbi = FloatABI::Soft;
    break;
  case Mips::Val_GNU_MIPS_ABI_FP_SINGLE:
    Features.push_back("+single-float");
    break;
  case Mips::Val_GNU_MIPS_ABI_FP_XX:
    Features.push_back("+fpxx");
    break;
  case Mips::Val_GNU_MIPS_ABI_FP_64A:
    Features.push_back("+nooddspreg");
    [[fallthrough]];
  case Mips::Val_GNU_MIPS_ABI_FP_64:
    Features.push_back("+fp64");
    break;
  default:
    break;
  }
  if (Object.Flags & ELF::EF_MIPS_NAN2008)
    Features.push_back("+nan2008");
  if (Object.Flags & ELF::EF_MIPS_MICROMIPS)
    Features.push_back("+micromips");
  if (!isAbicalls(Object.Flags))
    Features.push_back("+noabicalls");
  Spec.Features = join(Features, ",");
  return Spec;
}

/// LLVM's release of an instruction set of 32 or 64 bits. Features of both
/// kinds together would mean another release.
static bool hasRelease(const MCSubtargetInfo &Info, unsigned Release) {
  std::string Name = Info.checkFeatures("+mips64") ? "+mips64" : "+mips32";
  if (Release > 1)
    Name += "r" + utostr(Release);
  return Info.checkFeatures(Name);
}

/// Parts that LLVM warns of, or ends the process for, in older releases.
static Error checkExtensions(const TargetSpec &Spec,
                             const MCSubtargetInfo &Info) {
  struct Extension {
    StringRef Feature;
    unsigned Release;
  };
  static constexpr Extension Extensions[] = {
      {"abs2008", 2}, {"use-indirect-jump-hazard", 2},
      {"dsp", 2},     {"dspr2", 2},
      {"msa", 5},     {"virt", 5},
      {"crc", 6},     {"ginv", 6},
  };
  for (const Extension &TheExtension : Extensions)
    if (hasFeature(Info, TheExtension.Feature) &&
        !hasRelease(Info, TheExtension.Release))
      return inputError(subject(Spec),
                        "'+" + TheExtension.Feature + "' needs Release " +
                            Twine(TheExtension.Release) +
                            " of MIPS32 or MIPS64",
                        "leave it out: what is emitted has no use for it");
  return Error::success();
}

Error MIPS::check(const TargetSpec &Spec) const {
  if (Spec.Triple.isMIPS32() &&
      (Spec.Triple.getEnvironment() == Triple::GNUABIN32 ||
       Spec.Triple.getEnvironment() == Triple::GNUABI64))
    return refuseTriple(Spec);
  if (Error E = TargetFamily::check(Spec))
    return E;
  StringRef Abi = Spec.AbiName;
  if (Abi.empty() || (Abi == "o32") == Spec.Triple.isMIPS32())
    return Error::success();
  return inputError(setting::AbiName + "=" + Abi,
                    "needs " + Twine(Abi == "o32" ? "mips" : "mips64") +
                        ", but the triple is " + Spec.Triple.str());
}

Error MIPS::checkFeatures(const TargetSpec &Spec,
                          const MCSubtargetInfo &Info) const {
  auto Has = [&Info](StringRef Feature) { return hasFeature(Info, Feature); };
  auto Refuse = [&Spec](const Message &Reason, const Message &Hint = {}) {
    return inputError(subject(Spec), Reason, Hint);
  };
  bool IsO32 = Spec.Triple.isMIPS32();
  bool Is64BitCpu = Has("gp64");
  if (!IsO32 && !Is64BitCpu)
    return Refuse("n32 and n64 need a 64-bit instruction set");
  for (StringRef Part :
       {"mips1", "mips2", "mips3", "mips3_32", "mips3_32r2", "fp64"})
    if (!IsO32 && !Has(Part))
      return Refuse("n32 and n64 need '+" + Part + "'");
  if (!IsO32 && Has("mips16"))
    return Refuse("'+mips16' exists for o32 only");
  if (Error E = checkExtensions(Spec, Info))
    return E;
  if (Has("mips5") && !Has("mips64"))
    return Refuse("LLVM generates no code for MIPS V", "use mips4");
  if (!IsO32 && Has("fpxx"))
    return Refuse("-mfpxx ('+fpxx') exists for o32 only");
  if (!IsO32 && Has("nooddspreg"))
    return Refuse("'+nooddspreg' exists for o32 only");
  // '+gp64' alone is no 64-bit instruction set to LLVM.
  if (Has("fp64") && !Has("mips3") && !Has("mips32r2"))
    return Refuse("-mfp64 ('+fp64') needs MIPS32 Release 2 or later");
  if (Has("msa") && !Has("fp64"))
    return Refuse("'+msa' needs '+fp64'");
  if (Has("micromips") && Is64BitCpu)
    return Refuse("LLVM generates no 64-bit microMIPS code");
  if (Has("dsp") && Has("mips32r6"))
    return Refuse("'+dsp' does not exist for Release 6");
  if (Has("noabicalls") && Spec.effectiveRelocationModel() == Reloc::PIC_)
    return Refuse("position-independent code needs abicalls, which "
                  "'+noabicalls' switches off",
                  "add " + setting::RelocationModel + "=static");
  return Error::success();
}

const TargetFamily &metaobj::mipsFamily() {
  static const MIPS Family;
  return Family;
}
