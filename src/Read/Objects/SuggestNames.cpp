//===- SuggestNames.cpp - Names that may be meant -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/SuggestNames.h"

#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace metaobj;

/// The Itanium C++ ABI writes "_Z", and "N" before a name in namespaces; each
/// part has its length before it. Microsoft writes "?", the name and "@".
/// LLVM's demanglers recurse as deep as a name says, which objects of others
/// may abuse.
StringRef metaobj::nameInCxx(StringRef Symbol) {
  if (Symbol.consume_front("?"))
    return Symbol.contains('@')
               ? Symbol.take_until([](char C) { return C == '@'; })
               : StringRef();
  if (!Symbol.consume_front("_Z"))
    return "";
  Symbol.consume_front("N");
  StringRef Name;
  size_t Length;
  while (!Symbol.consumeInteger(10, Length) && Length <= Symbol.size()) {
    Name = Symbol.take_front(Length);
    Symbol = Symbol.drop_front(Length);
  }
  return Name;
}

std::string metaobj::suggestNames(StringRef Name, ArrayRef<StringRef> Known) {
  // A slip changes a few letters; further away the names are different ones.
  unsigned Farthest = std::max<size_t>(2, Name.size() / 4);
  std::vector<std::pair<unsigned, StringRef>> Near;
  for (StringRef Word : Known) {
    unsigned Distance =
        Name.edit_distance(Word, /*AllowReplacements=*/true, Farthest);
    if (Distance <= Farthest)
      Near.emplace_back(Distance, Word);
  }
  sort(Near);
  std::string Text;
  for (size_t I = 0; I != std::min<size_t>(3, Near.size()); ++I)
    Text += (I == 0 ? "did you mean " : " or ") + quoted(Near[I].second);
  return Text;
}

std::string metaobj::suggestFunctions(StringRef Name,
                                      ArrayRef<StringRef> Known) {
  for (StringRef Text : reverse(Known))
    if (nameInCxx(Text) == Name)
      return quoted(Text) + " is its name in C++: declare it extern \"C\"";
  return suggestNames(Name, Known);
}
