//===- metaobj/PlanJob.h - All that `metaobj plan` does ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLANJOB_H
#define METAOBJ_PLANJOB_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Input.h"
#include "metaobj/Output.h"
#include "metaobj/Plan.h"
#include "metaobj/Setting.h"

#include "llvm/Support/Error.h"

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
  PlanEffort Effort;
  std::string Picture; ///< An SVG file that is written; empty: none.
  SignalHandling Signals = SignalHandling::None;
  DiagnosticConsumer Diagnostics; ///< For Reading and Planning, too.
};

namespace setting {
inline constexpr Setting PlanPicture("PlanJob::Picture");
} // namespace setting

/// Does \p TheJob. The result can be printed (metaobj/Plan.h).
llvm::Expected<PlanReport> runPlanJob(const PlanJob &TheJob);

} // namespace metaobj

#endif // METAOBJ_PLANJOB_H
