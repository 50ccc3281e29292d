//===- BeginEmission.cpp - From a model to its emission -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An emission begins in steps, whose order stands here and nowhere else. First
// the settings are checked, then the model is changed, then it is checked as it
// will be stored, and last each part of the output prepares what it needs.
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Abi/RuntimeFamily.h"
#include "Base/Signature.h"
#include "Emit/CheckEmission.h"
#include "Emit/EmissionOutput.h"
#include "Emit/FfiLibrary.h"
#include "Emit/Layout/ContentHash.h"
#include "Emit/Layout/ParamLayout.h"
#include "Emit/PointedFunctions.h"
#include "Emit/Transform/Compress.h"
#include "Emit/Transform/ConstantPool.h"
#include "Model/CheckOperators.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

using Step = Error (*)(Emission::Common &Of);

static Error run(ArrayRef<Step> Steps, Emission::Common &Of) {
  for (Step Each : Steps)
    if (Error E = Each(Of))
      return E;
  return Error::success();
}

std::vector<std::string> Emission::Common::ownNames() const {
  std::vector<std::string> Names;
  if (TheExecutor)
    for (const OwnFunction &Each : TheExecutor->Own)
      Names.push_back(Each.Name);
  return Names;
}

static bool isImage(const Emission::Common &Of) {
  return Of.Part == EmittedPart::ParamsOnly;
}

static bool hasPool(const Emission::Common &Of) {
  return Of.Config.Executor && Of.Config.Executor->Constants;
}

/// Refuses what needs no look at parameters.
static Error checkSettings(Emission::Common &Of) {
  const Model &TheModel = Of.Source;
  const EmitConfig &Config = Of.Config;
  if (Error E = checkHaveBytes(TheModel.Objects))
    return E;
  if (Error E = checkAreObjects(TheModel.Objects))
    return E;
  if (Error E = checkChoices(Config))
    return E;
  if (Error E = checkCompression(TheModel, Config))
    return E;
  if (Config.Executor)
    if (Error E = checkExecutor(TheModel, *Config.Executor))
      return E;
  return Config.Params.areInImage() || isImage(Of)
             ? checkParamsImage(TheModel, Config)
             : Error::success();
}

/// The other transformations change this copy.
static Error copyModel(Emission::Common &Of) {
  if (hasPool(Of) || isCompressionWanted(Of.Config) ||
      Of.Config.Params.areInImage() || isImage(Of))
    Of.Stored = Of.Source;
  return Error::success();
}

/// An image of parameters has no functions. The model of parameters in an image
/// has no parameters: the program finds them by storage ids, because only it
/// knows which image is open. An executor gets the image from it instead.
static Error divideModel(Emission::Common &Of) {
  if (isImage(Of)) {
    Of.Stored->Functions.clear();
    return Error::success();
  }
  if (!Of.Config.Params.areInImage())
    return Error::success();
  Model &Left = *Of.Stored;
  Of.ParamsId = paramTableHash(Left);
  bool IsListed = any_of(Left.Functions, [](const metaobj::Function &Each) {
    return Each.Name == LookupLinkedParamName;
  });
  if (Left.hasStorageIds() && !IsListed && !Of.Config.Executor) {
    metaobj::Function &Lookup = Left.Functions.emplace_back();
    Lookup.Name = LookupLinkedParamName.str();
    Lookup.Symbol = Of.Config.lookupSymbol();
  }
  Left.Params.clear();
  return Error::success();
}

static Error poolConstants(Emission::Common &Of) {
  if (!hasPool(Of))
    return Error::success();
  Expected<Param> Pool = poolParams(*Of.Stored, Of.Config, Of.Order);
  if (!Pool)
    return Pool.takeError();
  if (Of.Config.Executor->Constants->IsCallers)
    Of.CallersConstants = std::move(*Pool);
  else
    Of.Stored->Params.push_back(std::move(*Pool));
  return Error::success();
}

