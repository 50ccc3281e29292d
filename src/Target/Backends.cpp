//===- Backends.cpp - Back ends of the linked LLVM ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/Backends.h"

#include "Base/LlvmVersion.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/ARMTargetParser.h"

#include <mutex>

using namespace llvm;
using namespace metaobj;

/// LLVM's registry is global and not locked; everybody here goes through this.
static std::mutex &registryMutex() {
  static std::mutex Mutex;
  return Mutex;
}

/// Costs more than the emission of a small model when all of them are.
static void initialize(const Backend &B) {
  B.Target();
  B.TargetMc();
  if (B.AsmPrinter)
    B.AsmPrinter();
}

static void initializeTargetInfos() {
  for (const Backend &B : linkedBackends())
    B.TargetInfo();
}

/// Processors of Arm are often taken for triples.
static Message hintForTriple(StringRef Name) {
  llvm::ARM::ArchKind Kind = llvm::ARM::parseCPUArch(Name);
  if (Kind != llvm::ARM::ArchKind::INVALID) {
    StringRef Version = llvm::ARM::getSubArch(Kind);
    bool IsThumb = llvm::ARM::parseArchProfile(llvm::ARM::getArchName(Kind)) ==
                   llvm::ARM::ProfileKind::M;
    return "it is a processor: use " + setting::Triple + "=" +
           (IsThumb ? "thumb" : "arm") + Version + "-none-eabi and " +
           setting::CPU + "=" + Name;
  }
  std::string Known;
  for (const Target &T : TargetRegistry::targets())
    Known += (Known.empty() ? "" : ", ") + std::string(T.getName());
  return "known targets are: " + Known;
}

Expected<const Target *> metaobj::lookUpTarget(const Triple &TheTriple) {
  std::lock_guard<std::mutex> Lock(registryMutex());
  initializeTargetInfos();
  std::string Problem;
  const Target *Found = TargetRegistry::lookupTarget(
      llvm_version::lookUpArgument(TheTriple), Problem);
  if (!Found)
    return inputError(setting::Triple + "=" + TheTriple.str(),
                      "no target of the linked LLVM has this triple",
                      hintForTriple(TheTriple.str()));
  for (const Backend &B : linkedBackends())
    if (B.Name == Found->getBackendName())
      initialize(B);
  // PowerPC has another name in the registry than in LLVM's build; this may
  // also hold for targets of branches.
  if (!Found->hasTargetMachine())
    for (const Backend &B : linkedBackends())
      initialize(B);
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
  initializeTargetInfos();
  for (const Backend &B : linkedBackends())
    initialize(B);
  std::vector<const Target *> All;
  for (const Target &T : TargetRegistry::targets())
    All.push_back(&T);
  return All;
}
