//===- EmitConfig.cpp - Names of the symbols that are emitted -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"

#include "Abi/DataSymbols.h"
#include "Abi/RuntimeFamily.h"
#include "Emit/Accessors.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

std::string EmitConfig::symbolStart(const Model &TheModel) const {
  return Prefix.empty() ? "tvmgen_" + TheModel.Name : Prefix;
}

std::optional<std::string>
EmitConfig::registeredName(const Model &TheModel) const {
  if (!Registry.Register || !Registry.Register->empty())
    return Registry.Register;
  return Prefix.empty() ? TheModel.Name : Prefix;
}

std::string EmitConfig::recordName(const Model &TheModel) const {
  return Prefix.empty() || TheModel.Name != Model().Name ? TheModel.Name
                                                         : Prefix;
}

std::string EmitConfig::lookupSymbol() const {
  return Prefix + LookupLinkedParamName.str();
}

bool metaobj::hasRuntimeTable(const EmitConfig &Config) {
  return !Config.Executor || !runtimeFamily(Config.Abi).Facts.HasLibrary;
}

std::vector<Accessor> metaobj::accessors(RuntimeAbi Abi) {
  const RuntimeFacts &Runtime = runtimeFamily(Abi).Facts;
  if (!Runtime.HasTables)
    return {};
  std::vector<Accessor> Result = {
      {"_registry_index", &ModelTables::RegistryIndex,
       [](const Model &, const EmitConfig &Config) {
         return Config.Registry.HasIndex;
       },
       "struct TVMRegistryIndex",
       "An index of the functions' names, for TVMModUseIndex of runtime_crt.",
       "An index of the names, for runtime_crt."},
      {"_params", &ModelTables::Params,
       [](const Model &TheModel, const EmitConfig &Config) {
         return !TheModel.Params.empty() && !Config.Params.areInImage();
       },
       "metaobj_param_table_t", "All parameters, by name.", ""},
      {"_params_id", &ModelTables::ParamsId,
       [](const Model &, const EmitConfig &Config) {
         return Config.Params.areInImage();
       },
       "uint8_t", "The id of the parameters, for metaobj_params_open.", ""},
  };
  Result.insert(Runtime.HasRegistry ? Result.begin() : Result.end(),
                {Runtime.TableSymbolEnd, &ModelTables::Registry,
                 [](const Model &, const EmitConfig &Config) {
                   return hasRuntimeTable(Config);
                 },
                 Runtime.TableType, Runtime.TableComment, ""});
  return Result;
}

std::string Accessor::symbol(const Model &TheModel,
                             const EmitConfig &Config) const {
  return SymbolEnd.empty() ? Config.EntryPoint
                           : Config.symbolStart(TheModel) + SymbolEnd.str();
}

EmitConfig::SectionSymbolPair
EmitConfig::sectionSymbols(const Model &TheModel, StringRef Section) const {
  std::string Name = Section.ltrim('.').str();
  for (char &C : Name)
    if (!isAlnum(C))
      C = '_';
  std::string Start = symbolStart(TheModel);
  return {Start + "_start_" + Name, Start + "_end_" + Name};
}

std::string EmitConfig::paramSymbol(const Param &TheParam) const {
  if (!TheParam.Symbol.empty())
    return dataSymbol(Data.Style, dataSymbols(Data.Style).front(),
                      dataName(TheParam));
  // Users of the symbol must not take compressed bytes for elements.
  return Prefix +
         (TheParam.Compressed ? "__tvm_param_zstd__" : "__tvm_param__") +
         TheParam.Name;
}
