//===- PlacementRule.cpp - Rules of the command line, and presets ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Placement.h"

#include "Model/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

/// In the order of ParamVisibility.
static constexpr StringLiteral VisibilityNames[] = {"local", "hidden",
                                                    "global"};

StringRef metaobj::paramVisibilityName(ParamVisibility Visibility) {
  return VisibilityNames[static_cast<size_t>(Visibility)];
}

std::optional<ParamVisibility> metaobj::parseParamVisibility(StringRef Name) {
  const auto *Found = find(VisibilityNames, Name);
  if (Found == std::end(VisibilityNames))
    return std::nullopt;
  return static_cast<ParamVisibility>(Found - std::begin(VisibilityNames));
}

static Error badRule(StringRef Text, const Twine &Reason) {
  return inputError("--place=" + Text, Reason,
                    "the form is GLOB:section=NAME,align=BYTES,order=NUMBER,"
                    "visibility=WHO, one of them at least");
}

static Error badValue(StringRef Text, StringRef Key, StringRef Value) {
  return badRule(Text,
                 quoted(Key) + " has no usable value: found " + quoted(Value));
}

/// "align=16" of the rule \p Text.
static Error readSetting(StringRef Text, StringRef Key, StringRef Value,
                         PlacementRule &Rule) {
  if (Key == "section") {
    if (Value.empty())
      return badValue(Text, Key, Value);
    Rule.Section = Value.str();
    return Error::success();
  }
  if (Key == "align") {
    if (Value.getAsInteger(10, Rule.Alignment))
      return badValue(Text, Key, Value);
    if (!isPowerOf2_64(Rule.Alignment))
      return badRule(Text, "alignment " + Value + " is no power of two");
    return Error::success();
  }
  if (Key == "order") {
    int64_t Order;
    if (Value.getAsInteger(10, Order))
      return badValue(Text, Key, Value);
    Rule.Order = Order;
    return Error::success();
  }
  if (Key == "visibility") {
    Rule.Visibility = parseParamVisibility(Value);
    return Rule.Visibility
               ? Error::success()
               : badRule(Text, "unknown visibility " + quoted(Value) +
                                   "; known are: local, hidden, "
                                   "global");
  }
  return badRule(Text, "unknown key " + quoted(Key) +
                           "; known are: section, align, order, visibility");
}

Expected<PlacementRule> metaobj::parsePlacementRule(StringRef Text) {
  // Names may have colons, keys do not.
  auto [Glob, Settings] = Text.rsplit(':');
  if (Glob.empty() || Settings.empty())
    return badRule(Text, "has no pattern, or no place");
  PlacementRule Rule;
  Rule.Glob = Glob.str();
  Rule.Origin = ("--place=" + Text).str();
  if (Expected<GlobPattern> Pattern = GlobPattern::create(Glob); !Pattern)
    return badRule(Text, "bad pattern " + quoted(Glob) + ": " +
                             toString(Pattern.takeError()));
  SmallVector<StringRef, 4> Parts;
  Settings.split(Parts, ',');
  bool IsBehindSection = false;
  for (StringRef Part : Parts) {
    // Mach-O's names have a comma.
    if (IsBehindSection && !Part.empty() && !Part.contains('=')) {
      Rule.Section += ("," + Part).str();
      continue;
    }
    auto [Key, Value] = Part.split('=');
    IsBehindSection = Key == "section";
    if (Error E = readSetting(Text, Key, Value, Rule))
      return E;
  }
  return Rule;
}
