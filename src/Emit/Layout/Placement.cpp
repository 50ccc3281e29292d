//===- Placement.cpp - Where parameters go --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Layout/Placement.h"

#include "Base/Wording.h"
#include "Model/DType.h"
#include "metaobj/Placement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <iterator>

using namespace llvm;
using namespace metaobj;

Placer::Placer(const EmitConfig &TheConfig, const FormatRules &TheRules)
    : Config(TheConfig), Rules(TheRules) {
  if (Config.Board)
    for (const BoardContents &Contents : Config.Board->Contents)
      OfBoard.emplace_back().Origin = Contents.Place;
}

Error Placer::checkSection(const Param &P, StringRef Section) const {
  if (Section.empty())
    return Error::success();
  if (Section.contains('\0'))
    return inputError(P.Owner, "section " + quoted(Section) + " of parameter " +
                                   quoted(P.Name) + " has a NUL in its name");
  if (std::optional<FormatRules::Refusal> Refusal =
          Config.Params.AreWritable ? Rules.refuseVariableSection(Section)
                                    : Rules.refuseSection(Section))
    return inputError(P.Owner,
                      "section " + quoted(Section) + " of parameter " +
                          quoted(P.Name) + " " + Refusal->Reason,
                      Refusal->Hint);
  return Error::success();
}

Error Placer::checkAlignment(const Param &P, uint64_t Alignment) const {
  if (!isPowerOf2_64(Alignment))
    return inputError(P.Owner, "alignment " + Twine(Alignment) +
                                   " of parameter " + quoted(P.Name) +
                                   " is not a power of two");
  if (Alignment > Rules.Facts.LargestAlignment)
    return inputError(P.Owner, "alignment " + Twine(Alignment) +
                                   " of parameter " + quoted(P.Name) +
                                   " is above the limit of " +
                                   Twine(Rules.Facts.LargestAlignment));
  return Error::success();
}

static Error setPattern(std::optional<GlobPattern> &To, StringRef Text) {
  Expected<GlobPattern> Pattern = GlobPattern::create(Text);
  if (!Pattern)
    return inputError("placement", Pattern.takeError());
  To = std::move(*Pattern);
  return Error::success();
}

/// Does the pattern \p Text match nothing but itself?
static bool isOneName(StringRef Text) {
  return !Text.empty() && Text.find_first_of("*?[]{}\\") == StringRef::npos;
}

static bool matches(const std::optional<GlobPattern> &Pattern, StringRef Text) {
  return !Pattern || Pattern->match(Text);
}

Expected<Placer> Placer::create(const EmitConfig &Config,
                                const FormatRules &Rules) {
  Placer Result(Config, Rules);
  for (const auto &[Number, Rule] : enumerate(Config.Params.Rules)) {
    RulePatterns &New = Result.Patterns.emplace_back();
    if (isOneName(Rule.Glob)) {
      Result.Named[Rule.Glob].push_back(Number);
    } else {
      // An empty pattern matches the empty name only.
      if (Error E = setPattern(New.Name, Rule.Glob))
        return E;
      Result.General.push_back(Number);
    }
    if (!Rule.DType.empty())
      if (Error E = setPattern(New.DType, Rule.DType))
        return E;
    if (!Rule.Owner.empty())
      if (Error E = setPattern(New.Owner, Rule.Owner))
        return E;
    Result.HasDTypes |= !Rule.DType.empty();
  }
  return Result;
}

/// The metadata of a model in shards is in another object than the parameters.
static ParamVisibility atLeastInImage(ParamVisibility Wanted,
                                      const EmitConfig &Config) {
  return Config.Params.shards() && Wanted == ParamVisibility::Local
             ? ParamVisibility::Hidden
             : Wanted;
}

/// Does \p P, of type \p DType, meet all conditions of a rule?
bool Placer::meets(size_t Number, const Param &P, StringRef DType) const {
  const PlacementRule &Rule = Config.Params.Rules[Number];
  const RulePatterns &Pattern = Patterns[Number];
  uint64_t Size = P.raw().size();
  return Size >= Rule.MinBytes && Size <= Rule.MaxBytes &&
         matches(Pattern.Name, P.Name) && matches(Pattern.DType, DType) &&
         matches(Pattern.Owner, P.Owner);
}

void Placer::forRulesOf(const Param &P,
                        function_ref<void(size_t Number)> Visit) const {
  auto Own = Named.find(P.Name);
  if (Own == Named.end()) {
    for_each(General, Visit);
    return;
  }
  std::vector<size_t> Numbers;
  std::merge(General.begin(), General.end(), Own->second.begin(),
             Own->second.end(), std::back_inserter(Numbers));
  for_each(Numbers, Visit);
}

std::vector<const PlacementRule *>
Placer::unused(ArrayRef<Param> Params) const {
  std::vector<bool> IsUsed(Config.Params.Rules.size());
  for (const Param &P : Params) {
    std::string DType = HasDTypes ? dtypeName(P.DType) : "";
    forRulesOf(P, [&](size_t Number) {
      if (!IsUsed[Number])
        IsUsed[Number] = meets(Number, P, DType);
    });
  }
  std::vector<const PlacementRule *> Result;
  for (const auto &[Number, Rule] : enumerate(Config.Params.Rules))
    if (!IsUsed[Number])
      Result.push_back(&Rule);
  return Result;
}

