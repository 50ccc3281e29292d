//===- ExecutorPart.cpp - Runs the model's graph --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Abi/RuntimeFamily.h"
#include "Abi/RuntimePointers.h"
#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Emit/CheckEmission.h"
#include "Emit/Code/EmissionTables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Parts/Executor/CExecutor.h"
#include "Emit/Parts/Executor/Executor.h"
#include "Emit/Parts/Executor/ExecutorCode.h"
#include "Emit/Parts/Executor/ExecutorMap.h"
#include "Emit/Parts/Parts.h"
#include "Object/FormatRules.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

class ExecutorPart final : public OutputPart {
public:
  explicit ExecutorPart(const EmitConfig &Config)
      : Config(*Config.Executor), HasImage(Config.Params.areInImage()) {}

  Error checkSettings(const Model &TheModel,
                      const EmitConfig &Config) const override;
  Error checkModel(const Model &TheModel,
                   const EmitConfig &Config) const override;
  std::optional<NotInC> refuseC() const override;
  Error checkMachine(const Emission::Common &Common,
                     const TargetMachine &Machine,
                     OutputKind Kind) const override;

  Error prepare(Emission::Common &Common) override;
  void addTables(AdditionalTables &Tables,
                 const Emission::Common &Common) const override;
  std::vector<std::string> symbols(const Model &TheModel,
                                   const EmitConfig &Config) const override {
    return executorSymbols(*Config.Executor, Config.symbolStart(TheModel));
  }
  std::vector<std::string>
  localSymbols(const Model &TheModel, const EmitConfig &Config) const override;

  bool callsOperators() const override { return true; }
  void declareOperators(IrTables &Writer,
                        const Emission::Common &Common) const override {
    metaobj::declareOperators(Writer, Common.model(), *TheExecutor);
  }
  Error addToModule(IrTables &Writer, const Emission::Common & /*Common*/,
                    const EmissionTables &Tables) const override {
    addExecutor(Writer, *TheExecutor, *Tables.OfExecutor);
    return Error::success();
  }

  void addToHead(CHead &Head) const override { Head.NeedsAlignment = true; }
  Error writeC(raw_ostream &OS, const CModel &C,
               const ModelTables & /*Tables*/) const override {
    return writeExecutorSource(OS, C, *TheExecutor);
  }
  Error writeHeader(raw_ostream &OS, const CModel &C) const override {
    return writeExecutor(OS, C, *TheExecutor);
  }
  Error writeRust(RustWriter &Writer) const override {
    return writeRustExecutor(Writer, *TheExecutor);
  }
  StringRef mapKey() const override { return "executor"; }
  void writeMap(json::OStream &J, const Emission &TheEmission) const override {
    writeExecutorMap(J, *TheExecutor, TheEmission);
  }
  std::string summary(const Emission &TheEmission) const override {
    return summarizeExecutor(*TheExecutor, TheEmission);
  }

private:
  const ExecutorConfig Config;
  const bool HasImage;
  std::shared_ptr<const Executor> TheExecutor;
};

} // namespace

std::shared_ptr<OutputPart>
metaobj::makeExecutorPart(const Model & /*TheModel*/,
                          const EmitConfig &Config) {
  if (!Config.Executor)
    return nullptr;
  return std::make_shared<ExecutorPart>(Config);
}

std::optional<OutputPart::NotInC> ExecutorPart::refuseC() const {
  auto Refuse = [](const Message &Reason, const Message &Setting) {
    return NotInC{Reason + " is not written as C",
                  "emit an object or IR, or leave out " + Setting};
  };
  if (Config.Calls == ExecutorCalls::Main)
    return Refuse("an executor around the operators' own main function",
                  setting::Executor + "=main");
  if (Config.isInRegistry())
    return Refuse("an executor that is called by name",
                  setting::ExecutorInterface + " and " +
                      setting::ExecutorWrappers);
  if (Config.HasPlatformHooks)
    return Refuse("an executor with hooks of the platform", "the hooks");
  // Their bytes are those of one byte order, and C is for all.
  if (Config.Constants)
    return Refuse("a pool of constants", setting::ExecutorConstants);
  if (HasImage)
    return Refuse("an executor that gets a params image",
                  setting::ExternalParams);
  if (any_of(Config.Pools,
             [](const ExecutorPool &Pool) { return Pool.IsShared; }))
    return Refuse("a memory that models share", "shared pools");
  return std::nullopt;
}

