//===- ConstantTables.h - Constant data of a module -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the builders of all tables share: types, sections, and functions that
/// return a table.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_CONSTANTTABLES_H
#define METAOBJ_ABI_CONSTANTTABLES_H

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace metaobj {

class ConstantTables {
public:
  /// \p IsPositionIndependent says where pointers go. Functions get the
  /// attributes \p Cpu and \p Features when these are not empty, so that the
  /// module can be linked with others as IR.
  ConstantTables(llvm::Module &M, bool IsPositionIndependent,
                 llvm::StringRef Cpu, llvm::StringRef Features);

  llvm::Module &module() const { return M; }
  const llvm::DataLayout &layout() const { return M.getDataLayout(); }

  llvm::PointerType *pointerType() const { return PointerType; }

  /// Of pointers to functions: of another address space on AVR, where linkers
  /// treat them differently.
  llvm::PointerType *functionPointerType() const { return FunctionPointerType; }

  /// C's int: 16 bits where pointers have 16 (AVR, MSP430), else 32.
  llvm::IntegerType *intType() const { return IntType; }

  /// `int (void *args, int *type_codes, int num_args, void *out_ret_value,
  /// int *out_ret_tcode, void *resource_handle)`.
  llvm::FunctionType *packedFunctionType() const { return PackedType; }

  /// A local constant. \p Group names the section: everything of one group is
  /// kept or dropped together by --gc-sections. Data with pointers goes to
  /// `.data.rel.ro.metaobj.<Group>` in position-independent code and to
  /// `.rodata.metaobj.<Group>` otherwise, other data always to the latter.
  llvm::GlobalVariable *addData(llvm::Constant *Value, llvm::StringRef Symbol,
                                llvm::StringRef Group);
  llvm::GlobalVariable *addPointers(llvm::Constant *Value,
                                    llvm::StringRef Symbol,
                                    llvm::StringRef Group);

  /// A place for a table with pointers of \p Size bytes, to be filled in the
  /// finished object: a variable that points to itself at its start, which puts
  /// it where addPointers puts tables and shows the target's relocation, and
  /// has zeros behind.
  llvm::GlobalVariable *reservePointers(uint64_t Size, llvm::Align Alignment,
                                        llvm::StringRef Symbol,
                                        llvm::StringRef Group);

  /// Has \p Reserved point to \p First, so that it shows the relocation of such
  /// pointers.
  static void showPointer(llvm::GlobalVariable &Reserved,
                          llvm::Constant *First);

  /// A function without body that never unwinds, so that it needs no unwind
  /// table and, on ARM, no personality routine.
  llvm::Function *addFunction(llvm::FunctionType *Type,
                              llvm::GlobalValue::LinkageTypes Linkage,
                              llvm::StringRef Symbol);

  /// `const void *<Symbol>(void) { return Table; }`
  llvm::Function *addAccessor(llvm::StringRef Symbol, llvm::Constant *Table);

private:
  llvm::GlobalVariable *addConstant(llvm::Constant *Value,
                                    llvm::StringRef Symbol,
                                    const llvm::Twine &Section);

  llvm::Module &M;
  bool IsPositionIndependent;
  std::string Cpu;
  std::string Features;
  llvm::PointerType *PointerType;
  llvm::PointerType *FunctionPointerType;
  llvm::IntegerType *IntType;
  llvm::FunctionType *PackedType;
};

} // namespace metaobj

#endif // METAOBJ_ABI_CONSTANTTABLES_H
