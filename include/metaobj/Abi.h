//===- metaobj/Abi.h - Runtime ABIs -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtimes for which metaobj writes tables. docs/format.md shows the
/// bytes.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_H
#define METAOBJ_ABI_H

#include "metaobj/Model.h"
#include "metaobj/Setting.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace metaobj {

enum class RuntimeAbi {
  /// TVM's C runtime v0.9 to v0.18 and runtime_crt: two-byte count.
  TvmCrtU16,
  /// TVM's C runtime v0.7 and v0.8: one-byte count.
  TvmCrtU8,
  /// For both of them; at most 254 functions.
  TvmCrtUniversal,
  /// The system library of tvm-ffi, TVM v0.22 and later: names and addresses.
  TvmFfi,
  /// Query functions of IREE's static libraries, for its loader.
  Iree,
  /// Functions of any C type, by name, for programs without a runtime.
  Functions,
};

namespace setting {
inline constexpr Setting FunctionTable("RuntimeAbi::Functions");
} // namespace setting

/// "tvm-crt-u16".
llvm::StringRef runtimeAbiName(RuntimeAbi Abi);

/// nullopt if there is no such ABI.
std::optional<RuntimeAbi> parseRuntimeAbi(llvm::StringRef Name);

/// All ABIs, in the order of the enumeration.
llvm::ArrayRef<RuntimeAbi> runtimeAbis();

/// Those of TVM's C runtime, which reads a registry.
llvm::ArrayRef<RuntimeAbi> tvmCrtAbis();

/// Is \p Abi one of tvmCrtAbis()?
bool isTvmCrt(RuntimeAbi Abi);

/// Limits of the readers of \p Abi.
RegistryLimits registryLimits(RuntimeAbi Abi);

} // namespace metaobj

#endif // METAOBJ_ABI_H
