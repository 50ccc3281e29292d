//===- LeftOutFunctions.h - Functions that are not listed -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_LEFTOUTFUNCTIONS_H
#define METAOBJ_INPUT_LEFTOUTFUNCTIONS_H

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace metaobj {

/// Knowledge about a function's type.
struct KnownType {
  /// It cannot be called as a packed function.
  bool IsOther = false;
  bool IsPacked = false;
  /// Its type and a packed function's type, if IsOther.
  llvm::StringRef Signature = {};
  llvm::StringRef Packed = {};
  /// From debug information, and not from linked code.
  bool IsDebug = false;
};

/// Functions of the operator objects that no registry lists.
struct LeftOutFunctions {
  struct NotPackedFunction {
    llvm::StringRef Name;
    llvm::StringRef Object;
    KnownType Type;
  };

  /// That match no pattern.
  std::vector<llvm::StringRef> Unmatched;
  std::vector<llvm::StringRef> Excluded;
  std::vector<llvm::StringRef> NeverRegistered;
  std::vector<NotPackedFunction> NotPacked;
  /// That are described, but not as packed.
  std::vector<llvm::StringRef> DescribedOthers;
  /// That match a pattern, but their object describes others only.
  std::vector<llvm::StringRef> Undescribed;
};

/// Tells of \p Functions of \p Objects ("ops.o", or a word for all of them).
/// \p Patterns: what names must match; \p IsDefault: nobody gave them.
void reportLeftOut(const LeftOutFunctions &Functions, llvm::StringRef Objects,
                   llvm::ArrayRef<llvm::StringRef> Patterns, bool IsDefault,
                   const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_INPUT_LEFTOUTFUNCTIONS_H
