//===- PlacementRule.cpp - Rules of the command line, and presets ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Placement.h"

#include "Base/ByteCount.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Emit.h"

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
  if (!Text.consume_front("zstd:"))
    return std::nullopt;
  uint64_t Level = parseDecimal(Text).value_or(0);
  if (Level == 0 || Level > MaxCompressionLevel)
    return std::nullopt;
  return static_cast<CompressionLevel>(Level);
}

std::optional<int64_t> metaobj::parseOrder(StringRef Text) {
  int64_t Order = 0;
  bool IsNumber =
      parseDecimal(Text.starts_with("-") ? Text.drop_front() : Text) &&
      !Text.getAsInteger(10, Order);
  return IsNumber ? std::optional(Order) : std::nullopt;
}

static Error badRule(StringRef Origin, const Twine &Reason) {
  return inputError(Origin, Reason,
                    "the form is GLOB:section=NAME,align=BYTES,order=NUMBER,"
                    "visibility=WHO,compress=HOW, one of them at least");
}

static Error badValue(StringRef Origin, StringRef Key, StringRef Value) {
  return badRule(Origin,
                 quoted(Key) + " has no usable value: found " + quoted(Value));
}

/// "align=16" of \p Rule.
static Error readSetting(StringRef Key, StringRef Value, PlacementRule &Rule) {
  if (Key == "section") {
    if (Value.empty())
      return badValue(Rule.Origin, Key, Value);
    Rule.Section = Value.str();
    return Error::success();
  }
  if (Key == "align") {
    std::optional<uint64_t> Alignment = parseDecimal(Value);
    if (!Alignment)
      return badValue(Rule.Origin, Key, Value);
    Rule.Alignment = *Alignment;
    if (!isPowerOf2_64(Rule.Alignment))
      return badRule(Rule.Origin,
                     "alignment " + Value + " is not a power of two");
    return Error::success();
  }
  if (Key == "order") {
    Rule.Order = parseOrder(Value);
    if (!Rule.Order)
      return badValue(Rule.Origin, Key, Value);
    return Error::success();
  }
  if (Key == "visibility") {
    Rule.Visibility = parseParamVisibility(Value);
    return Rule.Visibility
               ? Error::success()
               : badRule(Rule.Origin, "unknown visibility " + quoted(Value) +
                                          "; known are: local, hidden, "
                                          "global");
  }
  if (Key == "compress") {
    Rule.Compression = parseCompression(Value);
    return Rule.Compression
               ? Error::success()
               : badRule(Rule.Origin, "unknown compression " + quoted(Value) +
                                          "; known are: zstd, zstd:1 to "
                                          "zstd:22, off");
  }
  return badRule(Rule.Origin,
                 "unknown key " + quoted(Key) +
                     "; known are: section, align, order, visibility, "
                     "compress");
}

Expected<PlacementRule> metaobj::parsePlacementRule(StringRef Text,
                                                    StringRef Origin) {
  PlacementRule Rule;
  Rule.Origin = Origin.empty() ? (setting::Placement.field() + "=" + Text).str()
                               : Origin.str();
  // Names may have colons, keys do not; of values only "compress=zstd:19".
  auto [Glob, Settings] = Text.rsplit(':');
  while (Glob.ends_with("compress=zstd") && Glob.contains(':')) {
    Glob = Glob.rsplit(':').first;
    Settings = Text.drop_front(Glob.size() + 1);
  }
  if (Glob.empty() || Settings.empty())
    return badRule(Rule.Origin, "has no pattern, or no place");
  Rule.Glob = Glob.str();
  if (Expected<GlobPattern> Pattern = GlobPattern::create(Glob); !Pattern)
    return badRule(Rule.Origin, "bad pattern " + quoted(Glob) + ": " +
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
    if (Error E = readSetting(Key, Value, Rule))
      return E;
  }
  return Rule;
}
