//===- CheckSymbols.cpp - Who defines what --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/LinkedSet.h"

#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Model/Convention.h"
#include "metaobj/Inspect.h"
#include "metaobj/Operators.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

/// Of tvm-ffi, and of TVM's C runtime.
static bool isOperatorName(StringRef Symbol) {
  return Symbol.starts_with(tvm_ffi::FunctionStart) ||
         Symbol.starts_with("tvmgen_");
}

/// Has metaobj emitted \p Object, with parameters?
static bool hasParams(const LinkedObject &Object) {
  return any_of(Object.View.Symbols, [](const ObjectSymbol &Symbol) {
    return Symbol.isGlobalDefinition() && Symbol.Name.ends_with("_params");
  });
}

Message DoubleDefinition::hint() const {
  bool HasEntry = any_of(Symbols, [](StringRef Symbol) {
    return Symbol.starts_with("TVMSystemLibEntryPoint") ||
           Symbol.ends_with("_params");
  });
  bool HasLookUp = is_contained(Symbols, LookupLinkedParamName);
  // EmitConfig::Prefix and EntryPoint separate metaobj's objects, the model's
  // name separates TVM's.
  if (HasEntry || (HasLookUp && hasParams(*First) && hasParams(*Second)))
    return "leave one of the two registries out; for two models in one image "
           "give each its own " +
           setting::Prefix + " and " + setting::EntryPoint;
  // Names of operators of tvm-ffi say what they compute, so that two models
  // have equal ones.
  if (any_of(Symbols, [](StringRef Symbol) {
        return Symbol.contains(tvm_ffi::FunctionStart);
      }))
    return "two models in one image: join the operators of each with its table "
           "(metaobj link -r --localize), or compile each with a "
           "system_lib_prefix of its own";
  // TVM v0.8 has one name for it in all models.
  if (HasLookUp)
    return "two models in one image: join the operators of each with its table "
           "(metaobj link -r --localize)";
  if (any_of(Symbols,
             [](StringRef Symbol) { return Symbol.starts_with("tvmgen_"); }))
    return "leave one of the two out; two models in one image need names of "
           "their own in TVM (mod_name)";
  return "leave one of the two out";
}

std::vector<DoubleDefinition> LinkedSet::doubleDefinitions() const {
  struct Owner {
    const LinkedObject *Object;
    StringRef Comdat;
  };
  DenseMap<CachedHashStringRef, Owner> First;
  MapVector<std::pair<const LinkedObject *, const LinkedObject *>,
            std::vector<StringRef>>
      Twice;
  for (const LinkedObject &Object : Objects)
    for (const ObjectSymbol &Symbol : Object.View.Symbols) {
      if (!Symbol.isGlobalDefinition() || Symbol.IsWeak)
        continue;
      auto [Place, IsNew] = First.try_emplace(CachedHashStringRef(Symbol.Name),
                                              Owner{&Object, Symbol.Comdat});
      // Of a group that both have, linkers keep one.
      bool IsShared =
          !Symbol.Comdat.empty() && Symbol.Comdat == Place->second.Comdat;
      if (!IsNew && !IsShared)
        Twice[{Place->second.Object, &Object}].push_back(Symbol.Name);
    }
  std::vector<DoubleDefinition> Result;
  for (auto &[Pair, Symbols] : Twice)
    Result.push_back({Pair.first, Pair.second, std::move(Symbols)});
  return Result;
}

void LinkedSet::checkDefinitions() {
  for (const DoubleDefinition &Definition : doubleDefinitions())
    find(Definition.Second->name(),
         "defines what " + quoted(Definition.First->name()) +
             " defines as well: " + quotedList(Definition.Symbols),
         Definition.hint());
}

/// The fault of a symbol of this kind, in an object for \p Machine (e_machine),
/// as a function that a registry lists; empty: none.
static StringRef faultOf(ObjectSymbol::KindType Kind, uint16_t Machine) {
  if (Kind == ObjectSymbol::Data)
    return "is data";
  // Linkers make the pointer's lowest bit select the instruction set.
  if (Kind == ObjectSymbol::Untyped && Machine == ELF::EM_ARM)
    return "has no type, so that linkers give its address without the Thumb "
           "bit";
  return "";
}

