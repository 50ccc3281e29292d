//===- CheckHelpers.cpp - Functions of compilers' libraries ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers call functions for what the processor has no instruction for. Two
// compilers may call one function by two names, of which a library has only
// one: operators that LLVM compiled for thumbv6m-none-unknown call __mulsf3,
// which libgcc for a Cortex-M0 has as __aeabi_fmul.
//
//===----------------------------------------------------------------------===//

#include "Check/LinkedSet.h"

#include "Base/Wording.h"
#include "Target/HelperNames.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;
using namespace metaobj;

/// Numbers in registers of floating point are where the other function does not
/// look for them.
static bool passesFloatsInRegisters(const LinkedObject &Object) {
  return any_of(Object.Target.Facts, [](const TargetFact &Fact) {
    return Fact.Name == "float ABI" && Fact.Value == "hard";
  });
}

void LinkedSet::findOfferedNames() {
  for (const LinkedObject &Object : Objects)
    for (const ObjectSymbol &Symbol : Object.View.Symbols)
      if (Symbol.isGlobalDefinition() && Symbol.Name.starts_with("__aeabi_"))
        OfferedNames.try_emplace(CachedHashStringRef(Symbol.Name),
                                 Object.Object->Name);
}

std::vector<HelperAlias> LinkedSet::helperAliases(const LinkedObject &Object) {
  std::vector<HelperAlias> Result;
  for (const ObjectSymbol &Symbol : Object.View.Symbols) {
    if (Symbol.IsDefined || Definitions.count(CachedHashStringRef(Symbol.Name)))
      continue;
    StringRef Other = nameInAbi(Object.View.Machine, Symbol.Name);
    if (OfferedNames.count(CachedHashStringRef(Other)))
      Result.push_back({Symbol.Name.str(), Other.str()});
  }
  return Result;
}

std::vector<HelperAlias> LinkedSet::helperAliases() {
  std::vector<HelperAlias> Result;
  if (any_of(Objects, passesFloatsInRegisters))
    return Result;
  std::set<std::string> Names;
  for (const LinkedObject &Object : Objects)
    for (HelperAlias &Alias : helperAliases(Object))
      if (Names.insert(Alias.Name).second)
        Result.push_back(std::move(Alias));
  return Result;
}

void LinkedSet::checkHelpers() {
  if (any_of(Objects, passesFloatsInRegisters))
    return;
  for (const LinkedObject &Object : Objects) {
    std::vector<HelperAlias> Aliases = helperAliases(Object);
    if (Aliases.empty())
      continue;
    std::vector<StringRef> Called, Offered;
    for (const HelperAlias &Alias : Aliases) {
      Called.push_back(Alias.Name);
      Offered.push_back(Alias.Other);
    }
    StringRef Owner =
        OfferedNames.lookup(CachedHashStringRef(Aliases.front().Other));
    advise(Diagnostic::Warning, Object.name(),
           "calls " + quotedList(Called) + ", which no object here defines; " +
               quoted(Owner) + " has " + quotedList(Offered) + " instead",
           "compile it for a triple that ends in eabi; metaobj link takes one "
           "for the other");
  }
}

Expected<std::vector<HelperAlias>>
metaobj::checkForLld(ArrayRef<OperatorObject> Objects,
                     const CheckConfig &Config) {
  LinkedSet Set(Config);
  if (Error E = Set.read(Objects))
    return joinErrors(Set.takeFindings(), std::move(E));
  Set.checkTargets();
  if (Error E = Set.checkShared())
    return joinErrors(Set.takeFindings(), std::move(E));
  Set.checkPointers();
  if (Error E = Set.takeFindings())
    return E;
  return Set.helperAliases();
}
