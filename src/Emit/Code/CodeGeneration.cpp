//===- CodeGeneration.cpp - Modules to and from LLVM ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Code/CodeGeneration.h"

#include "Base/LlvmVersion.h"
#include "Target/Families.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace metaobj;

std::unique_ptr<Module> metaobj::emptyModule(const TargetMachine &Machine,
                                             LLVMContext &Context) {
  auto Result = std::make_unique<Module>("metaobj", Context);
  Module &M = *Result;
  M.setTargetTriple(llvm_version::argument(Machine.getTargetTriple()));
  M.setDataLayout(Machine.createDataLayout());
  // Fixed: LLVM would put the module's name into the symbol table.
  M.setSourceFileName("metaobj");
  if (Machine.isPositionIndependent())
    M.setPICLevel(PICLevel::BigPIC);
  // Both this flag and the option are needed: bitcode loses the option, and
  // LLVM ignores the flag until there is a function.
  StringRef Abi = Machine.Options.MCOptions.getABIName();
  if (!Abi.empty())
    M.addModuleFlag(Module::Error, "target-abi", MDString::get(Context, Abi));
  return Result;
}

/// Keeps the messages that LLVM would print.
static void collectErrors(llvm_version::DiagnosticArgument Argument,
                          void *Errors) {
  const DiagnosticInfo &Info = llvm_version::infoOf(Argument);
  if (Info.getSeverity() != DS_Error)
    return;
  raw_string_ostream OS(*static_cast<std::string *>(Errors));
  DiagnosticPrinterRawOStream Printer(OS);
  Info.print(Printer);
  OS << '\n';
}

/// Does every function only return a constant, on a machine where optimisation
/// does not change that?
static bool isPlain(const Module &M, const Triple &TheTriple) {
  const TargetFamily *Family = familyOf(TheTriple.getArch());
  if (!Family || !Family->isPlainWithoutOptimisation())
    return false;
  return all_of(M, [](const llvm::Function &F) {
    if (F.isDeclaration())
      return true;
    const auto *Return = dyn_cast<ReturnInst>(&F.front().front());
    return Return && isa_and_nonnull<Constant>(Return->getReturnValue());
  });
}

namespace {

/// Switches optimisation off for a machine that may be the caller's, and
/// restores it. Setting up passes that find nothing to do is most of the work
/// for a small model.
class WithoutOptimisation {
  /// LLVM renames this type every few versions.
  using OptimizationLevel =
      decltype(std::declval<TargetMachine>().getOptLevel());

public:
  explicit WithoutOptimisation(TargetMachine &Machine)
      : Machine(Machine), Level(Machine.getOptLevel()),
        EnableFastISel(Machine.Options.EnableFastISel) {
    Machine.setOptLevel(OptimizationLevel::None);
  }
  ~WithoutOptimisation() {
    Machine.setOptLevel(Level);
    Machine.setFastISel(EnableFastISel);
  }
  WithoutOptimisation(const WithoutOptimisation &) = delete;
  WithoutOptimisation &operator=(const WithoutOptimisation &) = delete;

private:
  TargetMachine &Machine;
  OptimizationLevel Level;
  bool EnableFastISel;
};

} // namespace

/// Keeps every table and parameter a separate variable: for PowerPC, LLVM 20
/// and later join the constants of a section, under one symbol and in another
/// order. Has no effect on the object.
static void keepApart(Module &M) {
  SmallVector<GlobalValue *, 16> Variables;
  for (GlobalVariable &Variable : M.globals())
    Variables.push_back(&Variable);
  appendToCompilerUsed(M, Variables);
}

static Error generateHere(Module &M, TargetMachine &Machine,
                          raw_pwrite_stream &OS, const Message &Input) {
  if (Error E = checkCode(M))
    return E;
  if (!Machine.getTarget().hasMCAsmBackend())
    return inputError(Input,
                      "the linked LLVM writes no objects for this target",
                      "write IR with " + setting::Kind +
                          "=llvm-ir; llc makes assembly of it");
  std::optional<WithoutOptimisation> Plain;
  if (isPlain(M, Machine.getTargetTriple()))
    Plain.emplace(Machine);
  keepApart(M);
  std::string Errors;
  M.getContext().setDiagnosticHandlerCallBack(collectErrors, &Errors);
  legacy::PassManager Passes;
  if (Machine.addPassesToEmitFile(Passes, OS, /*DwoOut=*/nullptr,
                                  llvm_version::ObjectFile,
                                  /*DisableVerify=*/true))
    return inputError(
        Input,
        "the linked LLVM writes no objects for this target, or its printer of "
        "code is not initialised",
        "call LLVMInitialize" + Twine(Machine.getTarget().getBackendName()) +
            "AsmPrinter before the machine is made, or take the machine of "
            "createTargetMachine");
  // LLVM has just switched on a selector whose code differs from the other
  // one's. The other one is among the passes in any case.
  if (Plain)
    Machine.setFastISel(false);
  Passes.run(M);
  M.getContext().setDiagnosticHandlerCallBack(nullptr, nullptr);
  if (!Errors.empty())
    return inputError(Input,
                      createStringError(inconvertibleErrorCode(), Errors));
  return Error::success();
}

Error metaobj::generateCode(Module &M, TargetMachine &Machine,
                            raw_pwrite_stream &OS) {
  Message Input = setting::Triple + "=" + llvm_version::tripleName(M);
  InputScope Scope(Input);
  return runRecoverably([&] { return generateHere(M, Machine, OS, Input); });
}
