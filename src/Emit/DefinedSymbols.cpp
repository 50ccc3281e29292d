//===- DefinedSymbols.cpp - The global symbols of an output ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Accessors.h"
#include "Emit/Layout/Placement.h"
#include "Emit/Parts/Part.h"
#include "metaobj/Emit.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

std::vector<std::string> metaobj::definedSymbols(const Model &TheModel,
                                                 const EmitConfig &Config) {
  return definedSymbols(TheModel, Config, makeParts(TheModel, Config));
}

std::vector<std::string> metaobj::definedSymbols(const Model &TheModel,
                                                 const EmitConfig &Config,
                                                 const PartList &Parts) {
  std::vector<std::string> Symbols;
  for (const Accessor &Function : accessors(Config.Abi))
    if (Function.IsThere(TheModel, Config))
      Symbols.push_back(Function.symbol(TheModel, Config));
  for (const std::shared_ptr<OutputPart> &ThePart : Parts)
    append_range(Symbols, ThePart->symbols(TheModel, Config));
  if (TheModel.Params.empty() || Config.Params.areInImage())
    return Symbols;
  std::vector<ParamVisibility> Visibilities =
      paramVisibilities(TheModel, Config);
  for (const auto &[P, Visibility] : zip_equal(TheModel.Params, Visibilities))
    if (Visibility != ParamVisibility::Local)
      Symbols.push_back(Config.paramSymbol(P));
  return Symbols;
}
