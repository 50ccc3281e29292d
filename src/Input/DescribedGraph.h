//===- DescribedGraph.h - Descriptions against the graph --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_DESCRIBEDGRAPH_H
#define METAOBJ_INPUT_DESCRIBEDGRAPH_H

#include "Input/FunctionSelection.h"
#include "metaobj/Graph.h"

namespace metaobj {

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

} // namespace metaobj

#endif // METAOBJ_INPUT_DESCRIBEDGRAPH_H
