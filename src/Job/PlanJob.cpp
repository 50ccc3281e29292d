//===- PlanJob.cpp - All that `metaobj plan` does -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/PlanJob.h"

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Job/JobFiles.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

/// Replaces the pools of \p Problem, which are known by their names, by
/// \p Pools.
static Error usePools(PlanProblem &Problem, const std::vector<PlanPool> &Pools,
                      StringRef Name) {
  auto PositionOf = [&](size_t Pool) -> std::optional<uint32_t> {
    for (uint32_t I = 0; I != Pools.size(); ++I)
      if (Pools[I].Name == Problem.Pools[Pool].Name)
        return I;
    return std::nullopt;
  };
  for (PlanBuffer &Buffer : Problem.Buffers) {
    uint64_t Named = std::exchange(Buffer.Pools, 0);
    for (; Named != 0; Named &= Named - 1) {
      std::optional<uint32_t> Position = PositionOf(countr_zero(Named));
      if (!Position)
        return inputError(
            Name, "buffer " + quoted(Buffer.Name) + " may lie in pool " +
                      quoted(Problem.Pools[countr_zero(Named)].Name) +
                      ", which is not among those of " + setting::PlanPools);
      Buffer.Pools |= uint64_t(1) << *Position;
    }
    if (Buffer.Fixed && Buffer.Pools != 0)
      Buffer.Fixed->Pool = Log2_64(Buffer.Pools);
    if (Buffer.Fixed && Buffer.Pools == 0 && Pools.size() != 1)
      return inputError(Name,
                        "buffer " + quoted(Buffer.Name) +
                            " has a fixed place in one of several pools",
                        "name its pool in the column 'pools'");
  }
  Problem.Pools = Pools;
  return Error::success();
}

/// Writes the picture and the page, if there are any: both or none.
static Error writePictures(const PlanJob &TheJob, const PlanReport &Report) {
  OutputTransaction Outputs(TheJob.Signals);
  auto Write = [&](const std::string &Path, auto Print) -> Error {
    if (Path.empty())
      return Error::success();
    return writeFileAtomically(
        {Outputs, Path},
        [&](raw_ostream &OS) -> Error {
          Print(Report, OS);
          return Error::success();
        },
        EqualFile::Replaced);
  };
  if (Error E = Write(TheJob.Picture, printPlanSvg))
    return E;
  if (Error E = Write(TheJob.Page, printPlanHtml))
    return E;
  return Outputs.commit();
}

Expected<PlanReport> metaobj::runPlanJob(const PlanJob &TheJob) {
  InputConfig Reading = TheJob.Reading;
  for (const auto *Inputs : {&Reading.Files, &Reading.ParamsFiles}) {
    if (Error E = refuseInput(TheJob.Picture, "picture", setting::PlanPicture,
                              *Inputs))
      return E;
    if (Error E = refuseInput(TheJob.Page, "page", setting::PlanPage, *Inputs))
      return E;
  }
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
    if (Error E = usePools(Report.Problem, TheJob.Pools, Report.Name))
      return E;
  Expected<MemoryPlan> Plan =
      planBuffers(Report.Problem, Report.Name, TheJob.Effort);
  if (!Plan)
    return Plan.takeError();
  Report.Plan = std::move(*Plan);
  if (Error E = writePictures(TheJob, Report))
    return E;
  return Report;
}
