//===- RegistryPass.cpp - Adds the metadata to a module -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegistryPass.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

#include <dlfcn.h>

using namespace llvm;

namespace metaobj {

/// The library beside the plugin, or why there is none in \p Problem.
static const RegistryLibrary *findLibrary(std::string &Problem) {
  Dl_info Own = {};
  if (!dladdr(reinterpret_cast<void *>(&findLibrary), &Own) || !Own.dli_fname) {
    Problem = "the plugin does not find its own place";
    return nullptr;
  }
  std::string Path = Own.dli_fname;
  Path.erase(Path.rfind('/') + 1);
  Path += "metaobj-registry-" + std::to_string(LLVM_VERSION_MAJOR) + ".so";
  void *Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *Function = Library ? dlsym(Library, RegistryLibraryName) : nullptr;
  if (!Function) {
    const char *Reason = dlerror();
    Problem = Reason ? Reason : Path + " is another library";
    return nullptr;
  }
  return reinterpret_cast<RegistryLibraryFunction>(Function)();
}

/// Runs \p Work with the library; faults are errors of the compiler. Returns
/// whether there was none.
template <class Function> static bool runInLibrary(Module &M, Function Work) {
  std::string Problem;
  if (const RegistryLibrary *Library = findLibrary(Problem))
    Work(*Library, Problem);
  if (!Problem.empty())
    M.getContext().emitError(RegistryPass::Name + ": " + Problem);
  return Problem.empty();
}

PreservedAnalyses RegistryPass::run(Module &M, ModuleAnalysisManager &) {
  bool IsAdded =
      runInLibrary(M, [&](const RegistryLibrary &Library, std::string &Text) {
        Library.AddRegistry(M, Options, Bytes, Text);
      });
  if (Bytes == ParamBytes::Late)
    M.getOrInsertNamedMetadata(RegistryMark);
  return IsAdded ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

bool hasRegistryMark(const Module &M) {
  return M.getNamedMetadata(RegistryMark);
}

static bool lacksParams(const Module &M) {
  const NamedMDNode *Mark = M.getNamedMetadata(RegistryMark);
  return Mark && Mark->getNumOperands();
}

void addLeftParams(Module &M) {
  if (lacksParams(M))
    runInLibrary(M, [&](const RegistryLibrary &Library, std::string &Text) {
      Library.AddParams(M, Text);
    });
}

void removeRegistryMark(Module &M) {
  if (NamedMDNode *Mark = M.getNamedMetadata(RegistryMark))
    M.eraseNamedMetadata(Mark);
}

#if LLVM_VERSION_MAJOR >= 22

/// Can metaobj add to objects of \p Machine? Not to two files at once, nor to
/// relocations in a form of their own.
static bool writesPlainObjects(const TargetMachine &Machine,
                               CodeGenFileType Type) {
  const MCTargetOptions &Options = Machine.Options.MCOptions;
  return Type == CodeGenFileType::ObjectFile &&
         Options.SplitDwarfFile.empty() && !Options.Crel;
}

bool writeWithLeftParams(Module &M, TargetMachine &Machine,
                         CodeGenFileType Type, raw_pwrite_stream &OS) {
  if (!lacksParams(M) || !writesPlainObjects(Machine, Type)) {
    addLeftParams(M);
    return false;
  }
  runInLibrary(M, [&](const RegistryLibrary &Library, std::string &Text) {
    Library.WriteObject(M, Machine, OS, Text);
  });
  return true;
}

#endif

} // namespace metaobj
