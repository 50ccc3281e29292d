//===- WasmFile.h - A relocatable WebAssembly object ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A WebAssembly object is a module with three additional kinds of custom
/// sections: "linking" (symbols, names of data segments), "reloc.*" and
/// "target_features" (WebAssembly tool conventions, Linking.md). Functions have
/// types; their addresses are indexes into a table that the linker fills. Data
/// lies in segments. Names have no prefixes.
///
/// A linked module has its data at fixed addresses, and segments of elements
/// that fill the table. Only a section "name" and exports name its functions.
///
/// LLVM's WasmObjectFile is not used, because it ends the process if a number
/// passes the end of the file.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_WASMFILE_H
#define METAOBJ_OBJECT_WASMFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Bytes at the start of a module: a magic number and a version.
inline constexpr uint64_t WasmHeaderSize = 8;

/// Parameters and results as WebAssembly's bytes for value types.
struct WasmSignature {
  std::string Params;
  std::string Results;
};

struct WasmFunction {
  uint32_t Type = 0;   ///< Index into WasmFile::Types.
  uint64_t Offset = 0; ///< In the contents of the code section.
  uint64_t Size = 0;
};

struct WasmSegment {
  llvm::StringRef Name;
  uint64_t Offset = 0; ///< In the contents of the data section.
  llvm::StringRef Bytes;
  uint64_t Alignment = 1;
  /// Where a linked module has it; nullopt if code or a loader decides.
  std::optional<uint64_t> Address = std::nullopt;
};

/// A name of a function in a linked module.
struct WasmFunctionName {
  uint32_t Function; ///< Counted with imports.
  llvm::StringRef Name;
};

struct WasmSymbol {
  llvm::StringRef Name;
  uint8_t Kind = 0;   ///< WASM_SYMBOL_TYPE_*.
  uint32_t Flags = 0; ///< WASM_SYMBOL_*.
  /// Of the function, counted with imports, or of the segment; 0 otherwise.
  uint32_t Element = 0;
  uint64_t Offset = 0; ///< Data: in the segment.
  uint64_t Size = 0;   ///< Data.

  bool isFunction() const;
  bool isData() const;
  bool isUndefined() const;
  bool isLocal() const;
  bool isWeak() const;
};

struct WasmRelocation {
  uint8_t Type; ///< R_WASM_*.
  /// In the contents of its section.
  uint64_t Offset;
  /// Index into WasmFile::Symbols; for R_WASM_TYPE_INDEX_LEB a type.
  uint32_t Index;
  int64_t Addend;
};

struct WasmCustomSection {
  llvm::StringRef Name;
  llvm::StringRef Bytes;
};

struct WasmFile {
  bool Is64 = false; ///< The memory's addresses have 64 bits.
  std::vector<WasmSignature> Types;
  /// Functions of this file; those that it imports come before them in indexes.
  uint32_t NumImportedFunctions = 0;
  std::vector<WasmFunction> Functions;
  std::vector<WasmSegment> Segments;
  std::vector<WasmSymbol> Symbols;
  llvm::StringRef Code; ///< Contents of the code section.
  std::vector<WasmRelocation> CodeRelocations;
  std::vector<WasmRelocation> DataRelocations;
  /// "+simd128": prefix and name.
  std::vector<std::string> Features;
  /// Custom sections that neither linkers nor this reader know.
  std::vector<WasmCustomSection> OtherSections;

  /// The fields below are those of linked modules.
  bool IsLinked = false;
  /// Names of imported functions, of the section "name", and of exports.
  std::vector<WasmFunctionName> FunctionNames;
  /// The function at each index of the table, counted with imports.
  std::map<uint64_t, uint32_t> Table;

  /// The function that \p Symbol defines; null when it does not.
  const WasmFunction *functionOf(const WasmSymbol &Symbol) const;
};

/// Errors name \p Name. Linked modules are errors that say what they are.
llvm::Expected<WasmFile> readWasmFile(llvm::MemoryBufferRef Buffer,
                                      llvm::StringRef Name);

/// The same for objects and linked modules. Shared libraries are errors.
llvm::Expected<WasmFile> readWasmModule(llvm::MemoryBufferRef Buffer,
                                        llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_OBJECT_WASMFILE_H