void LinkedSet::checkListed(const LinkedObject &Object,
                            ArrayRef<std::string> Functions,
                            CallingConvention Convention) {
  DenseMap<CachedHashStringRef, Definition> Local;
  for (const ObjectSymbol &Symbol : Object.View.Symbols)
    if (Symbol.IsDefined && Symbol.IsLocal)
      Local.try_emplace(CachedHashStringRef(Symbol.Name),
                        Definition{&Object, &Symbol});
  std::vector<StringRef> Undefined;
  for (const std::string &Function : Functions) {
    auto Found = Definitions.find(CachedHashStringRef(Function));
    if (Found == Definitions.end()) {
      Found = Local.find(CachedHashStringRef(Function));
      if (Found == Local.end()) {
        Undefined.push_back(Function);
        continue;
      }
    }
    const Definition &By = Found->second;
    auto Described = DescribedOthers.find({By.Object, Function});
    if (Described != DescribedOthers.end() &&
        Convention != CallingConvention::Other &&
        Described->second != Convention)
      find(By.Object->name(),
           "describes function " + quoted(Function) + " as " +
               conventionName(Described->second) + ", but the registry of " +
               quoted(Object.name()) + " lists it as " +
               conventionName(Convention),
           "emit the registry again, from these objects");
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

/// All functions that tables of \p Subject list, or its executor calls.
static void addListed(const LinkedObject &Subject, StringSet<> &Result) {
  for (const Inspection &Inspected : Subject.Inspected) {
    if (!Inspected.Executors.empty())
      for (const ObjectSymbol &Symbol : Subject.View.Symbols)
        if (!Symbol.IsDefined)
          Result.insert(Symbol.Name);
    for (const InspectedRegistry &Registry : Inspected.Registries)
      for (const InspectedFunction &Function : Registry.Functions)
        Result.insert(Function.Symbol);
    for (const InspectedTable &Table : Inspected.Tables)
      for (const InspectedRow &Row : Table.Rows)
        if (!Row.IsData)
          Result.insert(Row.Symbol);
  }
}

/// A linker takes the first definition that an archive has, and leaves the
/// other: the second model would run with functions of the first.
Error LinkedSet::checkShared() {
  // By the member that is left and the object that is taken.
  MapVector<std::pair<const LinkedObject *, const LinkedObject *>,
            std::vector<StringRef>>
      Shared;
  for (const LinkedObject &Left : LeftMembers)
    for (const ObjectSymbol &Symbol : Left.View.Symbols) {
      auto By = Definitions.find(CachedHashStringRef(Symbol.Name));
      if (Symbol.isGlobalDefinition() && isOperatorName(Symbol.Name) &&
          By != Definitions.end() &&
          By->second.Object->Object->Bytes->getBuffer() !=
              Left.Object->Bytes->getBuffer())
        Shared[{&Left, By->second.Object}].push_back(Symbol.Name);
    }
  if (Shared.empty())
    return Error::success();
  if (Error E = inspectObjects())
    return E;
  std::vector<std::pair<const LinkedObject *, StringSet<>>> Tables;
  for (const LinkedObject &Object : Objects) {
    Tables.emplace_back(&Object, StringSet<>());
    addListed(Object, Tables.back().second);
  }
  for (auto &[Pair, Names] : Shared) {
    std::vector<StringRef> Owners;
    for (const auto &[Object, Listed] : Tables)
      if (any_of(Names, [&, &Listed = Listed](StringRef Name) {
            return Listed.contains(Name);
          }))
        Owners.push_back(Object->name());
    if (Owners.size() > 1)
      find(Pair.first->name(),
           "linkers leave it out, because " + quoted(Pair.second->name()) +
               " defines the same functions, to which " + quotedList(Owners) +
               " refer: " + quotedList(Names),
           DoubleDefinition{Pair.second, Pair.first, Names}.hint());
  }
  return Error::success();
}

/// "one byte", "two bytes".
static StringRef width(unsigned Bytes) {
  return Bytes == 1 ? "one byte" : "two bytes";
}

void LinkedSet::checkCount(StringRef Object,
                           const InspectedRegistry &Registry) {
  if (Runtime.CountBytes == 0 || Registry.Abi == "tvm-crt-universal")
    return;
  unsigned Bytes = Registry.Abi == "tvm-crt-u8" ? 1 : 2;
  if (Bytes != Runtime.CountBytes)
    find(Object,
         "the count of its registry has " + width(Bytes) + ", but " +
             quoted(Runtime.Object) + " reads " + width(Runtime.CountBytes) +
             ", and so will not find its functions",
         Bytes == 1 ? "emit it with " + setting::Abi + "=tvm-crt-u16"
                    : "emit it with " + setting::Abi + "=tvm-crt-u8");
}

Error LinkedSet::checkRegistries() {
  if (Runtime.CountBytes != 0)
    advise(Diagnostic::Note, Runtime.Object,
           "reads registries whose count has " + width(Runtime.CountBytes) +
               ": " + Runtime.Evidence);
  for (const LinkedObject &Object : Objects)
    for (const OperatorDescription &Operator : Object.View.Operators)
      if (Operator.Convention != CallingConvention::Packed)
        DescribedOthers.try_emplace({&Object, Operator.Symbol},
                                    Operator.Convention);
  if (Error E = inspectObjects())
    return E;
  for (const LinkedObject &Object : Objects) {
    std::vector<std::string> Functions;
    for (const Inspection &TheInspection : Object.Inspected)
      for (const InspectedRegistry &Registry : TheInspection.Registries) {
        warnOfRegistry(Registry, Object.name(), Config.Diagnostics);
        checkCount(Object.name(), Registry);
        for (const InspectedFunction &Function : Registry.Functions)
          if (!Function.Symbol.empty())
            Functions.push_back(Function.Symbol);
      }
    if (!Functions.empty())
      checkListed(Object, Functions, CallingConvention::Packed);
    for (const Inspection &TheInspection : Object.Inspected)
      for (const InspectedTable &Table : TheInspection.Tables) {
        Functions.clear();
        for (const InspectedRow &Row : Table.Rows)
          if (!Row.Symbol.empty() && !Row.IsData)
            Functions.push_back(Row.Symbol);
        checkListed(Object, Functions,
                    Table.Kind == "tvm-ffi" ? CallingConvention::Ffi
                                            : CallingConvention::Other);
      }
  }
  return Error::success();
}

Expected<Message> metaobj::hintForDuplicates(ArrayRef<OperatorObject> Objects) {
  CheckConfig Config;
  LinkedSet Set(Config);
  Error Read = Set.read(Objects);
  if (Error E = joinErrors(Set.takeFindings(), std::move(Read)))
    return E;
  std::vector<DoubleDefinition> Twice = Set.doubleDefinitions();
  return Twice.empty() ? "" : Twice.front().hint();
}
