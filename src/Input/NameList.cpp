//===- NameList.cpp - Lists of names, one a line --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Wording.h"
#include "metaobj/Input.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace metaobj {

Expected<std::vector<std::string>> readNameList(StringRef Text,
                                                StringRef Name) {
  std::vector<std::string> Names;
  Text.consume_front("\xEF\xBB\xBF");
  for (size_t Number = 1; !Text.empty(); ++Number) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Line = Line.trim(" \t\r");
    if (Line.empty() || Line.starts_with("#"))
      continue;
    // A binary file, or a table with more columns than the name.
    for (char Byte : Line)
      if (Byte == '\0' || isSpace(Byte))
        return inputError(Name,
                          "line " + Twine(Number) + ": " + quoted(Line) +
                              " is not one name",
                          "give one name a line");
    Names.push_back(Line.str());
  }
  return Names;
}

} // namespace metaobj
