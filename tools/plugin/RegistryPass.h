//===- RegistryPass.h - Adds the metadata to a module -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLUGIN_REGISTRYPASS_H
#define METAOBJ_PLUGIN_REGISTRYPASS_H

#include "llvm/IR/PassManager.h"

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

  explicit RegistryPass(std::string Options) : Options(std::move(Options)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

  static bool isRequired() { return true; }

private:
  std::string Options;
};

/// What the other library does: adds the metadata to \p M, or stores the text
/// of an error in \p Problem.
using AddRegistryFunction = void (*)(llvm::Module &M,
                                     const std::string &Options,
                                     std::string &Problem);

/// The name of this function there.
inline constexpr char AddRegistryName[] = "metaobjAddRegistry";

} // namespace metaobj

#endif // METAOBJ_PLUGIN_REGISTRYPASS_H
