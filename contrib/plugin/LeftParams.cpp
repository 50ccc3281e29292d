//===- LeftParams.cpp - Parameters that a module lacks --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeftParams.h"

#include "RegistryLibrary.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Analysis/RuntimeLibcallInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LegacyPassManager.h"
#endif

#include <map>
#include <mutex>
#include <string>
#include <utility>

using namespace llvm;
using namespace metaobj;

namespace {

/// What modules of this process lack, by the text in their RegistryMark.
struct AllLeft {
  std::mutex Lock;
  uint64_t Count = 0;
  std::map<std::string, LeftParams> ByMark;
};

} // namespace

static AllLeft &allLeft() {
  static AllLeft All;
  return All;
}

void metaobj::keepLeft(LeftParams Left, Module &M) {
  AllLeft &All = allLeft();
  std::lock_guard Guard(All.Lock);
  std::string Mark = utostr(All.Count++);
  LLVMContext &Context = M.getContext();
  M.getOrInsertNamedMetadata(RegistryMark)
      ->addOperand(MDNode::get(Context, MDString::get(Context, Mark)));
  All.ByMark.emplace(std::move(Mark), std::move(Left));
}

/// Of \p M, which may come from a file; empty if nothing in this process has
/// set it.
static StringRef textOfMark(const Module &M) {
  const NamedMDNode *Mark = M.getNamedMetadata(RegistryMark);
  if (!Mark || Mark->getNumOperands() != 1 ||
      Mark->getOperand(0)->getNumOperands() != 1)
    return "";
  const auto *Text =
      dyn_cast_or_null<MDString>(Mark->getOperand(0)->getOperand(0).get());
  return Text ? Text->getString() : "";
}

/// Takes out what \p M lacks. The mark is empty then.
static Expected<LeftParams> takeLeft(Module &M) {
  AllLeft &All = allLeft();
  std::lock_guard Guard(All.Lock);
  auto Left = All.ByMark.find(textOfMark(M).str());
  if (Left == All.ByMark.end())
    return inputError(M.getModuleIdentifier(),
                      "the parameters of the module are not in this process",
                      "compile its source once more");
  M.getNamedMetadata(RegistryMark)->clearOperands();
  LeftParams Result = std::move(Left->second);
  All.ByMark.erase(Left);
  return Result;
}

Error metaobj::addLeft(Module &M) {
  Expected<LeftParams> Left = takeLeft(M);
  if (!Left)
    return Left.takeError();
  return Left->Params.addTo(M);
}

#if LLVM_VERSION_MAJOR >= 22

/// Generates code as clang does.
static Error generateObject(Module &M, TargetMachine &Machine,
                            raw_pwrite_stream &OS) {
  legacy::PassManager Passes;
  const Triple &Target = Machine.getTargetTriple();
  const TargetOptions &Options = Machine.Options;
  Passes.add(
      createTargetTransformInfoWrapperPass(Machine.getTargetIRAnalysis()));
  Passes.add(new TargetLibraryInfoWrapperPass(
      TargetLibraryInfoImpl(Target, Options.VecLib)));
  Passes.add(new RuntimeLibraryInfoWrapper(
      Target, Options.ExceptionModel, Options.FloatABIType, Options.EABIVersion,
      Options.MCOptions.ABIName, Options.VecLib));
  if (Machine.addPassesToEmitFile(Passes, OS, /*DwoOut=*/nullptr,
                                  CodeGenFileType::ObjectFile))
    return inputError(M.getModuleIdentifier(),
                      "LLVM writes no objects for this target",
                      "write assembly");
  Passes.run(M);
  return Error::success();
}

Error metaobj::writeWithLeft(Module &M, TargetMachine &Machine,
                             raw_pwrite_stream &OS) {
  Expected<LeftParams> Left = takeLeft(M);
  if (!Left)
    return Left.takeError();
  SmallVector<char, 0> Bytes;
  raw_svector_ostream Stream(Bytes);
  if (Error E = generateObject(M, Machine, Stream))
    return E;
  // LLVM has told it already.
  if (M.getContext().getDiagHandlerPtr()->HasErrors)
    return Error::success();
  Expected<Emission> Object = Left->Params.addTo(std::move(Bytes), M);
  if (!Object)
    return Object.takeError();
  return Object->writeTo(OS);
}

#endif
