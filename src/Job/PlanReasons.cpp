//===- PlanReasons.cpp - Why buffers are not in their first pool ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/PlanJob.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace metaobj;

std::vector<BufferReason>
metaobj::findReasons(const PlanReport &Report, size_t Most,
                     function_ref<std::string(StringRef)> Shown) {
  const PlanProblem &Problem = Report.Problem;
  std::vector<size_t> Which;
  for (size_t I = 0; I != Problem.Buffers.size(); ++I)
    if (Report.Plan.Places[I].Pool != Problem.Buffers[I].firstPool())
      Which.push_back(I);
  std::sort(Which.begin(), Which.end(), [&](size_t Left, size_t Right) {
    return std::pair(Problem.Buffers[Right].Size, Left) <
           std::pair(Problem.Buffers[Left].Size, Right);
  });
  Which.resize(std::min(Which.size(), Most));
  std::vector<BufferReason> Result;
  for (const PlanReason &Reason :
       explainPlan(Problem, Report.Plan.Places, Which)) {
    std::vector<std::string> Names;
    for (size_t Other : Reason.Beside)
      Names.push_back(Shown(Problem.Buffers[Other].Name));
    Result.push_back(
        {Which[Result.size()],
         Reason.text(Shown(Problem.Pools[Reason.Pool].Name), Names)});
  }
  return Result;
}
