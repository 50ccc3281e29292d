//===- CheckTarget.cpp - One target, one place, one protection ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/LinkedSet.h"

#include "Base/Wording.h"
#include "Target/Agreement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"

using namespace llvm;
using namespace metaobj;

void LinkedSet::checkTargets() {
  std::vector<NamedFacts> Named;
  for (const LinkedObject &Object : Objects)
    Named.push_back({Object.name(), Object.Target.Facts});
  for (const Disagreement &TheDisagreement : disagreements(Named)) {
    StringRef Input = TheDisagreement.Objects.front();
    if (TheDisagreement.IsAdvice)
      advise(Diagnostic::Warning, Input, TheDisagreement.reason(),
             TheDisagreement.Consequences, TheDisagreement.Table);
    else
      find(Input, TheDisagreement.reason(), "build all objects for one target",
           TheDisagreement.Table);
  }
}

/// The references as lines for people.
static std::string tableOf(const LinkedObject &Object) {
  std::vector<std::vector<std::string>> Rows = {
      {"section", "offset", "relocation", "symbol"}};
  for (const FixedReference &Reference : Object.Target.FixedReferences)
    Rows.push_back(
        {escaped(Reference.Section),
         "0x" + utohexstr(Reference.Offset, /*LowerCase=*/true),
         object::getELFRelocationTypeName(Object.View.Machine, Reference.Type)
             .str(),
         escaped(Reference.Symbol)});
  uint64_t Hidden =
      Object.Target.FixedReferenceCount - Object.Target.FixedReferences.size();
  return table(Rows) +
         (Hidden ? "  and " + std::to_string(Hidden) + " more\n" : "");
}

void LinkedSet::checkPlacement() {
  const LinkedObject *Static = nullptr, *Independent = nullptr;
  StringRef Into = Config.Output == LinkOutput::SharedObject
                       ? "a shared object"
                       : "a position-independent executable";
  bool IsMovable = Config.Output == LinkOutput::SharedObject ||
                   Config.Output == LinkOutput::PositionIndependentExecutable;
  for (const LinkedObject &Object : Objects) {
    if (Object.Target.Evidence == Placement::PositionIndependent &&
        !Independent)
      Independent = &Object;
    bool IsElf = Object.View.Machine != ELF::EM_NONE;
    // Loaders of other systems move whatever they load.
    if (Object.Target.Evidence != Placement::Static ||
        (Object.Target.IsObject && !IsElf))
      continue;
    if (!Static)
      Static = &Object;
    if (!IsMovable)
      continue;
    bool IsShown = !Object.Target.FixedReferences.empty();
    find(Object.name(),
         "cannot go into " + Into +
             (IsShown ? ": it has addresses that no loader corrects:"
                      : ": it is compiled for a fixed address"),
         "compile it with -fPIC, or emit it with " + setting::RelocationModel +
             "=pic",
         IsShown ? tableOf(Object) : "");
  }
  if (!IsMovable && Static && Independent)
    advise(Diagnostic::Note, Static->name(),
           "is code for a fixed address, while " + quoted(Independent->name()) +
               " is position independent: together they make no "
               "position-independent executable");
}

void LinkedSet::checkMoving() {
  const LinkedObject *Moving = nullptr;
  std::vector<StringRef> Fixed;
  for (const LinkedObject &Object : Objects) {
    if (Object.Target.MovesWithoutLoader && !Moving)
      Moving = &Object;
    if (Object.Target.HasConstantPointers)
      Fixed.push_back(Object.name());
  }
  if (Moving && !Fixed.empty())
    advise(Diagnostic::Warning, Moving->name(),
           "is for code that runs at any address (-fropi), but constants hold "
           "the addresses that the image is linked for, in " +
               quotedList(Fixed),
           "link one image for each address that it runs at");
}

void LinkedSet::checkProtection(bool ControlFlowProtection::*Kind,
                                StringRef Missing) {
  const LinkedObject *With = nullptr;
  std::vector<StringRef> Without;
  for (const LinkedObject &Object : Objects) {
    if (Object.Target.Spec.Protection.*Kind)
      With = With ? With : &Object;
    else
      Without.push_back(Object.name());
  }
  if (With && !Without.empty())
    advise(Diagnostic::Note, With->name(),
           "has " + Missing +
               ", which the image loses: " + quotedList(Without) +
               (Without.size() == 1 ? " has none" : " have none"));
}

void LinkedSet::checkProtection() {
  checkProtection(&ControlFlowProtection::Branches,
                  "landing pads for indirect branches");
  checkProtection(&ControlFlowProtection::Returns, "protected returns");

  const LinkedObject *With = nullptr;
  std::vector<StringRef> Without;
  for (const LinkedObject &Object : Objects) {
    if (!Object.Target.IsObject || !Object.Target.NeedsStackNote)
      continue;
    if (Object.Target.Spec.HasStackNote)
      With = With ? With : &Object;
    else
      Without.push_back(Object.name());
  }
  if (With && !Without.empty())
    advise(Diagnostic::Warning, Without.front(),
           "has no .note.GNU-stack section, unlike " + quoted(With->name()) +
               ": GNU ld warns, and makes the stack executable");
}
