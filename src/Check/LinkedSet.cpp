//===- LinkedSet.cpp - The objects that a linker would take ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lld searches all archives for a missing symbol, GNU ld those behind the
// object. Here the order of the arguments does not matter, as in lld: if GNU ld
// misses a symbol because of the order, it says so clearly.
//
//===----------------------------------------------------------------------===//

#include "Check/LinkedSet.h"

#include "Model/CheckOperators.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

Error LinkedSet::read(ArrayRef<OperatorObject> All) {
  for (const OperatorObject &Object : All) {
    Expected<ObjectTarget> Target =
        readForComparison({Object.Bytes->getBuffer(), Object.Name});
    if (!Target)
      return Target.takeError();
    Expected<ObjectView> View = readObjectView(Object, Names);
    if (!View)
      return View.takeError();
    if (Error E = readReferences(Object, *View))
      return E;
    Objects.push_back({&Object, std::move(*View), std::move(*Target)});
  }
  findRuntime();
  findOfferedNames();
  dropUnneededMembers();
  findDefinitions();
  return Error::success();
}

void LinkedSet::findRuntime() {
  const LinkedObject *LookUp = nullptr;
  const LinkedObject *Count = nullptr;
  const LinkedObject *Mark = nullptr;
  for (const LinkedObject &Object : Objects)
    for (const ObjectSymbol &Symbol : Object.View.Symbols) {
      if (!Symbol.isGlobalDefinition())
        continue;
      if (Symbol.Name == "TVMFuncRegistry_Lookup")
        LookUp = &Object;
      else if (Symbol.Name == "TVMFuncRegistry_GetNumFuncs")
        Count = &Object;
      else if (Symbol.Name == "tvm_crt_registry_count_is_one_byte")
        Mark = &Object;
    }
  if (Mark)
    Runtime = {Mark->name().str(), 1,
               "runtime_crt with TVM_CRT_FUNC_REGISTRY_COUNT_BYTES=1"};
  else if (Count)
    Runtime = {Count->name().str(), 2,
               "it has TVMFuncRegistry_GetNumFuncs, as TVM's from v0.9 on"};
  else if (LookUp)
    Runtime = {LookUp->name().str(), 1,
               "it has no TVMFuncRegistry_GetNumFuncs, as TVM's up to v0.8"};
}

void LinkedSet::dropUnneededMembers() {
  // Which member defines a name first, and which names are asked for.
  DenseMap<CachedHashStringRef, size_t> Members;
  std::vector<bool> IsTaken(Objects.size());
  std::vector<size_t> Pending;
  for (const auto &[Index, Object] : enumerate(Objects)) {
    if (!Object.Object->IsMember) {
      IsTaken[Index] = true;
      Pending.push_back(Index);
      continue;
    }
    for (const ObjectSymbol &Symbol : Object.View.Symbols)
      if (Symbol.isGlobalDefinition())
        Members.try_emplace(CachedHashStringRef(Symbol.Name), Index);
  }
  // An archive alone is a set of objects by itself.
  if (Pending.empty())
    return;

  DenseSet<CachedHashStringRef> Defined;
  auto AddDefinitions = [&](const LinkedObject &Object) {
    for (const ObjectSymbol &Symbol : Object.View.Symbols)
      if (Symbol.isGlobalDefinition())
        Defined.insert(CachedHashStringRef(Symbol.Name));
  };
  for (size_t Index : Pending)
    AddDefinitions(Objects[Index]);
  while (!Pending.empty()) {
    size_t Index = Pending.back();
    Pending.pop_back();
    for (const ObjectSymbol &Symbol : Objects[Index].View.Symbols) {
      CachedHashStringRef Name(Symbol.Name);
      // A weak reference takes no member.
      if (Symbol.IsDefined || Symbol.IsWeak || Defined.contains(Name))
        continue;
      auto Member = Members.find(Name);
      if (Member == Members.end() || IsTaken[Member->second])
        continue;
      IsTaken[Member->second] = true;
      AddDefinitions(Objects[Member->second]);
      Pending.push_back(Member->second);
    }
  }
  std::vector<LinkedObject> Taken;
  for (const auto &[Index, Object] : enumerate(Objects))
    (IsTaken[Index] ? Taken : LeftMembers).push_back(std::move(Object));
  Objects = std::move(Taken);
}

void LinkedSet::findDefinitions() {
  for (const LinkedObject &Object : Objects)
    for (const ObjectSymbol &Symbol : Object.View.Symbols)
      if (Symbol.isGlobalDefinition())
        Definitions.try_emplace(CachedHashStringRef(Symbol.Name),
                                Definition{&Object, &Symbol});
}

void LinkedSet::find(StringRef Input, const Message &Reason,
                     const Message &Hint, StringRef Details) {
  Findings = joinErrors(std::move(Findings),
                        make_error<InputError>(Input, Reason, Hint, Details));
}

void LinkedSet::advise(Diagnostic::SeverityKind Severity, StringRef Input,
                       const Message &Reason, const Message &Hint,
                       StringRef Details) {
  report(Config.Diagnostics, Severity, Input, Reason, Hint, Details);
}

Error metaobj::checkObjects(ArrayRef<OperatorObject> Objects,
                            const CheckConfig &Config) {
  if (Error E = checkHaveBytes(Objects))
    return E;
  LinkedSet Set(Config);
  if (Error E = Set.read(Objects))
    return joinErrors(Set.takeFindings(), std::move(E));
  Set.checkTargets();
  Set.checkPlacement();
  Set.checkMoving();
  Set.checkDefinitions();
  if (Error E = Set.checkRegistries())
    return joinErrors(Set.takeFindings(), std::move(E));
  if (Error E = Set.checkShared())
    return joinErrors(Set.takeFindings(), std::move(E));
  if (Error E = Set.checkConclusion())
    return joinErrors(Set.takeFindings(), std::move(E));
  Set.checkPointers();
  Set.checkPrograms();
  Set.checkHelpers();
  Set.checkSections();
  Set.checkUnloaded();
  Set.checkProtection();
  return Set.takeFindings();
}
