//===- PlanJob.cpp - All that `metaobj plan` does -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/PlanJob.h"

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Job/JobFiles.h"
#include "Job/MemorySettings.h"
#include "Target/MemoryMapPlaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

/// The region of \p Board that is called \p Pool, for what programs write.
static Expected<const MemoryRegion *>
regionOfPool(const MemoryMap &Board, StringRef Pool, StringRef BoardName) {
  std::vector<StringRef> Writable;
  for (const MemoryRegion &Region : Board.Regions) {
    if (Region.IsWritable && Region.Name == Pool)
      return &Region;
    if (Region.IsWritable)
      Writable.push_back(Region.Name);
  }
  return inputError(BoardName,
                    "has no region " + quoted(Pool) +
                        " that programs write, for the pool of this name",
                    "known are: " + quotedList(Writable, Writable.size()));
}

/// Pools of which some cost more than others: a cost that nobody says is an
/// unknown one.
static Error checkCosts(ArrayRef<const MemoryRegion *> Regions) {
  auto HasCost = [](const MemoryRegion *Region) {
    return Region->Cost.has_value();
  };
  const auto *Known = find_if(Regions, HasCost);
  const auto *Unknown = find_if_not(Regions, HasCost);
  if (Known == Regions.end() || Unknown == Regions.end())
    return Error::success();
  return inputError((*Unknown)->Place,
                    "region " + quoted((*Unknown)->Name) +
                        " has no cost, but " + quoted((*Known)->Name) +
                        " has one",
                    "give it 'cost: N', what a byte of traffic costs there");
}

namespace {

/// The pools of a plan, and what messages say of them.
struct ChosenPools {
  std::vector<PlanPool> Pools; ///< Empty: those of the input.
  /// Who reaches each of them (MemoryRegion::Readers); empty: no board says it.
  std::vector<std::vector<std::string>> Readers = {};
  std::vector<std::string> AllReaders = {}; ///< Of any region.
  Message Source = setting::PlanPools;
  Message Limits = {};
};

} // namespace

/// The regions of the board that are pools, as PlanJob::Board says.
static Expected<ChosenPools> poolsOfBoard(const PlanJob &TheJob) {
  Expected<MemoryMap> Board = readBoard(TheJob.Board);
  if (!Board)
    return Board.takeError();
  ChosenPools Result = {TheJob.Pools};
  if (TheJob.Pools.empty()) {
    Result.Source = quoted(TheJob.Board) + " that programs write";
    std::vector<std::pair<uint64_t, const MemoryRegion *>> Writable;
    for (const MemoryRegion &Region : Board->Regions)
      if (Region.IsWritable)
        Writable.emplace_back(Region.Cost.value_or(0), &Region);
    sort(Writable); // By cost, and then as the board lists them.
    for (const auto &[Cost, Region] : Writable)
      Result.Pools.push_back({Region->Name});
  }
  if (Result.Pools.empty())
    return inputError(TheJob.Board, "has no region that programs write");
  for (const MemoryRegion &Region : Board->Regions)
    append_range(Result.AllReaders, Region.Readers);
  std::vector<const MemoryRegion *> Regions;
  // All costs are of one source, which has one unit.
  bool HasCost =
      any_of(Result.Pools, [](const PlanPool &Pool) { return Pool.Cost != 0; });
  for (PlanPool &Pool : Result.Pools) {
    Expected<const MemoryRegion *> Region =
        regionOfPool(*Board, Pool.Name, TheJob.Board);
    if (!Region)
      return Region.takeError();
    Regions.push_back(*Region);
    Result.Readers.push_back((*Region)->Readers);
    if (Error E = limitByRegion(Pool, **Region))
      return E;
    if (!HasCost)
      Pool.Cost = (*Region)->Cost.value_or(0);
  }
  if (!HasCost)
    if (Error E = checkCosts(Regions))
      return E;
  Result.Limits = hintOfLimits(Regions);
  return Result;
}

/// Replaces the pools of \p Problem, which are known by their names, by those
/// of \p Chosen.
static Error usePools(PlanProblem &Problem, const ChosenPools &Chosen,
                      StringRef Name) {
  const std::vector<PlanPool> &Pools = Chosen.Pools;
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
                      ", which is not among those of " + Chosen.Source);
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

