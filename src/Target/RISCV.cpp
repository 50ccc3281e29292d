//===- RISCV.cpp - RISC-V, 32 and 64 bit ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers of 32 or 64 bits. Little endian; LLVM 22 has big-endian variants
// too, riscv32be and riscv64be, whose instructions stay little endian. psABI:
// "RISC-V ABIs Specification" (riscv-elf-psabi-doc). EM_RISCV; the ELF class is
// XLEN.
//
// e_flags decides what may be linked with what: the float ABI (two bits: soft,
// single, double, quad), RVE (16 registers), RVC (compressed code may occur)
// and TSO (a memory model). lld refuses objects that differ in float ABI or
// RVE, also when an object has no code at all; GNU ld refuses them as well,
// unless the object has data only. RVC and TSO are joined.
//
// .riscv.attributes (SHT_RISCV_ATTRIBUTES) has the ISA string with versions,
// the stack alignment and privileged-spec versions. Both linkers join the ISA
// strings; lld refuses different stack alignments; GNU ld refuses versions of
// extensions that it does not know. So the section is copied from the operators
// and not made by this LLVM. Its numbers have the byte order of the file. lld
// 22 reads them as little endian, so it links nothing that LLVM makes for the
// big-endian variants.
//
// Code models: medlow code has absolute addresses (HI20, LO12) and must lie in
// the lowest or highest 2 GiB; medany code is PC-relative and looks the same as
// position-independent code unless it goes through the GOT. Code that needs no
// GOT counts as hosted if it is 64-bit code with the ABI of all hosted systems
// (lp64d), has a stack note, which GCC for bare metal does not write, and does
// not reach data of other objects without the GOT. All other code is bare
// metal.
//
// LLVM ends the process for contradictory instruction sets, which a damaged
// .riscv.attributes may have: see checkFeatures().
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Target/Attributes.h"
#include "Target/TargetFamily.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/RISCVAttributeParser.h"
#include "llvm/Support/RISCVAttributes.h"

using namespace llvm;
using namespace metaobj;

/// The big-endian variant of that name, unknown where LLVM has none.
static Triple::ArchType bigEndianArch(StringRef Name) {
  return Triple::getArchTypeForLLVMName(Name);
}

namespace {

struct RiscvAttributes {
  std::string Arch;
  std::optional<unsigned> StackAlign;
};

class RISCV final : public TargetFamily {
public:
  RISCV()
      : TargetFamily("RISC-V",
                     {Triple::riscv32, Triple::riscv64,
                      bigEndianArch("riscv32be"), bigEndianArch("riscv64be")},
                     {ELF::EM_RISCV}) {
    Relocations.Pointer = {ELF::R_RISCV_32, ELF::R_RISCV_64};
    Relocations.AbsoluteCode = {ELF::R_RISCV_HI20};
    Relocations.Direct = {ELF::R_RISCV_PCREL_HI20};
    Relocations.PositionIndependent = {ELF::R_RISCV_GOT_HI20};
    AbiNames = {"ilp32", "ilp32f", "ilp32d", "ilp32e",
                "lp64",  "lp64f",  "lp64d",  "lp64e"};
  }

  Placement presumption(const ElfFacts &Object) const override;

