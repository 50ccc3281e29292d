//===- EmitConfig.cpp - Names of the symbols that are emitted -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"

#include "Emit/Placement.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

std::string EmitConfig::paramsSymbol(const Model &TheModel) const {
  return (Prefix.empty() ? "tvmgen_" + TheModel.Name : Prefix) + "_params";
}

std::string EmitConfig::lookupSymbol() const {
  return Prefix + LookupLinkedParamName.str();
}

std::string EmitConfig::indexSymbol(const Model &TheModel) const {
  return (Prefix.empty() ? "tvmgen_" + TheModel.Name : Prefix) +
         "_registry_index";
}

std::string EmitConfig::paramSymbol(const Param &TheParam) const {
  // Whoever links by symbol must not take compressed bytes for elements.
  return Prefix +
         (TheParam.Compressed ? "__tvm_param_zstd__" : "__tvm_param__") +
         TheParam.Name;
}

std::vector<std::string> metaobj::definedSymbols(const Model &TheModel,
                                                 const EmitConfig &Config) {
  std::vector<std::string> Symbols = {Config.EntryPoint};
  if (Config.RegistryIndex)
    Symbols.push_back(Config.indexSymbol(TheModel));
  if (TheModel.Params.empty())
    return Symbols;
  Symbols.push_back(Config.paramsSymbol(TheModel));
  if (TheModel.hasStorageIds())
    Symbols.push_back(Config.lookupSymbol());
  std::vector<ParamVisibility> Visibilities =
      paramVisibilities(TheModel, Config);
  for (const auto &[P, Visibility] : zip_equal(TheModel.Params, Visibilities))
    if (Visibility != ParamVisibility::Local)
      Symbols.push_back(Config.paramSymbol(P));
  return Symbols;
}
