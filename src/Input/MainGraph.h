//===- MainGraph.h - A graph of one call ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_MAINGRAPH_H
#define METAOBJ_INPUT_MAINGRAPH_H

#include "metaobj/Input.h"

namespace metaobj {

/// The graph with one call, of \p Function. Its pools are outputs that nobody
/// reads: memory that lives during the call. A pool of constants is an input
/// that has its parameter at emission.
Graph mainGraph(const InputConfig::MainArguments &Arguments,
                llvm::StringRef Function);

/// Compares what a user says of the function with what the metadata of \p
/// Module tells.
llvm::Error checkMain(const InputConfig::MainArguments &Arguments,
                      const LibraryModule &Module);

} // namespace metaobj

#endif // METAOBJ_INPUT_MAINGRAPH_H