/// Buffers lie where all reach them that use them.
static Error useReaders(PlanProblem &Problem, const PlanInput &Read,
                        const ChosenPools &Chosen, StringRef Board) {
  for (const auto &[Buffer, Users] : zip(Problem.Buffers, Read.Readers)) {
    if (Users.empty())
      continue;
    if (Chosen.Readers.empty())
      return inputError(
          Read.Name,
          "buffer " + quoted(Buffer.Name) + " has the reader " +
              quoted(Users.front()) + ", but no board says what it reaches",
          "give " + Setting("board") + ", or leave out the column 'readers'");
    // One that is misspelt would reach what names nobody.
    for (const std::string &User : Users)
      if (!is_contained(Chosen.AllReaders, User))
        return inputError(Read.Name, "buffer " + quoted(Buffer.Name) +
                                         " has the reader " + quoted(User) +
                                         ", which no region of " +
                                         quoted(Board) + " names");
    uint64_t Reached = 0;
    for (const auto &[Pool, Readers] : enumerate(Chosen.Readers))
      if (Readers.empty() ||
          all_of(Users, [&, &Readers = Readers](const std::string &User) {
            return is_contained(Readers, User);
          }))
        Reached |= uint64_t(1) << Pool;
    const uint64_t All = maskTrailingOnes<uint64_t>(Problem.Pools.size());
    uint64_t Allowed = Buffer.Pools == 0 ? All : Buffer.Pools;
    if (Buffer.Fixed)
      Allowed &= uint64_t(1) << Buffer.Fixed->Pool;
    std::vector<StringRef> Names(Users.begin(), Users.end());
    if ((Allowed & Reached) == 0)
      return inputError(Read.Name,
                        "buffer " + quoted(Buffer.Name) + " is for " +
                            quotedList(Names, Names.size()) + ", and of " +
                            quoted(Board) +
                            " no memory in which it may lie is reached by " +
                            (Users.size() == 1 ? "it" : "all of them"));
    if (!Buffer.Fixed && (Allowed & Reached) != All)
      Buffer.Pools = Allowed & Reached;
  }
  return Error::success();
}

/// The plan that a list has already, unless it is one for other pools.
static Error useKnown(PlanProblem &Problem, const PlanInput &Read,
                      const DiagnosticConsumer &Diagnostics) {
  std::vector<BufferPlace> Known;
  for (const BufferList::Place &Place : Read.Known) {
    auto Pool = find_if(Problem.Pools, [&](const PlanPool &Pool) {
      return Pool.Name == Place.Pool ||
             (Place.Pool.empty() && Problem.Pools.size() == 1);
    });
    if (Pool == Problem.Pools.end()) {
      const Message Why = Place.Pool.empty()
                              ? "no column 'pool' says in which pool"
                              : "there is no pool " + quoted(Place.Pool);
      report(Diagnostics, Diagnostic::Note, Read.Name,
             "its column 'offset' is of no use here: " + Why);
      return Error::success();
    }
    Known.push_back({uint32_t(Pool - Problem.Pools.begin()), Place.Offset});
  }
  if (Known.empty())
    return Error::success();
  Problem.Known = std::move(Known);
  PlanProblem Unlimited = Problem;
  for (PlanPool &Pool : Unlimited.Pools)
    Pool.Limit.reset();
  MemoryPlan Plan;
  Plan.Places = Problem.Known;
  Plan.PoolSizes.assign(Problem.Pools.size(), INT64_MAX);
  std::optional<PlanFault> Fault = checkPlan(Unlimited, Plan);
  if (!Fault)
    return Error::success();
  auto NameOf = [&](std::optional<size_t> Buffer) {
    return Buffer ? quoted(Problem.Buffers[*Buffer].Name) : std::string();
  };
  return inputError(
      Read.Name,
      "its plan, in the column 'offset': " +
          Fault->text(NameOf(Fault->Buffer), NameOf(Fault->OtherBuffer),
                      Fault->Pool ? quoted(Problem.Pools[*Fault->Pool].Name)
                                  : ""),
      "without this column the list is planned anew");
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
  for (const auto &Inputs : {Reading.Files, Reading.ParamsFiles,
                             std::vector<std::string>{TheJob.Board}}) {
    if (Error E = refuseInput(TheJob.Picture, "picture", setting::PlanPicture,
                              Inputs))
      return E;
    if (Error E = refuseInput(TheJob.Page, "page", setting::PlanPage, Inputs))
      return E;
  }
  ChosenPools Chosen = {TheJob.Pools};
  if (!TheJob.Board.empty())
    if (Error E = poolsOfBoard(TheJob).moveInto(Chosen))
      return E;
  GraphPlanConfig Planning = TheJob.Planning;
  Reading.Diagnostics = Planning.Diagnostics = TheJob.Diagnostics;
  Expected<PlanInput> Read = readPlanInput(Reading, Planning);
  if (!Read)
    return Read.takeError();
  PlanReport Report;
  Report.Name = Read->Name;
  Report.Problem = std::move(Read->Problem);
  Report.StorageIdSize = Read->StorageIdSize;
  if (!Chosen.Pools.empty())
    if (Error E = usePools(Report.Problem, Chosen, Report.Name))
      return E;
  if (Error E = useReaders(Report.Problem, *Read, Chosen, TheJob.Board))
    return E;
  if (Error E = useKnown(Report.Problem, *Read, TheJob.Diagnostics))
    return E;
  Expected<MemoryPlan> Plan =
      planBuffers(Report.Problem, Report.Name, TheJob.Effort, Chosen.Limits);
  if (!Plan)
    return Plan.takeError();
  Report.Plan = std::move(*Plan);
  if (Error E = writePictures(TheJob, Report))
    return E;
  return Report;
}
