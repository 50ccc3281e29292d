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
  GroupSearch(const PlanProblem &Problem, std::span<const uint32_t> Group,
              const PoolGoal &Goal, uint64_t LowerBound, const Placing &Known);

  uint64_t height() const { return Height; }
  bool isDone() const { return Height <= Floor; }

  /// One more attempt. True when Height is less than before.
  bool attempt(uint64_t &Steps);

  void copyTo(std::vector<BufferPlace> &Places) const;

private:
  /// Orders of the buffers, and how many of them are disturbed at random, for
  /// each number of steps.
  static constexpr unsigned Rankings = 3, Disturbed = 8;
  static constexpr uint64_t UnitOfSteps = uint64_t(1) << 15;

  std::vector<uint32_t> ranks(unsigned Ranking, bool IsDisturbed);

  void measure();

  const PlanProblem &Problem;
  std::vector<uint32_t> Group;
  const PoolGoal &Goal;
  SkylineSearch Search;
  std::vector<BufferPlace> Places;
  uint64_t Height = 0; ///< Bytes of the pool that the group needs.
  uint64_t Floor;      ///< A lower plan is impossible or useless.
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
                         std::span<const uint32_t> Group, const PoolGoal &Goal,
                         uint64_t LowerBound, const Placing &Known)
    : Problem(Problem), Group(Group.begin(), Group.end()), Goal(Goal),
      Search(Problem.Buffers, Group),
      Floor(std::max(LowerBound, lowerBoundOf(Problem, Group, Goal))) {
  for (uint32_t Index : Group)
    Places.push_back(Known.Places[Index]);
  measure();
}

void GroupSearch::measure() {
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

bool GroupSearch::attempt(uint64_t &Steps) {
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
  Given /= (IsDisturbed ? Disturbed : 1) * (Way == Whole ? 1 : 2);
  Given = std::min(Steps, Given);
  ++Attempts;
  std::vector<uint64_t> Ceilings = Goal.Ceilings;
  Ceilings[Goal.Pool] = Target + Above[Way];
  uint64_t Left = Given;
  SkylineSearch::Outcome Outcome =
      Search.run(Ceilings, ranks(Turn % Rankings, IsDisturbed), Left);
  // Every attempt takes a step, so the search ends.
  Steps -= std::max<uint64_t>(Given - Left, 1);
  if (Outcome == SkylineSearch::Outcome::Impossible)
    Floor = std::max(Floor, Ceilings[Goal.Pool] + 1);
  if (Outcome != SkylineSearch::Outcome::Found)
    return false;
  for (size_t I = 0; I != Group.size(); ++I)
    Places[I] = Search.placeOf(I);
  measure();
  // That was easy: try the same again from here.
  if (Way != Whole)
    --Attempts;
  return true;
}

void GroupSearch::copyTo(std::vector<BufferPlace> &All) const {
  for (size_t I = 0; I != Group.size(); ++I)
    All[Group[I]] = Places[I];
}

/// Lowers the pool of \p Goal.
static void lowerPool(const PlanProblem &Problem, const PoolGoal &Goal,
                      Placing &Best, uint64_t &Steps) {
  uint64_t LowerBound =
      poolLowerBound(Problem.Buffers, Goal.Ceilings, Goal.Pool);
  std::vector<GroupSearch> Groups;
  for (const std::vector<uint32_t> &Group : timeGroups(Problem.Buffers)) {
    std::vector<BufferPlace> Places;
    for (uint32_t Index : Group)
      Places.push_back(Best.Places[Index]);
    uint64_t Height = heightOf(Problem, Group, Places, Goal.Pool);
    if (Height <= LowerBound)
      continue;
    // The plan cannot get lower than this one.
    if (Group.size() > LargestSkylineGroup)
      LowerBound = std::max(LowerBound, Height);
    else
      Groups.emplace_back(Problem, Group, Goal, LowerBound, Best);
  }
  while (Steps != 0 && !Groups.empty()) {
    auto Highest =
        std::max_element(Groups.begin(), Groups.end(),
                         [](const GroupSearch &Left, const GroupSearch &Right) {
                           return Left.height() < Right.height();
                         });
    if (Highest->isDone() || Highest->height() <= LowerBound)
      break;
    Highest->attempt(Steps);
  }
  for (const GroupSearch &Search : Groups)
    Search.copyTo(Best.Places);
  Best.PoolSizes = poolSizes(Problem, Best.Places);
}

void metaobj::improveBySkyline(const PlanProblem &Problem, Placing &Best,
                               uint64_t LimitOfLast, uint64_t &Steps) {
  uint64_t Unit = 1;
  for (const PlanBuffer &Buffer : Problem.Buffers)
    Unit = std::max(Unit, Buffer.Alignment);
  uint64_t Total = 0, Room = 0;
  for (const PlanBuffer &Buffer : Problem.Buffers)
    Total += alignTo(Buffer.Size, Unit);
  // No pool needs more than all buffers one behind the other.
  PoolGoal Goal = {Problem.Pools.size() - 1, LimitOfLast, {}};
  for (const PlanPool &ThePlanPool : Problem.Pools) {
    Goal.Ceilings.push_back(std::min(ThePlanPool.Limit.value_or(Total), Total));
    Room = saturatingAdd(Room, alignTo(Goal.Ceilings.back(), Unit));
  }
  if (Room > uint64_t(std::numeric_limits<int64_t>::max()))
    return;
  for (;; --Goal.Pool) {
    lowerPool(Problem, Goal, Best, Steps);
    if (Goal.Pool == 0 || Best.PoolSizes[Goal.Pool] != 0)
      return;
    Goal.Ceilings[Goal.Pool] = 0;
    Goal.Limit = UINT64_MAX;
  }
}
