//===- ConcludeObjects.cpp - What the operators in objects are ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/ConcludeObjects.h"

#include "Read/Objects/FunctionSelection.h"
#include "Read/Objects/GatherEvidence.h"
#include "Read/Objects/ObjectGatherer.h"
#include "Read/OpenedFile.h"
#include "Read/Packages/MemberFilter.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

/// Can programs call no operator as a packed function?
static bool areUnpacked(const SelectedFunctions &Selected) {
  const LeftOutFunctions &LeftOut = Selected.LeftOut;
  return Selected.Functions.empty() &&
         !(LeftOut.NeverRegistered.empty() && LeftOut.NotPacked.empty() &&
           LeftOut.DescribedOthers.empty());
}

static Expected<Conclusion> conclude(OperatorFamily Family,
                                     const GatheredFiles &Files,
                                     const DiagnosticConsumer &Diagnostics) {
  InputConfig Config;
  Expected<OperatorEvidence> Evidence = gatherEvidence(Config, Files, Family);
  if (!Evidence)
    return Evidence.takeError();
  Expected<OperatorFamily> Found = Evidence->family(std::nullopt, nullptr);
  if (!Found) {
    handleAllErrors(Found.takeError(), [&](const InputError &E) {
      report(Diagnostics, Diagnostic::Warning, E.input(), E.reason(), E.hint());
    });
    return Conclusion();
  }
  if (*Found != Family)
    return Conclusion();
  bool IsUnpacked = false;
  if (Expected<SelectedFunctions> Selected = selectFunctions(
          Config, Files, runtimeOf(Family).Facts.Abis.front(), {})) {
    if (Selected->HasPackedType)
      Evidence->addPackedType();
    IsUnpacked = areUnpacked(*Selected);
  } else { // Of two definitions a linker may take one.
    consumeError(Selected.takeError());
  }
  return Evidence->describe(Family, IsUnpacked);
}

Expected<std::vector<Conclusion>>
metaobj::concludeObjects(ArrayRef<OperatorObject> Objects,
                         const DiagnosticConsumer &Diagnostics) {
  InputConfig Config;
  MemberFilter Members;
  GatheredFiles Files;
  ObjectGatherer Gatherer(Config, Members, Files);
  for (const OperatorObject &Object : Objects)
    if (Error E = Gatherer.add(
            Object, identify(Object.Bytes->getBuffer().take_front(HeadSize))))
      return E;
  std::vector<Conclusion> Result;
  for (const RuntimeFamily *Family : runtimeFamilies()) {
    if (Family->Facts.Operators == OperatorFamily::Unknown)
      continue;
    Expected<Conclusion> TheConclusion =
        conclude(Family->Facts.Operators, Files, Diagnostics);
    if (!TheConclusion)
      return TheConclusion.takeError();
    if (!TheConclusion->Text.empty())
      Result.push_back(std::move(*TheConclusion));
  }
  return Result;
}
