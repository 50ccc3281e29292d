//===- CheckSymbols.cpp - Who defines what --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedSet.h"

#include "Model/Wording.h"
#include "metaobj/Inspect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

void LinkedSet::checkDefinitions() {
  struct Owner {
    size_t Object;
    StringRef Comdat;
  };
  DenseMap<CachedHashStringRef, Owner> First;
  // Names by the two objects that define them.
  MapVector<std::pair<size_t, size_t>, std::vector<StringRef>> Twice;
  for (size_t Index = 0; Index != Objects.size(); ++Index)
    for (const LinkerSymbol &Symbol : Objects[Index].View.Symbols) {
      if (!Symbol.IsDefined || Symbol.IsLocal || Symbol.IsWeak)
        continue;
      auto [Place, IsNew] = First.try_emplace(CachedHashStringRef(Symbol.Name),
                                              Owner{Index, Symbol.Comdat});
      // Of a group that both have, linkers keep one.
      bool IsShared =
          !Symbol.Comdat.empty() && Symbol.Comdat == Place->second.Comdat;
      if (!IsNew && !IsShared)
        Twice[{Place->second.Object, Index}].push_back(Symbol.Name);
    }
  for (const auto &[Pair, Symbols] : Twice) {
    bool IsModel = any_of(Symbols, [](StringRef Symbol) {
      return Symbol.ends_with("_lookup_linked_param") ||
             Symbol.starts_with("TVMSystemLibEntryPoint") ||
             Symbol.starts_with("tvmgen_");
    });
    find(Objects[Pair.second].name(),
         "defines what " + quoted(Objects[Pair.first].name()) +
             " defines as well: " + quotedList(Symbols),
         IsModel ? "two models in one image need a --prefix and an --entry each"
                 : "leave one of the two out");
  }
}

/// What is wrong with \p Symbol of \p Object as a function that a registry
/// lists; empty when nothing is.
static StringRef faultOf(LinkerSymbol::KindType Kind, uint16_t Machine) {
  if (Kind == LinkerSymbol::Data)
    return "is data";
  // Linkers make the pointer's lowest bit select the instruction set.
  if (Kind == LinkerSymbol::Untyped && Machine == ELF::EM_ARM)
    return "has no type, so that linkers give its address without the Thumb "
           "bit";
  return "";
}

void LinkedSet::checkListed(
    const LinkedObject &Object,
    const DenseMap<CachedHashStringRef, Definition> &Global,
    ArrayRef<std::string> Functions) {
  DenseMap<CachedHashStringRef, Definition> Local;
  for (const LinkerSymbol &Symbol : Object.View.Symbols)
    if (Symbol.IsDefined && Symbol.IsLocal)
      Local.try_emplace(CachedHashStringRef(Symbol.Name),
                        Definition{&Object, &Symbol});
  std::vector<StringRef> Undefined;
  for (const std::string &Function : Functions) {
    auto Found = Global.find(CachedHashStringRef(Function));
    if (Found == Global.end()) {
      Found = Local.find(CachedHashStringRef(Function));
      if (Found == Local.end()) {
        Undefined.push_back(Function);
        continue;
      }
    }
    const Definition &By = Found->second;
    StringRef Fault = faultOf(By.Symbol->Kind, By.Object->View.Machine);
    if (!Fault.empty())
      find(By.Object->name(), quoted(Function) + " " + Fault + ", but the " +
                                  "registry of " + quoted(Object.name()) +
                                  " lists it as a function");
  }
  if (!Undefined.empty() && Config.Output != LinkOutput::RelocatableObject)
    find(Object.name(),
         "its registry lists " + plural(Undefined.size(), "function") +
             " that no object here defines: " + quotedList(Undefined),
         "give all operator objects");
}

Error LinkedSet::checkRegistries() {
  DenseMap<CachedHashStringRef, Definition> Global;
  for (const LinkedObject &Object : Objects)
    for (const LinkerSymbol &Symbol : Object.View.Symbols)
      if (Symbol.IsDefined && !Symbol.IsLocal)
        Global.try_emplace(CachedHashStringRef(Symbol.Name),
                           Definition{&Object, &Symbol});

  for (const LinkedObject &Object : Objects) {
    if (!Object.Target.IsObject)
      continue; // Of IR there is nothing to inspect.
    Expected<std::vector<Inspection>> Found = inspect(
        MemoryBufferRef(Object.Object->Bytes->getBuffer(), Object.name()));
    if (!Found)
      return Found.takeError();
    std::vector<std::string> Functions;
    for (const Inspection &Each : *Found)
      for (const InspectedRegistry &Registry : Each.Registries)
        for (const InspectedFunction &Function : Registry.Functions)
          if (!Function.Symbol.empty())
            Functions.push_back(Function.Symbol);
    if (!Functions.empty())
      checkListed(Object, Global, Functions);
  }
  return Error::success();
}
