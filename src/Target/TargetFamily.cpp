//===- TargetFamily.cpp - What families share -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetFamily.h"

#include "Text/Wording.h"
#include "metaobj/LlvmVersion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace llvm;
using namespace metaobj;

TargetFamily::~TargetFamily() = default;

bool TargetFamily::isAttributeSection(StringRef, uint32_t) const {
  return false;
}

bool TargetFamily::isOwnPlace(StringRef) const { return false; }

Placement TargetFamily::placement(const ElfFacts &) const {
  return Placement::Unknown;
}

Placement TargetFamily::presumption(const ElfFacts &) const {
  return Placement::Unknown;
}

Expected<bool> TargetFamily::movesWithoutLoader(const ElfFacts &) const {
  return false;
}

uint32_t TargetFamily::elfFlags(uint32_t Operators, uint32_t) const {
  return Operators;
}

Expected<std::vector<TargetFact>> TargetFamily::facts(const ElfFacts &) const {
  return std::vector<TargetFact>();
}

ArrayRef<StringLiteral> TargetFamily::abiNames() const { return {}; }

Expected<ControlFlowProtection>
TargetFamily::protection(const ElfFacts &) const {
  return ControlFlowProtection();
}

bool TargetFamily::needsStackNote(bool) const { return false; }

TargetFamily::ProtectionFlags TargetFamily::protectionFlags() const {
  return {"", "", false};
}

void TargetFamily::adjust(TargetOptions &) const {}

std::string metaobj::subject(const TargetSpec &Spec) {
  return Spec.Source.empty() ? "TargetSpec::Triple=" + Spec.Triple.str()
                             : Spec.Source;
}

Error metaobj::refuseTriple(const TargetSpec &Spec) {
  return inputError(subject(Spec),
                    "the linked LLVM generates no code for the triple " +
                        quoted(Spec.Triple.str()),
                    "give the target by TargetSpec::Triple");
}

bool metaobj::hasFeature(const MCSubtargetInfo &Info, StringRef Feature) {
  return is_contained(llvm_version::featureNames(Info), Feature) &&
         Info.checkFeatures(("+" + Feature).str());
}

bool metaobj::isCommonCodeModel(CodeModel::Model Model) {
  return Model != CodeModel::Tiny && Model != CodeModel::Kernel;
}

bool TargetFamily::hasCodeModel(const TargetSpec &,
                                CodeModel::Model Model) const {
  return isCommonCodeModel(Model);
}

std::string TargetFamily::defaultAbi(const TargetSpec &,
                                     const MCSubtargetInfo &) const {
  return "";
}

std::string metaobj::subject(const TargetSpec &Spec, Setting Which,
                             StringRef Attribute, StringRef Value) {
  if (Spec.Source.empty())
    return (settingName(Which) + "=" + shortened(Value)).str();
  return (Spec.Source + ": " + Attribute + "=" + shortened(Value)).str();
}

std::optional<CodeModel::Model>
TargetFamily::defaultCodeModel(Reloc::Model) const {
  return std::nullopt;
}

TargetFamily::DataReach TargetFamily::dataReach(const Triple &,
                                                CodeModel::Model) const {
  return {};
}

bool TargetFamily::isPlainWithoutOptimisation() const { return false; }

void TargetFamily::conform(Module &) const {}

Error TargetFamily::checkCode(const Module &, bool) const {
  return Error::success();
}

Error TargetFamily::check(const TargetSpec &Spec) const {
  if (Spec.AbiName.empty() || is_contained(abiNames(), Spec.AbiName))
    return Error::success();
  if (abiNames().empty())
    return inputError(
        subject(Spec, Setting::AbiName, "target-abi", Spec.AbiName),
        name() + " has no ABI names: found " + quoted(Spec.AbiName),
        "leave the option out");
  return inputError(subject(Spec, Setting::AbiName, "target-abi", Spec.AbiName),
                    "unknown ABI name for " + name() + "; known are: " +
                        join(abiNames().begin(), abiNames().end(), ", "));
}

Error TargetFamily::checkFeatures(const TargetSpec &,
                                  const MCSubtargetInfo &) const {
  return Error::success();
}
