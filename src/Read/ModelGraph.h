//===- ModelGraph.h - The graph, and what others say of it ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_MODELGRAPH_H
#define METAOBJ_READ_MODELGRAPH_H

#include "Read/FileGatherer.h"
#include "Read/Objects/FunctionSelection.h"

#include "llvm/Support/Error.h"

namespace metaobj {

/// With InputConfig::Main, sets the graph of \p Files to one call: of the main
/// function of the model \p ModelName. Refuses a graph that files give,
/// arguments that no function of TVM has, and those that differ from the
/// metadata.
llvm::Error applyMain(const InputConfig &Config, llvm::StringRef ModelName,
                      llvm::ArrayRef<Param> Params, GatheredFiles &Files);

/// Sets the storage ids of \p Params to those of the graph, if there is one,
/// and checks that the graph means these parameters.
llvm::Error applyGraph(const InputConfig &Config, GatheredFiles &Files,
                       std::vector<Param> &Params);

/// Says of each operator of the graph how it is called and where it runs.
llvm::Error applyCalls(const InputConfig &Config, GatheredFiles &Files);

/// Sets the workspaces of operators in the graph (InputConfig::Workspaces).
llvm::Error applyWorkspaces(const InputConfig &Config, GatheredFiles &Files);

/// Sets Model::ProgramInputs of \p TheModel, which has all its parameters, to
/// the inputs of the graph without a parameter. Without
/// InputConfig::ProgramInputs, a note lists them; with it, an input that it
/// does not name is an error.
llvm::Error findProgramInputs(const InputConfig &Config,
                              const GatheredFiles &Files, Model &TheModel);

/// Calls each described operator of \p TheGraph as it is described: its
/// convention, its workspace, and its device unless one is set. Takes types
/// from descriptions that the graph does not tell. \p Name is the graph's, for
/// messages.
///
/// Errors: an operator that takes another number of arguments, other types or
/// ranks, or writes what the graph has it read. The arguments are not compared
/// if \p IsMain, because a main function takes pools as well.
llvm::Error applyDescriptions(const SelectedFunctions &Selected,
                              llvm::StringRef Name, bool IsMain,
                              Graph &TheGraph);

/// Compares each unpacked call of \p TheGraph with the type of the function, as
/// far as its object tells it and does not describe it. Errors: the function
/// takes another number of arguments, or others than pointers.
llvm::Error checkCalls(const SelectedFunctions &Selected, llvm::StringRef Name,
                       bool IsMain, const Graph &TheGraph);

} // namespace metaobj

#endif // METAOBJ_READ_MODELGRAPH_H
