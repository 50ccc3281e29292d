//===- CheckEmission.cpp - What no kind of output can hold ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/CheckEmission.h"

#include "Abi/ModelTables.h"
#include "Abi/RuntimeFamily.h"
#include "Abi/Symbols.h"
#include "Base/FaultList.h"
#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/Placement.h"
#include "Emit/Transform/Compress.h"
#include "Object/FormatRules.h"
#include "Read/Objects/ObjectSymbols.h"
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

/// Local symbols of pools: LLVM would rename a function of this name.
static std::vector<std::string> localPoolSymbols(const Model &TheModel,
                                                 const EmitConfig &Config) {
  std::vector<std::string> Result;
  if (Config.Executor && !Config.Executor->WorkspaceIo)
    for (const ExecutorPool &Pool : Config.Executor->Pools) {
      std::string Symbol = Config.symbolStart(TheModel) + "_" + Pool.Name;
      // Two pools of one name are another error.
      if (!Pool.IsCallers && !Pool.IsShared && !is_contained(Result, Symbol))
        Result.push_back(std::move(Symbol));
    }
  return Result;
}

/// Refuses what checkModel cannot know: equal symbols in the output, and
/// functions with such a symbol.
static Error checkSymbols(const Model &TheModel, const EmitConfig &Config) {
  if (isTvmCrt(Config.Abi) && Config.EntryPoint.empty())
    return inputError("model " + quoted(TheModel.Name),
                      "the entry point has no name",
                      "give it one with " + setting::EntryPoint);
  if (TheModel.Name.empty())
    return inputError("''", "the model has no name",
                      "give it one with " + setting::ModelName);

  for (auto [Name, Which] :
       {std::pair(StringRef(TheModel.Name), setting::ModelName),
        {Config.Prefix, setting::Prefix},
        {Config.Registry.Register ? StringRef(*Config.Registry.Register) : "",
         setting::Register}})
    if (Name.size() > LongestName)
      return inputError(Which, "the name " + quoted(Name) +
                                   " is too long: names have at most " +
                                   Twine(LongestName) + " bytes");

  if (Config.Registry.Register &&
      StringRef(*Config.Registry.Register).contains('\0'))
    return inputError("model " + quoted(TheModel.Name),
                      "the name " + quoted(*Config.Registry.Register) +
                          " has a NUL inside",
                      "choose another " + setting::Register);

  std::vector<std::string> Defined = definedSymbols(TheModel, Config);
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
  std::vector<std::string> Pools = localPoolSymbols(TheModel, Config);
  for (const std::string &Symbol : Pools)
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
  for (const OperatorObject &Each : Objects) {
    StringRef Head = Each.Bytes->getBuffer().take_front(4096);
    if (!isObject(identify(Head)))
      return inputError(Each.Name.empty() ? "an operator object" : Each.Name,
                        "is " + describeContent(Head) + ", and no object",
                        "the objects of a model are objects, bitcode or IR");
  }
  return Error::success();
}

Error metaobj::checkChoices(const EmitConfig &Config) {
  auto Check = [](const Message &Which, auto Value, auto... Choices) -> Error {
    if (((Value == Choices) || ...))
      return Error::success();
    return inputError(Which, "is " + Twine(static_cast<int>(Value)) +
                                 ", which stands for nothing");
  };
  if (!is_contained(runtimeAbis(), Config.Abi))
    return Check(setting::Abi, Config.Abi);
  if (Error E = Check(setting::Dedup, Config.Params.Dedup, ParamDedup::Off,
                      ParamDedup::Model, ParamDedup::Link))
    return E;
  for (const PlacementRule &Each : Config.Params.Rules)
    if (Error E = Check("PlacementRule::Visibility",
                        Each.Visibility.value_or(ParamVisibility::Local),
                        ParamVisibility::Local, ParamVisibility::Hidden,
                        ParamVisibility::Global))
      return E;
  if (!Config.Executor)
    return Error::success();
  const ExecutorConfig &Of = *Config.Executor;
  if (Error E = Check("ExecutorConfig::Calls", Of.Calls,
                      ExecutorCalls::Operators, ExecutorCalls::Main))
    return E;
  if (Error E = Check(setting::ExecutorInterface, Of.Interface,
                      EntryInterface::C, EntryInterface::Packed))
    return E;
  return Check(setting::ExecutorWrappers, Of.Wrappers, PackedWrappers::None,
               PackedWrappers::Entry, PackedWrappers::All);
}

