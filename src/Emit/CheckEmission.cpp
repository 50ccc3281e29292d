//===- CheckEmission.cpp - What no kind of output can hold ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/CheckEmission.h"

#include "Abi/ModelTables.h"
#include "Abi/Symbols.h"
#include "Base/FaultList.h"
#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Emit/Layout/Placement.h"
#include "Emit/Transform/Compress.h"
#include "Read/Objects/ObjectContents.h"
#include "metaobj/Input.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

/// LLVM takes these names for instructions to itself.
static bool isLlvmsOwn(StringRef Symbol) {
  return Symbol.starts_with("\1") || Symbol.starts_with("llvm.");
}

static Error nameOfLlvm(const Message &Owner, StringRef Symbol) {
  return inputError(Owner, quoted(Symbol.ltrim('\1')) +
                               " is a name that LLVM keeps for itself");
}

static Error checkSymbol(const Model &TheModel, StringRef Symbol) {
  if (Symbol.size() > LongestSymbol)
    return inputError(TheModel.Name,
                      "the symbol " + quoted(Symbol) +
                          ": symbols have at most " + Twine(LongestSymbol) +
                          " bytes",
                      "choose a shorter " + setting::EntryPoint + ", " +
                          setting::Prefix + " or " + setting::ModelName);
  if (isLlvmsOwn(Symbol))
    return nameOfLlvm("model " + quoted(TheModel.Name), Symbol);
  return Error::success();
}

static Error equalSymbols(const Model &TheModel, StringRef Symbol) {
  return inputError("model " + quoted(TheModel.Name),
                    "two emitted symbols would be called " + quoted(Symbol),
                    "choose another " + setting::EntryPoint + ", " +
                        setting::Prefix + " or " + setting::ModelName);
}

static Error nameOfSymbol(const metaobj::Function &F) {
  return inputError(F.Owner,
                    "function " + quoted(F.Name) +
                        " has the name of a symbol that is emitted",
                    "choose another " + setting::EntryPoint + ", " +
                        setting::Prefix + " or " + setting::ModelName);
}

/// Compares the local symbols of parameters with \p Others and with functions,
/// but not with each other, because parameters have different names. There may
/// be a hundred thousand of them. A table of them would take most of the memory
/// here.
static Error checkLocalParams(const Model &TheModel, const EmitConfig &Config,
                              const DenseSet<StringRef> &Others) {
  if (TheModel.Params.empty())
    return Error::success();
  DenseMap<StringRef, const metaobj::Function *> Functions;
  for (const metaobj::Function &F : TheModel.Functions)
    Functions.try_emplace(F.symbol(), &F);
  std::vector<ParamVisibility> Visibilities =
      paramVisibilities(TheModel, Config);
  for (const auto &[P, Visibility] : zip_equal(TheModel.Params, Visibilities)) {
    if (Visibility != ParamVisibility::Local)
      continue;
    std::string Symbol = Config.paramSymbol(P);
    if (Error E = checkSymbol(TheModel, Symbol))
      return E;
    if (Others.contains(Symbol))
      return equalSymbols(TheModel, Symbol);
    if (const metaobj::Function *F = Functions.lookup(Symbol))
      return nameOfSymbol(*F);
  }
  return Error::success();
}

/// Refuses what checkModel cannot know: equal symbols in the output, and
/// functions with such a symbol.
static Error checkSymbols(const Model &TheModel, const EmitConfig &Config,
                          const PartList &Parts) {
  if (isTvmCrt(Config.Abi) && Config.EntryPoint.empty())
    return inputError("model " + quoted(TheModel.Name),
                      "the entry point has no name",
                      "give it one with " + setting::EntryPoint);
  if (TheModel.Name.empty())
    return inputError("''", "the model has no name",
                      "give it one with " + setting::ModelName);

  if (Error E = checkNameLength(setting::ModelName, TheModel.Name))
    return E;
  if (Error E = checkNameLength(setting::Prefix, Config.Prefix))
    return E;

  std::vector<std::string> Defined = definedSymbols(TheModel, Config, Parts);
  DenseSet<StringRef> Ours;
  Ours.reserve(std::size(symbols::All) + Defined.size());
  for (StringRef Symbol : symbols::All)
    Ours.insert(Symbol);
  for (const std::string &Symbol : Defined) {
    if (Error E = checkSymbol(TheModel, Symbol))
      return E;
    if (!Ours.insert(Symbol).second)
      return equalSymbols(TheModel, Symbol);
  }
  std::vector<std::string> Local;
  for (const std::shared_ptr<OutputPart> &ThePart : Parts)
    append_range(Local, ThePart->localSymbols(TheModel, Config));
  for (const std::string &Symbol : Local)
    if (!Ours.insert(Symbol).second)
      return equalSymbols(TheModel, Symbol);
  if (Error E = checkLocalParams(TheModel, Config, Ours))
    return E;
  for (const metaobj::Function &F : TheModel.Functions) {
    if (isLlvmsOwn(F.symbol()))
      return nameOfLlvm(F.Owner, F.symbol());
    if (Ours.contains(F.symbol()))
      return nameOfSymbol(F);
  }
  return Error::success();
}

