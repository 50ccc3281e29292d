//===- metaobj/Plan.h - Where buffers lie in memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds places for buffers in pools. Buffers that live at the same time do not
/// overlap, and the pools are small. Times are any numbers that grow. A buffer
/// lives from Lower until before Upper.
///
/// The same buffers, pools and effort give the same plan on every machine:
/// effort is counted in steps, never in time.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_H
#define METAOBJ_PLAN_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Graph.h"
#include "metaobj/Setting.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Memory that is needed for some time.
struct PlanBuffer {
  std::string Name;       ///< For messages and tables; need not be unique.
  uint64_t Lower;         ///< First time at which it lives.
  uint64_t Upper;         ///< First time at which it no longer lives.
  uint64_t Size;          ///< Bytes.
  uint64_t Alignment = 1; ///< Bytes, a power of two.
};

/// A memory that buffers are placed in.
struct PlanPool {
  std::string Name;
  /// Most bytes; nullopt: no limit.
  std::optional<uint64_t> Limit = std::nullopt;
};

/// Where a buffer lies.
struct BufferPlace {
  uint32_t Pool; ///< A position in PlanProblem::Pools.
  uint64_t Offset;
};

struct PlanProblem {
  std::vector<PlanBuffer> Buffers;
  /// The fastest first. A buffer goes to the first one that has room. The best
  /// plan takes least of the last one.
  std::vector<PlanPool> Pools = {{"workspace"}};
  /// A known plan, in the order of Buffers; empty: none. The result is never
  /// larger.
  std::vector<BufferPlace> Known;
};

namespace setting {
inline constexpr Setting PlanPools("PlanProblem::Pools");
} // namespace setting

/// How long to search for a small plan.
struct PlanEffort {
  static constexpr unsigned Highest = 9;
  /// 0: only rules that place each buffer once. Each higher level searches with
  /// four times the steps of the level below. The default takes at most a few
  /// seconds.
  unsigned Level = 5;

  uint64_t steps() const;
};

namespace setting {
inline constexpr Setting PlanEffort("PlanEffort::Level");
} // namespace setting

struct MemoryPlan {
  std::vector<BufferPlace> Places; ///< In the order of the buffers.
  std::vector<uint64_t> PoolSizes; ///< In the order of the pools.
  /// The most bytes that live at one time. No plan takes less in all pools
  /// together.
  uint64_t LowerBound = 0;
  /// The rule or search that found it, "by size" for example.
  std::string Method;
  uint64_t Steps = 0; ///< Of the search.

  uint64_t totalSize() const;
};

/// Plans \p Problem with several rules and a search. Returns the smallest plan,
/// which checkPlan() has accepted.
///
/// Errors: an empty lifetime, an alignment that is no power of two, sizes whose
/// sum exceeds 63 bits, no pool, and no plan within the limits of the pools.
/// \p Name is for messages.
llvm::Expected<MemoryPlan> planMemory(const PlanProblem &Problem,
                                      llvm::StringRef Name,
                                      PlanEffort Effort = {});

/// Refuses \p Plan if buffers that live at the same time overlap, or if a place
/// is unaligned or outside its pool. It shares no code with the planner.
llvm::Error checkPlan(const PlanProblem &Problem, const MemoryPlan &Plan,
                      llvm::StringRef Name);

/// The most bytes that live at one time, with the padding that the least
/// alignment requires in \p Pools pools.
uint64_t planLowerBound(llvm::ArrayRef<PlanBuffer> Buffers, size_t Pools = 1);

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

/// A plan with everything that printing needs.
struct PlanReport {
  std::string Name; ///< The input's.
  PlanProblem Problem;
  MemoryPlan Plan;
  /// Bytes of the graph's own plan by storage ids, if there is one.
  std::optional<uint64_t> StorageIdSize;
};

/// A table of pools and one of buffers.
void printPlan(const PlanReport &Report, llvm::raw_ostream &OS);

/// JSON; docs/plan.md describes it.
void printPlanJson(const PlanReport &Report, llvm::raw_ostream &OS);

/// `id,lower,upper,size,offset`, and a column `pool` when there are several.
void printPlanCsv(const PlanReport &Report, llvm::raw_ostream &OS);

/// A picture as SVG: time goes to the right, addresses go up.
void printPlanSvg(const PlanReport &Report, llvm::raw_ostream &OS);

} // namespace metaobj

#endif // METAOBJ_PLAN_H
