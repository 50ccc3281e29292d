//===- Collect.cpp - One model of all runtime modules ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Model.h"

#include "Text/Wording.h"

using namespace llvm;

namespace metaobj {

RuntimeModule::~RuntimeModule() = default;

Expected<std::vector<Param>> RuntimeModule::linkedParams() const {
  return std::vector<Param>();
}

Expected<std::vector<OperatorObject>> RuntimeModule::operatorObjects() const {
  return std::vector<OperatorObject>();
}

static Error addModule(const RuntimeModule &Module,
                       const CollectOptions &Options, Model &Result) {
  std::string Name = Module.name().str();
  SharedText Owner = Name;
  if (std::optional<std::vector<Function>> Functions = Module.functionNames()) {
    for (Function &Each : *Functions) {
      if (Each.Owner.empty())
        Each.Owner = Name;
      Result.Functions.push_back(std::move(Each));
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
  for (Param &Each : *Params) {
    if (Each.Owner.empty())
      Each.Owner = Owner;
    Result.Params.push_back(std::move(Each));
  }

  Expected<std::vector<OperatorObject>> Objects = Module.operatorObjects();
  if (!Objects)
    return inputError(Name, Objects.takeError());
  for (OperatorObject &Each : *Objects) {
    if (Each.Name.empty())
      Each.Name = Name;
    Result.Objects.push_back(std::move(Each));
  }
  return Error::success();
}

bool Model::hasStorageIds() const {
  return any_of(Params,
                [](const Param &P) { return P.linkedId().has_value(); });
}

Expected<Model> collect(ArrayRef<const RuntimeModule *> Modules,
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

} // namespace metaobj
