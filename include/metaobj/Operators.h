//===- metaobj/Operators.h - Operators describe themselves ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Descriptions of operators in the objects that define them: the section
/// `.metaobj.ops` (docs/format.md). A compiler writes it:
///
///     OperatorDescription Add;
///     Add.Symbol = "tvmgen_default_fused_add";
///     Add.Arguments = {{ArgumentUse::Input, Float32, 2},
///                      {ArgumentUse::Output, Float32, 2}};
///     if (Error E = describeOperators(M, Add))
///       return E;
///
/// A C program uses metaobj-c/metaobj_operator.h. readModel() prefers
/// descriptions to patterns of names.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OPERATORS_H
#define METAOBJ_OPERATORS_H

#include "metaobj/Graph.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <dlpack/dlpack.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class GlobalValue;
class Module;
} // namespace llvm

namespace metaobj {

/// What an operator does with an argument.
enum class ArgumentUse { Input, Output, InputAndOutput };

/// "in", "out", "inout".
llvm::StringRef argumentUseName(ArgumentUse Use);

/// A tensor that an operator takes.
struct OperatorArgument {
  ArgumentUse Use = ArgumentUse::Input;
  DLDataType DType = {};
  uint32_t Rank = 0; ///< Number of extents.

  bool operator==(const OperatorArgument &Other) const;
};

/// Where the constants are that an operator reads.
enum class ConstantStorage {
  None,      ///< It reads none.
  Object,    ///< In the object that defines it.
  Arguments, ///< It gets each as an argument.
  Pool,      ///< In a pool whose address it gets.
};

/// "none", "object", "arguments", "pool".
llvm::StringRef constantStorageName(ConstantStorage Where);

/// What an object says about a function that it defines.
struct OperatorDescription {
  /// As C has it: without the underscore of Mach-O and 32-bit Windows.
  std::string Symbol;
  /// The name for clients and graphs; empty: the symbol.
  std::string Name = {};
  CallingConvention Convention = CallingConvention::Packed;
  /// The tensors in the function's order. Empty: not told.
  std::vector<OperatorArgument> Arguments = {};
  /// Bytes that it takes by TVMBackendAllocWorkspace at a time.
  std::optional<uint64_t> Workspace = std::nullopt;
  /// The kind of device that it runs on (GraphNode::Device); empty: the CPU.
  std::string Device = {};
  std::optional<ConstantStorage> Constants = std::nullopt;

  llvm::StringRef name() const { return Name.empty() ? Symbol : Name; }

  bool operator==(const OperatorDescription &Other) const;
};

/// What C calls \p Value, which must be in a module:
/// OperatorDescription::Symbol of a function. A label in the source
/// (`__asm__("_name")`) is the symbol of the object, with the prefix that the
/// format has for names of C.
llvm::StringRef cNameOf(const llvm::GlobalValue &Value);

/// Describes functions of \p M in the object that is made of it. Linkers leave
/// the descriptions out of images; in WebAssembly they are in a custom section,
/// which is not loaded.
///
/// Errors: \p M does not define a function; a name that cannot be written; a
/// format without such sections. \p M must have its triple, which tells the
/// format. Several calls add up. On an error \p M is unchanged.
llvm::Error describeOperators(llvm::Module &M,
                              llvm::ArrayRef<OperatorDescription> Operators);

/// The descriptions in the relocatable object, bitcode or textual IR \p Object,
/// in their order; none if it has no such section. Equal descriptions of a
/// function count once. Damaged and contradictory ones are errors, and so are
/// other files than these. Does not look at the functions themselves.
llvm::Expected<std::vector<OperatorDescription>>
readOperators(llvm::MemoryBufferRef Object);

/// The descriptions in \p M.
llvm::Expected<std::vector<OperatorDescription>>
readOperators(const llvm::Module &M);

} // namespace metaobj

#endif // METAOBJ_OPERATORS_H
