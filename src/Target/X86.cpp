//===- X86.cpp - i386, x86-64 and x32 -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Little endian. psABI: "System V Application Binary Interface, AMD64
// Architecture Processor Supplement" and the one of the Intel386 architecture.
// EM_X86_64 with ELFCLASS64 has 64-bit pointers; the same machine with
// ELFCLASS32 is x32, whose pointers have 32 bits. EM_386 has pointers of 32
// bits, and 64-bit integers aligned to 4 in structures.
//
// e_flags is always 0 and there are no attribute sections: lld and GNU ld check
// machine and class only. (.note.gnu.property has the common features of all
// objects of an image. An object without it links, but removes a feature from
// the image. The emitted functions also get IBT and the shadow stack of the
// operators.)
//
// By default, compilers make position-independent code and executables are
// PIEs. Signs of static code: 32-bit addresses in code (R_X86_64_32 and 32S,
// R_386_32), and pointers in read-only data.
//
//===----------------------------------------------------------------------===//

#include "Target/TargetFamily.h"

#include "Object/ElfObject.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Common parts of the two machines.
class X86 : public TargetFamily {
public:
  using TargetFamily::TargetFamily;

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

  bool isPlainWithoutOptimisation() const override { return true; }

  bool hasCodeModel(const TargetSpec &, CodeModel::Model Model) const override {
    return Model != CodeModel::Tiny;
  }

  Error check(const TargetSpec &Spec) const override {
    const Triple &T = Spec.Triple;
    bool IsUefi = T.getOSName().starts_with("uefi");
    // LLVM would write a section of ELF into the COFF object of any other.
    bool IsWindows = T.isWindowsMSVCEnvironment() ||
                     T.isWindowsCoreCLREnvironment() || T.isOSCygMing() ||
                     T.isWindowsItaniumEnvironment();
    if (IsUefi ? !T.isArch64Bit() : T.isOSBinFormatCOFF() && !IsWindows)
      return refuseTriple(Spec);
    return TargetFamily::check(Spec);
  }

  Error checkFeatures(const TargetSpec &Spec,
                      const MCSubtargetInfo &Info) const override {
    bool Is64 = Spec.Triple.isArch64Bit();
    if (Info.checkFeatures("+64bit-mode") != Is64 ||
        (Is64 && !Info.checkFeatures("+64bit")))
      return inputError(subject(Spec), "needs a CPU and features for " +
                                           Twine(Is64 ? 64 : 32) + " bits");
    if (!Is64 && hasFeature(Info, "tagged-globals"))
      return inputError(subject(Spec),
                        "'+tagged-globals' exists for x86-64 only");
    // Of functions that the linker joins, which Mach-O has not.
    for (StringRef Feature :
         {"retpoline-indirect-calls", "retpoline-indirect-branches", "lvi-cfi",
          "seses"})
      if (Spec.Triple.isOSBinFormatMachO() && hasFeature(Info, Feature))
        return inputError(subject(Spec),
                          "'+" + Feature + "' does not exist for Mach-O");
    return Error::success();
  }

  Expected<TargetSpec> spec(const ElfFacts &Object) const override {
    // i386 is the least that LLVM's generic CPU makes code for.
    StringRef Arch = Object.Machine == ELF::EM_386 ? "i386" : "x86_64";
    TargetSpec Spec;
    Spec.Triple = Triple(Arch + "-unknown-" + system(Object));
    return Spec;
  }

private:
  StringRef system(const ElfFacts &Object) const {
    if (Object.OsAbi == ELF::ELFOSABI_FREEBSD)
      return "freebsd";
    bool IsX32 = Object.Machine == ELF::EM_X86_64 && !Object.Is64;
    return IsX32 ? "linux-gnux32" : "linux-gnu";
  }
};

class Amd64 final : public X86 {
public:
  Amd64() : X86("x86-64", {Triple::x86_64}, {ELF::EM_X86_64}) {
    // The latter is a pointer of x32.
    Relocations.Pointer = {ELF::R_X86_64_64, ELF::R_X86_64_32};
    Relocations.AbsoluteCode = {ELF::R_X86_64_32S};
    Relocations.PositionIndependent = {
        ELF::R_X86_64_GOTPCREL,      ELF::R_X86_64_GOTPCRELX,
        ELF::R_X86_64_REX_GOTPCRELX, ELF::R_X86_64_GOTOFF64,
        ELF::R_X86_64_GOTPC32,       ELF::R_X86_64_GOTPC64};
  }

  DataReach dataReach(const Triple &Target,
                      CodeModel::Model Model) const override {
    if (!Target.isOSBinFormatELF() || Model == CodeModel::Large)
      return {};
    return {uint64_t(1) << 31, 32, isLargeX86Section,
            "place them in .lrodata with " + setting::Presets + "=x86-large"};
  }
};

class I386 final : public X86 {
public:
  I386() : X86("i386", {Triple::x86}, {ELF::EM_386}) {
    Relocations.Pointer = {ELF::R_386_32};
    Relocations.PositionIndependent = {ELF::R_386_GOT32, ELF::R_386_GOT32X,
                                       ELF::R_386_GOTOFF, ELF::R_386_GOTPC};
  }
};

} // namespace

const TargetFamily &metaobj::x86Family() {
  static const Amd64 Family;
  return Family;
}

const TargetFamily &metaobj::i386Family() {
  static const I386 Family;
  return Family;
}
