//===- Agreement.h - Do objects fit together? -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_AGREEMENT_H
#define METAOBJ_TARGET_AGREEMENT_H

#include "TargetFamily.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace metaobj {

/// What one object of a set tells.
struct NamedFacts {
  llvm::StringRef Name;
  llvm::ArrayRef<TargetFact> Facts;
};

/// Objects that contradict an earlier one, all in the same way.
struct Disagreement {
  llvm::StringRef With;
  std::vector<llvm::StringRef> Objects; ///< At least one.
  /// What differs, and what linkers do about it: lines for people, each ends in
  /// a newline.
  std::string Table;
  /// Nothing but facts that are advice.
  bool IsAdvice = false;
  /// What may come of the advice.
  std::string Consequences;

  /// "cannot be linked with a.o, and neither can 'c.o':", the reason that
  /// belongs to Objects.front().
  std::string reason() const;
};

/// Each object is compared with the first one that tells a fact, and where
/// different values agree with others that do. Objects of different machines
/// are compared in nothing else.
std::vector<Disagreement> disagreements(llvm::ArrayRef<NamedFacts> Objects);

} // namespace metaobj

#endif // METAOBJ_TARGET_AGREEMENT_H
