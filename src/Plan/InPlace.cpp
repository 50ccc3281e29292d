//===- InPlace.cpp - Buffers that lie where others do ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/InPlace.h"

#include "Plan/Arithmetic.h"
#include "Plan/CheckBuffers.h"
#include "Plan/Conflicts.h"
#include "Plan/Placing.h"
#include "Plan/PlanBySize.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

using namespace metaobj;

bool metaobj::hasPairs(const PlanProblem &Problem) {
  return std::any_of(Problem.Buffers.begin(), Problem.Buffers.end(),
                     [](const PlanBuffer &B) { return bool(B.InPlaceOf); });
}

/// Of as few buffers and pairs, each choice of pairs is tried, on no higher a
/// level.
static constexpr size_t MostToChoose = 16, MostPairsToChoose = 6;
static constexpr unsigned LevelOfChoices = 2;

namespace {

/// Is the pair of this later buffer joined, besides those whose places are
/// fixed, and the same?
using JoinRule = std::function<bool(uint32_t)>;

/// Some pairs of a problem as one buffer each.
class Joined {
public:
  Joined(const PlanProblem &Given, const JoinRule &IsWanted);

  const PlanProblem &problem() const { return Problem; }
  size_t numJoined() const { return Given.Buffers.size() - First.size(); }
  /// As \p Planned is about Given.
  std::variant<MemoryPlan, PlanFault>
  toGiven(std::variant<MemoryPlan, PlanFault> Planned) const;

private:
  uint32_t find(uint32_t Index) const;
  bool join(uint32_t Earlier, uint32_t Later);
  void setKnown();

  const PlanProblem &Given;
  std::vector<PlanBuffer> Groups; ///< At the position of each leader.
  std::vector<uint32_t> Leader;   ///< Of each buffer: one of its group.
  PlanProblem Problem;
  std::vector<uint32_t> BufferOf; ///< Positions in Problem.
  std::vector<uint32_t> First;    ///< A given buffer of each in Problem.
};

} // namespace

/// Those with bytes, by their later buffers.
static std::vector<uint32_t> pairsOf(const PlanProblem &Problem) {
  std::vector<uint32_t> Result;
  for (uint32_t I = 0; I != Problem.Buffers.size(); ++I)
    if (Problem.Buffers[I].InPlaceOf && Problem.Buffers[I].Size != 0)
      Result.push_back(I);
  return Result;
}

static bool areFixed(const PlanProblem &Problem, uint32_t Later) {
  const PlanBuffer &Buffer = Problem.Buffers[Later];
  return Buffer.Fixed &&
         Buffer.Fixed == Problem.Buffers[*Buffer.InPlaceOf].Fixed;
}

static bool haveOneSize(const PlanProblem &Problem, uint32_t Later) {
  const PlanBuffer &Buffer = Problem.Buffers[Later];
  return Buffer.Size == Problem.Buffers[*Buffer.InPlaceOf].Size;
}

uint32_t Joined::find(uint32_t Index) const {
  while (Leader[Index] != Index)
    Index = Leader[Index];
  return Index;
}

/// False: nothing may hold both.
bool Joined::join(uint32_t Earlier, uint32_t Later) {
  PlanBuffer Both = Groups[Earlier];
  const PlanBuffer &Other = Groups[Later];
  auto MaskOf = [](const PlanBuffer &Buffer) {
    return Buffer.Pools == 0 ? UINT64_MAX : Buffer.Pools;
  };
  Both.Pools = MaskOf(Both) & MaskOf(Other);
  if (Both.Pools == 0)
    return false;
  Both.Upper = std::max(Both.Upper, Other.Upper);
  Both.Lower = std::min(Both.Lower, Other.Lower);
  Both.Size = std::max(Both.Size, Other.Size);
  Both.Alignment = std::max(Both.Alignment, Other.Alignment);
  Both.Traffic = saturatingAdd(Both.Traffic, Other.Traffic);
  if (Both.Fixed && Other.Fixed && *Both.Fixed != *Other.Fixed)
    return false;
  if (Other.Fixed)
    Both.Fixed = Other.Fixed;
  if (Both.Fixed && Both.Fixed->Offset % Both.Alignment != 0)
    return false;
  bool HasPool = false;
  for (size_t Pool = 0; Pool != Given.Pools.size(); ++Pool)
    HasPool |= (Both.Pools >> Pool & 1) != 0 &&
               (!Both.Fixed || Both.Fixed->Pool == Pool) &&
               Both.Size <= Given.Pools[Pool].Limit.value_or(UINT64_MAX);
  if (!HasPool)
    return false;
  if (Both.Pools == UINT64_MAX)
    Both.Pools = 0;
  Groups[Earlier] = std::move(Both);
  Leader[Later] = Earlier;
  return true;
}