  bool isAttributeSection(StringRef, uint32_t Type) const override {
    return Type == ELF::SHT_RISCV_ATTRIBUTES;
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override;
  Expected<TargetSpec> spec(const ElfFacts &Object) const override;

  bool isPlainWithoutOptimisation() const override { return true; }

  bool hasCodeModel(const TargetSpec &Spec,
                    CodeModel::Model Model) const override {
    return Model == CodeModel::Small || Model == CodeModel::Medium ||
           (Model == CodeModel::Large && llvm_version::HasRiscvLargeCode &&
            Spec.Triple.isArch64Bit());
  }

  Error check(const TargetSpec &Spec) const override;
  Error checkFeatures(const TargetSpec &Spec,
                      const MCSubtargetInfo &Info) const override;

private:
  static Expected<RiscvAttributes> attributesOf(const ElfFacts &Object);
};

} // namespace

static StringRef riscvFloatAbi(uint32_t Flags) {
  switch (Flags & ELF::EF_RISCV_FLOAT_ABI) {
  case ELF::EF_RISCV_FLOAT_ABI_SINGLE:
    return "single";
  case ELF::EF_RISCV_FLOAT_ABI_DOUBLE:
    return "double";
  case ELF::EF_RISCV_FLOAT_ABI_QUAD:
    return "quad";
  default:
    return "soft";
  }
}

Placement RISCV::presumption(const ElfFacts &Object) const {
  if (Object.ReachesOthersDirectly)
    return Placement::Static;
  bool IsHosted = Object.Is64 && riscvFloatAbi(Object.Flags) == "double" &&
                  Object.HasStackNote;
  return IsHosted ? Placement::PositionIndependent : Placement::Unknown;
}

/// "ilp32f": what the ELF flags mean as TargetSpec::AbiName.
static std::string riscvAbi(const ElfFacts &Object) {
  std::string Name = Object.Is64 ? "lp64" : "ilp32";
  if (Object.Flags & ELF::EF_RISCV_RVE)
    return Name + "e";
  StringRef Float = riscvFloatAbi(Object.Flags);
  if (Float == "single")
    return Name + "f";
  return Float == "double" ? Name + "d" : Name;
}

Expected<RiscvAttributes> RISCV::attributesOf(const ElfFacts &Object) {
  RISCVAttributeParser Parser;
  std::string Part;
  Expected<bool> IsPresent =
      readAttributes(Parser, Object, ".riscv.attributes", "riscv", Part);
  if (!IsPresent)
    return IsPresent.takeError();
  return RiscvAttributes{
      Parser.getAttributeString(RISCVAttrs::ARCH).value_or("").str(),
      Parser.getAttributeValue(RISCVAttrs::STACK_ALIGN)};
}

Expected<std::vector<TargetFact>> RISCV::facts(const ElfFacts &Object) const {
  using enum LinkerAnswer;
  LinkerAnswer GnuLd = Object.HasCode ? Refuses : Silent;
  StringRef Consequence = Object.HasCode ? "" : LldRefusesData.data();
  std::vector<TargetFact> Facts = {
      {"float ABI", riscvFloatAbi(Object.Flags).str(), Refuses, GnuLd,
       Consequence},
      {"RVE", Object.Flags & ELF::EF_RISCV_RVE ? "yes" : "no", Refuses, GnuLd,
       Consequence},
  };
  Expected<RiscvAttributes> Attrs = attributesOf(Object);
  if (!Attrs)
    return Attrs.takeError();
  if (Attrs->StackAlign)
    Facts.push_back(
        {"stack alignment", utostr(*Attrs->StackAlign), Refuses, Refuses});
  return Facts;
}

Expected<TargetSpec> RISCV::spec(const ElfFacts &Object) const {
  StringRef Arch = Object.Is64 ? "riscv64" : "riscv32";
  StringRef BigArch = Object.Is64 ? "riscv64be" : "riscv32be";
  if (!Object.IsLittleEndian && bigEndianArch(BigArch) == Triple::UnknownArch)
    return inputError(Object.Name, "big-endian RISC-V is not supported: the "
                                   "linked LLVM has no such target");
  TargetSpec Spec;
  Spec.Triple =
      Triple((Object.IsLittleEndian ? Arch : BigArch) + "-unknown-elf");
  if ((Object.Flags & ELF::EF_RISCV_FLOAT_ABI) == ELF::EF_RISCV_FLOAT_ABI_QUAD)
    return inputError(Object.Name,
                      "the quad float ABI is not supported: LLVM knows soft, "
                      "single and double");
  Spec.AbiName = riscvAbi(Object);
  // PC-relative code runs anywhere. Code with absolute addresses shows that the
  // image lies within their reach.
  Spec.CodeModel = Object.AbsoluteCode ? CodeModel::Small : CodeModel::Medium;

  Expected<RiscvAttributes> Attrs = attributesOf(Object);
  if (!Attrs)
    return Attrs.takeError();
  std::vector<std::string> Features;
  if (!Attrs->Arch.empty()) {
    // Extensions that this LLVM does not know stay in the copied section. The
    // few emitted instructions need none of them.
    Expected<std::unique_ptr<RISCVISAInfo>> Isa =
        RISCVISAInfo::parseNormalizedArchString(Attrs->Arch);
    if (Isa)
      Features = llvm_version::features(**Isa);
    else
      consumeError(Isa.takeError());
  }
  // What e_flags promises holds even when the ISA string is absent or odd.
  auto AddFeature = [&Features](const char *Feature) {
    if (!is_contained(Features, Feature))
      Features.push_back(Feature);
  };
  if (Object.Flags & ELF::EF_RISCV_RVC)
    AddFeature("+c");
  if (Object.Flags & ELF::EF_RISCV_RVE)
    AddFeature("+e");
  if (riscvFloatAbi(Object.Flags) == "single")
    AddFeature("+f");
  if (riscvFloatAbi(Object.Flags) == "double")
    AddFeature("+d");
  Spec.Features = join(Features, ",");
  return Spec;
}

Error RISCV::check(const TargetSpec &Spec) const {
  if (Spec.Triple.isOSFuchsia() && !Spec.Triple.isArch64Bit())
    return refuseTriple(Spec);
  if (Error E = TargetFamily::check(Spec))
    return E;
  StringRef Abi = Spec.AbiName;
  if (Abi.empty())
    return Error::success();
  bool Is64 = Spec.Triple.isArch64Bit();
  if (Abi.starts_with("lp64") != Is64)
    return inputError(
        subject(Spec, setting::AbiName, "target-abi", Spec.AbiName),
        "needs " + Twine(Is64 ? "riscv32" : "riscv64") +
            ", but the triple is " + Spec.Triple.str());
  return Error::success();
}

/// LLVM ignores an ABI that the CPU and the features cannot keep.
static Error checkFloatAbi(const TargetSpec &Spec,
                           const MCSubtargetInfo &Info) {
  StringRef Abi = Spec.AbiName;
  for (StringRef Feature : {"+f", "+d"})
    if (Abi.ends_with(Feature.drop_front()) &&
        !Info.checkFeatures(Feature.str()))
      return inputError(
          subject(Spec, setting::AbiName, "target-abi", Spec.AbiName),
          "needs the feature '" + Feature + "'",
          "add " + setting::Features + "=" + Feature);
  return Error::success();
}

Error RISCV::checkFeatures(const TargetSpec &Spec,
                           const MCSubtargetInfo &Info) const {
  Message Subject = subject(Spec);
  bool Is64 = Spec.Triple.isArch64Bit();
  if (Error E = checkBits(Spec, Info))
    return E;
  // Its code generator would end the process.
  if (!llvm_version::HasRiscvE && Info.checkFeatures("+e"))
    return inputError(Subject,
                      "LLVM " + Twine(llvm_version::MajorVersion) +
                          " generates no code for cores with 16 registers",
                      "use metaobj with LLVM 18 or newer");
  std::vector<std::string> Features = llvm_version::isaFeatures(Info);
  Expected<std::unique_ptr<RISCVISAInfo>> Isa =
      RISCVISAInfo::parseFeatures(Is64 ? 64 : 32, Features);
  if (!Isa)
    return inputError(Subject,
                      "there is no such instruction set: " +
                          toString(Isa.takeError()),
                      "change " + setting::CPU + " or " + setting::Features);
  if (Error E = checkFloatAbi(Spec, Info))
    return E;
  if (!Spec.AbiName.empty() && !StringRef(Spec.AbiName).ends_with("e") &&
      Info.checkFeatures("+e"))
    return inputError(
        subject(Spec, setting::AbiName, "target-abi", Spec.AbiName),
        "needs 32 registers, but '+e' says that there are 16",
        setting::AbiName + "=" + Twine(Is64 ? "lp64e" : "ilp32e") +
            " is the ABI of such cores");
  if (Spec.AbiName == "ilp32e" && Info.checkFeatures("+d"))
    return inputError(Subject, "the ABI ilp32e excludes the feature '+d'");
  return Error::success();
}

const TargetFamily &metaobj::riscvFamily() {
  static const RISCV Family;
  return Family;
}
