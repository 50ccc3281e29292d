//===- BuildModule.cpp - Model to LLVM module -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Code/BuildModule.h"

#include "Abi/RuntimeFamily.h"
#include "Abi/TableCode.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/CheckEmission.h"
#include "Emit/Code/CodeGeneration.h"
#include "Emit/Code/DebugInfo.h"
#include "Emit/Code/ObjectTables.h"
#include "Emit/Code/ParamVariables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Executor/ExecutorCode.h"
#include "Emit/Layout/ParamLayout.h"
#include "metaobj/Emit.h"
#include "metaobj/Input.h"
#include "metaobj/LlvmVersion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

LateSymbols metaobj::lateSymbols(const Model &TheModel,
                                 const EmitConfig &Config,
                                 const TargetMachine &Machine,
                                 OutputKind Kind) {
  const Triple &Target = Machine.getTargetTriple();
  const FormatRules &Rules = formatRules(Target);
  if (Kind != OutputKind::Object ||
      !Rules.editsObjects(Target,
                          Machine.createDataLayout().getPointerSize()) ||
      (Config.DebugInfo && !Rules.Facts.DefinesSymbols))
    return {};
  return {/*Params=*/true,
          /*Operators=*/Rules.Facts.AddsFunctions && !Config.Executor &&
              isTvmCrt(Config.Abi) && TheModel.Functions.size() > 1};
}

