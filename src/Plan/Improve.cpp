//===- Improve.cpp - Searches that make a plan smaller --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Improve.h"

#include "Plan/Arithmetic.h"
#include "Plan/Conflicts.h"
#include "Plan/RandomNumbers.h"
#include "Plan/SkylineSearch.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

using namespace metaobj;

namespace {

/// The pool to make smaller, and the most bytes of all pools meanwhile.
struct PoolGoal {
  size_t Pool;
  uint64_t Limit; ///< The pool may have more now.
  std::vector<uint64_t> Ceilings;
};

/// The search for one group of buffers. Each attempt continues from the last
/// one.
class GroupSearch {
public:
  /// \p Known has a place for each buffer, or nothing.
  GroupSearch(const PlanProblem &Problem, std::span<const uint32_t> Group,
              const PoolGoal &Goal, uint64_t LowerBound,
              std::span<const BufferPlace> Known);

  bool hasPlan() const { return Places.size() == Group.size(); }
  /// Bytes of the pool that the group needs. Without a plan, more than it has.
  uint64_t height() const { return Height; }
  /// A lower plan is impossible or useless.
  uint64_t floor() const { return Floor; }
  bool isDone() const { return Height <= Floor; }

  /// One more attempt. True when Height is less than before.
  bool attempt(SearchSteps &Steps);

  void copyTo(std::vector<BufferPlace> &Places) const;

private:
  /// Orders of the buffers, and how many of them are disturbed at random, for
  /// each number of steps.
  static constexpr unsigned Rankings = 3, Disturbed = 8;
  static constexpr uint64_t UnitOfSteps = uint64_t(1) << 15;

  std::vector<uint32_t> ranks(unsigned Ranking, bool IsDisturbed);

  const PlanProblem &Problem;
  const PoolGoal &Goal;
  SkylineSearch Search;
  std::span<const uint32_t> Group; ///< Its movable buffers.
  std::vector<BufferPlace> Places;
  uint64_t Height;
  uint64_t Floor;
  unsigned Attempts = 0;
  RandomNumbers Random;
};

} // namespace

/// Bytes of pool \p Pool that \p Group needs.
static uint64_t heightOf(const PlanProblem &Problem,
                         std::span<const uint32_t> Group,
                         std::span<const BufferPlace> Places, size_t Pool) {
  uint64_t Height = 0;
  for (size_t I = 0; I != Group.size(); ++I)
    if (Places[I].Pool == Pool)
      Height =
          std::max(Height, Places[I].Offset + Problem.Buffers[Group[I]].Size);
  return Height;
}

static uint64_t lowerBoundOf(const PlanProblem &Problem,
                             std::span<const uint32_t> Group,
                             const PoolGoal &Goal) {
  std::vector<PlanBuffer> Buffers;
  for (uint32_t Index : Group)
    Buffers.push_back(Problem.Buffers[Index]);
  return poolLowerBound(Buffers, Goal.Ceilings, Goal.Pool);
}

GroupSearch::GroupSearch(const PlanProblem &Problem,
                         std::span<const uint32_t> GivenGroup,
                         const PoolGoal &Goal, uint64_t LowerBound,
                         std::span<const BufferPlace> Known)
    : Problem(Problem), Goal(Goal), Search(Problem.Buffers, GivenGroup),
      Group(Search.movable()), Height(Goal.Ceilings[Goal.Pool] + 1),
      Floor(std::max(LowerBound, lowerBoundOf(Problem, GivenGroup, Goal))) {
  if (Known.empty())
    return;
  for (uint32_t Index : Group)
    Places.push_back(Known[Index]);
  Height = heightOf(Problem, Group, Places, Goal.Pool);
}

