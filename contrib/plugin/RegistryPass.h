//===- RegistryPass.h - Adds the metadata to a module -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLUGIN_REGISTRYPASS_H
#define METAOBJ_PLUGIN_REGISTRYPASS_H

#include "RegistryLibrary.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Support/CodeGen.h"

#include <memory>
#include <string>
#include <utility>

namespace metaobj {

/// Adds the registry of the module's operators, the entry point and the
/// parameters of files to the module itself, so that optimisers see through
/// calls. The options are those of `metaobj emit`, separated by semicolons:
///
///     metaobj-registry<params=net.params;prefix=net>
///
/// The work is done by another library beside the plugin, which has the readers
/// of files; the plugin loads it when this pass runs first. Faults of inputs
/// are errors of the compiler.
class RegistryPass : public llvm::PassInfoMixin<RegistryPass> {
public:
  static constexpr llvm::StringLiteral Name = "metaobj-registry";

  explicit RegistryPass(std::string Options,
                        ParamBytes Bytes = ParamBytes::InModule)
      : Options(std::move(Options)), Bytes(Bytes) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

  static bool isRequired() { return true; }

private:
  std::string Options;
  ParamBytes Bytes;
};

/// Was RegistryPass here, with ParamBytes::Late?
bool hasRegistryMark(const llvm::Module &M);
void removeRegistryMark(llvm::Module &M);

/// Adds to \p M the parameters that RegistryPass has left out, if any.
void addLeftParams(llvm::Module &M);

#if LLVM_VERSION_MAJOR >= 22
/// Writes the object of \p M if RegistryPass has left out parameters. Else, or
/// if the output is no object to which metaobj can add, completes \p M and
/// returns false: LLVM writes the output.
bool writeWithLeftParams(llvm::Module &M, llvm::TargetMachine &Machine,
                         llvm::CodeGenFileType Type,
                         llvm::raw_pwrite_stream &OS);
#endif

} // namespace metaobj

#endif // METAOBJ_PLUGIN_REGISTRYPASS_H