static Error checkStorageIds(const Model &TheModel) {
  for (const Param &P : TheModel.Params)
    if (P.StorageId && *P.StorageId > MaxStorageId)
      return inputError(P.Owner, "storage id " + Twine(*P.StorageId) +
                                     " of parameter " + quoted(P.Name) +
                                     " is above the limit of " +
                                     Twine(MaxStorageId));
  return Error::success();
}

Error metaobj::checkAreObjects(ArrayRef<OperatorObject> Objects) {
  for (const OperatorObject &Object : Objects) {
    StringRef Head = Object.Bytes->getBuffer().take_front(4096);
    if (!isObject(identify(Head)))
      return inputError(Object.Name.empty() ? "an operator object"
                                            : Object.Name,
                        "is " + describeContent(Head) + ", and no object",
                        "the objects of a model are objects, bitcode or IR");
  }
  return Error::success();
}

Error metaobj::checkChoices(const EmitConfig &Config) {
  if (!is_contained(runtimeAbis(), Config.Abi) &&
      Config.Abi != RuntimeAbi::None)
    return checkChoice(setting::Abi, Config.Abi);
  if (Error E =
          checkChoice(setting::Dedup, Config.Params.Dedup, ParamDedup::Off,
                      ParamDedup::Model, ParamDedup::Link))
    return E;
  for (const PlacementRule &Rule : Config.Params.Rules)
    if (Error E = checkChoice("PlacementRule::Visibility",
                              Rule.Visibility.value_or(ParamVisibility::Local),
                              ParamVisibility::Local, ParamVisibility::Hidden,
                              ParamVisibility::Global))
      return E;
  return Error::success();
}

Error metaobj::checkCompression(const Model &TheModel,
                                const EmitConfig &Config) {
  auto Check = [&](StringRef Subject, uint64_t Value, uint64_t Least,
                   uint64_t Most) -> Error {
    if (Value >= Least && Value <= Most)
      return Error::success();
    return inputError("model " + quoted(TheModel.Name),
                      Subject + " is " + Twine(Value) + ", and must be from " +
                          Twine(Least) + " to " + Twine(Most));
  };
  if (Error E = Check("the compression level", Config.Compression.Level, 0,
                      MaxCompressionLevel))
    return E;
  for (const PlacementRule &Rule : Config.Params.Rules)
    if (Error E = Check("the compression level of a placement rule",
                        Rule.Compression.value_or(0), 0, MaxCompressionLevel))
      return E;
  if (Error E = Check("the percentage that compression must reach",
                      Config.Compression.Percent, 1, 100))
    return E;
  return Check("the logarithm of the compression window",
               Config.Compression.WindowLog, MinCompressionWindowLog,
               MaxCompressionWindowLog);
}

/// Only an executor can call them.
static Error refuseUnpacked(const Model &TheModel) {
  for (const metaobj::Function &F : TheModel.Functions)
    if (F.Convention != CallingConvention::Packed)
      return inputError(
          F.Owner.empty() ? "model " + quoted(TheModel.Name) : F.Owner,
          "function " + quoted(F.Name) +
              " is unpacked, and clients of a registry can call "
              "packed ones only",
          "add an executor, which calls it, with " + setting::Executor +
              ", or compile it with TVM's packed API");
  return Error::success();
}

Error metaobj::checkEmission(const Model &TheModel, const EmitConfig &Config,
                             const PartList &Parts) {
  RegistryLimits Limits = registryLimits(Config.Abi);
  if (TheModel.hasLinkedIds())
    --Limits.MaxFunctions; // Taken by the look-up.
  if (Error E = checkModel(TheModel, Limits, Config.Diagnostics))
    return E;
  FaultList Faults("model " + quoted(TheModel.Name));
  if (isTvmCrt(Config.Abi) && !callOperators(Parts))
    Faults.add(refuseUnpacked(TheModel));
  for (const std::shared_ptr<OutputPart> &ThePart : Parts)
    Faults.add(ThePart->checkModel(TheModel, Config));
  // Settings that do not fit each other name symbols that are never emitted.
  if (Faults.empty())
    Faults.add(checkSymbols(TheModel, Config, Parts));
  Faults.add(checkStorageIds(TheModel));
  return Faults.take();
}

Error metaobj::refuseShards(const Model &TheModel, const EmitConfig &Config) {
  if (Config.Params.shards() == 0)
    return Error::success();
  return inputError("model " + quoted(TheModel.Name),
                    "the model is to be split across " +
                        plural(Config.Params.shards(), "shard") +
                        ", which emitShard and emitShards write");
}
