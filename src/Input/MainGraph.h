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

/// Refuses arguments that no function of TVM has: InputConfig::Main with an
/// input that is one of \p Params, two pools of one name or one that is too
/// large, and devices of several kinds.
llvm::Error checkMainArguments(const InputConfig &Config,
                               llvm::ArrayRef<Param> Params);

/// Refuses arguments that differ from the metadata of \p Module.
llvm::Error compareMain(const InputConfig::MainArguments &Arguments,
                        const LibraryModule &Module);

} // namespace metaobj

#endif // METAOBJ_INPUT_MAINGRAPH_H
