//===- Backends.cpp - Back ends of the linked LLVM ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backends.h"

#include "metaobj/Diagnostic.h"
#include "metaobj/LlvmVersion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

#include <mutex>

using namespace llvm;
using namespace metaobj;

namespace {

/// How to switch on one of LLVM's back ends. Switching all of them on costs
/// more than the emission of a small model.
struct Backend {
  StringRef Name;
  void (*InitializeTarget)();
  void (*InitializeTargetMc)();
};

} // namespace

static const Backend Backends[] = {
#define LLVM_TARGET(Name)                                                      \
  {#Name, LLVMInitialize##Name##Target, LLVMInitialize##Name##TargetMC},
#include "llvm/Config/Targets.def"
};

namespace {

struct Printer {
  StringRef Name;
  void (*Initialize)();
};

} // namespace

static const Printer Printers[] = {
#define LLVM_ASM_PRINTER(Name) {#Name, LLVMInitialize##Name##AsmPrinter},
#include "llvm/Config/AsmPrinters.def"
};

/// LLVM's registry is global and not locked; everybody here goes through this.
static std::mutex &registryMutex() {
  static std::mutex Mutex;
  return Mutex;
}

static void initializeBackend(StringRef Name) {
  for (const Backend &B : Backends) {
    if (B.Name != Name)
      continue;
    B.InitializeTarget();
    B.InitializeTargetMc();
  }
  for (const Printer &P : Printers)
    if (P.Name == Name)
      P.Initialize();
}

Expected<const Target *> metaobj::lookUpTarget(const Triple &TheTriple) {
  std::lock_guard<std::mutex> Lock(registryMutex());
  InitializeAllTargetInfos();
  std::string Problem;
  const Target *Found = TargetRegistry::lookupTarget(
      llvm_version::lookUpArgument(TheTriple), Problem);
  if (!Found) {
    std::string Known;
    for (const Target &T : TargetRegistry::targets())
      Known += (Known.empty() ? "" : ", ") + std::string(T.getName());
    return inputError("TargetSpec::Triple=" + TheTriple.str(),
                      "no target of the linked LLVM has this triple",
                      "known targets are: " + Known);
  }
  initializeBackend(Found->getBackendName());
  // PowerPC's name in the registry is not the one that it is switched on by;
  // branches may do the same.
  if (!Found->hasTargetMachine())
    for (const Backend &B : Backends)
      initializeBackend(B.Name);
  return Found;
}

bool metaobj::knowsFeature(const Triple &TheTriple, StringRef Feature) {
  Expected<const Target *> T = lookUpTarget(TheTriple);
  if (!T) {
    consumeError(T.takeError());
    return false;
  }
  std::unique_ptr<MCSubtargetInfo> Info =
      llvm_version::createSubtargetInfo(**T, TheTriple, "", "");
  return Info && is_contained(llvm_version::featureNames(*Info), Feature);
}

std::vector<const Target *> metaobj::allTargets() {
  std::lock_guard<std::mutex> Lock(registryMutex());
  InitializeAllTargetInfos();
  for (const Backend &B : Backends)
    initializeBackend(B.Name);
  std::vector<const Target *> All;
  for (const Target &T : TargetRegistry::targets())
    All.push_back(&T);
  return All;
}
