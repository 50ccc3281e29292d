//===- Placement.cpp - Where parameters go --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "Model/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Value.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

/// Sections whose names LLVM and linkers take for more than a name: they would
/// be writable, executable, without bits, or of a type of their own.
static bool isSpecialSection(StringRef Name) {
  static constexpr StringLiteral Prefixes[] = {
      ".bss",           ".data",        ".debug", ".fini_array", ".init_array",
      ".lbss",          ".ldata",       ".note",  ".persistent", ".noinit",
      ".preinit_array", ".sbss",        ".sdata", ".tbss",       ".tdata",
      ".text",          ".gnu.linkonce"};
  return any_of(Prefixes,
                [Name](StringRef Prefix) { return Name.starts_with(Prefix); });
}

static Error checkSection(const Param &P, StringRef Section) {
  if (Section.contains('\0'))
    return inputError(P.Owner, "section " + quoted(Section) + " of parameter " +
                                   quoted(P.Name) + " has a NUL in its name");
  if (isSpecialSection(Section))
    return inputError(P.Owner,
                      "section " + quoted(Section) + " of parameter " +
                          quoted(P.Name) + " is not one for constants",
                      "parameters are never written: choose a name such as "
                      ".rodata.<name>");
  return Error::success();
}

static Error checkAlignment(const Param &P, uint64_t Alignment) {
  if (!isPowerOf2_64(Alignment))
    return inputError(P.Owner, "alignment " + Twine(Alignment) +
                                   " of parameter " + quoted(P.Name) +
                                   " is no power of two");
  if (Alignment > Value::MaximumAlignment)
    return inputError(P.Owner, "alignment " + Twine(Alignment) +
                                   " of parameter " + quoted(P.Name) +
                                   " is above the limit of " +
                                   Twine(Value::MaximumAlignment));
  return Error::success();
}

Expected<metaobj::Placement> Placement::create(const EmitConfig &Config) {
  Placement Result(Config);
  for (const PlacementRule &Rule : Config.Placement) {
    Expected<GlobPattern> Glob = GlobPattern::create(Rule.Glob);
    if (!Glob)
      return inputError("placement", Glob.takeError());
    Result.Globs.push_back(std::move(*Glob));
  }
  return Result;
}

Expected<Place> Placement::placeOf(const Param &P) const {
  Place Result;
  Result.Section = P.Section.empty() ? Config.ParamSection : P.Section;
  Result.Alignment = P.Alignment ? P.Alignment : Config.ParamAlignment;
  for (const auto &[Rule, Glob] : zip_equal(Config.Placement, Globs)) {
    if (!Glob.match(P.Name))
      continue;
    if (!Rule.Section.empty())
      Result.Section = Rule.Section;
    if (Rule.Alignment)
      Result.Alignment = Rule.Alignment;
  }
  if (Error E = checkSection(P, Result.Section))
    return E;
  if (Error E = checkAlignment(P, Result.Alignment))
    return E;
  return Result;
}

static Error badRule(StringRef Text, const Twine &Reason) {
  return inputError("--place=" + Text, Reason,
                    "the form is GLOB:section=NAME,align=BYTES, one of the two "
                    "at least");
}

Expected<PlacementRule> metaobj::parsePlacementRule(StringRef Text) {
  // Names may have colons, keys do not.
  auto [Glob, Settings] = Text.rsplit(':');
  if (Glob.empty() || Settings.empty())
    return badRule(Text, "has no pattern, or no place");
  PlacementRule Rule;
  Rule.Glob = Glob.str();
  if (Expected<GlobPattern> Pattern = GlobPattern::create(Glob); !Pattern)
    return badRule(Text, "bad pattern " + quoted(Glob) + ": " +
                             toString(Pattern.takeError()));
  SmallVector<StringRef, 2> Parts;
  Settings.split(Parts, ',');
  for (StringRef Part : Parts) {
    auto [Key, Value] = Part.split('=');
    if (Key == "section" && !Value.empty())
      Rule.Section = Value.str();
    else if (Key == "align" && !Value.getAsInteger(10, Rule.Alignment)) {
      if (!isPowerOf2_64(Rule.Alignment))
        return badRule(Text, "alignment " + Value + " is no power of two");
    } else if (Key == "section" || Key == "align")
      return badRule(Text, quoted(Key) + " has no usable value: found " +
                               quoted(Value));
    else
      return badRule(Text, "unknown key " + quoted(Key) +
                               "; known are: section, align");
  }
  return Rule;
}
