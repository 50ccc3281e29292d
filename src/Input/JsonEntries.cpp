//===- JsonEntries.cpp - A JSON object, entry by entry --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only the ends of entries are found here. Whether what lies between them is
// JSON is LLVM's to say, so a wrong end is an error there.
//
//===----------------------------------------------------------------------===//

#include "Input/JsonEntries.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace llvm;

namespace metaobj {

namespace {

class EntryScanner {
public:
  explicit EntryScanner(StringRef Text) : Text(Text) {}

  Error visit(function_ref<Error(StringRef, const json::Value &)> Visit);

private:
  void skipSpace() {
    At = std::min(Text.find_first_not_of(" \t\r\n", At), Text.size());
  }
  bool accept(char Byte) {
    skipSpace();
    bool Is = At < Text.size() && Text[At] == Byte;
    At += Is;
    return Is;
  }
  void skipString();
  void skipValue();
  Expected<json::Value> parse(size_t Begin) const;
  Error fail(size_t Offset, const Twine &Reason) const {
    return createStringError(inconvertibleErrorCode(),
                             "at byte " + Twine(Offset) + ": " + Reason);
  }

  StringRef Text;
  size_t At = 0;
};

} // namespace

/// Behind the string that starts here, or to the end.
void EntryScanner::skipString() {
  for (++At; At < Text.size() && Text[At] != '"'; ++At)
    if (Text[At] == '\\')
      ++At;
  At = std::min(At + 1, Text.size());
}

/// To the comma or brace behind the value.
void EntryScanner::skipValue() {
  for (size_t Depth = 0; At < Text.size();) {
    switch (Text[At]) {
    case '"':
      skipString();
      continue;
    case '[':
    case '{':
      ++Depth;
      break;
    case ']':
    case '}':
      if (Depth == 0)
        return;
      --Depth;
      break;
    case ',':
      if (Depth == 0)
        return;
      break;
    default:
      break;
    }
    ++At;
  }
}

Expected<json::Value> EntryScanner::parse(size_t Begin) const {
  Expected<json::Value> Value = json::parse(Text.slice(Begin, At));
  if (Value)
    return Value;
  // LLVM counts from the start of what it was given.
  std::string Reason;
  handleAllErrors(Value.takeError(), [&](const json::ParseError &Problem) {
    Reason = Problem.message();
  });
  return fail(Begin, StringRef(Reason).split("]: ").second);
}

Error EntryScanner::visit(
    function_ref<Error(StringRef, const json::Value &)> Visit) {
  if (!accept('{'))
    return fail(At, "no object starts here");
  for (bool IsFirst = true; !accept('}'); IsFirst = false) {
    if (!IsFirst && !accept(','))
      return fail(At, "neither a comma nor the end of the object");
    skipSpace();
    size_t KeyAt = At;
    if (At == Text.size() || Text[At] != '"')
      return fail(At, "no key starts here");
    skipString();
    Expected<json::Value> Key = parse(KeyAt);
    if (!Key)
      return Key.takeError();
    if (!accept(':'))
      return fail(At, "no colon behind a key");
    size_t ValueAt = At;
    skipValue();
    Expected<json::Value> Value = parse(ValueAt);
    if (!Value)
      return Value.takeError();
    if (Error E = Visit(*Key->getAsString(), *Value))
      return E;
  }
  skipSpace();
  return At == Text.size() ? Error::success()
                           : fail(At, "something is behind the object");
}

Error visitJsonEntries(
    StringRef Text, function_ref<Error(StringRef, const json::Value &)> Visit) {
  return EntryScanner(Text).visit(Visit);
}

} // namespace metaobj
