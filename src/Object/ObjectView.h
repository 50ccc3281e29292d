//===- LinkerView.h - An object as linkers see it ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Symbols and sections of one object by their names, because linkers join
/// objects only by names. The meaning of the bytes does not matter here.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_LINKERVIEW_H
#define METAOBJ_OBJECT_LINKERVIEW_H

#include "metaobj/Model.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <cstdint>
#include <vector>

namespace metaobj {

struct LinkerSymbol {
  enum KindType { Function, Data, Untyped };

  llvm::StringRef Name; ///< Without the format's underscore.
  KindType Kind = Untyped;
  bool IsDefined = false;
  bool IsLocal = false;
  /// Weak or common: another definition replaces it.
  bool IsWeak = false;
  /// The group of its section, of which linkers keep one; empty if in none.
  llvm::StringRef Comdat;
  /// A section in memory has its address, or a distance to it (ELF).
  bool IsReferenced = false;
  /// Its section, if that occupies no memory (ELF, without SHF_ALLOC).
  llvm::StringRef UnloadedSection;

  bool isGlobalDefinition() const { return IsDefined && !IsLocal; }
};

/// A section that occupies memory.
struct LinkerSection {
  llvm::StringRef Name;
  bool IsWritable = false;
  bool IsCode = false;
  bool IsThreadLocal = false;
  /// Has no bytes in the file: zeros, or not initialised.
  bool IsNoBits = false;
};

struct LinkerView {
  /// e_machine; EM_NONE if the object is not ELF.
  uint16_t Machine = 0;
  std::vector<LinkerSymbol> Symbols;
  /// Only for ELF objects: the flags of other formats have other meanings.
  std::vector<LinkerSection> Sections;
  /// Sections without SHF_ALLOC that sections in memory refer to without a
  /// name; each once.
  std::vector<llvm::StringRef> ReferencedUnloaded;
};

/// Names are C names. They point into \p Object, or \p Names keeps them.
llvm::Expected<LinkerView> readLinkerView(const OperatorObject &Object,
                                          llvm::StringSaver &Names);

} // namespace metaobj

#endif // METAOBJ_OBJECT_LINKERVIEW_H
