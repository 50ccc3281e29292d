//===- TvmFfi.h - Names and functions of tvm-ffi ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What tvm-ffi calls the parts of a library, and what operators need of its
/// runtime.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_TVMFFI_H
#define METAOBJ_ABI_TVMFFI_H

#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace metaobj::tvm_ffi {

/// Start of the symbols of functions.
inline constexpr llvm::StringLiteral FunctionStart = "__tvm_ffi_";
/// A weak second name of the function of a library with only one.
inline constexpr llvm::StringLiteral MainFunction = "__tvm_ffi_main";
/// End of the symbols of the library's context and of its modules.
inline constexpr llvm::StringLiteral ContextEnd = "__tvm_ffi__library_ctx";
inline constexpr llvm::StringLiteral BinaryEnd = "__tvm_ffi__library_bin";

/// The function that constructors call for each row of the table.
inline constexpr llvm::StringLiteral Registration =
    "TVMFFIEnvModRegisterSystemLibSymbol";

/// The names of a system library with a prefix. The prefix stands behind the
/// start of functions, but in front of everything else.
struct Names {
  llvm::StringRef Prefix;

  /// \p Name has neither FunctionStart nor the prefix.
  std::string function(llvm::StringRef Name) const;
  std::string context() const { return (Prefix + ContextEnd).str(); }
  std::string binary() const { return (Prefix + BinaryEnd).str(); }
};

/// A function of TVM's runtime that generated code calls.
struct RuntimeFunction {
  llvm::StringLiteral Name;
  /// Kinds of the result and the arguments: v void, i int32_t, l uint64_t,
  /// p pointer.
  llvm::StringLiteral Type;
  /// Minor versions of TVM 0.x whose operators need it: the first and the last.
  unsigned First;
  unsigned Last;
  /// The first version of tvm-ffi that has it; empty: the first of all, or it
  /// is a function of TVM itself.
  llvm::StringLiteral FfiVersion;
  /// Operators may call it by a pointer with this name and two underscores in
  /// front (see ContextPointer).
  bool HasPointer;
  /// Part ffi of runtime_crt defines it. All others need a host's library.
  bool IsInRuntimeCrt;

  /// Has tvm-ffi it, and TVM's C runtime not?
  bool isOfFfi() const { return Name.starts_with(FfiStart); }
  static constexpr llvm::StringLiteral FfiStart = "TVMFFI";
};

/// RuntimeFunction::Last of the functions of the newest release.
inline constexpr unsigned NoLastVersion = ~0u;

llvm::ArrayRef<RuntimeFunction> runtimeFunctions();

/// nullptr if \p Name is none.
const RuntimeFunction *findRuntimeFunction(llvm::StringRef Name);

/// Is \p Name a function of tvm-ffi that only TVM's runtime of a host has?
bool isHostFunction(llvm::StringRef Name);

/// The function behind the pointer \p Symbol ("__TVMFFIFunctionCall"); nullptr
/// if it is no such pointer.
const RuntimeFunction *findPointedFunction(llvm::StringRef Symbol);

/// The releases of TVM 0.x that have all functions.
struct Releases {
  unsigned First = 20;
  unsigned Last = NoLastVersion;
  /// The functions that say so.
  llvm::StringRef NeedsFirst, NeedsLast;
  llvm::StringRef FfiVersion;

  /// Functions that are not known change nothing.
  void add(llvm::StringRef Function);
  /// "TVM v0.24 and later", "TVM v0.22 to v0.25".
  std::string text() const;
};

/// The parts of a library for its table.
struct Library {
  /// Of the model's functions, in their order.
  std::vector<std::string> FunctionNames;
  /// The name and the symbol of the library's context; without a symbol there
  /// is none.
  std::string ContextName, ContextSymbol;
  /// No operator object defines it.
  bool DefinesContext = false;
  /// Of the modules; without a symbol there are none.
  std::string BinaryName, BinarySymbol;
  /// The output defines them, and no operator object.
  bool DefinesBinary = false;
};

/// Of the bytes of a library's modules. tvm-ffi reads them at any address;
/// modules may be faster with this.
inline constexpr uint64_t BinaryAlignment = 16;

/// The bytes of a library's modules: pieces, one behind the other.
struct Binary {
  std::vector<Payload> Pieces;
  uint64_t Size = 0;
};

/// The modules of \p TheModel around its library; no pieces if there are none.
Binary packModules(const Model &TheModel);

llvm::Expected<std::vector<uint8_t>> bytesOf(const Binary &Modules);

} // namespace metaobj::tvm_ffi

#endif // METAOBJ_ABI_TVMFFI_H
