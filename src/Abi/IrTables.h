//===- IrTables.h - Tables of a module --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes tables as constants of an LLVM module, and the functions around them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_IRTABLES_H
#define METAOBJ_ABI_IRTABLES_H

#include "Table.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace metaobj {

/// What a table refers to that is only in the finished object: the table is
/// reserved in the module and written there.
struct LateSymbols {
  bool Params = false;
  bool Operators = false;

  bool has(const Table &TheTable) const {
    return (Params && TheTable.LeadsToParams) ||
           (Operators && TheTable.LeadsToOperators);
  }
};

/// Where tables with pointers go, which is for the relocation model to say:
/// what a loader relocates has to be writable until then.
enum class PointerTables {
  ReadOnly,  ///< `.rodata.metaobj.<Group>`, for static code.
  Relocated, ///< `.data.rel.ro.metaobj.<Group>`, for code that moves.
  /// Where LLVM puts them once it generates code: for modules that others link,
  /// by any model.
  Unsaid,
};

class IrTables {
public:
  /// Functions get the attributes \p Cpu and \p Features when these are not
  /// empty, so that the module can be linked with others as IR.
  IrTables(llvm::Module &M, PointerTables Pointers, llvm::StringRef Cpu,
           llvm::StringRef Features, LateSymbols Late);

  /// What tables refer to besides each other; set before they are added.
  std::vector<llvm::Constant *> Params;
  std::vector<llvm::Function *> Operators;
  llvm::Function *Universal = nullptr;
  llvm::Function *Lookup = nullptr;

  llvm::Module &module() const { return M; }
  const llvm::DataLayout &layout() const { return M.getDataLayout(); }

  llvm::PointerType *pointerType() const { return PointerType; }

  /// C's int: 16 bits where pointers have 16 (AVR, MSP430), else 32.
  llvm::IntegerType *intType() const { return IntType; }

  /// `int (void *args, int *type_codes, int num_args, void *out_ret_value,
  /// int *out_ret_tcode, void *resource_handle)`.
  llvm::FunctionType *packedFunctionType() const { return PackedType; }

  /// Adds \p TheTable, whose group names the section: everything of one group
  /// is kept or dropped together by --gc-sections. Tables without pointers go
  /// to
  /// `.rodata.metaobj.<Group>`.
  llvm::GlobalVariable *add(const Table &TheTable);

  /// Adds all of \p Group and, unless there is none, the function \p Accessor
  /// that returns the last of them.
  void add(const TableGroup &Group, llvm::StringRef Accessor);

  /// A function without body that never unwinds, so that it needs no unwind
  /// table and, on ARM, no personality routine.
  llvm::Function *addFunction(llvm::FunctionType *Type,
                              llvm::GlobalValue::LinkageTypes Linkage,
                              llvm::StringRef Symbol);

private:
  class Builder;

  llvm::Type *typeOf(const Field &Each);
  llvm::StructType *structure(const Record &Type);
  llvm::Constant *address(const Address &To);
  llvm::Constant *contents(const Table &TheTable);
  llvm::Constant *numbers(const Table &TheTable);
  llvm::GlobalVariable *addConstant(const Table &TheTable,
                                    llvm::Constant *Value, bool HasPointers);
  llvm::GlobalVariable *reserve(const Table &TheTable);
  llvm::Function *addAccessor(llvm::StringRef Symbol, llvm::Constant *Table);

  llvm::Module &M;
  PointerTables Pointers;
  std::string Cpu;
  std::string Features;
  LateSymbols Late;
  llvm::PointerType *PointerType;
  llvm::PointerType *FunctionPointerType;
  llvm::IntegerType *IntType;
  llvm::FunctionType *PackedType;
  llvm::DenseMap<const Record *, llvm::StructType *> Types;
  llvm::DenseMap<const Table *, llvm::GlobalVariable *> Variables;
  /// Reserved tables of functions that do not point to one yet.
  std::vector<llvm::GlobalVariable *> WithoutFunction;
};

} // namespace metaobj

#endif // METAOBJ_ABI_IRTABLES_H
