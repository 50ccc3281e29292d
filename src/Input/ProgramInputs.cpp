//===- ProgramInputs.cpp - Inputs of a graph without parameters -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A graph does not tell weights from what the program sets: both are inputs.
/// When a file of parameters is forgotten, the program runs with memory that
/// nobody wrote. So the inputs that are left for the program are told.
///
//===----------------------------------------------------------------------===//

#include "Input/ProgramInputs.h"

#include "Input/NamePatterns.h"
#include "Text/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace metaobj {

/// Do operator objects bring parameters along, whose names nobody can see?
static bool haveOwnParams(const GatheredFiles &Files) {
  return any_of(Files.Symbols, [](const std::vector<DefinedSymbol> &Symbols) {
    return any_of(Symbols, [](const DefinedSymbol &Each) {
      return Each.Name == LookupLinkedParamName;
    });
  });
}

static std::string inputs(size_t Count) {
  return plural(Count, "input") + " of the graph" +
         (Count == 1 ? " has" : " have") + " no parameter";
}

/// Every input without a parameter has to be one that the user named.
static Error checkNamed(const InputConfig &Config, const GatheredFiles &Files,
                        const Model &TheModel) {
  Expected<NamePatterns> Named =
      NamePatterns::create("InputConfig::ProgramInputs", Config.ProgramInputs);
  if (!Named)
    return Named.takeError();
  if (!Files.TheGraph)
    return inputError("InputConfig::ProgramInputs",
                      "there is no graph whose inputs it could name",
                      "give the graph with InputConfig::GraphFile");
  for (const Graph::Input &Input : Files.TheGraph->Inputs)
    (void)Named->match(Input.Name);
  Named->reportUnused(Config.Diagnostics,
                      "input of " + quoted(Files.GraphName));
  std::vector<StringRef> Missing;
  for (const std::string &Name : TheModel.ProgramInputs)
    if (!Named->match(Name))
      Missing.push_back(Name);
  if (Missing.empty())
    return Error::success();
  std::string Found =
      inputs(Missing.size()) + (Missing.size() == 1 ? " and is" : " and are") +
      " not named by InputConfig::ProgramInputs: " + quotedList(Missing);
  if (haveOwnParams(Files)) {
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           Found + "; the operators' own '" + LookupLinkedParamName +
               "' may have them");
    return Error::success();
  }
  return inputError(Files.GraphName, Found,
                    "add the file of parameters that has them, or name what "
                    "the program sets with InputConfig::ProgramInputs=GLOB");
}

Error findProgramInputs(const InputConfig &Config, const GatheredFiles &Files,
                        Model &TheModel) {
  if (Files.TheGraph) {
    StringSet<> Params;
    for (const Param &Each : TheModel.Params)
      Params.insert(Each.Name);
    for (const Graph::Input &Input : Files.TheGraph->Inputs)
      if (!Params.contains(Input.Name) && !Input.IsParam)
        TheModel.ProgramInputs.push_back(Input.Name);
  }
  if (!Config.ProgramInputs.empty())
    return checkNamed(Config, Files, TheModel);
  // Those of a main function were named.
  if (TheModel.ProgramInputs.empty() || Config.Main)
    return Error::success();
  std::vector<StringRef> Names(TheModel.ProgramInputs.begin(),
                               TheModel.ProgramInputs.end());
  if (haveOwnParams(Files))
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           inputs(Names.size()) + " here; the operators' own '" +
               LookupLinkedParamName + "' may have some: " + quotedList(Names));
  else
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           inputs(Names.size()) + ", so that the program has to set " +
               (Names.size() == 1 ? "it: " : "them: ") + quotedList(Names),
           "InputConfig::ProgramInputs=GLOB names those that it sets; any "
           "other is an error "
           "then");
  return Error::success();
}

} // namespace metaobj
