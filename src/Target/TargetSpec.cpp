//===- TargetSpec.cpp - A target as the user describes it -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Target.h"

#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace metaobj;

Reloc::Model TargetSpec::effectiveRelocationModel() const {
  if (RelocationModel)
    return *RelocationModel;
  // As compilers do: 32-bit Windows relocates its images, and a WebAssembly
  // module has a memory of its own.
  bool IsStatic = Triple.getOS() == Triple::UnknownOS || Triple.isWasm() ||
                  (Triple.isOSWindows() && Triple.getArch() == Triple::x86);
  return IsStatic ? Reloc::Static : Reloc::PIC_;
}

TargetSpec metaobj::targetOf(const TargetMachine &Machine) {
  TargetSpec Spec;
  Spec.Triple = Machine.getTargetTriple();
  Spec.CPU = Machine.getTargetCPU().str();
  Spec.Features = Machine.getTargetFeatureString().str();
  Spec.AbiName = Machine.Options.MCOptions.ABIName;
  Spec.FloatAbi = Machine.Options.FloatABIType;
  Spec.Options = Machine.Options;
  Spec.RelocationModel = Machine.getRelocationModel();
  Spec.CodeModel = Machine.getCodeModel();
  return Spec;
}
