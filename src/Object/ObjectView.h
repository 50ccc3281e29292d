//===- ObjectView.h - An object of any format -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One view of objects of all formats and of IR: symbols and sections by their
/// names, because linkers join objects only by names, and what the object says
/// about its operators. The meaning of other bytes does not matter here.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_OBJECTVIEW_H
#define METAOBJ_OBJECT_OBJECTVIEW_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"
#include "metaobj/Operators.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace metaobj {

struct ObjectSymbol {
  enum KindType {
    Function,
    IndirectFunction,
    Data,
    Untyped, ///< Assemblers may omit the type.
  };

  llvm::StringRef Name; ///< Without the format's prefix.
  KindType Kind = Untyped;
  /// False if no name in C makes this symbol.
  bool HasCName = true;
  bool IsDefined = false;
  bool IsLocal = false;
  /// Weak or common: another definition replaces it.
  bool IsWeak = false;
  /// It is dropped unless its own module refers to it (IR, `linkonce`).
  bool IsDiscardable = false;
  /// A section in memory has its address, or a distance to it
  /// (readReferences()).
  bool IsReferenced = false;
  /// ELF: its number in the object's table, and the index of its section in
  /// ObjectView::Sections; 0: in none.
  uint32_t Number = 0;
  uint32_t Section = 0;
  /// The group of its section, of which linkers keep one; empty if in none.
  llvm::StringRef Comdat;
  /// The type of a function that is defined here, as its format writes types;
  /// only WebAssembly and IR have types.
  llvm::StringRef Type;
  /// The number of arguments, if they all are pointers, and the result is an
  /// int. In WebAssembly pointers are numbers.
  std::optional<size_t> Pointers;

  bool isGlobalDefinition() const { return IsDefined && !IsLocal; }
  bool mayBeFunction() const { return Kind == Function || Kind == Untyped; }
  /// Do linkers take one of several such definitions?
  bool mayRepeat() const { return IsWeak || !Comdat.empty(); }
};

struct ObjectSection {
  llvm::StringRef Name;
  bool IsLoaded = false; ///< Occupies memory.
  bool IsWritable = false;
  bool IsCode = false;
  bool IsThreadLocal = false;
  /// Has no bytes in the file: zeros, or not initialised.
  bool IsNoBits = false;
  /// A section in memory refers to its start (readReferences()).
  bool IsReferenced = false;
};

struct ObjectView {
  /// e_machine and e_type; 0 if the object is not ELF.
  uint16_t Machine = 0;
  uint16_t ElfType = 0;
  unsigned PointerBits = 0; ///< Where functions have types.
  std::vector<ObjectSymbol> Symbols;
  /// Only for ELF objects: the flags of other formats have other meanings.
  std::vector<ObjectSection> Sections;
  /// Descriptions of functions, most often none.
  std::vector<OperatorDescription> Operators;
};

/// Names are C names. They point into the bytes of \p Object, or \p Names
/// keeps them. \p Diagnostics gets warnings about IR.
llvm::Expected<ObjectView>
readObjectView(const OperatorObject &Object, llvm::StringSaver &Names,
               const DiagnosticConsumer &Diagnostics = {});

/// The view of \p M: functions first, in its order.
llvm::Expected<ObjectView> viewOfModule(const llvm::Module &M,
                                        llvm::StringSaver &Names);

/// Marks what sections in memory refer to in the \p View of an ELF object, and
/// nothing in others.
llvm::Error readReferences(const OperatorObject &Object, ObjectView &View);

} // namespace metaobj

#endif // METAOBJ_OBJECT_OBJECTVIEW_H
