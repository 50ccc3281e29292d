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

static bool isImage(const Emission::Common &Common) {
  return Common.Content == EmittedContent::ParamsOnly;
}

/// Refuses parts that C source cannot have.
static Error refuseInC(const Emission::Common &Common) {
  for (const std::shared_ptr<OutputPart> &ThePart : Common.Parts)
    if (std::optional<OutputPart::NotInC> Refusal = ThePart->refuseC())
      return inputError("model " + quoted(Common.Source.Name), Refusal->Reason,
                        Refusal->Hint);
  return Error::success();
}

static bool hasPool(const Emission::Common &Common) {
  return Common.Config.Executor && Common.Config.Executor->Constants;
}

/// Refuses what needs no look at parameters, and lists the parts.
static Error checkSettings(Emission::Common &Common) {
  const Model &TheModel = Common.Source;
  const EmitConfig &Config = Common.Config;
  if (Error E = checkHaveBytes(TheModel.Objects))
    return E;
  if (Error E = checkAreObjects(TheModel.Objects))
    return E;
  if (Error E = checkChoices(Config))
    return E;
  if (Error E = checkCompression(TheModel, Config))
    return E;
  Common.Parts = isImage(Common) ? makeImageParts(TheModel, Config)
                                 : makeParts(TheModel, Config);
  if (Common.Content == EmittedContent::CSource)
    if (Error E = refuseInC(Common))
      return E;
  for (const std::shared_ptr<OutputPart> &ThePart : Common.Parts)
    if (Error E = ThePart->checkSettings(TheModel, Config))
      return E;
  return Config.Params.areInImage() || isImage(Common)
             ? checkExternalParams(TheModel, Config)
             : Error::success();
}

/// The other transformations change this copy.
static Error copyModel(Emission::Common &Common) {
  if (hasPool(Common) || isCompressionWanted(Common.Config) ||
      Common.Config.Params.areInImage() || isImage(Common))
    Common.Stored = Common.Source;
  return Error::success();
}

/// An image of parameters has no functions.
static Error divideModel(Emission::Common &Common) {
  if (isImage(Common))
    Common.Stored->Functions.clear();
  else if (Common.Config.Params.areInImage())
    Common.ParamsId = takeExternalParams(*Common.Stored, Common.Config);
  return Error::success();
}

static Error poolConstants(Emission::Common &Common) {
  if (!hasPool(Common))
    return Error::success();
  Expected<Param> Pool =
      poolParams(*Common.Stored, Common.Config, Common.Order);
  if (!Pool)
    return Pool.takeError();
  if (Common.Config.Executor->Constants->IsCallers)
    Common.CallersConstants = std::move(*Pool);
  else
    Common.Stored->Params.push_back(std::move(*Pool));
  return Error::success();
}

static Error compress(Emission::Common &Common) {
  return isCompressionWanted(Common.Config)
             ? compressParams(*Common.Stored, Common.Config, Common.Order)
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
  if (Config.Executor && TheModel.Graph && callsFfi(*TheModel.Graph)) {
    uint64_t &Alignment = Result->Config.Executor->Alignment;
    Alignment = std::max(Alignment, FfiTensorAlignment);
  }
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

Error metaobj::layOut(Emission::Common &Common, const EmitConfig &Config,
                      const Triple &Target) {
  for (const std::shared_ptr<OutputPart> &ThePart : Common.Parts)
    if (Error E = ThePart->checkFormat(Common.model(), Config, Target))
      return E;
  return layOutParams(Common.model(), Config, Target).moveInto(Common.Layout);
}
