//===- Conform.cpp - What LLVM leaves to its users ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "metaobj/LlvmVersion.h"
#include "metaobj/Target.h"

#include "llvm/IR/Module.h"

using namespace llvm;
using namespace metaobj;

static const TargetFamily *familyOfModule(const Module &M) {
  return familyOf(Triple(llvm_version::tripleName(M)).getArch());
}

void metaobj::conform(Module &M) {
  if (const TargetFamily *Family = familyOfModule(M))
    Family->conform(M);
}

Error metaobj::checkCode(const Module &M, bool IsObject) {
  const TargetFamily *Family = familyOfModule(M);
  return Family ? Family->checkCode(M, IsObject) : Error::success();
}