Error metaobj::checkCompression(const Model &TheModel,
                                const EmitConfig &Config) {
  auto Check = [&](StringRef What, uint64_t Value, uint64_t Least,
                   uint64_t Most) -> Error {
    if (Value >= Least && Value <= Most)
      return Error::success();
    return inputError("model " + quoted(TheModel.Name),
                      What + " is " + Twine(Value) + ", and must be from " +
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

Error metaobj::checkParamsImage(const Model &TheModel,
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

/// Refuses what only TVM's C runtime has, and what only tvm-ffi has.
static Error checkSettingsOfAbi(const Model &TheModel,
                                const EmitConfig &Config) {
  std::string ModelName = "model " + quoted(TheModel.Name);
  const RuntimeFacts &Runtime = runtimeFamily(Config.Abi).Facts;
  if (!Runtime.HasLibrary &&
      (Config.Registry.FfiConstructor || TheModel.hasFfiModules()))
    return inputError(ModelName,
                      runtimeAbiName(Config.Abi) +
                          (Config.Registry.FfiConstructor
                               ? " has no constructor that registers functions"
                               : " has no modules around the operators"),
                      "choose " + setting::Abi + "=tvm-ffi, or leave this out");
  if (Runtime.HasRegistry)
    return Error::success();
  auto Refuse = [&](StringRef What, const Message &Hint) {
    return inputError(ModelName,
                      What + " is for TVM's C runtime, and the ABI is " +
                          runtimeAbiName(Config.Abi),
                      Hint);
  };
  if (Config.EntryPoint != EmitConfig().EntryPoint)
    return Refuse("an entry point", "leave out " + setting::EntryPoint);
  if (Config.Registry.HasIndex)
    return Refuse("an index of the registry",
                  "leave out " + setting::RegistryIndex);
  if (Config.Registry.Record)
    return Refuse("a record behind the registry",
                  "leave out " + setting::Record);
  if (Config.Registry.Register)
    return Refuse("a list of registered models",
                  Runtime.HasLibrary
                      ? "leave out " + setting::Register + ", or choose " +
                            setting::FfiConstructor
                      : "leave out " + setting::Register);
  if (Config.Executor)
    return Refuse("an executor", "leave out " + setting::Executor);
  for (const Param &P : TheModel.Params)
    if (P.StorageId)
      return Refuse("the storage id " + std::to_string(*P.StorageId) +
                        " of parameter " + quoted(P.Name),
                    "leave out the graph and " + setting::StorageIds +
                        ": programs find parameters by their names");
  return Error::success();
}

Error metaobj::checkEmission(const Model &TheModel, const EmitConfig &Config) {
  RegistryLimits Limits = registryLimits(Config.Abi);
  if (TheModel.hasStorageIds())
    --Limits.MaxFunctions; // Taken by the look-up.
  if (Error E = checkModel(TheModel, Limits, Config.Diagnostics))
    return E;
  FaultList Faults("model " + quoted(TheModel.Name));
  if (isTvmCrt(Config.Abi) && !Config.Executor)
    Faults.add(refuseUnpacked(TheModel));
  Faults.add(checkSettingsOfAbi(TheModel, Config));
  // Settings that do not fit each other name symbols that are never emitted.
  if (Faults.empty())
    Faults.add(checkSymbols(TheModel, Config));
  Faults.add(checkStorageIds(TheModel));
  return Faults.take();
}

Error metaobj::checkRegistrySize(const Model &TheModel,
                                 const EmitConfig &Config, size_t Own) {
  RegistryLimits Limits = registryLimits(Config.Abi);
  size_t Count =
      Own + TheModel.hasStorageIds() +
      count_if(TheModel.Functions, [](const metaobj::Function &Each) {
        return Each.Convention == CallingConvention::Packed;
      });
  if (Count <= Limits.MaxFunctions)
    return Error::success();
  return inputError("model " + quoted(TheModel.Name),
                    plural(Count, "function") +
                        " with those of the executor, but clients of " +
                        Limits.Abi + " count up to " +
                        Twine(Limits.MaxFunctions),
                    "choose " + setting::Abi + "=tvm-crt-u16, or " +
                        setting::ExecutorInterface + "=c without " +
                        setting::ExecutorWrappers);
}

/// Linkers merge common symbols; not all formats have them.
static Error checkSharedPool(const Emission::Common &Of,
                             const ExecutorPool &Pool, const Triple &Target) {
  const FormatRules &Rules = formatRules(Target);
  std::string ModelName = "model " + quoted(Of.model().Name);
  std::optional<uint64_t> Most = Rules.largestCommonAlignment(Target);
  if (!Most)
    return inputError(ModelName,
                      "pool " + quoted(Pool.Name) + " is shared, but linkers " +
                          "of " + Rules.Facts.Name +
                          " cannot merge the memories of several models",
                      "give each model its own with " + setting::ExecutorPools +
                          ", or pass one memory of the program to all");
  if (Of.TheExecutor->Config.Alignment > *Most)
    return inputError(ModelName,
                      "the alignment of shared pools, " +
                          Twine(Of.TheExecutor->Config.Alignment) +
                          ", is above the limit of " + Twine(*Most) +
                          " for common symbols of this target",
                      "choose another " + setting::ExecutorAlignment);
  return Error::success();
}

Error metaobj::checkPools(const Emission::Common &Of, const Triple &Target) {
  if (!Of.TheExecutor)
    return Error::success();
  const FormatRules &Rules = formatRules(Target);
  std::string ModelName = "model " + quoted(Of.model().Name);
  uint64_t Most = Rules.Facts.LargestAlignment;
  if (Of.TheExecutor->Config.Alignment > Most)
    return inputError(ModelName,
                      "the alignment of pools, " +
                          Twine(Of.TheExecutor->Config.Alignment) +
                          ", is above the limit of " + Twine(Most) + " for " +
                          Rules.Facts.Name,
                      "choose another " + setting::ExecutorAlignment);
  for (const ExecutorMemory &Each : Of.TheExecutor->Pools) {
    const ExecutorPool &Pool = Each.Pool;
    if (Pool.IsShared)
      if (Error E = checkSharedPool(Of, Pool, Target))
        return E;
    if (Pool.IsCallers || Pool.Section == ExecutorPool().Section)
      continue;
    std::string Which = "section " + quoted(Pool.Section) + " of pool " +
                        quoted(Pool.Name) + " ";
    if (std::optional<FormatRules::Refusal> Refusal =
            Rules.refusePoolSection(Pool.Section))
      return inputError(ModelName, Which + Refusal->Reason, Refusal->Hint);
    if (any_of(Of.Layout.Sections, [&](const ParamSection &Other) {
          return Other.Name == Pool.Section;
        }))
      return inputError(ModelName,
                        Which + "has parameters, which are never written",
                        "choose another section in " + setting::ExecutorPools);
  }
  return Error::success();
}

Error metaobj::refuseShards(const Model &TheModel, const EmitConfig &Config) {
  if (Config.Params.shards() == 0)
    return Error::success();
  return inputError("model " + quoted(TheModel.Name),
                    "the model is to be split across " +
                        plural(Config.Params.shards(), "shard") +
                        ", which emitShard and emitShards write");
}
