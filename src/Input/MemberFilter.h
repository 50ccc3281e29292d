//===- MemberFilter.h - Members of archives that are left out ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_MEMBERFILTER_H
#define METAOBJ_INPUT_MEMBERFILTER_H

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

#include <string>
#include <vector>

namespace metaobj {

/// InputConfig::ExcludeMembers at work.
class MemberFilter {
public:
  /// Takes \p Globs as the patterns; bad ones are errors.
  llvm::Error setPatterns(llvm::ArrayRef<std::string> Globs);

  /// Is the member \p Name, with its folders, to be left out? \p FullName is
  /// for messages.
  bool leavesOut(llvm::StringRef Name, llvm::StringRef FullName);

  /// Tells what was left out, and patterns that fit nothing.
  void report(const DiagnosticConsumer &Diagnostics) const;

private:
  struct Pattern {
    std::string Text;
    llvm::GlobPattern Glob;
    bool IsUsed = false;
  };

  std::vector<Pattern> Patterns;
  std::vector<std::string> LeftOut;
};

/// The option that leaves the member \p Name out, for hints.
std::string excludeMemberOption(llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_INPUT_MEMBERFILTER_H
