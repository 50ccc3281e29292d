//===- PlanJob.h - All that `metaobj plan` does -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_PLANJOB_H
#define METAOBJ_JOB_PLANJOB_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Graph.h"
#include "metaobj/Input.h"
#include "metaobj/Output.h"
#include "metaobj/Plan.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// What is read, planned and written. Plain data.
struct PlanJob {
  /// Files: graph executor JSON or an archive with one, and parameters; or one
  /// list of buffers.
  InputConfig Reading;
  GraphPlanConfig Planning;
  /// As in PlanProblem; empty: one without a limit.
  std::vector<PlanPool> Pools;
  /// A board, by name or path, whose regions are the pools: those that Pools
  /// names, or all that programs write, the fastest first. Empty: none.
  std::string Board;
  PlanEffort Effort;
  std::string Picture; ///< An SVG file that is written; empty: none.
  std::string Page;    ///< The same for a page (HTML).
  SignalHandling Signals = SignalHandling::None;
  DiagnosticConsumer Diagnostics; ///< For Reading and Planning, too.
};

namespace setting {
inline constexpr Setting PlanPicture("PlanJob::Picture");
inline constexpr Setting PlanPage("PlanJob::Page");
} // namespace setting

/// A plan with everything that printing needs.
struct PlanReport {
  std::string Name; ///< The input's.
  PlanProblem Problem;
  MemoryPlan Plan;
  /// Bytes of the graph's own plan by storage ids, if there is one.
  std::optional<uint64_t> StorageIdSize;
};

/// Does \p TheJob.
llvm::Expected<PlanReport> runPlanJob(const PlanJob &TheJob);

/// A table of pools and one of buffers.
void printPlan(const PlanReport &Report, llvm::raw_ostream &OS);

/// JSON; docs/plan.md describes it.
void printPlanJson(const PlanReport &Report, llvm::raw_ostream &OS);

/// What the list says, an offset, and the pool unless it is the default one.
void printPlanCsv(const PlanReport &Report, llvm::raw_ostream &OS);

/// A picture as SVG: time goes to the right, addresses go up. The peak of each
/// pool is marked.
void printPlanSvg(const PlanReport &Report, llvm::raw_ostream &OS);

/// A page with the picture, which a mouse can zoom, and with what lives at the
/// peak of each pool. It loads nothing.
void printPlanHtml(const PlanReport &Report, llvm::raw_ostream &OS);

/// Why a buffer does not lie in the first pool in which it may lie.
struct BufferReason {
  size_t Buffer;
  std::string Text;
};

/// Those of the \p Most largest of such buffers, the largest first. Names are
/// as \p Shown gives them.
std::vector<BufferReason>
findReasons(const PlanReport &Report, size_t Most,
            llvm::function_ref<std::string(llvm::StringRef)> Shown);

/// When most bytes live in a pool.
struct PlanPeak {
  uint64_t Time = 0;
  uint64_t Bytes = 0;
  std::vector<size_t> Buffers; ///< That live then, the largest first.
};

/// The first peak of pool \p Pool.
PlanPeak findPeak(const PlanReport &Report, size_t Pool);

} // namespace metaobj

#endif // METAOBJ_JOB_PLANJOB_H