Joined::Joined(const PlanProblem &Given, const JoinRule &IsWanted)
    : Given(Given), Groups(Given.Buffers) {
  for (uint32_t I = 0; I != Groups.size(); ++I)
    Leader.push_back(I);
  std::vector<uint32_t> Pairs = pairsOf(Given);
  // Of several for one place the largest.
  std::sort(Pairs.begin(), Pairs.end(), [&](uint32_t Left, uint32_t Right) {
    return std::tuple(!areFixed(Given, Left), Given.Buffers[Right].Size, Left) <
           std::tuple(!areFixed(Given, Right), Given.Buffers[Left].Size, Right);
  });
  std::vector<char> IsTaken(Groups.size());
  const std::vector<PlanBuffer> Alone = withoutShared(Given);
  for (uint32_t Later : Pairs) {
    uint32_t Earlier = *Given.Buffers[Later].InPlaceOf;
    if (areFixed(Given, Later)) {
      // Its place is known, so that only the step of both has to go.
      Groups[Later] = Alone[Later];
      IsTaken[Earlier] = true;
      continue;
    }
    if (!IsTaken[Earlier] && IsWanted(Later))
      IsTaken[Earlier] = join(find(Earlier), find(Later));
  }
  BufferOf.resize(Groups.size());
  Problem.Pools = Given.Pools;
  for (uint32_t I = 0; I != Groups.size(); ++I)
    if (Leader[I] == I) {
      BufferOf[I] = uint32_t(First.size());
      First.push_back(I);
      Problem.Buffers.push_back(std::move(Groups[I]));
      Problem.Buffers.back().InPlaceOf.reset();
    }
  for (uint32_t I = 0; I != Groups.size(); ++I)
    BufferOf[I] = BufferOf[find(I)];
  setKnown();
}

/// The known plan may lay joined buffers apart, or others in one place: then it
/// is none of this problem.
void Joined::setKnown() {
  if (Given.Known.empty())
    return;
  for (uint32_t I : First)
    Problem.Known.push_back(Given.Known[I]);
  for (uint32_t I = 0; I != BufferOf.size(); ++I)
    if (Problem.Known[BufferOf[I]] != Given.Known[I]) {
      Problem.Known.clear();
      return;
    }
  if (checkKnown(Problem))
    Problem.Known.clear();
}

std::variant<MemoryPlan, PlanFault>
Joined::toGiven(std::variant<MemoryPlan, PlanFault> Planned) const {
  if (auto *Fault = std::get_if<PlanFault>(&Planned)) {
    for (std::optional<size_t> *Buffer : {&Fault->Buffer, &Fault->OtherBuffer})
      if (*Buffer)
        *Buffer = First[**Buffer];
    return Planned;
  }
  auto &Plan = std::get<MemoryPlan>(Planned);
  std::vector<BufferPlace> Places;
  for (uint32_t Index : BufferOf)
    Places.push_back(Plan.Places[Index]);
  Plan.Places = std::move(Places);
  return Planned;
}

/// Does \p Left cost less than \p Right or, if both cost the same, take less of
/// the slowest pool in which they differ?
static bool isBetter(const MemoryPlan &Left, const MemoryPlan &Right) {
  if (Left.Cost != Right.Cost)
    return Left.Cost < Right.Cost;
  return Placing{{}, Left.PoolSizes}.isSmallerThan({{}, Right.PoolSizes});
}

/// Takes no plan less of the slowest pool that is in use?
static bool isSmallest(const PlanProblem &Problem, const MemoryPlan &Plan) {
  if (Problem.Pools.front().Cost != Problem.Pools.back().Cost)
    return false;
  size_t Pool = Problem.Pools.size() - 1;
  for (; Plan.PoolSizes[Pool] == 0 && Pool != 0; --Pool)
    ;
  std::vector<uint64_t> Sizes;
  for (size_t I = 0; I <= Pool; ++I)
    Sizes.push_back(Problem.Pools[I].Limit.value_or(UINT64_MAX));
  return Plan.PoolSizes[Pool] <=
         poolLowerBound(withoutShared(Problem), Sizes, Pool);
}

/// The known plan, if it keeps the limits.
static std::optional<MemoryPlan> knownPlan(const PlanProblem &Problem) {
  if (Problem.Known.empty() || !keepsLimits(Problem, Problem.Known))
    return std::nullopt;
  MemoryPlan Result;
  Result.Places = Problem.Known;
  Result.PoolSizes = poolSizes(Problem, Problem.Known);
  Result.Method = "as known before";
  for (size_t I = 0; I != Problem.Buffers.size(); ++I)
    Result.Cost = saturatingAdd(
        Result.Cost,
        saturatingMultiply(Problem.Buffers[I].Traffic,
                           Problem.Pools[Problem.Known[I].Pool].Cost));
  return Result;
}

