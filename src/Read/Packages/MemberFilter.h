//===- MemberFilter.h - Members of archives that are left out ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PACKAGES_MEMBERFILTER_H
#define METAOBJ_READ_PACKAGES_MEMBERFILTER_H

#include "Read/NamePatterns.h"

#include <string>
#include <vector>

namespace metaobj {

/// Applies InputConfig::ExcludeMembers.
class MemberFilter {
public:
  /// Uses the patterns \p Globs; wrong ones are errors.
  llvm::Error setPatterns(llvm::ArrayRef<std::string> Globs);

  /// Must the member \p Name, with its folders, be left out? \p FullName is for
  /// messages.
  bool leavesOut(llvm::StringRef Name, llvm::StringRef FullName);

  /// Reports the members that were left out, and patterns without a match.
  void report(const DiagnosticConsumer &Diagnostics) const;

private:
  NamePatterns Patterns;
  std::vector<std::string> LeftOut;
};

/// The option that leaves out the member \p Name, for hints.
Message excludeMemberOption(llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_READ_PACKAGES_MEMBERFILTER_H
