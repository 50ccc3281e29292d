//===- CodeGeneration.cpp - Modules to and from LLVM ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGeneration.h"

#include "metaobj/Diagnostic.h"
#include "metaobj/LlvmVersion.h"
#include "metaobj/Target.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

std::unique_ptr<Module> metaobj::emptyModule(const TargetMachine &Machine,
                                             LLVMContext &Context) {
  auto Result = std::make_unique<Module>("metaobj", Context);
  Module &M = *Result;
  M.setTargetTriple(llvm_version::argument(Machine.getTargetTriple()));
  M.setDataLayout(Machine.createDataLayout());
  // Pinned: LLVM would put the module's name into the symbol table.
  M.setSourceFileName("metaobj");
  if (Machine.isPositionIndependent())
    M.setPICLevel(PICLevel::BigPIC);
  // Both this flag and the option are needed: the option alone is lost in
  // bitcode, the flag alone is not looked at before there is a function.
  StringRef Abi = Machine.Options.MCOptions.getABIName();
  if (!Abi.empty())
    M.addModuleFlag(Module::Error, "target-abi", MDString::get(Context, Abi));
  return Result;
}

/// Keeps what LLVM would print.
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

Error metaobj::generateCode(Module &M, TargetMachine &Machine,
                            CodeGenFileType Type, raw_pwrite_stream &OS) {
  bool IsObject = Type == llvm_version::ObjectFile;
  std::string Input = "--mtriple=" + llvm_version::tripleName(M);
  if (Error E = checkCode(M, IsObject))
    return E;
  if (IsObject && !Machine.getTarget().hasMCAsmBackend())
    return inputError(Input,
                      "the linked LLVM writes no objects for this target",
                      "write assembly with --emit=asm");
  std::string Errors;
  M.getContext().setDiagnosticHandlerCallBack(collectErrors, &Errors);
  legacy::PassManager Passes;
  if (Machine.addPassesToEmitFile(Passes, OS, /*DwoOut=*/nullptr, Type,
                                  /*DisableVerify=*/true))
    return inputError(Input, IsObject ? "the linked LLVM writes no objects for "
                                        "this target"
                                      : "the linked LLVM writes no assembly "
                                        "for this target");
  Passes.run(M);
  M.getContext().setDiagnosticHandlerCallBack(nullptr, nullptr);
  if (!Errors.empty())
    return inputError(Input,
                      createStringError(inconvertibleErrorCode(), Errors));
  return Error::success();
}
