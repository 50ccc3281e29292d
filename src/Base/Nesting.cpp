//===- Nesting.cpp - How deep brackets nest -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Nesting.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

namespace {

/// Differences between the languages.
struct Brackets {
  StringRef Open;
  StringRef Close;
  bool BackslashEscapes; ///< In strings, a quote after a backslash is text.
  bool SemicolonComments;
};

} // namespace

static size_t nesting(StringRef Text, const Brackets &Language) {
  size_t Depth = 0;
  size_t Deepest = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char Byte = Text[I];
    if (Byte == '"') {
      for (++I; I < Text.size() && Text[I] != '"'; ++I)
        if (Text[I] == '\\' && Language.BackslashEscapes)
          ++I;
    } else if (Byte == ';' && Language.SemicolonComments) {
      I = std::min(Text.find('\n', I), Text.size());
    } else if (Language.Open.contains(Byte)) {
      Deepest = std::max(Deepest, ++Depth);
    } else if (Language.Close.contains(Byte) && Depth != 0) {
      --Depth;
    }
  }
  return Deepest;
}

size_t metaobj::jsonNesting(StringRef Text) {
  return nesting(Text, {"[{", "]}", true, false});
}

size_t metaobj::irNesting(StringRef Text) {
  return nesting(Text, {"([{<", ")]}>", false, true});
}
