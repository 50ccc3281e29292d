//===- NamePatterns.cpp - Names that an option's patterns pick ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/NamePatterns.h"

#include "Base/Wording.h"

using namespace llvm;
using namespace metaobj;

Expected<NamePatterns> NamePatterns::create(const Message &Option,
                                            ArrayRef<std::string> Patterns) {
  NamePatterns Result;
  Result.Option = Option;
  for (const std::string &Text : Patterns) {
    Expected<GlobPattern> Pattern = GlobPattern::create(Text);
    if (!Pattern)
      return inputError(Option + "=" + escaped(Text), Pattern.takeError());
    Result.Entries.push_back({Text, std::move(*Pattern)});
  }
  return Result;
}

bool NamePatterns::match(StringRef Name) {
  bool Matched = false;
  // All are asked: each that matches is of use.
  for (Entry &TheEntry : Entries)
    if (TheEntry.Pattern.match(Name))
      Matched = TheEntry.IsUsed = true;
  return Matched;
}

void NamePatterns::reportUnused(const DiagnosticConsumer &Diagnostics,
                                const Twine &Noun) const {
  for (const Entry &TheEntry : Entries)
    if (!TheEntry.IsUsed)
      report(Diagnostics, Diagnostic::Warning,
             Option + "=" + escaped(TheEntry.Text), "matches no " + Noun);
}
