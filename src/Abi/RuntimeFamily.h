//===- RuntimeFamily.h - One kind of runtime --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that depends on the runtime for which a model is emitted. Each
/// family has its own file; docs/design.md says what a new one takes.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_RUNTIMEFAMILY_H
#define METAOBJ_ABI_RUNTIMEFAMILY_H

#include "Abi/OperatorTraits.h"
#include "metaobj/Abi.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

#include <string>

namespace metaobj {

class IrTables;
class ModelTables;

/// What is the same for all functions and models.
struct RuntimeFacts {
  /// "TVM's C runtime", "tvm-ffi".
  llvm::StringLiteral Name;

  /// Who compiles for it; Unknown: the table is for functions of any compiler.
  OperatorFamily Operators;

  /// Its tables; the first is the one for all releases of the runtime.
  llvm::ArrayRef<RuntimeAbi> Abis;

  /// Of the names of operators, each with a star first or last; none if any
  /// name may be one.
  llvm::ArrayRef<llvm::StringLiteral> Patterns;

  CallingConvention Convention;

  /// The type of its functions in messages, and in IR, in WebAssembly for both
  /// widths of pointers and in descriptions; without any it may be every type.
  /// A registry has packed functions, whose types have more forms: readers of
  /// operator objects tell them.
  llvm::StringLiteral Declaration = "";
  llvm::ArrayRef<llvm::StringLiteral> Types = {};

  /// The same in emitted C, as metaobj_function_t.
  llvm::StringLiteral TypeInC;

  /// The next step for an operator of another type.
  llvm::StringLiteral HintForType;

  /// The function that returns the table: EmitConfig::symbolStart with this
  /// behind it (empty: EmitConfig::EntryPoint), the type of the table in C, and
  /// the comment in headers.
  llvm::StringLiteral TableSymbolEnd;
  llvm::StringLiteral TableType;
  llvm::StringLiteral TableComment;

  /// The table's type in Rust, and the part of Emit/Text/RustModule.rs that
  /// declares a row of it.
  llvm::StringLiteral TypeInRust;
  llvm::StringLiteral RowInRust = "";

  /// Does the runtime look up functions in a TVMFuncRegistry? Its structures
  /// are the runtime's own. All other tables are those of metaobj_tables.h.
  bool HasRegistry = false;

  /// Are the functions a library with a context, modules around it and a
  /// constructor that registers it?
  bool HasLibrary = false;

  /// Are there tables of functions and of parameters?
  bool HasTables = true;
};

class RuntimeFamily {
public:
  explicit RuntimeFamily(const RuntimeFacts &Facts) : Facts(Facts) {}
  virtual ~RuntimeFamily();

  const RuntimeFacts Facts;

  /// As in --abi.
  virtual llvm::StringRef nameOf(RuntimeAbi Abi) const = 0;

  virtual RegistryLimits limitsOf(RuntimeAbi Abi) const;

  /// The type of \p F, which WebAssembly's linkers compare. Other formats do
  /// not store it.
  virtual llvm::FunctionType *functionType(const IrTables &Writer,
                                           const Function &F) const = 0;

  /// Adds what the runtime reads to ModelTables::Registry.
  virtual void addTables(ModelTables &Tables) const = 0;

  /// Refuses a machine or a function that the runtime cannot have.
  virtual llvm::Error checkTarget(const Model & /*TheModel*/,
                                  const llvm::Triple & /*Target*/,
                                  const llvm::DataLayout & /*Layout*/) const {
    return llvm::Error::success();
  }

  /// "operators of TVM v0.24 and later, tvm-ffi".
  virtual std::string describe(const OperatorTraits & /*Traits*/) const {
    return "";
  }

  /// What the program has to do for such operators, or what describe()
  /// assumes; empty if nothing.
  virtual Message hintFor(const OperatorTraits & /*Traits*/) const {
    return "";
  }

  /// Is \p Symbol the name of an operator?
  bool hasOperator(llvm::StringRef Symbol) const;
};

/// Those with a table, in the order of RuntimeAbi. A program may have a list of
/// its own instead.
llvm::ArrayRef<const RuntimeFamily *> runtimeFamilies();

const RuntimeFamily &runtimeFamily(RuntimeAbi Abi);

/// One for each file of a family.
const RuntimeFamily &tvmCrtFamily();
const RuntimeFamily &tvmFfiFamily();
const RuntimeFamily &ireeFamily();
const RuntimeFamily &functionsFamily();
const RuntimeFamily &noneFamily();

} // namespace metaobj

#endif // METAOBJ_ABI_RUNTIMEFAMILY_H
