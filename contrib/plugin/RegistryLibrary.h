//===- RegistryLibrary.h - The readers beside the plugin --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// metaobj-registry-<LLVM>.so, which the plugin loads when it has to add
/// metadata. It needs more of LLVM than the plugin.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLUGIN_REGISTRYLIBRARY_H
#define METAOBJ_PLUGIN_REGISTRYLIBRARY_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <string>

namespace metaobj {

/// Named metadata of a module that has its registry and may become code in this
/// process; it says which parameters are still missing, if any.
inline constexpr char RegistryMark[] = "metaobj.registry";

/// Where the bytes of parameters go.
enum class ParamBytes {
  InModule,
  Late, ///< Left out of the module if its object can get them later.
};

/// All functions store the text of an error in \p Problem.
struct RegistryLibrary {
  /// Adds the metadata of \p Options to \p M.
  void (*AddRegistry)(llvm::Module &M, const std::string &Options,
                      ParamBytes Bytes, std::string &Problem);
  /// Adds what AddRegistry has left out to \p M.
  void (*AddParams)(llvm::Module &M, std::string &Problem);
#if LLVM_VERSION_MAJOR >= 22
  /// Generates code for \p M with \p Machine, of the program that has loaded
  /// the plugin, and writes the object with what AddRegistry has left out.
  void (*WriteObject)(llvm::Module &M, llvm::TargetMachine &Machine,
                      llvm::raw_pwrite_stream &OS, std::string &Problem);
#endif
};

/// The function that returns it.
using RegistryLibraryFunction = const RegistryLibrary *(*)();
inline constexpr char RegistryLibraryName[] = "metaobjRegistryLibrary";

} // namespace metaobj

#endif // METAOBJ_PLUGIN_REGISTRYLIBRARY_H