Place Placer::decide(const Param &P) const {
  Place Result;
  Result.Section = P.Section.empty() ? Config.Params.Section : P.Section.str();
  if (Result.Section.empty())
    Result.Section = P.Symbol.empty()
                         ? Rules.Facts.ParamSection.str()
                         : Rules.dataSection(Config.paramSymbol(P),
                                             Config.Params.AreWritable);
  if (!P.Symbol.empty())
    Result.Visibility = ParamVisibility::Global;
  Result.Alignment = P.Alignment ? P.Alignment : Config.Params.Alignment;
  Result.Compression = Config.Compression.Level;
  std::string DType = HasDTypes ? dtypeName(P.DType) : "";
  forRulesOf(P, [&](size_t Number) {
    if (meets(Number, P, DType))
      apply(Config.Params.Rules[Number], Result);
  });
  if (Config.Board)
    applyBoard(P, Result);
  Result.Visibility = atLeastInImage(Result.Visibility, Config);
  return Result;
}

/// Puts what \p Rule says over \p To.
void Placer::apply(const PlacementRule &Rule, Place &To) {
  if (!Rule.Section.empty()) {
    To.Section = Rule.Section;
    To.SectionRule = &Rule;
  }
  if (Rule.Alignment) {
    To.Alignment = Rule.Alignment;
    To.AlignmentRule = &Rule;
  }
  if (Rule.Order) {
    To.Order = *Rule.Order;
    To.OrderRule = &Rule;
  }
  if (Rule.Visibility) {
    To.Visibility = *Rule.Visibility;
    To.VisibilityRule = &Rule;
  }
  if (Rule.Compression) {
    To.Compression = *Rule.Compression;
    To.CompressionRule = &Rule;
  }
}

bool Placer::canHave(StringRef Section) const {
  return !(Config.Params.AreWritable ? Rules.refuseVariableSection(Section)
                                     : Rules.refuseSection(Section));
}

PlacedSymbol Placer::symbolOf(const Param &P, const Place &Where) const {
  bool IsChosen =
      Where.SectionRule || !P.Section.empty() || !Config.Params.Section.empty();
  return {Config.paramSymbol(P),
          Config.Params.AreWritable ? SectionUse::Variables
                                    : SectionUse::Constants,
          Where.Section, IsChosen};
}

void Placer::applyBoard(const Param &P, Place &To) const {
  PlacedSymbol Symbol = symbolOf(P, To);
  placeSymbol(*Config.Board, Symbol,
              [this](StringRef Section) { return canHave(Section); });
  auto RuleOf = [this](const BoardContents *Contents) {
    return &OfBoard[Contents - Config.Board->Contents.data()];
  };
  if (Symbol.SectionRule) {
    To.Section = std::move(Symbol.Section);
    To.SectionRule = RuleOf(Symbol.SectionRule);
  }
  To.LeastAlignment = Symbol.Alignment;
  if (Symbol.Alignment > To.Alignment) {
    To.Alignment = Symbol.Alignment;
    To.AlignmentRule = RuleOf(Symbol.AlignmentRule);
  }
}

Error Placer::checkBoard(const Param &P, StringRef Section) const {
  Place Where;
  Where.Section = Section.str();
  return checkPlace(*Config.Board, symbolOf(P, Where), P.Owner,
                    [this](StringRef Name) { return canHave(Name); });
}

std::vector<ParamVisibility>
metaobj::paramVisibilities(const Model &TheModel, const EmitConfig &Config) {
  ParamVisibility Default = atLeastInImage(ParamVisibility::Local, Config);
  std::vector<ParamVisibility> Result(TheModel.Params.size(), Default);
  if (none_of(Config.Params.Rules,
              [](const PlacementRule &Rule) {
                return Rule.Visibility.has_value();
              }) &&
      all_of(TheModel.Params, [](const Param &P) { return P.Symbol.empty(); }))
    return Result;
  Expected<Placer> Places = Placer::create(Config, sourceRules());
  if (!Places) {
    // Emission of the parameters reports faults of the rules.
    consumeError(Places.takeError());
    return Result;
  }
  for (const auto &[Visibility, P] : zip_equal(Result, TheModel.Params))
    Visibility = Places->decide(P).Visibility;
  return Result;
}

std::vector<std::string> metaobj::paramSectionNames(const Model &TheModel,
                                                    const EmitConfig &Config) {
  std::vector<std::string> Names;
  Expected<Placer> Places = Placer::create(Config, sourceRules());
  if (!Places) {
    consumeError(Places.takeError()); // As above.
    return Names;
  }
  StringSet<> Known;
  for (const Param &P : TheModel.Params) {
    std::string Section = Places->decide(P).Section;
    if (Known.insert(Section).second)
      Names.push_back(std::move(Section));
  }
  return Names;
}

Expected<std::vector<const PlacementRule *>>
metaobj::unusedRules(ArrayRef<PlacementRule> Rules, const Model &TheModel) {
  EmitConfig Config;
  Config.Params.Rules = Rules.vec();
  Expected<Placer> Places = Placer::create(Config, sourceRules());
  if (!Places)
    return Places.takeError();
  std::vector<const PlacementRule *> Result;
  for (const PlacementRule *Rule : Places->unused(TheModel.Params))
    Result.push_back(&Rules[Rule - Config.Params.Rules.data()]);
  return Result;
}
