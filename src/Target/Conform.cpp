//===- Conform.cpp - What LLVM leaves to its users ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Target/Families.h"
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

Error metaobj::checkCode(const Module &M) {
  const TargetFamily *Family = familyOfModule(M);
  return Family ? Family->checkCode(M) : Error::success();
}

void metaobj::protect(Module &M, ControlFlowProtection Protection) {
  const TargetFamily *Family = familyOfModule(M);
  if (!Family)
    return;
  TargetFamily::ProtectionFlags Flags = Family->protectionFlags();
  // As Clang does: when modules are joined, the least that one of them has.
  auto SetFlag = [&M](bool IsWanted, StringRef Name) {
    if (IsWanted && !Name.empty())
      M.addModuleFlag(Module::Min, Name, 1);
  };
  SetFlag(Protection.Branches, Flags.Branches);
  SetFlag(Protection.Returns, Flags.Returns);
  if (!Flags.AreAttributes)
    return;
  for (llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (Protection.Branches)
      // LLVM 18 and before want the value, later ones the name alone.
      F.addFnAttr(Flags.Branches, "true");
    // No emitted function calls another one, so none has an address to sign.
    // But IR may be joined and inlined.
    if (Protection.Returns) {
      F.addFnAttr(Flags.Returns, "non-leaf");
      F.addFnAttr("sign-return-address-key", "a_key");
    }
  }
}
