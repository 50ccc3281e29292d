//===- PrintDiff.cpp - Differences as text and as JSON --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Json.h"
#include "Base/Wording.h"

#include "Inspect/Report/Report.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

/// Version of the JSON in docs/report.md.
static constexpr int64_t DiffSchema = 1;

static void printJson(StringRef Key, const DiffSide &Side, json::OStream &J) {
  J.attributeObject(Key, [&] {
    printPath(J, "file", Side.File);
    J.attribute("format", Side.Format);
    J.attribute("registries", Side.NumRegistries);
    J.attribute("functions", Side.NumFunctions);
    J.attribute("params", Side.NumParams);
    J.attribute("stripped", Side.IsStripped);
  });
}

static void printJson(ArrayRef<FactDifference> Facts, json::OStream &J) {
  printObjects(J, "facts", Facts, [&](const FactDifference &Difference) {
    J.attribute("fact", Difference.Fact);
    J.attribute("a", jsonText(Difference.A));
    J.attribute("b", jsonText(Difference.B));
  });
}

static void printJson(const RegistryDifference &Registry, json::OStream &J) {
  J.attribute("entry", jsonTextOrNull(Registry.Entry));
  J.attribute("in_a", Registry.IsInA);
  J.attribute("in_b", Registry.IsInB);
  printJson(Registry.Facts, J);
  printObjects(J, "functions", Registry.Functions,
               [&](const FunctionDifference &Difference) {
                 J.attribute("name", jsonText(Difference.Name));
                 J.attribute("index_a", Difference.IndexInA);
                 J.attribute("index_b", Difference.IndexInB);
                 printJson(Difference.Facts, J);
               });
}

static void printJson(const ElementDifference &Elements, json::OStream &J) {
  J.attributeObject("elements", [&] {
    J.attribute("unit", Elements.AreBytes ? "byte" : "element");
    J.attribute("count", Elements.NumElements);
    J.attribute("different", Elements.NumDifferent);
    J.attribute("first", Elements.First);
    J.attribute("first_position", Elements.FirstPosition);
    J.attribute("first_a", Elements.FirstInA);
    J.attribute("first_b", Elements.FirstInB);
    J.attribute("largest_difference", jsonTextOrNull(Elements.Largest));
    J.attribute("largest", Elements.Largest.empty()
                               ? nullptr
                               : json::Value(Elements.LargestAt));
    J.attribute("largest_position", Elements.LargestPosition);
    J.attribute("not_a_number", Elements.NumNotANumber);
  });
}

static void printJson(const ParamDifference &Param, json::OStream &J) {
  J.attribute("name", jsonText(Param.Name));
  J.attribute("model", jsonTextOrNull(Param.Model));
  J.attribute("in_a", Param.IsInA);
  J.attribute("in_b", Param.IsInB);
  J.attribute("index_a", Param.IndexInA);
  J.attribute("index_b", Param.IndexInB);
  printJson(Param.Facts, J);
  if (Param.Elements)
    printJson(*Param.Elements, J);
  else
    J.attribute("elements", nullptr);
  J.attribute("not_compared", jsonTextOrNull(Param.NotCompared));
}

void metaobj::printJson(const DiffReport &Report, raw_ostream &OS) {
  printJsonDocument(OS, [&](json::OStream &J) {
    auto PrintEach = [&](const auto &Item) { ::printJson(Item, J); };
    J.object([&] {
      J.attribute("schema", DiffSchema);
      J.attribute("equal", Report.areEqual());
      ::printJson("a", Report.A, J);
      ::printJson("b", Report.B, J);
      printObjects(J, "registries", Report.Registries, PrintEach);
      printObjects(J, "params", Report.Params, PrintEach);
      J.attribute("elsewhere", Report.NumElsewhere);
    });
  });
}

static void printFacts(ArrayRef<FactDifference> Facts, raw_ostream &OS) {
  for (const FactDifference &Difference : Facts)
    OS << "  " << Difference.Fact << ": " << shortened(Difference.A) << " -> "
       << shortened(Difference.B) << '\n';
}

namespace {

struct Move {
  StringRef Name;
  uint64_t InA, InB;
};

} // namespace

/// Neighbours that moved by the same distance are one line.
static void print(ArrayRef<Move> Moves, raw_ostream &OS) {
  while (!Moves.empty()) {
    const Move &First = Moves.front();
    size_t Count = 1;
    while (Count != Moves.size() && Moves[Count].InA == First.InA + Count &&
           Moves[Count].InB == First.InB + Count)
      ++Count;
    const Move &Last = Moves[Count - 1];
    if (Count == 1)
      OS << "  moved: " << First.InA << " -> " << First.InB << "  "
         << shortened(First.Name) << '\n';
    else
      OS << "  moved: " << First.InA << ".." << Last.InA << " -> " << First.InB
         << ".." << Last.InB << "  " << shortened(First.Name) << " .. "
         << shortened(Last.Name) << '\n';
    Moves = Moves.drop_front(Count);
  }
}

