//===- TargetHelp.cpp - What LLVM knows of a target -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetHelp.h"

#include "Command.h"

#include "Base/LlvmVersion.h"
#include "metaobj/Target.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

int printTargetHelp(const Triple &Target) {
  TargetSpec Spec;
  Spec.Triple = Target;
  Expected<std::unique_ptr<TargetMachine>> Machine = createTargetMachine(Spec);
  if (!Machine)
    return reportError(Machine.takeError());
  std::unique_ptr<MCSubtargetInfo> Info = llvm_version::createSubtargetInfo(
      (*Machine)->getTarget(), Target, "", "");
  if (!Info)
    return ExitInputsAtFault;
  outs() << "Available CPUs for this target:\n\n";
  for (const SubtargetSubTypeKV &V : llvm_version::processorsOf(*Info))
    outs() << "  " << V.Key << '\n';
  outs() << "\nAvailable features for this target:\n\n";
  for (const SubtargetFeatureKV &V : llvm_version::featuresOf(*Info))
    outs() << formatv("  {0,-32} - {1}\n", V.Key, V.Desc);
  return ExitDone;
}
