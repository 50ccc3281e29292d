//===- metaobj/Runtime.h - The C runtime for any target ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// runtime_crt as objects, without a C compiler: made of bitcode, for exactly
/// the machine of the operators. In the library metaobj::link.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_RUNTIME_H
#define METAOBJ_RUNTIME_H

#include "metaobj/Model.h"
#include "metaobj/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace metaobj {

/// Parts of the runtime. Each takes those that it needs with it.
enum class RuntimePart {
  Backend,     ///< What generated operators call.
  Registry,    ///< Function registries, modules, arrays; page allocator.
  Graph,       ///< Graph executor.
  Aot,         ///< Ahead-of-time executor by name.
  Record,      ///< Verification of a model by its record.
  Params,      ///< Decoder of compressed parameters; needs zstd's.
  Rpc,         ///< RPC server.
  Helpers,     ///< memcpy, divisions and others that compilers call. Weak.
  Semihosting, ///< TVMPlatform* of a debugger's or an emulator's host.
  Startup,     ///< From reset to main, on Cortex-M and RISC-V.
  Debugger,    ///< Tasks of a debugger (metaobj/Device.h), and their memory.
};

struct RuntimeConfig {
  std::vector<RuntimePart> Parts;
  /// Memory of TVMPlatformMemoryAllocate of Semihosting and Debugger
  /// (TVM_CRT_PORT_ARENA_SIZE_BYTES).
  uint32_t ArenaBytes = 16384;
};

/// Sets the value of crt_config.h that \p Text names: "NAME=VALUE". An error
/// for those that only a compiler can change.
llvm::Error setRuntimeValue(RuntimeConfig &Config, llvm::StringRef Text);

/// "backend", "registry", ...; nullopt for other names, and for Debugger, which
/// is no part of a program.
std::optional<RuntimePart> parseRuntimePart(llvm::StringRef Name);

/// The names that parseRuntimePart takes.
llvm::ArrayRef<llvm::StringLiteral> knownRuntimeParts();

/// An archive of objects with the parts of \p Config and all that they need,
/// for \p Target, the machine of \p Objects. Compiled with the default
/// crt_config.h, but without the time evaluator, which needs floating point of
/// a compiler's library. Errors: a
/// machine that the runtime was not compiled for, and objects that linkers
/// would not accept next to \p Objects.
llvm::Expected<llvm::SmallVector<char, 0>>
runtimeLibrary(const TargetSpec &Target, llvm::ArrayRef<OperatorObject> Objects,
               const RuntimeConfig &Config);

} // namespace metaobj

#endif // METAOBJ_RUNTIME_H
