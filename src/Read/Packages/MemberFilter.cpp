//===- MemberFilter.cpp - Members of archives that are left out -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/MemberFilter.h"

#include "Base/Wording.h"
#include "metaobj/Input.h"

#include "llvm/Support/Path.h"

using namespace llvm;
using namespace metaobj;

Error MemberFilter::setPatterns(ArrayRef<std::string> Globs) {
  return NamePatterns::create(setting::ExcludeMembers, Globs)
      .moveInto(Patterns);
}

bool MemberFilter::leavesOut(StringRef Name, StringRef FullName) {
  Name.consume_front("./");
  StringRef Last = sys::path::filename(Name, sys::path::Style::posix);
  // Both are asked: each pattern that matches is of use.
  bool IsLeftOut = Patterns.match(Name);
  IsLeftOut |= Patterns.match(Last);
  if (IsLeftOut)
    LeftOut.push_back(FullName.str());
  return IsLeftOut;
}

void MemberFilter::report(const DiagnosticConsumer &Diagnostics) const {
  Patterns.reportUnused(Diagnostics, "member of an archive");
  if (LeftOut.empty())
    return;
  std::vector<StringRef> Names(LeftOut.begin(), LeftOut.end());
  metaobj::report(Diagnostics, Diagnostic::Note, setting::ExcludeMembers,
                  "left out " + plural(Names.size(), "member") + ": " +
                      quotedList(Names));
}

Message metaobj::excludeMemberOption(StringRef Name) {
  std::string Glob;
  for (char Byte : Name) {
    if (StringRef("*?[]{}\\").contains(Byte))
      Glob += '\\';
    Glob += Byte;
  }
  return setting::ExcludeMembers + "='" + escaped(Glob) + "'";
}
