//===- GatherEvidence.cpp - What a run's files tell of operators ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/GatherEvidence.h"

#include "Read/NamePatterns.h"
#include "Read/Objects/TvmNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <optional>

using namespace llvm;

namespace metaobj {

namespace {

/// The functions that a run means: those with given names, those of the graph,
/// or those that match patterns.
class MeantFunctions {
public:
  static Expected<MeantFunctions> create(const InputConfig &Config,
                                         const GatheredFiles &Files,
                                         std::optional<OperatorFamily> Only);

  bool contains(StringRef Symbol, StringRef Name,
                std::optional<CallingConvention> Described);

private:
  std::optional<OperatorFamily> Only;
  StringSet<> Names;
  bool AreNamed = false;
  NamePatterns Match, Exclude;
};

} // namespace

Expected<MeantFunctions>
MeantFunctions::create(const InputConfig &Config, const GatheredFiles &Files,
                       std::optional<OperatorFamily> Only) {
  MeantFunctions Result;
  Result.Only = Only;
  for (const GivenName &Each : Files.Names)
    Result.Names.insert(Each.symbol());
  Result.AreNamed = !Files.NamesOrigin.empty();
  if (!Result.AreNamed && Files.TheGraph) {
    Result.AreNamed = true;
    for (const std::string &Name : Files.TheGraph->functionNames())
      Result.Names.insert(Name);
  }
  if (Error E = NamePatterns::create(setting::Match, Config.Match)
                    .moveInto(Result.Match))
    return E;
  if (Error E = NamePatterns::create(setting::Exclude, Config.Exclude)
                    .moveInto(Result.Exclude))
    return E;
  return Result;
}

bool MeantFunctions::contains(StringRef Symbol, StringRef Name,
                              std::optional<CallingConvention> Described) {
  if (Only && familyOfOperator(Symbol, Described) != *Only)
    return false;
  if (AreNamed)
    return Names.contains(Name) || Names.contains(Symbol);
  return (Match.empty() || Match.match(Name)) && !Exclude.match(Name);
}

/// Adds what the object \p Number tells.
static void addObject(const GatheredFiles &Files, size_t Number,
                      MeantFunctions &Meant, OperatorEvidence &Result) {
  StringRef Object = Files.Objects[Number].Name;
  const ObjectContents &Contents = Files.Contents[Number];
  for (const OperatorDescription &Each : Contents.Operators)
    if (Meant.contains(Each.Symbol, Each.name(), Each.Convention))
      Result.addOperator(Object, Each.Symbol, Each.Convention);
  bool HasOperator = false;
  if (Contents.Operators.empty())
    for (const ObjectSymbol &Each : Contents.Symbols)
      if (Each.Kind == ObjectSymbol::Function && !isRuntimeName(Each.Name) &&
          Meant.contains(Each.Name, Each.Name, std::nullopt)) {
        Result.addOperator(Object, Each.Name, std::nullopt);
        HasOperator |= familyOfName(Each.Name) != OperatorFamily::Unknown;
      }
  // Other objects are a program's or a library's.
  if (!HasOperator)
    return;
  for (const ObjectSymbol &Each : Contents.Symbols)
    Result.addSymbol(Object, Each.Name, /*IsDefined=*/true);
  for (StringRef Each : Contents.Undefined)
    Result.addSymbol(Object, Each, /*IsDefined=*/false);
}

Expected<OperatorEvidence> gatherEvidence(const InputConfig &Config,
                                          const GatheredFiles &Files,
                                          std::optional<OperatorFamily> Only) {
  Expected<MeantFunctions> Meant = MeantFunctions::create(Config, Files, Only);
  if (!Meant)
    return Meant.takeError();
  OperatorEvidence Result;
  for (const ModelLibrary &Each : Files.Libraries)
    Result.addLibrary(Each);
  if (Files.TheGraph)
    Result.addGraph(Files.GraphName);
  if (Config.FfiRoot)
    Result.addFfiModule(setting::FfiRoot);
  if (!Config.FfiImports.empty())
    Result.addFfiModule(setting::FfiImports);
  for (const ObjectContents &Object : Files.Contents)
    for (const ObjectSymbol &Each : Object.Symbols)
      Result.addProvided(Each.Name);
  for (size_t I = 0; I != Files.Objects.size(); ++I)
    addObject(Files, I, *Meant, Result);
  // A program may give names alone.
  if (Files.Objects.empty())
    for (const GivenName &Each : Files.Names)
      if (familyOfName(Each.symbol()) != OperatorFamily::TvmCrt)
        Result.addOperator(Each.Source, Each.symbol(), std::nullopt);
  return Result;
}

} // namespace metaobj
