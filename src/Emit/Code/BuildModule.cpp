//===- BuildModule.cpp - Model to LLVM module -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Code/BuildModule.h"

#include "Abi/RuntimeFamily.h"
#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "Emit/CheckEmission.h"
#include "Emit/Code/CodeGeneration.h"
#include "Emit/Code/ObjectTables.h"
#include "Emit/Code/ParamVariables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/ParamLayout.h"
#include "metaobj/Emit.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

bool metaobj::editsObjects(const TargetMachine &Machine) {
  const Triple &Target = Machine.getTargetTriple();
  return formatRules(Target).editsObjects(
      Target, Machine.createDataLayout().getPointerSize());
}

LateSymbols metaobj::lateSymbols(const Model &TheModel,
                                 const EmitConfig &Config,
                                 const PartList &Parts,
                                 const TargetMachine &Machine,
                                 OutputKind Kind) {
  const FormatRules &Rules = formatRules(Machine.getTargetTriple());
  if (Kind != OutputKind::Object || !editsObjects(Machine) ||
      any_of(Parts, [&](const std::shared_ptr<OutputPart> &ThePart) {
        return ThePart->needsParamsInModule(Rules);
      }))
    return {};
  return {/*Params=*/true,
          /*Operators=*/Rules.Facts.AddsFunctions && !callOperators(Parts) &&
              isTvmCrt(Config.Abi) && TheModel.Functions.size() > 1};
}

/// Where tables with pointers go. Users of a module link it with any relocation
/// model: ORC and position-independent programs also take a module that was
/// made for a static machine.
static PointerTables pointerTables(const TargetMachine &Machine,
                                   OutputKind Kind) {
  if (Kind == OutputKind::LlvmIr || Kind == OutputKind::LlvmBitcode)
    return PointerTables::Unsaid;
  return Machine.isPositionIndependent() ? PointerTables::Relocated
                                         : PointerTables::ReadOnly;
}

static Error verify(const Module &M, StringRef ModelName) {
  std::string Problems;
  raw_string_ostream OS(Problems);
  if (verifyModule(M, &OS))
    return inputError(ModelName, createStringError(inconvertibleErrorCode(),
                                                   "LLVM's verifier refuses "
                                                   "the module: " +
                                                       Problems));
  return Error::success();
}

/// An emission with a layout, for a module that others link.
static Expected<std::shared_ptr<Emission::Common>>
beginModule(const Model &TheModel, const EmitConfig &Config,
            const Triple &Target) {
  if (Error E = refuseShards(TheModel, Config))
    return E;
  return beginEmission(TheModel, Config, Target);
}

Expected<std::unique_ptr<Module>>
metaobj::buildModule(const Model &TheModel, TargetMachine &Machine,
                     LLVMContext &Context, const EmitConfig &Config) {
  Expected<std::shared_ptr<Emission::Common>> Begun =
      beginModule(TheModel, Config, Machine.getTargetTriple());
  if (!Begun)
    return Begun.takeError();
  return buildModule(**Begun, EmissionTables(**Begun, Machine), Machine,
                     Context, LateSymbols(), OutputKind::LlvmIr);
}

Expected<LateModule> metaobj::buildLateModule(const Model &TheModel,
                                              TargetMachine &Machine,
                                              LLVMContext &Context,
                                              const EmitConfig &Config) {
  const Triple &Target = Machine.getTargetTriple();
  Expected<std::shared_ptr<Emission::Common>> Begun =
      beginModule(TheModel, Config, Target);
  if (!Begun)
    return Begun.takeError();
  const Emission::Common &Common = **Begun;
  LateSymbols Late;
  Late.ParamBytes = !Common.model().Params.empty() &&
                    formatRules(Target).Facts.DefinesSymbols &&
                    lateSymbols(Common.model(), Config, Common.Parts, Machine,
                                OutputKind::Object)
                        .Params;
  if (Late.ParamBytes)
    warnOfDistance(Common.model(), Common.Layout, Machine, Config);
  Expected<std::unique_ptr<Module>> Built =
      buildModule(Common, EmissionTables(Common, Machine), Machine, Context,
                  Late, OutputKind::LlvmIr);
  if (!Built)
    return Built.takeError();
  LateModule Result{std::move(*Built)};
  if (Late.ParamBytes)
    Result.Params = LateParams(std::move(*Begun));
  return Result;
}

