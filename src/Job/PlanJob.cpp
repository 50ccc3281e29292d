//===- PlanJob.cpp - All that `metaobj plan` does -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/PlanJob.h"

#include "Base/AtomicFile.h"
#include "Job/JobFiles.h"

using namespace llvm;
using namespace metaobj;

Expected<PlanReport> metaobj::runPlanJob(const PlanJob &TheJob) {
  InputConfig Reading = TheJob.Reading;
  for (const auto *Inputs : {&Reading.Files, &Reading.ParamsFiles})
    if (Error E = refuseInput(TheJob.Picture, "picture", setting::PlanPicture,
                              *Inputs))
      return E;
  GraphPlanConfig Planning = TheJob.Planning;
  Reading.Diagnostics = Planning.Diagnostics = TheJob.Diagnostics;
  Expected<PlanInput> Read = readPlanInput(Reading, Planning);
  if (!Read)
    return Read.takeError();
  PlanReport Report;
  Report.Name = std::move(Read->Name);
  Report.Problem = std::move(Read->Problem);
  Report.StorageIdSize = Read->StorageIdSize;
  if (!TheJob.Pools.empty())
    Report.Problem.Pools = TheJob.Pools;
  Expected<MemoryPlan> Plan =
      planBuffers(Report.Problem, Report.Name, TheJob.Effort);
  if (!Plan)
    return Plan.takeError();
  Report.Plan = std::move(*Plan);
  if (TheJob.Picture.empty())
    return Report;
  OutputTransaction Outputs(TheJob.Signals);
  auto Write = [&](raw_ostream &OS) -> Error {
    printPlanSvg(Report, OS);
    return Error::success();
  };
  if (Error E = writeFileAtomically({Outputs, TheJob.Picture}, Write,
                                    EqualFile::Replaced))
    return E;
  if (Error E = Outputs.commit())
    return E;
  return Report;
}
