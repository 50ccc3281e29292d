//===- Agreement.cpp - Do objects fit together? ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linkers stop at the first object that does not fit, or accept it. This table
// shows all differences at once. It says which linker detects each, because
// often only one of the two does.
//
//===----------------------------------------------------------------------===//

#include "Target/Agreement.h"

#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Property, value of the earlier object, value of the later one, lld, GNU ld.
using Row = std::vector<std::string>;

/// The contradictions between an object and one earlier object.
struct Contradiction {
  size_t With;
  std::vector<Row> Rows;
  bool IsAdvice = true;
  /// Of advice; each once.
  std::vector<StringRef> Consequences;
  bool IsGeneral = false;
};

} // namespace

static StringRef wording(LinkerAnswer Answer) {
  switch (Answer) {
  case LinkerAnswer::Refuses:
    return "refuses";
  case LinkerAnswer::Warns:
    return "warns";
  case LinkerAnswer::Silent:
    return "says nothing";
  case LinkerAnswer::Unknown:
    break;
  }
  return "-";
}

/// Which of two objects' facts tells what linkers do: that of an object without
/// code, which some linkers do not compare, or else the earlier one. IR and
/// bitcode do not know what linkers do; the object beside them does.
static bool doesEarlierTell(const TargetFact &Earlier,
                            const TargetFact &Later) {
  if (Earlier.isAdvice() != Later.isAdvice())
    return Earlier.isAdvice();
  return Earlier.Lld != LinkerAnswer::Unknown ||
         Earlier.GnuLd != LinkerAnswer::Unknown;
}

/// Are objects that differ in it too far apart for any further comparison?
static bool isGeneral(StringRef Property) {
  return Property == "object format" || Property == "machine" ||
         Property == "class" || Property == "byte order";
}

/// In which earlier objects is what \p Objects[\p Index] contradicts?
static std::vector<Contradiction> contradictions(ArrayRef<NamedFacts> Objects,
                                                 size_t Index) {
  std::vector<Contradiction> Found;
  auto FindOrAdd = [&Found](size_t With) -> Contradiction & {
    for (Contradiction &TheContradiction : Found)
      if (TheContradiction.With == With)
        return TheContradiction;
    return Found.emplace_back(Contradiction{With, {}, true, {}, false});
  };
  for (const TargetFact &Fact : Objects[Index].Facts) {
    if (Fact.Value.empty())
      continue;
    // All objects are compared with the first one that tells this fact. If
    // different values may agree, they are also compared with the others, and
    // so are objects with code if the first one has none.
    for (size_t Earlier = 0; Earlier != Index; ++Earlier) {
      ArrayRef<TargetFact> Others = Objects[Earlier].Facts;
      const TargetFact *Other =
          find_if(Others, [&](const TargetFact &TheTargetFact) {
            return TheTargetFact.Name == Fact.Name &&
                   !TheTargetFact.Value.empty();
          });
      if (Other == Others.end())
        continue;
      bool IsFirst = Fact.isAdvice() || !Other->isAdvice();
      if (Other->Value == Fact.Value) {
        if (IsFirst)
          break;
        continue;
      }
      if (Fact.DoAgree && Fact.DoAgree(Other->Value, Fact.Value))
        continue;
      Contradiction &TheContradiction = FindOrAdd(Earlier);
      if (TheContradiction.IsGeneral && !isGeneral(Fact.Name))
        break;
      TheContradiction.IsGeneral |= isGeneral(Fact.Name);
      const TargetFact &Telling = doesEarlierTell(*Other, Fact) ? *Other : Fact;
      TheContradiction.IsAdvice &= Telling.isAdvice();
      if (Telling.isAdvice() &&
          !is_contained(TheContradiction.Consequences, Telling.Consequence))
        TheContradiction.Consequences.push_back(Telling.Consequence);
      TheContradiction.Rows.push_back({Fact.Name, Other->Value, Fact.Value,
                                       wording(Telling.Lld).str(),
                                       wording(Telling.GnuLd).str()});
      if (IsFirst)
        break;
    }
  }
  return Found;
}

std::string Disagreement::reason() const {
  std::string Reason =
      (IsAdvice ? "may not fit together with " : "cannot be linked with ") +
      With.str();
  if (Objects.size() > 1)
    Reason += "; the same holds for " +
              quotedList(ArrayRef<StringRef>(Objects).drop_front());
  return Reason + ":";
}

std::vector<Disagreement> metaobj::disagreements(ArrayRef<NamedFacts> Objects) {
  struct Group {
    Contradiction TheContradiction;
    std::vector<StringRef> Objects;
  };
  std::vector<Group> Groups;
  for (size_t Index = 1; Index < Objects.size(); ++Index)
    for (Contradiction &Found : contradictions(Objects, Index)) {
      auto Same = find_if(Groups, [&Found](const Group &G) {
        return G.TheContradiction.With == Found.With &&
               G.TheContradiction.Rows == Found.Rows;
      });
      if (Same != Groups.end())
        Same->Objects.push_back(Objects[Index].Name);
      else
        Groups.push_back({std::move(Found), {Objects[Index].Name}});
    }

  std::vector<Disagreement> Result;
  for (Group &G : Groups) {
    StringRef With = Objects[G.TheContradiction.With].Name;
    G.TheContradiction.Rows.insert(
        G.TheContradiction.Rows.begin(),
        {"property", With.str(), G.Objects.front().str(), "lld", "GNU ld"});
    Result.push_back({With, std::move(G.Objects),
                      table(G.TheContradiction.Rows),
                      G.TheContradiction.IsAdvice,
                      join(G.TheContradiction.Consequences, "; ")});
  }
  return Result;
}
