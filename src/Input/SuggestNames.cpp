//===- SuggestNames.cpp - Names that may be meant -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/SuggestNames.h"

#include "Text/Wording.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;

namespace metaobj {

std::string suggestNames(StringRef Name, ArrayRef<StringRef> Known) {
  // A slip changes a few letters; further away the names are different ones.
  unsigned Farthest = std::max<size_t>(2, Name.size() / 4);
  std::vector<std::pair<unsigned, StringRef>> Near;
  for (StringRef Each : Known) {
    unsigned Distance =
        Name.edit_distance(Each, /*AllowReplacements=*/true, Farthest);
    if (Distance <= Farthest)
      Near.emplace_back(Distance, Each);
  }
  sort(Near);
  std::string Text;
  for (size_t I = 0; I != std::min<size_t>(3, Near.size()); ++I)
    Text += (I == 0 ? "did you mean " : " or ") + quoted(Near[I].second);
  return Text;
}

std::string noneOfPatterns(ArrayRef<StringRef> Patterns) {
  if (Patterns.size() == 1)
    return "not " + quoted(Patterns[0]);
  if (Patterns.size() == 2)
    return "neither " + quoted(Patterns[0]) + " nor " + quoted(Patterns[1]);
  return "none of " + quotedList(Patterns);
}

} // namespace metaobj
