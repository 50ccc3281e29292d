//===- RegistryPass.cpp - Adds the metadata to a module -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegistryPass.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <dlfcn.h>

using namespace llvm;

namespace metaobj {

/// The library beside the plugin, or why there is none in \p Problem.
static AddRegistryFunction findLibrary(std::string &Problem) {
  Dl_info Own = {};
  if (!dladdr(reinterpret_cast<void *>(&findLibrary), &Own) || !Own.dli_fname) {
    Problem = "the plugin does not find its own place";
    return nullptr;
  }
  std::string Path = Own.dli_fname;
  Path.erase(Path.rfind('/') + 1);
  Path += "metaobj-registry-" + std::to_string(LLVM_VERSION_MAJOR) + ".so";
  void *Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *Function = Library ? dlsym(Library, AddRegistryName) : nullptr;
  if (!Function) {
    const char *Reason = dlerror();
    Problem = Reason ? Reason : Path + " is another library";
  }
  return reinterpret_cast<AddRegistryFunction>(Function);
}

PreservedAnalyses RegistryPass::run(Module &M, ModuleAnalysisManager &) {
  std::string Problem;
  if (AddRegistryFunction Add = findLibrary(Problem))
    Add(M, Options, Problem);
  if (Problem.empty())
    return PreservedAnalyses::none();
  M.getContext().emitError(Name + ": " + Problem);
  return PreservedAnalyses::all();
}

} // namespace metaobj
