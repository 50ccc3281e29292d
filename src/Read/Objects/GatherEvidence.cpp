//===- GatherEvidence.cpp - What a run's files tell of operators ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/GatherEvidence.h"

#include "Abi/ExecutorSymbols.h"
#include "Read/NamePatterns.h"
#include "Read/Objects/TvmNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

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
  for (const GivenName &TheGivenName : Files.Names)
    Result.Names.insert(TheGivenName.symbol());
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
  for (const OperatorDescription &Operator : Contents.Operators)
    if (Meant.contains(Operator.Symbol, Operator.name(), Operator.Convention))
      Result.addOperator(Object, Operator.Symbol, Operator.Convention);
  bool HasOperator = false;
  if (Contents.Operators.empty())
    for (const ObjectSymbol &TheObjectSymbol : Contents.Symbols)
      if (TheObjectSymbol.Kind == ObjectSymbol::Function &&
          !isRuntimeName(TheObjectSymbol.Name) &&
          Meant.contains(TheObjectSymbol.Name, TheObjectSymbol.Name,
                         std::nullopt)) {
        Result.addOperator(Object, TheObjectSymbol.Name, std::nullopt);
        HasOperator |=
            familyOfName(TheObjectSymbol.Name) != OperatorFamily::Unknown;
      }
  // Other objects are a program's or a library's.
  if (!HasOperator)
    return;
  for (const ObjectSymbol &TheObjectSymbol : Contents.Symbols) {
    Result.addSymbol(Object, TheObjectSymbol.Name, /*IsDefined=*/true);
    if (TheObjectSymbol.Name.ends_with(executor_symbols::FailedOperator))
      Result.addExecutor(Object, TheObjectSymbol.Name);
  }
  for (StringRef Text : Contents.Undefined)
    Result.addSymbol(Object, Text, /*IsDefined=*/false);
}

Expected<OperatorEvidence>
metaobj::gatherEvidence(const InputConfig &Config, const GatheredFiles &Files,
                        std::optional<OperatorFamily> Only) {
  Expected<MeantFunctions> Meant = MeantFunctions::create(Config, Files, Only);
  if (!Meant)
    return Meant.takeError();
  OperatorEvidence Result;
  for (const ModelLibrary &Library : Files.Libraries)
    Result.addLibrary(Library);
  if (Files.TheGraph)
    Result.addGraph(Files.GraphName);
  if (Config.FfiRoot)
    Result.addFfiModule(setting::FfiRoot);
  if (Files.Executable)
    Result.addFfiModule(Files.Executable->path());
  if (!Config.FfiImports.empty())
    Result.addFfiModule(setting::FfiImports);
  for (const ObjectContents &Object : Files.Contents)
    for (const ObjectSymbol &Symbol : Object.Symbols)
      Result.addProvided(Symbol.Name);
  for (size_t I = 0; I != Files.Objects.size(); ++I)
    addObject(Files, I, *Meant, Result);
  // A program may give names alone.
  if (Files.Objects.empty())
    for (const GivenName &TheGivenName : Files.Names)
      if (familyOfName(TheGivenName.symbol()) != OperatorFamily::TvmCrt)
        Result.addOperator(TheGivenName.Source, TheGivenName.symbol(),
                           std::nullopt);
  return Result;
}
