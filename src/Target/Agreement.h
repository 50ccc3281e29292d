//===- Agreement.h - Do objects fit together? -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_AGREEMENT_H
#define METAOBJ_TARGET_AGREEMENT_H

#include "Target/TargetFamily.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace metaobj {

/// The facts of one object of a set.
struct NamedFacts {
  llvm::StringRef Name;
  llvm::ArrayRef<TargetFact> Facts;
};

/// Objects that contradict an earlier one, all in the same way.
struct Disagreement {
  llvm::StringRef With;
  std::vector<llvm::StringRef> Objects; ///< At least one.
  /// A table of the differences and the linkers' reactions: lines for people,
  /// each with a newline at its end.
  std::string Table;
  /// All these facts are advice.
  bool IsAdvice = false;
  /// Possible consequence of ignoring the advice.
  std::string Consequences;

  /// "cannot be linked with a.o, and neither can 'c.o':", the reason of an
  /// error about Objects.front().
  std::string reason() const;
};

/// Compares each object with the first one that tells a fact. If some different
/// values of a fact agree, compares it with all others that tell the fact.
/// Between objects of different machines it compares nothing else.
std::vector<Disagreement> disagreements(llvm::ArrayRef<NamedFacts> Objects);

} // namespace metaobj

#endif // METAOBJ_TARGET_AGREEMENT_H