PointerTables metaobj::pointerTables(const TargetMachine &Machine,
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

/// DLDeviceType is an enumeration of C: where int has 16 bits, operators and
/// callers that include DLPack's own header have another DLTensor.
static void noteDeviceWidth(const Emission::Common &Of,
                            const TargetMachine &Machine) {
  if (!Of.TheExecutor || Machine.createDataLayout().getPointerSize() != 2)
    return;
  const Executor &Each = *Of.TheExecutor;
  if (Each.isInRegistry() || any_of(Each.Calls, [&](const ExecutorCall &Call) {
        return Each.isPacked(Call);
      }))
    report(Of.Config.Diagnostics, Diagnostic::Note,
           "model " + quoted(Of.model().Name),
           "DLTensors have a DLDeviceType of 4 bytes, as in runtime_crt and "
           "TVM's LLVM back end; DLPack's own header has 2 in C on this "
           "machine",
           "compile packed operators and their callers with "
           "runtime_crt/include");
}

Expected<std::unique_ptr<Module>>
metaobj::buildModule(const Model &TheModel, TargetMachine &Machine,
                     LLVMContext &Context, const EmitConfig &Config) {
  Expected<std::shared_ptr<Emission::Common>> Begun =
      beginModule(TheModel, Config, Machine.getTargetTriple());
  if (!Begun)
    return Begun.takeError();
  return buildModule(**Begun, EmissionTables(**Begun, Machine), Machine,
                     Context, LateSymbols(), PointerTables::Unsaid);
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
  Late.ParamBytes =
      !Common.model().Params.empty() &&
      formatRules(Target).Facts.DefinesSymbols &&
      lateSymbols(Common.model(), Config, Machine, OutputKind::Object).Params;
  if (Late.ParamBytes)
    warnOfDistance(Common.model(), Common.Layout, Machine, Config);
  Expected<std::unique_ptr<Module>> Built =
      buildModule(Common, EmissionTables(Common, Machine), Machine, Context,
                  Late, PointerTables::Unsaid);
  if (!Built)
    return Built.takeError();
  LateModule Result{std::move(*Built)};
  if (Late.ParamBytes)
    Result.Params = LateParams(std::move(*Begun));
  return Result;
}

EmissionTables::EmissionTables(const Emission::Common &Of,
                               const TargetMachine &Machine)
    : OfModel(Of.model(), runtimeFamily(Of.Config.Abi), Of.Config.Abi,
              Of.Config.Registry.HasIndex,
              {Of.ownNames(), Of.ParamHashes, Of.Config.recordName(Of.model()),
               Of.Config.registeredName(Of.model()), Of.ParamsId, Of.Signature,
               /*HasLookup=*/true, Of.Ffi,
               /*KeepsRecord=*/Of.TheExecutor != nullptr}) {
  if (!Of.TheExecutor)
    return;
  unsigned PointerBytes = Machine.createDataLayout().getPointerSize();
  OfExecutor.emplace(*Of.TheExecutor, PointerBytes,
                     /*IntBytes=*/PointerBytes == 2 ? 2 : 4);
}

std::vector<ExecutorTable>
metaobj::executorTables(const Module &M, const EmissionTables &Tables) {
  std::vector<ExecutorTable> Result;
  if (!Tables.OfExecutor)
    return Result;
  for (const TableGroup *Group :
       {&Tables.OfExecutor->Executor, &Tables.OfExecutor->Metadata})
    for (const Table &Each : *Group)
      if (const GlobalVariable *In = M.getNamedGlobal(Each.Symbol))
        Result.push_back(
            {Each.Symbol.str(), In->getSection().str(),
             M.getDataLayout().getTypeAllocSize(In->getValueType())});
  // All else that is emitted is constant.
  for (const GlobalVariable &Each : M.globals())
    if (!Each.isConstant() && Each.hasInitializer() &&
        !Each.hasAppendingLinkage())
      Result.push_back({Each.getName().str(), Each.getSection().str(),
                        M.getDataLayout().getTypeAllocSize(Each.getValueType()),
                        /*IsVariable=*/true});
  return Result;
}

/// Declared as functions: on several targets linkers and code generators treat
/// addresses of functions differently from addresses of data.
static void addOperators(IrTables &Writer, const Emission::Common &Of) {
  if (Of.TheExecutor) {
    declareOperators(Writer, Of.model(), *Of.TheExecutor);
    return;
  }
  const RuntimeFamily &Runtime = runtimeFamily(Of.Config.Abi);
  for (const metaobj::Function &F : Of.model().Functions)
    Writer.Operators.push_back(cast<llvm::Function>(
        Writer.module()
            .getOrInsertFunction(F.symbol(), Runtime.functionType(Writer, F))
            .getCallee()));
}

/// The context and modules of a tvm-ffi library.
static Error addFfiLibrary(IrTables &Writer, const Emission::Common &Of,
                           LateSymbols Late) {
  const tvm_ffi::Library &Library = *Of.Ffi;
  Constant *Binary = nullptr;
  if (Library.DefinesBinary && !Late.Params) {
    Expected<std::vector<uint8_t>> Bytes = bytesOf(Of.FfiModules);
    if (!Bytes)
      return Bytes.takeError();
    Binary = ConstantDataArray::get(Writer.module().getContext(), *Bytes);
  }
  addFfiVariables(Writer, Library, Binary);
  return Error::success();
}

/// Where programs are in a memory of their own, linkers put the list of models
/// there, and programs would read other bytes at its address.
static Error checkRegister(const Emission::Common &Of,
                           const TargetMachine &Machine) {
  if (!Of.Config.Registry.Register ||
      Machine.createDataLayout().getProgramAddressSpace() == 0)
    return Error::success();
  return inputError("model " + quoted(Of.model().Name),
                    "cannot be registered for " +
                        Machine.getTargetTriple().str() +
                        ": linkers put lists into the program's memory",
                    "leave out " + setting::Register +
                        "; programs call the entry point by its name");
}

Expected<std::unique_ptr<Module>>
metaobj::buildModule(const Emission::Common &Of, const EmissionTables &All,
                     TargetMachine &Machine, LLVMContext &Context,
                     LateSymbols Late, PointerTables Pointers) {
  const Model &TheModel = Of.model();
  const EmitConfig &Config = Of.Config;
  const ModelTables &Tables = All.OfModel;
  if (Error E = checkPools(Of, Machine.getTargetTriple()))
    return E;
  if (Error E = checkRegister(Of, Machine))
    return E;
  if (Error E = runtimeFamily(Config.Abi)
                    .checkTarget(TheModel, Machine.getTargetTriple(),
                                 Machine.createDataLayout()))
    return E;
  noteDeviceWidth(Of, Machine);
  std::unique_ptr<Module> M = emptyModule(Machine, Context);
  IrTables Writer(*M, Pointers, Machine.getTargetCPU(),
                  Machine.getTargetFeatureString(), Late);
  if (Late.ParamBytes) {
    Writer.Params = declareParams(*M, Of);
  } else if (!Late.Params) {
    Expected<std::vector<Constant *>> Data = addParams(*M, Of);
    if (!Data)
      return Data.takeError();
    Writer.Params = std::move(*Data);
  }
  if (!Late.Operators)
    addOperators(Writer, Of);
  if (All.OfExecutor)
    addExecutor(Writer, *Of.TheExecutor, *All.OfExecutor);
  if (Of.Ffi)
    if (Error E = addFfiLibrary(Writer, Of, Late))
      return E;
  for (const tvm_ffi::RuntimeFunction *Each : Of.PointedFunctions)
    addRuntimePointer(Writer, *Each);
  if (!Tables.LinkedParams.empty()) {
    const Table &Linked = Tables.LinkedParams.front();
    Writer.Lookup = addLookupLinkedParam(Writer, Writer.add(Linked), Linked,
                                         Config.lookupSymbol());
  }
  if (Tables.hasUniversalEntry())
    Writer.Universal = addUniversalFunction(Writer);
  for (const Accessor &Each : accessors(Config.Abi))
    Writer.add(Tables.*Each.Tables, Each.symbol(TheModel, Config));
  for (const Table &Each : Tables.Registered)
    Writer.add(Each);
  if (const Table *Symbols = Tables.ffiSymbols();
      Symbols && Of.Config.Registry.FfiConstructor)
    addFfiConstructor(Writer, *Symbols);

  if (Config.DebugInfo)
    addDebugInfo(Writer, Of, All, Late.Params || Late.ParamBytes);
  protect(*M, Config.Protection);
  conform(*M);
  if (Error E = verify(*M, "model " + quoted(TheModel.Name)))
    return E;
  return M;
}