/// The buffer with the lowest rank comes first if several lie equally low.
/// Every ranking is bad for some buffers.
std::vector<uint32_t> GroupSearch::ranks(unsigned Ranking, bool IsDisturbed) {
  using Key = std::array<uint64_t, 3>;
  std::vector<Key> Keys;
  for (size_t I = 0; I != Group.size(); ++I) {
    const PlanBuffer &Buffer = Problem.Buffers[Group[I]];
    uint64_t Length = Buffer.Upper - Buffer.Lower;
    uint64_t Area = saturatingMultiply(Length, Buffer.Size);
    uint64_t Crowd = Search.crowding()[I];
    const Key Choices[Rankings] = {
        {Crowd, Length, Area}, {Length, Area, Crowd}, {Crowd, Area, Length}};
    Keys.push_back(Choices[Ranking]);
  }
  std::vector<uint32_t> Order(Group.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::sort(Order.begin(), Order.end(), [&](uint32_t Left, uint32_t Right) {
    return std::pair(Keys[Right], Left) < std::pair(Keys[Left], Right);
  });
  if (IsDisturbed)
    for (size_t Swaps = Order.size() / 8 + 1; Swaps != 0; --Swaps) {
      size_t Offset = Random.below(Order.size());
      size_t Other = std::min(Offset + Random.below(8), Order.size() - 1);
      std::swap(Order[Offset], Order[Other]);
    }
  std::vector<uint32_t> Ranks(Group.size());
  for (uint32_t I = 0; I != Order.size(); ++I)
    Ranks[Order[I]] = I;
  return Ranks;
}

bool GroupSearch::attempt(SearchSteps &Steps) {
  // First down to the limit, and then as far as possible. In turn: half of the
  // way, all of it, and an eighth.
  uint64_t Target = Height > Goal.Limit ? std::max(Goal.Limit, Floor) : Floor;
  uint64_t Room = Height - Target;
  const uint64_t Above[] = {Room / 2, 0, Room - Room / 8 - 1};
  constexpr unsigned Ways = std::size(Above), Whole = 1;
  unsigned Way = Attempts % Ways;
  // Nobody knows which ranking serves, nor how long the search takes. So all
  // are tried with few steps before the first gets more.
  unsigned Turn = Attempts / Ways % (Rankings + Disturbed);
  unsigned Round = Attempts / (Ways * (Rankings + Disturbed));
  bool IsDisturbed = Turn >= Rankings;
  uint64_t Given = UnitOfSteps << std::min(2 * Round, 40U);
  Given /= IsDisturbed ? Disturbed : 1;
  // All of the way is what is wanted, and takes longest.
  Given /= Way == Whole ? 1 : 2;
  Given = std::min(Steps.left(), Given);
  ++Attempts;
  std::vector<uint64_t> Ceilings = Goal.Ceilings;
  Ceilings[Goal.Pool] = Target + Above[Way];
  uint64_t Before = Steps.taken();
  SkylineSearch::Outcome Outcome =
      Search.run(Ceilings, ranks(Turn % Rankings, IsDisturbed), Given, Steps);
  // Every attempt takes a step, so the search ends.
  if (Steps.taken() == Before)
    Steps.take(1);
  if (Outcome == SkylineSearch::Outcome::Impossible)
    Floor = std::max(Floor, Ceilings[Goal.Pool] + 1);
  if (Outcome != SkylineSearch::Outcome::Found)
    return false;
  Places.clear();
  for (size_t I = 0; I != Group.size(); ++I)
    Places.push_back(Search.placeOf(I));
  Height = heightOf(Problem, Group, Places, Goal.Pool);
  // That was easy: try the same again from here.
  if (Way != Whole)
    --Attempts;
  return true;
}

void GroupSearch::copyTo(std::vector<BufferPlace> &All) const {
  for (size_t I = 0; I != Group.size(); ++I)
    All[Group[I]] = Places[I];
}

/// Lowers the pool of \p Goal. Returns the bytes below which it cannot be.
/// nullopt: there is no plan yet, and none was found.
static std::optional<uint64_t> lowerPool(const PlanProblem &Problem,
                                         const PoolGoal &Goal,
                                         std::optional<Placing> &Best,
                                         SearchSteps &Steps) {
  uint64_t LowerBound =
      poolLowerBound(Problem.Buffers, Goal.Ceilings, Goal.Pool);
  uint64_t Proven = LowerBound;
  bool IsWhole = true;
  std::vector<GroupSearch> Groups;
  std::vector<BufferPlace> Known;
  if (Best)
    Known = Best->Places;
  for (const std::vector<uint32_t> &Group : timeGroups(Problem.Buffers)) {
    uint64_t Height = UINT64_MAX;
    if (Best) {
      std::vector<BufferPlace> Places;
      for (uint32_t Index : Group)
        Places.push_back(Known[Index]);
      Height = heightOf(Problem, Group, Places, Goal.Pool);
      if (Height <= LowerBound)
        continue;
    }
    if (Group.size() <= LargestSkylineGroup) {
      Groups.emplace_back(Problem, Group, Goal, LowerBound, Known);
      continue;
    }
    if (!Best)
      return std::nullopt;
    // The plan cannot get lower than this one.
    LowerBound = std::max(LowerBound, Height);
    IsWhole = false;
  }
  auto IsLower = [](const GroupSearch &Left, const GroupSearch &Right) {
    return Left.height() < Right.height();
  };
  uint64_t Told = Steps.taken();
  while (Steps.left() != 0 && !Groups.empty()) {
    auto Highest = std::max_element(Groups.begin(), Groups.end(), IsLower);
    if (Highest->isDone() || Highest->height() <= LowerBound)
      break;
    bool IsLess = Highest->attempt(Steps);
    // To measure a large plan takes longer than many attempts.
    if (IsLess && Best && Steps.progress().hasListener() &&
        Steps.taken() - Told >= Problem.Buffers.size()) {
      Told = Steps.taken();
      for (const GroupSearch &Search : Groups)
        Search.copyTo(Best->Places);
      Steps.progress().offer(poolSizes(Problem, Best->Places));
    }
  }
  if (!std::all_of(Groups.begin(), Groups.end(),
                   [](const GroupSearch &Search) { return Search.hasPlan(); }))
    return std::nullopt;
  if (!Best)
    Best.emplace(Placing{firstPlaces(Problem), {}});
  for (const GroupSearch &Search : Groups) {
    Search.copyTo(Best->Places);
    if (IsWhole)
      Proven = std::max(Proven, Search.floor());
  }
  Best->PoolSizes = poolSizes(Problem, Best->Places);
  return Proven;
}

bool metaobj::improveBySkyline(const PlanProblem &Problem,
                               std::optional<Placing> &Best,
                               uint64_t LimitOfLast, SearchSteps &Steps) {
  uint64_t Unit = 1, FixedTop = 0;
  for (const PlanBuffer &Buffer : Problem.Buffers) {
    Unit = std::max(Unit, Buffer.Alignment);
    if (Buffer.Fixed)
      FixedTop = std::max(FixedTop, Buffer.Fixed->Offset + Buffer.Size);
  }
  // No pool needs more than all buffers one behind the other.
  uint64_t Total = alignTo(FixedTop, Unit), Room = 0;
  for (const PlanBuffer &Buffer : Problem.Buffers)
    Total += alignTo(Buffer.Size, Unit);
  PoolGoal Goal = {Problem.Pools.size() - 1, LimitOfLast, {}};
  for (const PlanPool &ThePlanPool : Problem.Pools) {
    Goal.Ceilings.push_back(std::min(ThePlanPool.Limit.value_or(Total), Total));
    Room = saturatingAdd(Room, alignTo(Goal.Ceilings.back(), Unit));
  }
  if (Room > uint64_t(std::numeric_limits<int64_t>::max()))
    return false;
  for (;; --Goal.Pool) {
    std::optional<uint64_t> Proven = lowerPool(Problem, Goal, Best, Steps);
    if (!Proven)
      return false;
    if (Goal.Pool == 0 || Best->PoolSizes[Goal.Pool] != 0)
      return Best->PoolSizes[Goal.Pool] <= *Proven;
    Goal.Ceilings[Goal.Pool] = 0;
    Goal.Limit = UINT64_MAX;
  }
}
