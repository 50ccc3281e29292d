//===- ExternalParams.cpp - Parameters that another image has -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Transform/ExternalParams.h"

#include "Abi/ModelTables.h"
#include "Base/Wording.h"
#include "Emit/Transform/Compress.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

Error metaobj::checkExternalParams(const Model &TheModel,
                                   const EmitConfig &Config) {
  auto Refuse = [&](const Message &Reason, const Message &Hint) {
    return inputError("model " + quoted(TheModel.Name), Reason, Hint);
  };
  if (TheModel.Params.empty())
    return Refuse("there are no parameters for an image of their own",
                  "give a file of parameters: their names, types and shapes "
                  "make the id of the image");
  if (Config.Executor && Config.Executor->isInRegistry())
    return Refuse("parameters are in an image of their own, which calls by "
                  "name cannot pass",
                  "choose " + setting::ExecutorInterface + "=c without " +
                      setting::ExecutorWrappers);
  if (Config.Executor && Config.Executor->Constants)
    return Refuse("parameters are in an image of their own and in pool " +
                      quoted(Config.Executor->Constants->Name),
                  "leave out " + setting::ExternalParams + " or " +
                      setting::ExecutorConstants);
  if (isCompressionWanted(Config))
    return Refuse("parameters in an image of their own are not compressed",
                  "leave out " + setting::Compression);
  return Error::success();
}

ContentHash metaobj::takeExternalParams(Model &TheModel,
                                        const EmitConfig &Config) {
  ContentHash Id = paramTableHash(TheModel);
  bool IsListed = any_of(TheModel.Functions, [](const metaobj::Function &F) {
    return F.Name == LookupLinkedParamName;
  });
  if (TheModel.hasLinkedIds() && !IsListed && !Config.Executor) {
    metaobj::Function &Lookup = TheModel.Functions.emplace_back();
    Lookup.Name = LookupLinkedParamName.str();
    Lookup.Symbol = Config.lookupSymbol();
  }
  TheModel.Params.clear();
  return Id;
}
