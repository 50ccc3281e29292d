//===- LeftOutFunctions.h - Functions that are not listed -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OBJECTS_LEFTOUTFUNCTIONS_H
#define METAOBJ_READ_OBJECTS_LEFTOUTFUNCTIONS_H

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
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
  /// The compiler whose functions have such names and another type; the rest
  /// of the object tells no type.
  llvm::StringRef Compiler = {};
  /// The number of arguments of a function that returns an int and takes
  /// pointers only, as far as it is known.
  std::optional<size_t> Pointers = {};
};

/// Functions of the operator objects that no registry lists.
struct LeftOutFunctions {
  /// "ops.o", or a word for all objects.
  std::string Objects;
  /// Names must match one of these; nobody gave them if they are the default.
  std::vector<std::string> Patterns;
  bool IsDefault = false;

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

void reportLeftOut(const LeftOutFunctions &Functions,
                   const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_READ_OBJECTS_LEFTOUTFUNCTIONS_H
