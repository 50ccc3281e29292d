//===- metaobj/Plan.h - Where buffers lie in memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Buffers with lifetimes are given places in pools, so that no two that live
/// at the same time overlap and the pools are small. Times are any numbers that
/// grow; a buffer lives from Lower until before Upper.
///
/// The same buffers, pools and effort give the same plan on every machine:
/// effort is counted in steps, never in time.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_H
#define METAOBJ_PLAN_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Graph.h"

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
  uint64_t Upper;         ///< First time at which it does not any more.
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
  /// The fastest first: a buffer goes to the first one that has room, and least
  /// is wanted of the last.
  std::vector<PlanPool> Pools = {{"workspace"}};
  /// A plan that is known already, in the order of Buffers; empty: none. The
  /// result is never larger.
  std::vector<BufferPlace> Known;
};

/// How much work a plan is worth.
struct PlanEffort {
  static constexpr unsigned Highest = 9;
  /// 0: only rules that place each buffer once. Each further level searches
  /// with four times the steps of the one before it; the default takes a few
  /// seconds at most.
  unsigned Level = 5;

  uint64_t steps() const;
};

struct MemoryPlan {
  std::vector<BufferPlace> Places; ///< In the order of the buffers.
  std::vector<uint64_t> PoolSizes; ///< In the order of the pools.
  /// No plan of these buffers takes less in all pools together: the most bytes
  /// that live at one time.
  uint64_t LowerBound = 0;
  /// The rule or search that found it, "by size" for example.
  std::string Method;
  uint64_t Steps = 0; ///< That the search took.

  uint64_t totalSize() const;
};

/// Plans \p Problem with several rules and a search, and keeps the smallest
/// plan, which checkPlan() has checked.
///
/// Errors: what a buffer cannot have (an empty lifetime, an alignment that is
/// no power of two, sizes whose sum passes 63 bits), no pool, and pools whose
/// limits no plan was found for; \p Name is for messages.
llvm::Expected<MemoryPlan> planMemory(const PlanProblem &Problem,
                                      llvm::StringRef Name,
                                      PlanEffort Effort = {});

/// Refuses \p Plan when buffers overlap that live at the same time, or when a
/// place is unaligned or outside its pool. Knows nothing of how plans are made.
llvm::Error checkPlan(const PlanProblem &Problem, const MemoryPlan &Plan,
                      llvm::StringRef Name);

/// The most bytes that live at one time, with the padding that the least
/// alignment forces on them.
uint64_t planLowerBound(llvm::ArrayRef<PlanBuffer> Buffers);

/// What of a graph's tensors is planned.
struct GraphPlanConfig {
  /// Of each buffer, bytes, a power of two. nullopt: what a list of buffers
  /// says, and GraphAlignment for those of a graph.
  std::optional<uint64_t> Alignment = std::nullopt;
  static constexpr uint64_t GraphAlignment = 16;
  /// Inputs that no parameter is for, and outputs, lie in the pools as well.
  /// Otherwise the caller of the model has them.
  bool WorkspaceIo = false;
  DiagnosticConsumer Diagnostics;
};

/// Buffers of a graph's tensors. Time is the position of a node: one that node
/// 3 writes and node 5 reads last lives in [3, 6).
struct GraphBuffers {
  /// Known is the graph's own plan by storage ids, where it has one.
  PlanProblem Problem;
  /// For each tensor its position in Problem.Buffers; nullopt for parameters
  /// and for what the caller has. A view has the buffer of what it shows, and
  /// an output in place that of its input.
  std::vector<std::optional<uint32_t>> BufferOf;
  /// Bytes of the graph's own plan; nullopt where it has none.
  std::optional<uint64_t> StorageIdSize;
};

/// Buffers of \p TheGraph, which checkGraph() accepts, in one pool. Errors: a
/// graph without outputs, a tensor without type or shape; \p Name is for
/// messages. A graph whose own plan lets tensors overlap that live at the same
/// time is warned of.
llvm::Expected<GraphBuffers> graphBuffers(const Graph &TheGraph,
                                          llvm::StringRef Name,
                                          const GraphPlanConfig &Config = {});

/// A plan as it is printed.
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
