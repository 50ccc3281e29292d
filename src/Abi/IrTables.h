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

#include "Abi/Table.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace metaobj {

/// Parts of a table that exist only in the finished object. The module reserves
/// such a table, and the object gets its contents.
struct LateSymbols {
  bool Params = false;
  bool Operators = false;
  /// Tables are complete, but the parameters to which they refer are only
  /// declared.
  bool ParamBytes = false;

  bool has(const Table &TheTable) const {
    return (Params && TheTable.LeadsToParams) ||
           (Operators && TheTable.LeadsToOperators);
  }
};

/// Where tables with pointers go. The relocation model decides: data that a
/// loader relocates must be writable until then.
enum class PointerTables {
  ReadOnly,  ///< `.rodata.metaobj.<Group>`, for static code.
  Relocated, ///< `.data.rel.ro.metaobj.<Group>`, for code that moves.
  /// Where LLVM puts them when it generates code: for modules that others link
  /// with any model.
  Unsaid,
};

class IrTables {
public:
  /// Functions get the attributes \p Cpu and \p Features if these are not
  /// empty, so that the module can be linked with others as IR.
  IrTables(llvm::Module &M, PointerTables Pointers, llvm::StringRef Cpu,
           llvm::StringRef Features, LateSymbols Late);

  /// Targets of the tables' pointers outside of tables; set before tables are
  /// added.
  std::vector<llvm::Constant *> Params;
  std::vector<llvm::Function *> Operators;
  llvm::Function *Universal = nullptr;
  llvm::Function *Lookup = nullptr;
  std::vector<llvm::Function *> Own;
  std::vector<llvm::GlobalVariable *> Pools;
  llvm::GlobalVariable *FfiContext = nullptr;
  llvm::GlobalVariable *FfiBinary = nullptr;

  llvm::Module &module() const { return M; }
  const LateSymbols &late() const { return Late; }
  const llvm::DataLayout &layout() const { return M.getDataLayout(); }

  llvm::PointerType *pointerType() const { return PointerType; }

  /// Does the object format have sections of any name?
  bool namesSections() const;

  /// C's int: 16 bits where pointers have 16 (AVR, MSP430), else 32.
  llvm::IntegerType *intType() const { return IntType; }

  /// `int (void *args, int *type_codes, int num_args, void *out_ret_value,
  /// int *out_ret_tcode, void *resource_handle)`.
  llvm::FunctionType *packedFunctionType() const { return PackedType; }

  /// Adds \p TheTable to the section of its group: --gc-sections keeps or drops
  /// everything of one group together. Tables without pointers go to
  /// `.rodata.metaobj.<Group>`.
  llvm::GlobalVariable *add(const Table &TheTable);

  /// Adds all tables of \p Group and, if there are any, the function
  /// \p Accessor that returns the last of them.
  void add(const TableGroup &Group, llvm::StringRef Accessor);

  llvm::StructType *structure(const Record &Type);

  /// Null for Address::Null. Tables must have been added.
  llvm::Constant *address(const Address &To);

  /// A function without a body that never unwinds. So it needs no unwind table
  /// and, on ARM, no personality routine.
  llvm::Function *addFunction(llvm::FunctionType *Type,
                              llvm::GlobalValue::LinkageTypes Linkage,
                              llvm::StringRef Symbol);

private:
  class Builder;

  llvm::Type *typeOf(const Field &Member);
  llvm::Constant *atByte(llvm::Constant *Start, uint64_t Offset);
  llvm::Constant *contents(const Table &TheTable);
  llvm::Constant *numbers(const Table &TheTable);
  llvm::GlobalVariable *addConstant(const Table &TheTable,
                                    llvm::Constant *Value, bool HasPointers);
  void keep(llvm::GlobalVariable &Variable);
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
  /// What linkers keep.
  std::vector<llvm::Constant *> Kept;
  /// Reserved function tables whose first pointer is still missing.
  std::vector<llvm::GlobalVariable *> WithoutFunction;
};

} // namespace metaobj

#endif // METAOBJ_ABI_IRTABLES_H