EmissionTables::EmissionTables(const Emission::Common &Common,
                               const TargetMachine &Machine)
    : OfModel(Common.model(), runtimeFamily(Common.Config.Abi),
              Common.Config.Abi, Common.Config.Registry.HasIndex,
              Common.additionalTables()) {
  if (!Common.TheExecutor)
    return;
  unsigned PointerBytes = Machine.createDataLayout().getPointerSize();
  OfExecutor.emplace(*Common.TheExecutor, PointerBytes,
                     /*IntBytes=*/PointerBytes == 2 ? 2 : 4);
}

std::vector<ExecutorTable>
metaobj::executorTables(const Module &M, const EmissionTables &Tables) {
  std::vector<ExecutorTable> Result;
  if (!Tables.OfExecutor)
    return Result;
  for (const TableGroup *Group :
       {&Tables.OfExecutor->Executor, &Tables.OfExecutor->Metadata})
    for (const Table &TheTable : *Group)
      if (const GlobalVariable *In = M.getNamedGlobal(TheTable.Symbol))
        Result.push_back(
            {TheTable.Symbol.str(), In->getSection().str(),
             M.getDataLayout().getTypeAllocSize(In->getValueType())});
  // All else that is emitted is constant.
  for (const GlobalVariable &Global : M.globals())
    if (!Global.isConstant() && Global.hasInitializer() &&
        !Global.hasAppendingLinkage())
      Result.push_back(
          {Global.getName().str(), Global.getSection().str(),
           M.getDataLayout().getTypeAllocSize(Global.getValueType()),
           /*IsVariable=*/true});
  return Result;
}

/// Declared as functions: on several targets linkers and code generators treat
/// addresses of functions differently from addresses of data.
static void addOperators(IrTables &Writer, const Emission::Common &Common) {
  for (const std::shared_ptr<OutputPart> &ThePart : Common.Parts)
    if (ThePart->callsOperators()) {
      ThePart->declareOperators(Writer, Common);
      return;
    }
  const RuntimeFamily &Runtime = runtimeFamily(Common.Config.Abi);
  for (const metaobj::Function &F : Common.model().Functions)
    Writer.Operators.push_back(cast<llvm::Function>(
        Writer.module()
            .getOrInsertFunction(F.symbol(), Runtime.functionType(Writer, F))
            .getCallee()));
}

Expected<std::unique_ptr<Module>>
metaobj::buildModule(const Emission::Common &Common,
                     const EmissionTables &Tables, TargetMachine &Machine,
                     LLVMContext &Context, LateSymbols Late, OutputKind Kind) {
  const Model &TheModel = Common.model();
  const EmitConfig &Config = Common.Config;
  for (const std::shared_ptr<OutputPart> &ThePart : Common.Parts)
    if (Error E = ThePart->checkMachine(Common, Machine, Kind))
      return E;
  if (Error E = runtimeFamily(Config.Abi)
                    .checkTarget(TheModel, Machine.getTargetTriple(),
                                 Machine.createDataLayout()))
    return E;
  std::unique_ptr<Module> M = emptyModule(Machine, Context);
  IrTables Writer(*M, pointerTables(Machine, Kind), Machine.getTargetCPU(),
                  Machine.getTargetFeatureString(), Late);
  if (Late.ParamBytes) {
    Writer.Params = declareParams(*M, Common);
  } else if (!Late.Params) {
    Expected<std::vector<Constant *>> Data = addParams(*M, Common);
    if (!Data)
      return Data.takeError();
    Writer.Params = std::move(*Data);
  }
  if (!Late.Operators)
    addOperators(Writer, Common);
  for (const std::shared_ptr<OutputPart> &ThePart : Common.Parts)
    if (Error E = ThePart->addToModule(Writer, Common, Tables))
      return E;
  protect(*M, Config.Protection);
  conform(*M);
  if (Error E = verify(*M, "model " + quoted(TheModel.Name)))
    return E;
  return M;
}
