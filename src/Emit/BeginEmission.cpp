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

#include "Base/Wording.h"
#include "Emit/CheckEmission.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/ParamLayout.h"
#include "Emit/Parts/Part.h"
#include "Emit/Transform/Compress.h"
#include "Emit/Transform/ConstantPool.h"
#include "Emit/Transform/ExternalParams.h"
#include "Model/CheckOperators.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

static bool isImage(const Emission::Common &Of) {
  return Of.Content == EmittedContent::ParamsOnly;
}

/// Refuses parts that C source cannot have.
static Error refuseInC(const Emission::Common &Of) {
  for (const std::shared_ptr<OutputPart> &ThePart : Of.Parts)
    if (std::optional<OutputPart::NotInC> Refusal = ThePart->refuseC())
      return inputError("model " + quoted(Of.Source.Name), Refusal->Reason,
                        Refusal->Hint);
  return Error::success();
}

static bool hasPool(const Emission::Common &Of) {
  return Of.Config.Executor && Of.Config.Executor->Constants;
}

/// Refuses what needs no look at parameters, and lists the parts.
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
  Of.Parts = isImage(Of) ? makeImageParts(TheModel, Config)
                         : makeParts(TheModel, Config);
  if (Of.Content == EmittedContent::CSource)
    if (Error E = refuseInC(Of))
      return E;
  for (const std::shared_ptr<OutputPart> &ThePart : Of.Parts)
    if (Error E = ThePart->checkSettings(TheModel, Config))
      return E;
  return Config.Params.areInImage() || isImage(Of)
             ? checkExternalParams(TheModel, Config)
             : Error::success();
}

/// The other transformations change this copy.
static Error copyModel(Emission::Common &Of) {
  if (hasPool(Of) || isCompressionWanted(Of.Config) ||
      Of.Config.Params.areInImage() || isImage(Of))
    Of.Stored = Of.Source;
  return Error::success();
}

/// An image of parameters has no functions.
static Error divideModel(Emission::Common &Of) {
  if (isImage(Of))
    Of.Stored->Functions.clear();
  else if (Of.Config.Params.areInImage())
    Of.ParamsId = takeExternalParams(*Of.Stored, Of.Config);
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
static constexpr decltype(&compress) Transformations[] = {
    copyModel, divideModel, poolConstants, compress};

Expected<std::shared_ptr<Emission::Common>>
metaobj::beginEmission(const Model &TheModel, const EmitConfig &Config,
                       Endianness Order, EmittedContent Content) {
  auto Result = std::make_shared<Emission::Common>(
      Emission::Common{TheModel, Config, Order, Content});
  if (Error E = checkSettings(*Result))
    return E;
  for (auto *Transform : Transformations)
    if (Error E = Transform(*Result))
      return E;
  if (Error E = checkEmission(Result->model(), Config, Result->Parts))
    return E;
  for (const std::shared_ptr<OutputPart> &ThePart : Result->Parts)
    if (Error E = ThePart->prepare(*Result))
      return E;
  return Result;
}

Expected<std::shared_ptr<Emission::Common>>
metaobj::beginEmission(const Model &TheModel, const EmitConfig &Config,
                       const Triple &Target, EmittedContent Content) {
  Expected<std::shared_ptr<Emission::Common>> Result =
      beginEmission(TheModel, Config, byteOrderOf(Target), Content);
  if (!Result)
    return Result;
  if (Error E = layOut(**Result, Config, Target))
    return E;
  return Result;
}

Error metaobj::layOut(Emission::Common &Of, const EmitConfig &Config,
                      const Triple &Target) {
  for (const std::shared_ptr<OutputPart> &ThePart : Of.Parts)
    if (Error E = ThePart->checkFormat(Of.model(), Config, Target))
      return E;
  return layOutParams(Of.model(), Config, Target).moveInto(Of.Layout);
}