static Error compress(Emission::Common &Of) {
  return isCompressionWanted(Of.Config)
             ? compressParams(*Of.Stored, Of.Config, Of.Order)
             : Error::success();
}

/// A pool is compressed as a whole, so compression comes last.
static constexpr Step Transformations[] = {copyModel, divideModel,
                                           poolConstants, compress};

/// Weak pointers of the operators to the runtime.
static Error preparePointers(Emission::Common &Of) {
  if (isImage(Of))
    return Error::success();
  return pointedFunctions(Of.model(), Of.Config).moveInto(Of.PointedFunctions);
}

static Error prepareLibrary(Emission::Common &Of) {
  if (!runtimeFamily(Of.Config.Abi).Facts.HasLibrary)
    return Error::success();
  Expected<tvm_ffi::Library> Library = ffiLibrary(Of.model(), Of.Config);
  if (!Library)
    return Library.takeError();
  Of.Ffi = std::move(*Library);
  Of.FfiModules = tvm_ffi::packModules(Of.model());
  return Error::success();
}

static Error prepareRecord(Emission::Common &Of) {
  if (!Of.Config.Registry.Record)
    return Error::success();
  Expected<std::vector<ContentHash>> Hashes =
      hashContents(Of.model().Params, Endianness::little);
  if (!Hashes)
    return Hashes.takeError();
  Of.ParamHashes = std::move(*Hashes);
  return Error::success();
}

static Error prepareExecutor(Emission::Common &Of) {
  const EmitConfig &Config = Of.Config;
  if (!Config.Executor)
    return Error::success();
  Expected<std::shared_ptr<const Executor>> Planned = planExecutor(
      Config.Params.areInImage() ? Of.Source : Of.model(), *Config.Executor,
      Config.symbolStart(Of.Source), Config.Diagnostics,
      Of.CallersConstants ? &*Of.CallersConstants : nullptr, Of.ParamsId);
  if (!Planned)
    return Planned.takeError();
  Of.TheExecutor = std::move(*Planned);
  return checkRegistrySize(Of.model(), Config, Of.TheExecutor->Own.size());
}

static Error signRecord(Emission::Common &Of) {
  if (Of.Config.Registry.signingKey().empty())
    return Error::success();
  AdditionalTables Tables;
  Tables.Own = Of.ownNames();
  Tables.ParamHashes = Of.ParamHashes;
  Tables.RecordName = Of.Config.recordName(Of.model());
  Tables.HasLookup = !isImage(Of);
  return signIdentity(Of.Config.Registry.signingKey(),
                      ModelTables::recordIdentity(
                          Of.model(), runtimeFamily(Of.Config.Abi),
                          Of.Config.Abi, std::move(Tables)))
      .moveInto(Of.Signature);
}

/// The signature covers what all others have prepared.
static constexpr Step Preparations[] = {preparePointers, prepareLibrary,
                                        prepareRecord, prepareExecutor,
                                        signRecord};

Expected<std::shared_ptr<Emission::Common>>
metaobj::beginEmission(const Model &TheModel, const EmitConfig &Config,
                       Endianness Order, EmittedPart Part) {
  auto Result = std::make_shared<Emission::Common>(
      Emission::Common{TheModel, Config, Order, Part});
  if (Error E = checkSettings(*Result))
    return E;
  if (Error E = run(Transformations, *Result))
    return E;
  if (Error E = checkEmission(Result->model(), Config))
    return E;
  if (Error E = run(Preparations, *Result))
    return E;
  return Result;
}

Expected<std::shared_ptr<Emission::Common>>
metaobj::beginEmission(const Model &TheModel, const EmitConfig &Config,
                       const Triple &Target, EmittedPart Part) {
  Expected<std::shared_ptr<Emission::Common>> Result =
      beginEmission(TheModel, Config, byteOrderOf(Target), Part);
  if (!Result)
    return Result;
  if (Error E = layOutParams((*Result)->model(), Config, Target)
                    .moveInto((*Result)->Layout))
    return E;
  return Result;
}
