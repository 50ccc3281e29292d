//===- TargetFamily.cpp - What families share -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/TargetFamily.h"

#include "Base/LlvmVersion.h"
#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace llvm;
using namespace metaobj;

TargetFamily::~TargetFamily() = default;

RelocationUse TargetFamily::use(uint32_t RelocationType) const {
  if (is_contained(Relocations.Pointer, RelocationType))
    return RelocationUse::Pointer;
  if (is_contained(Relocations.AbsoluteCode, RelocationType))
    return RelocationUse::AbsoluteCode;
  if (is_contained(Relocations.Direct, RelocationType))
    return RelocationUse::Direct;
  if (is_contained(Relocations.PositionIndependent, RelocationType))
    return RelocationUse::PositionIndependent;
  return RelocationUse::Neutral;
}

Message metaobj::subject(const TargetSpec &Spec) {
  return Spec.Source.empty() ? setting::Triple + "=" + Spec.Triple.str()
                             : Spec.Source;
}

Error metaobj::refuseTriple(const TargetSpec &Spec) {
  return inputError(subject(Spec),
                    "the linked LLVM generates no code for the triple " +
                        quoted(Spec.Triple.str()),
                    "give the target by " + setting::Triple);
}

Error metaobj::checkClass(const ElfFacts &Object, StringRef Name, bool Is64) {
  if (Is64 == Object.Is64)
    return Error::success();
  return inputError(Object.Name, "is a " + Twine(Object.Is64 ? 64 : 32) +
                                     "-bit ELF file for " +
                                     Twine(Is64 ? 64 : 32) + "-bit " + Name +
                                     ", which does not exist");
}

Error metaobj::checkBits(const TargetSpec &Spec, const MCSubtargetInfo &Info) {
  bool Is64 = Spec.Triple.isArch64Bit();
  if (Info.checkFeatures("+64bit") == Is64 &&
      Info.checkFeatures("+32bit") != Is64)
    return Error::success();
  return inputError(subject(Spec), "needs a CPU and features for " +
                                       Twine(Is64 ? 64 : 32) + " bits only");
}

bool metaobj::hasFeature(const MCSubtargetInfo &Info, StringRef Feature) {
  return is_contained(llvm_version::featureNames(Info), Feature) &&
         Info.checkFeatures(("+" + Feature).str());
}

bool metaobj::isCommonCodeModel(CodeModel::Model Model) {
  return Model != CodeModel::Tiny && Model != CodeModel::Kernel;
}

Message metaobj::subject(const TargetSpec &Spec, Setting Which,
                         StringRef Attribute, StringRef Value) {
  if (Spec.Source.empty())
    return Which + "=" + shortened(Value);
  return Spec.Source + ": " + Attribute + "=" + shortened(Value);
}

Error TargetFamily::check(const TargetSpec &Spec) const {
  if (Spec.AbiName.empty() || is_contained(AbiNames, Spec.AbiName))
    return Error::success();
  if (AbiNames.empty())
    return inputError(
        subject(Spec, setting::AbiName, "target-abi", Spec.AbiName),
        name() + " has no ABI names: found " + quoted(Spec.AbiName),
        "leave the option out");
  return inputError(subject(Spec, setting::AbiName, "target-abi", Spec.AbiName),
                    "unknown ABI name for " + name() + "; known are: " +
                        join(AbiNames.begin(), AbiNames.end(), ", "));
}
