//===- Accessors.h - Functions that return tables ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_ACCESSORS_H
#define METAOBJ_EMIT_ACCESSORS_H

#include "Abi/ModelTables.h"
#include "metaobj/Emit.h"

namespace metaobj {

/// A global function of the output, by which programs find a group of tables:
///
///     const <Type> *<symbol>(void) { return &<last table of the group>; }
struct Accessor {
  /// The symbol is EmitConfig::symbolStart with this behind it. Empty: it is
  /// EmitConfig::EntryPoint.
  llvm::StringLiteral SymbolEnd;
  TableGroup ModelTables::*Tables;
  /// Does the output have these tables?
  bool (*IsThere)(const Model &TheModel, const EmitConfig &Config);
  /// In C: a structure of a runtime, or a type of metaobj_abi.h.
  llvm::StringLiteral Type;
  /// For the declaration in a header.
  llvm::StringLiteral Comment;
  /// For the structures in C source, if they do not stand at its top.
  llvm::StringLiteral SourceComment;

  std::string symbol(const Model &TheModel, const EmitConfig &Config) const;

  /// Headers only declare the structure, because programs may include the
  /// runtime's own definition. C source defines it.
  bool returnsRuntimeType() const { return Type.starts_with("struct "); }
};

/// Has the output the table of its runtime? An executor stands in place of a
/// library of tvm-ffi: it calls the operators itself, and the table would keep
/// the library's modules, with all parameters once more.
bool hasRuntimeTable(const EmitConfig &Config);

/// Those that an output for \p Abi may have: a registry first, because its
/// tables come before those that refer to them, and another table last.
std::vector<Accessor> accessors(RuntimeAbi Abi);

} // namespace metaobj

#endif // METAOBJ_EMIT_ACCESSORS_H