static void printLone(bool IsInA, const DiffReport &Report, raw_ostream &OS) {
  OS << ": only in " << escaped(IsInA ? Report.A.File : Report.B.File) << '\n';
}

static void print(const RegistryDifference &Registry, const DiffReport &Report,
                  raw_ostream &OS) {
  OS << "registry";
  if (!Registry.Entry.empty())
    OS << ' ' << shortened(Registry.Entry);
  if (!Registry.IsInA || !Registry.IsInB)
    return printLone(Registry.IsInA, Report, OS);
  OS << '\n';
  printFacts(Registry.Facts, OS);
  std::vector<Move> Moved;
  for (const FunctionDifference &Function : Registry.Functions) {
    if (!Function.IndexInB)
      OS << "  removed: " << *Function.IndexInA << "  "
         << shortened(Function.Name) << '\n';
    else if (!Function.IndexInA)
      OS << "  added: " << *Function.IndexInB << "  "
         << shortened(Function.Name) << '\n';
    else if (*Function.IndexInA != *Function.IndexInB)
      Moved.push_back({Function.Name, *Function.IndexInA, *Function.IndexInB});
    for (const FactDifference &Fact : Function.Facts)
      OS << "  " << Fact.Fact << " of " << shortened(Function.Name) << ": "
         << shortened(Fact.A) << " -> " << shortened(Fact.B) << '\n';
  }
  print(Moved, OS);
}

static std::string positionText(uint64_t Index, ArrayRef<int64_t> Position) {
  if (Position.empty())
    return "[" + utostr(Index) + "]";
  return extentsText(Position);
}

static void print(const ElementDifference &Elements, raw_ostream &OS) {
  OS << (Elements.AreBytes ? "  bytes: " : "  elements: ")
     << Elements.NumDifferent << " of " << Elements.NumElements
     << (Elements.NumDifferent == 1 ? " differs" : " differ") << ", first "
     << positionText(Elements.First, Elements.FirstPosition) << ": "
     << Elements.FirstInA << " -> " << Elements.FirstInB;
  if (!Elements.Largest.empty())
    OS << ", largest difference " << Elements.Largest << " at "
       << positionText(Elements.LargestAt, Elements.LargestPosition);
  if (Elements.NumNotANumber)
    OS << ", " << Elements.NumNotANumber << " not a number";
  OS << '\n';
}

/// Of the parameter, nothing but its position differs.
static bool isOnlyMoved(const ParamDifference &Param) {
  return Param.IsInA && Param.IsInB && Param.Facts.empty() && !Param.Elements &&
         Param.NotCompared.empty();
}

static void print(const ParamDifference &Param, const DiffReport &Report,
                  raw_ostream &OS) {
  OS << "parameter " << shortened(Param.Name);
  if (!Param.Model.empty())
    OS << " of " << shortened(Param.Model);
  if (!Param.IsInA || !Param.IsInB)
    return printLone(Param.IsInA, Report, OS);
  OS << '\n';
  if (Param.IndexInA)
    OS << "  position: " << *Param.IndexInA << " -> " << *Param.IndexInB
       << '\n';
  printFacts(Param.Facts, OS);
  if (Param.Elements)
    print(*Param.Elements, OS);
  if (!Param.NotCompared.empty())
    OS << "  elements: not compared: " << escaped(Param.NotCompared) << '\n';
}

static std::string contentText(const DiffSide &Side) {
  if (Side.NumRegistries == 0 && Side.NumParams == 0)
    return "no registry and no parameter";
  return (Side.NumRegistries == 1
              ? std::string("1 registry")
              : utostr(Side.NumRegistries) + " registries") +
         ", " + plural(Side.NumFunctions, "function") + ", " +
         plural(Side.NumParams, "parameter");
}

void metaobj::print(const DiffReport &Report, raw_ostream &OS) {
  if (Report.areEqual()) {
    OS << "equal: " << contentText(Report.A) << '\n';
  } else {
    for (const DiffSide *Side : {&Report.A, &Report.B})
      OS << (Side == &Report.A ? "a: " : "b: ") << escaped(Side->File) << ", "
         << Side->Format << ", " << contentText(*Side) << '\n';
  }
  for (const RegistryDifference &Registry : Report.Registries)
    ::print(Registry, Report, OS);
  std::vector<Move> Moved;
  for (const ParamDifference &Param : Report.Params)
    if (isOnlyMoved(Param))
      Moved.push_back({Param.Name, *Param.IndexInA, *Param.IndexInB});
    else
      ::print(Param, Report, OS);
  if (!Moved.empty())
    OS << "parameters\n";
  ::print(Moved, OS);
  if (Report.NumElsewhere)
    OS << "another object has the bytes of "
       << plural(Report.NumElsewhere, "parameter")
       << ", which are not compared\n";
}
