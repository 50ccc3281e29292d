//===- metaobj/Abi.h - Runtimes, and operators for them ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtimes for which metaobj writes tables (docs/format.md shows the
/// bytes), and what operators are that it was given.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_H
#define METAOBJ_ABI_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

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
  /// No table: parameters alone, by symbols of their own.
  None,
};

namespace setting {
inline constexpr Setting FunctionTable("RuntimeAbi::Functions");
} // namespace setting

/// "tvm-crt-u16".
llvm::StringRef runtimeAbiName(RuntimeAbi Abi);

/// nullopt if there is no such ABI.
std::optional<RuntimeAbi> parseRuntimeAbi(llvm::StringRef Name);

/// All ABIs with a table, in the order of the enumeration.
llvm::ArrayRef<RuntimeAbi> runtimeAbis();

/// Those of TVM's C runtime, which reads a registry.
llvm::ArrayRef<RuntimeAbi> tvmCrtAbis();

/// Is \p Abi one of tvmCrtAbis()?
bool isTvmCrt(RuntimeAbi Abi);

/// Limits of the readers of \p Abi.
RegistryLimits registryLimits(RuntimeAbi Abi);

/// The symbols of a parameter with RuntimeAbi::None; `x` is Param::Symbol. If
/// one starts with a digit, underscores come before it.
enum class DataStyle {
  C,       ///< `x`, `x_end`, and `x_size` of type size_t.
  Name,    ///< `x` alone.
  Xxd,     ///< `x`, and `x_len` of type unsigned int, as `xxd -i`.
  Objcopy, ///< `_binary_x_start`, `_binary_x_end`, and `_binary_x_size`, whose
           ///< address is the size, as `objcopy -I binary` and `ld -b binary`.
  EspIdf,  ///< `x`, `_binary_x_start`, `_binary_x_end`, and `x_length` of type
           ///< uint32_t, as EMBED_FILES of ESP-IDF.
};

/// The runtime for which a compiler makes operators.
enum class OperatorFamily {
  Unknown, ///< Nothing tells it.
  TvmCrt,  ///< The C runtime of TVM v0.7 to v0.18.
  TvmFfi,  ///< tvm-ffi: TVM v0.22 and later.
  Iree,    ///< Static libraries of IREE.
};

/// What operators are, from all that their objects and packages tell:
/// everything that depends on the runtime asks it.
struct Conclusion {
  OperatorFamily Family = OperatorFamily::Unknown;

  /// The table that the runtime reads: InputConfig::Abi if it is set.
  RuntimeAbi Abi = RuntimeAbi::TvmCrtUniversal;

  /// "operators of TVM v0.24 and later, tvm-ffi, from their names"; empty if
  /// nothing tells anything.
  std::string Text;

  /// What the program has to do for such operators, or what the text assumes;
  /// empty if nothing.
  Message Hint;

  /// Functions of the runtime that the operators call, directly or by pointers
  /// that the runtime or metaobj sets, in the order of tvm-ffi's table.
  std::vector<llvm::StringRef> Needs;
};

} // namespace metaobj

#endif // METAOBJ_ABI_H
