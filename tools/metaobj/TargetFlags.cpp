//===- TargetFlags.cpp - LLVM's flags for the target ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetFlags.h"

#include "Command.h"
#include "StandardStreams.h"

#include "metaobj/LlvmVersion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

ArrayRef<StringRef> targetFlags() {
  static constexpr StringRef Names[] = {
      "mcpu",      "mattr", "target-abi", "float-abi", "relocation-model",
      "code-model"};
  return Names;
}

void showTargetFlags(cl::OptionCategory &Category) {
  auto &Registered = cl::getRegisteredOptions();
  for (StringRef Name : targetFlags())
    if (cl::Option *Option = Registered.lookup(Name)) {
      Option->addCategory(Category);
      Option->setHiddenFlag(cl::NotHidden);
    }
}

/// Does \p Flag stand on the command line?
static bool isGiven(StringRef Flag) {
  cl::Option *Option = cl::getRegisteredOptions().lookup(Flag);
  return Option && Option->getNumOccurrences();
}

static std::string joinFeatures() {
  std::string Features;
  for (const std::string &Feature : codegen::getMAttrs())
    Features += (Features.empty() ? "" : ",") + Feature;
  return Features;
}

bool wantsTargetHelp() {
  return (isGiven("mcpu") && codegen::getMCPU() == "help") ||
         is_contained(codegen::getMAttrs(), "help") ||
         is_contained(codegen::getMAttrs(), "+help");
}

int printTargetHelp(const Triple &Target) {
  TargetSpec Spec;
  Spec.Triple = Target;
  Expected<std::unique_ptr<TargetMachine>> Machine = createTargetMachine(Spec);
  if (!Machine)
    return reportError(Machine.takeError());
  // LLVM prints its list to standard error, and for llc.
  StandardErrorCapture Capture;
  std::unique_ptr<MCSubtargetInfo> Info = llvm_version::createSubtargetInfo(
      (*Machine)->getTarget(), Target, "help", "");
  outs() << StringRef(Capture.end()).split("Use +feature").first.rtrim()
         << '\n';
  return Info ? ExitDone : ExitInputsAtFault;
}

TargetChoice targetChoice(const Triple &Target) {
  TargetChoice Choice;
  if (isGiven("mcpu"))
    Choice.CPU = codegen::getMCPU();
  if (isGiven("mattr"))
    Choice.Features = joinFeatures();
  if (isGiven("float-abi"))
    Choice.FloatAbi = codegen::getFloatABIForCalls();
  if (isGiven("relocation-model"))
    Choice.RelocationModel = codegen::getRelocModel();
  if (isGiven("code-model"))
    Choice.CodeModel = codegen::getCodeModel();
  Choice.Options = codegen::InitTargetOptionsFromCodeGenFlags(Target);
  Choice.DataSections = codegen::getExplicitDataSections();
  if (isGiven("target-abi"))
    Choice.AbiName = Choice.Options.MCOptions.ABIName;
  return Choice;
}
