//===- Collect.cpp - One model of all runtime modules ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/RuntimeModule.h"

#include "Base/FaultList.h"
#include "Base/Wording.h"
#include "Model/CheckOperators.h"
#include "Model/Convention.h"
#include "Read/Collect.h"
#include "Read/Objects/ObjectContents.h"
#include "Read/Objects/SuggestNames.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace metaobj;

RuntimeModule::~RuntimeModule() = default;

Expected<std::vector<Param>> RuntimeModule::linkedParams() const {
  return std::vector<Param>();
}

Expected<std::vector<OperatorObject>> RuntimeModule::operatorObjects() const {
  return std::vector<OperatorObject>();
}

/// What \p Object says. \p Names keeps names that are not in its bytes.
static Expected<ObjectContents> readContentsOf(const OperatorObject &Object,
                                               StringSaver &Names) {
  if (Error E = checkHaveBytes(Object))
    return E;
  FileKind Kind = identify(Object.Bytes->getBuffer().take_front(4096));
  if (!isObject(Kind))
    return inputError(Object.Name,
                      "is " + describeContent(Object.Bytes->getBuffer()) +
                          ", wanted an object, bitcode or IR");
  return readObjectContents(Object, Kind, Names, DiagnosticConsumer());
}

Error metaobj::checkDefined(StringRef Owner,
                            ArrayRef<metaobj::Function> Functions,
                            ArrayRef<OperatorObject> Objects) {
  if (Objects.empty())
    return Error::success();
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  StringSet<> Defined;
  StringMap<CallingConvention> Described;
  std::vector<StringRef> InOrder;
  for (const OperatorObject &Object : Objects) {
    Expected<ObjectContents> Contents = readContentsOf(Object, Names);
    if (!Contents)
      return Contents.takeError();
    for (const ObjectSymbol &TheObjectSymbol : Contents->Symbols)
      if (Defined.insert(TheObjectSymbol.Name).second)
        InOrder.push_back(TheObjectSymbol.Name);
    for (const OperatorDescription &Operator : Contents->Operators)
      Described.try_emplace(Operator.Symbol, Operator.Convention);
  }
  FaultList Faults(Owner);
  for (const metaobj::Function &F : Functions) {
    if (!Defined.contains(F.symbol())) {
      Faults.add(inputError(Owner,
                            "lists function " + quoted(F.Name) +
                                ", but none of its objects defines " +
                                quoted(F.symbol()),
                            suggestNames(F.symbol(), InOrder)));
      continue;
    }
    auto Found = Described.find(F.symbol());
    if (Found != Described.end() && Found->second != F.Convention)
      Faults.add(inputError(Owner,
                            "lists function " + quoted(F.Name) + " as " +
                                conventionName(F.Convention) +
                                ", but its object describes it as " +
                                conventionName(Found->second),
                            "set Function::Convention as the object says"));
  }
  return Faults.take();
}

static Error addModule(const RuntimeModule &Module,
                       const CollectOptions &Options, Model &Result) {
  std::string Name = Module.name().str();
  SharedText Owner = Name;
  size_t FirstFunction = Result.Functions.size();
  if (std::optional<std::vector<metaobj::Function>> Functions =
          Module.functionNames()) {
    for (metaobj::Function &F : *Functions) {
      if (F.Owner.empty())
        F.Owner = Name;
      Result.Functions.push_back(std::move(F));
    }
  } else if (Options.AllowUnlistedModules) {
    report(Options.Diagnostics, Diagnostic::Warning, Name,
           "the module cannot list its functions: none of them is in the "
           "registry");
  } else {
    return inputError(Name, "the module cannot list its functions",
                      "implement functionNames(), or set "
                      "AllowUnlistedModules to go on without them");
  }

  Expected<std::vector<Param>> Params = Module.linkedParams();
  if (!Params)
    return inputError(Name, Params.takeError());
  for (Param &P : *Params) {
    if (P.Owner.empty())
      P.Owner = Owner;
    Result.Params.push_back(std::move(P));
  }

  Expected<std::vector<OperatorObject>> Objects = Module.operatorObjects();
  if (!Objects)
    return inputError(Name, Objects.takeError());
  for (OperatorObject &Object : *Objects)
    if (Object.Name.empty())
      Object.Name = Name;
  if (Error E = checkDefined(
          Name, ArrayRef(Result.Functions).drop_front(FirstFunction), *Objects))
    return E;
  append_range(Result.Objects, std::move(*Objects));
  return Error::success();
}

Expected<Model> metaobj::collect(ArrayRef<const RuntimeModule *> Modules,
                                 const CollectOptions &Options) {
  Model Result;
  Result.Name = Options.ModelName;
  for (size_t I = 0; I != Modules.size(); ++I) {
    if (!Modules[I])
      return inputError("model " + quoted(Options.ModelName),
                        "module " + Twine(I) + " is a null pointer");
    if (Error E = addModule(*Modules[I], Options, Result))
      return E;
  }
  if (Error E = checkModel(Result, Options.Limits, Options.Diagnostics))
    return E;
  return Result;
}

/// The functions of \p Contents that are described as packed; without any
/// description, all that may be packed.
static std::vector<metaobj::Function>
packedFunctions(const ObjectContents &Contents,
                function_ref<bool(StringRef)> IsWanted) {
  std::vector<metaobj::Function> Result;
  for (const OperatorDescription &Operator : Contents.Operators) {
    if (Operator.Convention != CallingConvention::Packed ||
        (IsWanted && !IsWanted(Operator.name())))
      continue;
    metaobj::Function &New = Result.emplace_back();
    New.Name = Operator.name().str();
    if (Operator.Symbol != New.Name)
      New.Symbol = Operator.Symbol;
  }
  if (!Contents.Operators.empty())
    return Result;
  for (const ObjectSymbol &TheObjectSymbol : Contents.Symbols) {
    if (!TheObjectSymbol.mayBeFunction() ||
        Contents.isOtherType(TheObjectSymbol) ||
        (IsWanted && !IsWanted(TheObjectSymbol.Name)))
      continue;
    metaobj::Function &New = Result.emplace_back();
    New.Name = TheObjectSymbol.Name.str();
  }
  return Result;
}

Expected<std::vector<metaobj::Function>>
metaobj::listFunctions(const OperatorObject &Object,
                       function_ref<bool(StringRef)> IsWanted) {
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  Expected<ObjectContents> Contents = readContentsOf(Object, Names);
  if (!Contents)
    return Contents.takeError();
  return packedFunctions(*Contents, IsWanted);
}

Expected<std::vector<metaobj::Function>>
metaobj::listFunctions(const Module &M,
                       function_ref<bool(StringRef)> IsWanted) {
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  Expected<ObjectView> View = viewOfModule(M, Names);
  if (!View)
    return View.takeError();
  return packedFunctions(contentsOf(std::move(*View), FileKind::Bitcode),
                         IsWanted);
}
