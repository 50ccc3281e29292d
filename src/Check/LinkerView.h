//===- LinkerView.h - An object as linkers see it ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Symbols and sections of one object by their names, which is all that linkers
/// join objects by. What the bytes mean is of no interest here.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CHECK_LINKERVIEW_H
#define METAOBJ_CHECK_LINKERVIEW_H

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
  /// Weak, or common: gives way to another definition.
  bool IsWeak = false;
  /// Of the group of sections of which linkers keep one; empty when in none.
  llvm::StringRef Comdat;
};

/// A section that occupies memory.
struct LinkerSection {
  llvm::StringRef Name;
  bool IsWritable = false;
  bool IsCode = false;
  bool IsThreadLocal = false;
  /// Has no bytes in the file: filled with zeros, or not at all.
  bool IsNoBits = false;
  uint64_t Size = 0;
};

struct LinkerView {
  /// e_machine; EM_NONE for what is no ELF object.
  uint16_t Machine = 0;
  std::vector<LinkerSymbol> Symbols;
  /// Of ELF objects only: the flags of other formats mean other things.
  std::vector<LinkerSection> Sections;
};

/// Names are C's, point into \p Object or are kept by \p Names.
llvm::Expected<LinkerView> readLinkerView(const OperatorObject &Object,
                                          llvm::StringSaver &Names);

} // namespace metaobj

#endif // METAOBJ_CHECK_LINKERVIEW_H
