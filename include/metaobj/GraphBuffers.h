//===- metaobj/GraphBuffers.h - A graph's tensors become buffers *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The planner (metaobj/Plan.h) for graphs, with faults as errors of the
/// inputs.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_GRAPHBUFFERS_H
#define METAOBJ_GRAPHBUFFERS_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Graph.h"
#include "metaobj/Plan.h"
#include "metaobj/Setting.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace metaobj {

/// The planner itself has no settings.
namespace setting {
inline constexpr Setting PlanPools("PlanProblem::Pools");
inline constexpr Setting PlanEffort("PlanEffort::Level");
} // namespace setting

/// Which tensors of a graph are planned, and how.
struct GraphPlanConfig {
  /// Of each buffer in bytes, a power of two. nullopt: a list of buffers says
  /// it; for a graph it is GraphAlignment.
  std::optional<uint64_t> Alignment = std::nullopt;
  static constexpr uint64_t GraphAlignment = 16;
  /// The pools also hold the outputs, and the inputs without a parameter.
  /// Otherwise the caller of the model has these.
  bool WorkspaceIo = false;
  DiagnosticConsumer Diagnostics;
};

namespace setting {
inline constexpr Setting PlanAlignment("GraphPlanConfig::Alignment");
inline constexpr Setting PlanWorkspaceIo("GraphPlanConfig::WorkspaceIo");
} // namespace setting

/// Buffers of a graph's tensors. Time is the position of a node: a tensor that
/// node 3 writes and node 5 reads last lives in [3, 6).
struct GraphBuffers {
  /// Known is the graph's own plan by storage ids, if it has one.
  PlanProblem Problem;
  /// For each tensor the position of its buffer in Problem.Buffers; nullopt for
  /// parameters and for tensors of the caller. A view, or an output in place,
  /// has the buffer of its input.
  std::vector<std::optional<uint32_t>> BufferOf;
  /// Bytes of the graph's own plan; nullopt: it has none.
  std::optional<uint64_t> StorageIdSize;
};

/// Buffers of \p TheGraph in one pool. checkGraph() must accept the graph.
/// Errors: a graph without outputs, a tensor without type or shape. Warns if
/// tensors that live at the same time overlap in the graph's own plan. \p Name
/// is for messages.
llvm::Expected<GraphBuffers> graphBuffers(const Graph &TheGraph,
                                          llvm::StringRef Name,
                                          const GraphPlanConfig &Config = {});

/// planMemory() with errors instead of faults. \p Name is for messages.
llvm::Expected<MemoryPlan> planBuffers(const PlanProblem &Problem,
                                       llvm::StringRef Name,
                                       PlanEffort Effort = {});

} // namespace metaobj

#endif // METAOBJ_GRAPHBUFFERS_H
