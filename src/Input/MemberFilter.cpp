//===- MemberFilter.cpp - Members of archives that are left out -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/MemberFilter.h"

#include "Text/Wording.h"

#include "llvm/Support/Path.h"

#include <utility>

using namespace llvm;

namespace metaobj {

Error MemberFilter::setPatterns(ArrayRef<std::string> Globs) {
  for (const std::string &Text : Globs) {
    Expected<GlobPattern> Glob = GlobPattern::create(Text);
    if (!Glob)
      return inputError("InputConfig::ExcludeMembers=" + Text,
                        Glob.takeError());
    Patterns.push_back({Text, std::move(*Glob)});
  }
  return Error::success();
}

bool MemberFilter::leavesOut(StringRef Name, StringRef FullName) {
  Name.consume_front("./");
  StringRef Last = sys::path::filename(Name, sys::path::Style::posix);
  bool IsLeftOut = false;
  for (Pattern &Each : Patterns)
    if (Each.Glob.match(Name) || Each.Glob.match(Last))
      Each.IsUsed = IsLeftOut = true;
  if (IsLeftOut)
    LeftOut.push_back(FullName.str());
  return IsLeftOut;
}

void MemberFilter::report(const DiagnosticConsumer &Diagnostics) const {
  for (const Pattern &Each : Patterns)
    if (!Each.IsUsed)
      metaobj::report(Diagnostics, Diagnostic::Warning,
                      "InputConfig::ExcludeMembers=" + escaped(Each.Text),
                      "matches no member of an archive");
  if (LeftOut.empty())
    return;
  std::vector<StringRef> Names(LeftOut.begin(), LeftOut.end());
  metaobj::report(Diagnostics, Diagnostic::Note, "InputConfig::ExcludeMembers",
                  "left out " + plural(Names.size(), "member") + ": " +
                      quotedList(Names));
}

std::string excludeMemberOption(StringRef Name) {
  std::string Glob;
  for (char Byte : Name) {
    if (StringRef("*?[]{}\\").contains(Byte))
      Glob += '\\';
    Glob += Byte;
  }
  return "InputConfig::ExcludeMembers='" + escaped(Glob) + "'";
}

} // namespace metaobj