/// The functions that operators call of TVM's runtime of a host.
static Expected<std::vector<std::string>>
findHostFunctions(const Model &TheModel) {
  Expected<FfiNeeds> Needs = TheModel.Ffi ? Expected<FfiNeeds>(*TheModel.Ffi)
                                          : runtimePointers(TheModel.Objects);
  if (!Needs)
    return Needs.takeError();
  std::vector<std::string> Result = std::move(Needs->HostFunctions);
  for (const auto *Pointers : {&Needs->Pointers, &Needs->FixedPointers})
    for (const std::string &Symbol : *Pointers)
      if (const auto *Callee = tvm_ffi::findPointedFunction(Symbol);
          Callee && tvm_ffi::isHostFunction(Callee->Name))
        Result.push_back(Callee->Name.str());
  return Result;
}

/// Refuses operators that look up functions by name. They do so in the library
/// that has loaded them, and nothing loads an executor: even with TVM's runtime
/// in the program, the first of these calls would end it.
static Error checkLookups(const Model &TheModel) {
  Expected<std::vector<std::string>> Callees = findHostFunctions(TheModel);
  if (!Callees)
    return Callees.takeError();
  for (const std::string &Callee : *Callees)
    if (Callee != tvm_ffi::Registration)
      return inputError("model " + quoted(TheModel.Name),
                        "its operators call functions by name (" +
                            quoted(Callee) +
                            "), which an executor cannot provide",
                        "build the model without operators that need TVM's "
                        "runtime (topk, sort and others)");
  return Error::success();
}

/// Operators of a system library register themselves in a constructor. With
/// TVM's runtime in the program this is only in vain.
static Error warnOfRegistration(const Model &TheModel,
                                const DiagnosticConsumer &Diagnostics) {
  Expected<std::vector<std::string>> Callees = findHostFunctions(TheModel);
  if (!Callees)
    return Callees.takeError();
  if (is_contained(*Callees, tvm_ffi::Registration))
    report(Diagnostics, Diagnostic::Warning, "model " + quoted(TheModel.Name),
           "its operators register themselves by " +
               quoted(tvm_ffi::Registration) +
               ", which only TVM's runtime of a host has",
           "build the model with system_lib=False and without a "
           "system_lib_prefix: an executor needs no registration");
  return Error::success();
}

/// It calls operators of both families of TVM.
Error ExecutorPart::checkModel(const Model &TheModel,
                               const EmitConfig &Config) const {
  if (!runtimeFamily(Config.Abi).Facts.HasLibrary)
    return onlyWithRegistry(TheModel, Config, "an executor",
                            "leave out " + setting::Executor);
  if (!TheModel.hasFfiModules())
    return checkLookups(TheModel);
  return inputError("model " + quoted(TheModel.Name),
                    "has modules for tvm-ffi, which an executor does not load",
                    "leave out " + setting::FfiImports + ", or leave out " +
                        setting::Executor + " and run the model with TVM");
}

Error ExecutorPart::checkSettings(const Model &TheModel,
                                  const EmitConfig &Config) const {
  const ExecutorConfig &Its = *Config.Executor;
  if (Error E = checkChoice("ExecutorConfig::Calls", Its.Calls,
                            ExecutorCalls::Operators, ExecutorCalls::Main))
    return E;
  if (Error E = checkChoice(setting::ExecutorInterface, Its.Interface,
                            EntryInterface::C, EntryInterface::Packed))
    return E;
  if (Error E = checkChoice(setting::ExecutorWrappers, Its.Wrappers,
                            PackedWrappers::None, PackedWrappers::Entry,
                            PackedWrappers::All))
    return E;
  return checkExecutor(TheModel, Its);
}

