//===- PlacementRule.cpp - Rules of the command line, and presets ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Placement.h"

#include "Text/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

std::optional<CompressionLevel> metaobj::parseCompression(StringRef Text) {
  constexpr CompressionLevel Default = 3;
  if (Text == "off")
    return 0;
  if (Text == "zstd")
    return Default;
  CompressionLevel Level;
  if (!Text.consume_front("zstd:") || Text.getAsInteger(10, Level) ||
      Level == 0 || Level > MaxCompressionLevel)
    return std::nullopt;
  return Level;
}

static Error badRule(StringRef Text, const Twine &Reason) {
  return inputError("--place=" + Text, Reason,
                    "the form is GLOB:section=NAME,align=BYTES,order=NUMBER,"
                    "visibility=WHO,compress=HOW, one of them at least");
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
  if (Key == "compress") {
    Rule.Compression = parseCompression(Value);
    return Rule.Compression
               ? Error::success()
               : badRule(Text, "unknown compression " + quoted(Value) +
                                   "; known are: zstd, zstd:1 to "
                                   "zstd:22, off");
  }
  return badRule(Text, "unknown key " + quoted(Key) +
                           "; known are: section, align, order, visibility, "
                           "compress");
}

Expected<PlacementRule> metaobj::parsePlacementRule(StringRef Text) {
  // Names may have colons, keys do not; of values only "compress=zstd:19".
  auto [Glob, Settings] = Text.rsplit(':');
  while (Glob.ends_with("compress=zstd") && Glob.contains(':')) {
    Glob = Glob.rsplit(':').first;
    Settings = Text.drop_front(Glob.size() + 1);
  }
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