/// There may be a plan that joins other pairs, so that only proofs hold that do
/// not look at pairs.
static PlanFault withoutProof(const PlanProblem &Problem, PlanFault Fault,
                              uint64_t LowerBound) {
  if (Fault.Kind != PlanFault::PoolsTooSmall &&
      Fault.Kind != PlanFault::NoPlanExists)
    return Fault;
  return checkBounds(Problem, LowerBound)
      .value_or(PlanFault{.Kind = PlanFault::NoPlanInPools});
}

std::variant<MemoryPlan, PlanFault>
metaobj::planWithPairs(const PlanProblem &Problem, PlanEffort Effort,
                       SearchProgress &Progress,
                       const PlanFunction &PlanAlone) {
  if (std::optional<PlanFault> Fault = checkProblem(Problem, Effort))
    return *Fault;
  if (std::optional<PlanFault> Fault = checkKnown(Problem))
    return *Fault;
  const uint64_t LowerBound =
      planLowerBound(withoutShared(Problem), Problem.Pools.size());
  Progress.setLowerBound(LowerBound);
  std::optional<MemoryPlan> Best = knownPlan(Problem);
  std::optional<PlanFault> Refusal;
  uint64_t Steps = 0, TooManyPairs = 0;
  auto HaveOneSize = [&](uint32_t Later) {
    return haveOneSize(Problem, Later);
  };
  Joined Apart(Problem, [](uint32_t) { return false; }),
      Equal(Problem, HaveOneSize), All(Problem, [](uint32_t) { return true; });
  bool AreProven = true; // No joined problem has a better plan.
  auto Try = [&](const Joined &Tried, PlanEffort Level) {
    std::variant<MemoryPlan, PlanFault> Planned =
        Tried.toGiven(PlanAlone(Tried.problem(), Level));
    if (auto *Plan = std::get_if<MemoryPlan>(&Planned)) {
      Steps += Plan->Steps;
      TooManyPairs = std::max(TooManyPairs, Plan->TooManyPairs);
      AreProven &= Plan->IsOptimal;
      if (!Best || isBetter(*Plan, *Best))
        Best = std::move(*Plan);
    } else {
      const auto &Fault = std::get<PlanFault>(Planned);
      AreProven &= Fault.Kind != PlanFault::NoPlanInPool &&
                   Fault.Kind != PlanFault::NoPlanInPools &&
                   Fault.Kind != PlanFault::Stopped;
      // That of all buffers apart is of buffers that were given.
      if (&Tried == &Apart)
        Refusal = Fault;
    }
  };
  // A small buffer in the place of a large one keeps all of it. Rules tell
  // whether that is worth it.
  bool IsAll = true;
  if (Equal.numJoined() != All.numJoined() &&
      Equal.numJoined() != Apart.numJoined()) {
    auto Rules = [&](const Joined &Tried) {
      return PlanAlone(Tried.problem(), {0});
    };
    std::variant<MemoryPlan, PlanFault> OfEqual = Rules(Equal),
                                        OfAll = Rules(All);
    const auto *EqualPlan = std::get_if<MemoryPlan>(&OfEqual);
    const auto *AllPlan = std::get_if<MemoryPlan>(&OfAll);
    IsAll = AllPlan && (!EqualPlan || !isBetter(*EqualPlan, *AllPlan));
  }
  if (All.numJoined() != Apart.numJoined())
    Try(IsAll ? All : Equal, Effort);
  // Of several pools, the faster ones may be smaller without pairs.
  if (!Best || Problem.Pools.size() != 1 || !isSmallest(Problem, *Best))
    Try(Apart, Effort);
  const std::vector<uint32_t> Pairs = pairsOf(Problem);
  const bool TriesAll = Problem.Buffers.size() <= MostToChoose &&
                        Pairs.size() <= MostPairsToChoose &&
                        Effort.Level != 0 &&
                        !(Best && isSmallest(Problem, *Best));
  for (uint64_t Choice = 1; TriesAll && Choice >> Pairs.size() == 0; ++Choice)
    Try(Joined(Problem,
               [&](uint32_t Later) {
                 auto It = std::lower_bound(Pairs.begin(), Pairs.end(), Later);
                 return (Choice >> (It - Pairs.begin()) & 1) != 0;
               }),
        {std::min(Effort.Level, LevelOfChoices)});
  if (!Best)
    return withoutProof(Problem, *Refusal, LowerBound);
  Best->LowerBound = LowerBound;
  // A joined buffer is no larger than its pair if both have one size.
  Best->IsOptimal = isSmallest(Problem, *Best) ||
                    (TriesAll && AreProven &&
                     std::all_of(Pairs.begin(), Pairs.end(), HaveOneSize));
  Best->Steps = Steps;
  Best->TooManyPairs = TooManyPairs;
  return std::move(*Best);
}