/// Refuses more functions than clients can count: those of \p TheModel that are
/// packed, and \p Own that only the output defines.
static Error checkRegistrySize(const Model &TheModel, const EmitConfig &Config,
                               size_t Own) {
  RegistryLimits Limits = registryLimits(Config.Abi);
  size_t Count = Own + TheModel.hasLinkedIds() +
                 count_if(TheModel.Functions, [](const metaobj::Function &F) {
                   return F.Convention == CallingConvention::Packed;
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

Error ExecutorPart::prepare(Emission::Common &Common) {
  const EmitConfig &Config = Common.Config;
  if (runtimeFamily(Config.Abi).Facts.HasLibrary)
    if (Error E = warnOfRegistration(Common.Source, Config.Diagnostics))
      return E;
  Expected<std::shared_ptr<const Executor>> Planned = planExecutor(
      Config.Params.areInImage() ? Common.Source : Common.model(),
      *Config.Executor, Config.symbolStart(Common.Source), Config.Diagnostics,
      Common.CallersConstants ? &*Common.CallersConstants : nullptr,
      Common.ParamsId, Config.Board);
  if (!Planned)
    return Planned.takeError();
  TheExecutor = std::move(*Planned);
  Common.TheExecutor = TheExecutor;
  return checkRegistrySize(Common.model(), Config, TheExecutor->Own.size());
}

void ExecutorPart::addTables(AdditionalTables &Tables,
                             const Emission::Common & /*Common*/) const {
  for (const OwnFunction &Own : TheExecutor->Own)
    Tables.Own.push_back(Own.Name);
  Tables.KeepsRecord = true;
}

/// Of pools: LLVM would rename a function of this name.
std::vector<std::string>
ExecutorPart::localSymbols(const Model &TheModel,
                           const EmitConfig &Config) const {
  std::vector<std::string> Result;
  if (Config.Executor->WorkspaceIo)
    return Result;
  for (const ExecutorPool &Pool : Config.Executor->Pools) {
    std::string Symbol = Config.symbolStart(TheModel) + "_" + Pool.Name;
    // Two pools of one name are another error.
    if (!Pool.IsCallers && !Pool.IsShared && !is_contained(Result, Symbol))
      Result.push_back(std::move(Symbol));
  }
  return Result;
}

/// Linkers merge common symbols; not all formats have them.
static Error checkSharedPool(const Emission::Common &Common,
                             const ExecutorMemory &Memory,
                             const Triple &Target) {
  const ExecutorPool &Pool = Memory.Pool;
  const FormatRules &Rules = formatRules(Target);
  std::string ModelName = "model " + quoted(Common.model().Name);
  std::optional<uint64_t> Most = Rules.largestCommonAlignment(Target);
  if (!Most)
    return inputError(ModelName,
                      "pool " + quoted(Pool.Name) + " is shared, but linkers " +
                          "of " + Rules.Facts.Name +
                          " cannot merge the memories of several models",
                      "give each model its own with " + setting::ExecutorPools +
                          ", or pass one memory of the program to all");
  if (Memory.Alignment > *Most)
    return inputError(ModelName,
                      "the alignment of shared pools, " +
                          Twine(Memory.Alignment) + ", is above the limit of " +
                          Twine(*Most) + " for common symbols of this target",
                      "choose another " + setting::ExecutorAlignment);
  return Error::success();
}

/// Refuses pools whose alignment or section objects of \p Target cannot have.
static Error checkPools(const Emission::Common &Common, const Triple &Target) {
  const FormatRules &Rules = formatRules(Target);
  std::string ModelName = "model " + quoted(Common.model().Name);
  uint64_t Most = Rules.Facts.LargestAlignment, Wanted = 0;
  for (const ExecutorMemory &Memory : Common.TheExecutor->Pools)
    Wanted = std::max(Wanted, Memory.Alignment);
  if (Wanted > Most)
    return inputError(ModelName,
                      "the alignment of pools, " + Twine(Wanted) +
                          ", is above the limit of " + Twine(Most) + " for " +
                          Rules.Facts.Name,
                      "choose another " + setting::ExecutorAlignment);
  for (const ExecutorMemory &Memory : Common.TheExecutor->Pools) {
    const ExecutorPool &Pool = Memory.Pool;
    if (Pool.IsShared)
      if (Error E = checkSharedPool(Common, Memory, Target))
        return E;
    if (Pool.IsCallers || Pool.Section == ExecutorPool().Section)
      continue;
    std::string Which = "section " + quoted(Pool.Section) + " of pool " +
                        quoted(Pool.Name) + " ";
    if (std::optional<FormatRules::Refusal> Refusal =
            Rules.refusePoolSection(Pool.Section))
      return inputError(ModelName, Which + Refusal->Reason, Refusal->Hint);
    if (any_of(Common.Layout.Sections, [&](const ParamSection &Other) {
          return Other.Name == Pool.Section;
        }))
      return inputError(ModelName,
                        Which + "has parameters, which are never written",
                        "choose another section in " + setting::ExecutorPools);
  }
  return Error::success();
}

/// DLDeviceType is an enumeration of C: where int has 16 bits, operators and
/// callers that include DLPack's own header have another DLTensor.
static void noteDeviceWidth(const Emission::Common &Common,
                            const TargetMachine &Machine) {
  if (Machine.createDataLayout().getPointerSize() != 2)
    return;
  const Executor &Its = *Common.TheExecutor;
  if (Its.isInRegistry() || any_of(Its.Calls, [&](const ExecutorCall &Call) {
        return Its.isPacked(Call);
      }))
    report(Common.Config.Diagnostics, Diagnostic::Note,
           "model " + quoted(Common.model().Name),
           "DLTensors have a DLDeviceType of 4 bytes, as in runtime_crt and "
           "TVM's LLVM back end; DLPack's own header has 2 in C on this "
           "machine",
           "compile packed operators and their callers with "
           "runtime_crt/include");
}

Error ExecutorPart::checkMachine(const Emission::Common &Common,
                                 const TargetMachine &Machine,
                                 OutputKind /*Kind*/) const {
  noteDeviceWidth(Common, Machine);
  return checkPools(Common, Machine.getTargetTriple());
}
