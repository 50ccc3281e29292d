//===- PlanJob.cpp - All that `metaobj plan` does -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/PlanJob.h"

#include "File/AtomicFile.h"
#include "metaobj/Setting.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace metaobj;

/// Writing over an input would lose it.
static Error checkPicture(const PlanJob &TheJob) {
  std::vector<std::string> Inputs = TheJob.Reading.Files;
  Inputs.insert(Inputs.end(), TheJob.Reading.ParamsFiles.begin(),
                TheJob.Reading.ParamsFiles.end());
  for (const std::string &Input : Inputs)
    if (Input != "-" && sys::fs::is_regular_file(TheJob.Picture) &&
        sys::fs::equivalent(Input, TheJob.Picture))
      return inputError(TheJob.Picture, "is an input as well as the picture",
                        "name another file with " +
                            settingName(Setting::PlanPicture));
  return Error::success();
}

Expected<PlanReport> metaobj::runPlanJob(const PlanJob &TheJob) {
  if (Error E = checkPicture(TheJob))
    return E;
  InputConfig Reading = TheJob.Reading;
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
      planMemory(Report.Problem, Report.Name, TheJob.Effort);
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
