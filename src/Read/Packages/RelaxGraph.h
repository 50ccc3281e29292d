//===- RelaxGraph.h - The graph of a Relax executable -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of a Relax executable (VmExecutable.h) are instructions for
/// TVM's virtual machine. A function without branches and symbolic extents
/// always does the same: it calls operators on constants, inputs and tensors,
/// in one order. That is a graph. The memory that TVM has planned becomes the
/// graph's own plan, by storage ids.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PACKAGES_RELAXGRAPH_H
#define METAOBJ_READ_PACKAGES_RELAXGRAPH_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace metaobj {

struct RelaxGraph {
  Graph TheGraph;
  /// The tensors among the constants that the graph uses, "c3" for `c[3]` in
  /// TVM's own listings.
  std::vector<Param> Params;
};

/// Follows the function \p Name of the executable \p Source. Without a name it
/// is the only one, or "main", and a note in \p Diagnostics says so.
///
/// Errors: everything that only a virtual machine can do (branches, symbolic
/// extents, functions of TVM's runtime), with the instruction; damage, with
/// its byte.
llvm::Expected<RelaxGraph>
readRelaxGraph(std::shared_ptr<const ByteSource> Source, llvm::StringRef Name,
               const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_READ_PACKAGES_RELAXGRAPH_H
