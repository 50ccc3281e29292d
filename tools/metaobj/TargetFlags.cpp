//===- TargetFlags.cpp - LLVM's flags for the target ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetFlags.h"

using namespace llvm;
using namespace metaobj;

void showTargetFlags(cl::OptionCategory &Category) {
  auto &Registered = cl::getRegisteredOptions();
  for (StringRef Name : {"mcpu", "mattr", "target-abi", "float-abi",
                         "relocation-model", "code-model"})
    if (cl::Option *Option = Registered.lookup(Name)) {
      Option->addCategory(Category);
      Option->setHiddenFlag(cl::NotHidden);
    }
}

bool isGiven(StringRef Flag) {
  cl::Option *Option = cl::getRegisteredOptions().lookup(Flag);
  return Option && Option->getNumOccurrences();
}

static std::string joinFeatures() {
  std::string Features;
  for (const std::string &Feature : codegen::getMAttrs())
    Features += (Features.empty() ? "" : ",") + Feature;
  return Features;
}

bool changesCode() {
  return isGiven("mcpu") || isGiven("mattr") || isGiven("target-abi") ||
         isGiven("float-abi");
}

void applyTargetFlags(TargetSpec &Spec) {
  if (isGiven("mcpu"))
    Spec.CPU = codegen::getMCPU();
  if (isGiven("mattr"))
    Spec.Features = joinFeatures();
  if (isGiven("float-abi"))
    Spec.FloatAbi = codegen::getFloatABIForCalls();
  if (isGiven("relocation-model"))
    Spec.RelocationModel = codegen::getRelocModel();
  if (isGiven("code-model"))
    Spec.CodeModel = codegen::getCodeModel();
  Spec.Options = codegen::InitTargetOptionsFromCodeGenFlags(Spec.Triple);
  if (isGiven("target-abi"))
    Spec.AbiName = Spec.Options.MCOptions.ABIName;
}
