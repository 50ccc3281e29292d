//===- SkylineSearch.cpp - Fit buffers under a ceiling --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/SkylineSearch.h"

#include "Plan/Arithmetic.h"

#include <algorithm>
#include <iterator>
#include <utility>

using namespace metaobj;

SkylineSearch::SkylineSearch(std::span<const PlanBuffer> Buffers,
                             std::span<const uint32_t> Group) {
  for (uint32_t Index : Group)
    if (const PlanBuffer &Buffer = Buffers[Index]; !Buffer.Fixed) {
      Movable.push_back(Index);
      Items.push_back({Buffer.Size, Buffer.Alignment, &Buffer});
    }
  for (uint32_t Index : Group)
    if (const PlanBuffer &Fixed = Buffers[Index]; Fixed.Fixed)
      for (Item &Other : Items)
        if (Fixed.Lower < Other.Buffer->Upper &&
            Other.Buffer->Lower < Fixed.Upper)
          Other.Obstacles.push_back({Fixed.Fixed->Pool, Fixed.Fixed->Offset,
                                     Fixed.Fixed->Offset + Fixed.Size});
  for (Item &TheItem : Items)
    std::sort(TheItem.Obstacles.begin(), TheItem.Obstacles.end());
  findSections();
  Crowding.resize(Items.size());
  for (const std::vector<uint32_t> &Section : Sections) {
    uint64_t Total = 0;
    for (uint32_t Index : Section)
      Total += Items[Index].Size;
    for (uint32_t Index : Section)
      Crowding[Index] = std::max(Crowding[Index], Total);
  }
}

/// A section is the set of buffers that live when one of them is about to end.
/// There is one only if a buffer has started since the last section. Buffers
/// that share time share a section.
void SkylineSearch::findSections() {
  std::vector<uint32_t> Starts(Items.size());
  for (uint32_t I = 0; I != Items.size(); ++I)
    Starts[I] = I;
  std::vector<uint32_t> Ends = Starts;
  std::sort(Starts.begin(), Starts.end(), [&](uint32_t Left, uint32_t Right) {
    return std::pair(Items[Left].Buffer->Lower, Left) <
           std::pair(Items[Right].Buffer->Lower, Right);
  });
  std::sort(Ends.begin(), Ends.end(), [&](uint32_t Left, uint32_t Right) {
    return std::pair(Items[Left].Buffer->Upper, Left) <
           std::pair(Items[Right].Buffer->Upper, Right);
  });
  std::vector<uint32_t> Live;
  bool HasNew = false;
  size_t Started = 0;
  for (uint32_t Ending : Ends) {
    for (; Started != Starts.size() &&
           Items[Starts[Started]].Buffer->Lower < Items[Ending].Buffer->Upper;
         ++Started) {
      Items[Starts[Started]].Begin = uint32_t(Sections.size());
      Live.push_back(Starts[Started]);
      HasNew = true;
    }
    if (std::exchange(HasNew, false)) {
      for (uint32_t Index : Live)
        for (uint32_t Other : Live)
          if (Index != Other && (Items[Index].Begin == Sections.size() ||
                                 Items[Other].Begin == Sections.size()))
            Items[Index].Others.push_back(Other);
      Sections.push_back(Live);
    }
    Items[Ending].End = uint32_t(Sections.size());
    Live.erase(std::find(Live.begin(), Live.end(), Ending));
  }
}

/// One pool behind the other. Each begins at a multiple of the largest
/// alignment, so that a multiple of an alignment is one within its pool, too.
/// False: a buffer is larger than all pools.
bool SkylineSearch::layOutPools(std::span<const uint64_t> Ceilings) {
  uint64_t Unit = 1;
  for (const Item &TheItem : Items)
    Unit = std::max(Unit, TheItem.Alignment);
  Pools.clear();
  uint64_t Begin = 0;
  for (uint64_t Ceiling : Ceilings) {
    Pools.push_back({Begin, Begin + Ceiling});
    Begin = alignTo(Begin + Ceiling, Unit);
  }
  Demands.resize(Pools.size());
  Offsets.assign(Items.size(), 0);
  for (uint32_t I = 0; I != Items.size(); ++I)
    if (!raise(I, 0))
      return false;
  return true;
}

size_t SkylineSearch::poolOf(uint64_t Offset) const {
  size_t Pool = Pools.size() - 1;
  while (Offset < Pools[Pool].Begin)
    --Pool;
  return Pool;
}

BufferPlace SkylineSearch::placeOf(size_t Index) const {
  size_t Pool = poolOf(Offsets[Index]);
  return {uint32_t(Pool), Offsets[Index] - Pools[Pool].Begin};
}

/// Raises the item to \p Skyline or above it, where no obstacle is, or in the
/// next pool that has room for it. False: none has.
bool SkylineSearch::raise(uint32_t Index, uint64_t Skyline) {
  const Item &Raised = Items[Index];
  for (uint32_t Number = 0; Number != Pools.size(); ++Number) {
    const Range &Pool = Pools[Number];
    if (Skyline >= Pool.End || !Raised.Buffer->mayLieIn(Number))
      continue;
    uint64_t Offset = alignTo(std::max(Skyline, Pool.Begin), Raised.Alignment);
    for (const Obstacle &Fixed : Raised.Obstacles)
      if (Fixed.Pool == Number && Offset < Pool.Begin + Fixed.End &&
          Pool.Begin + Fixed.Begin < Offset + Raised.Size)
        Offset = alignTo(Pool.Begin + Fixed.End, Raised.Alignment);
    if (Offset + Raised.Size <= Pool.End) {
      Offsets[Index] = Offset;
      return true;
    }
  }
  return false;
}

/// Bytes of all pools at and above \p Offset.
uint64_t SkylineSearch::roomAbove(uint64_t Offset) const {
  uint64_t Room = 0;
  for (const Range &Pool : Pools)
    if (Offset < Pool.End)
      Room += Pool.End - std::max(Offset, Pool.Begin);
  return Room;
}

/// Puts the item on its skyline and raises the skyline of the items that live
/// with it. False: something no longer fits under the ceilings.
bool SkylineSearch::place(uint32_t Index) {
  const Item &Placed = Items[Index];
  uint64_t Top = Offsets[Index] + Placed.Size;
  Log.push_back({Index, true, 0});
  IsPlaced[Index] = true;
  Remaining[Placed.Begin] -= Placed.Size;
  MayBeSplit = false;
  for (uint32_t Section = Placed.Begin + 1; Section < Placed.End; ++Section) {
    Remaining[Section] -= Placed.Size;
    MayBeSplit |= --Crossing[Section] == 0;
  }
  uint32_t Begin = Placed.Begin, End = Placed.End;
  uint64_t Compared = 0; // Fixed places.
  auto CountSteps = [&](uint64_t Count) {
    StepsLeft -= std::min(StepsLeft, Count);
  };
  for (uint32_t Other : Placed.Others) {
    if (IsPlaced[Other] || Offsets[Other] >= Top)
      continue;
    const Item &Raised = Items[Other];
    Log.push_back({Other, false, Offsets[Other]});
    Compared += Raised.Obstacles.size();
    if (!raise(Other, Top)) {
      CountSteps(Compared);
      return false;
    }
    Begin = std::min(Begin, Raised.Begin);
    End = std::max(End, Raised.End);
  }
  CountSteps(Compared + Placed.Others.size());
  return fits(Begin, End);
}

/// Is there room for the items of \p Section that are not placed, if each stays
/// in its pool or goes to a slower one?
bool SkylineSearch::fitsBehind(uint32_t Section) {
  Demands.assign(Pools.size(), {});
  for (uint32_t Index : Sections[Section])
    if (!IsPlaced[Index]) {
      Demand &OfPool = Demands[poolOf(Offsets[Index])];
      OfPool.Bytes += Items[Index].Size;
      OfPool.Lowest = std::min(OfPool.Lowest, Offsets[Index]);
    }
  uint64_t Bytes = 0;
  for (auto Last = Demands.rbegin(); Last != Demands.rend(); ++Last) {
    Bytes += Last->Bytes;
    if (Last->Bytes != 0 && Bytes > roomAbove(Last->Lowest))
      return false;
  }
  return true;
}

/// Is there room above the skyline for the items that are not placed?
bool SkylineSearch::fits(uint32_t Begin, uint32_t End) {
  uint64_t Looked = End - Begin;
  bool Result = true;
  for (uint32_t Section = Begin; Result && Section != End; ++Section) {
    if (Remaining[Section] == 0)
      continue;
    // One item suffices that lies low enough. Often it is the same as before.
    auto LiesLow = [&](uint32_t Index) {
      return !IsPlaced[Index] &&
             Remaining[Section] <= roomAbove(Offsets[Index]);
    };
    if (!LiesLow(Lowest[Section])) {
      const std::vector<uint32_t> &Live = Sections[Section];
      auto Found = std::find_if(Live.begin(), Live.end(), LiesLow);
      Looked += Found - Live.begin();
      Result = Found != Live.end();
      if (Result)
        Lowest[Section] = *Found;
    }
    if (Pools.size() != 1) {
      Looked += Sections[Section].size();
      Result = Result && fitsBehind(Section);
    }
  }
  StepsLeft -= std::min(StepsLeft, Looked);
  return Result;
}

void SkylineSearch::rewind(size_t Mark) {
  for (; Log.size() != Mark; Log.pop_back()) {
    const Change &Last = Log.back();
    if (!Last.IsPlacing) {
      Offsets[Last.Item] = Last.Before;
      continue;
    }
    const Item &Taken = Items[Last.Item];
    IsPlaced[Last.Item] = false;
    Remaining[Taken.Begin] += Taken.Size;
    for (uint32_t Section = Taken.Begin + 1; Section < Taken.End; ++Section) {
      Remaining[Section] += Taken.Size;
      ++Crossing[Section];
    }
  }
}

/// \p Open in groups that share no section, each in the order of \p Open.
std::vector<std::vector<uint32_t>>
SkylineSearch::split(std::span<const uint32_t> Open) {
  // For each section, the last end of the items that begin in it.
  Reach.assign(Sections.size() + 1, 0);
  for (uint32_t Index : Open)
    Reach[Items[Index].Begin] =
        std::max(Reach[Items[Index].Begin], Items[Index].End);
  std::vector<uint32_t> &GroupOf = Reach;
  uint32_t Groups = 0, End = 0;
  for (uint32_t Section = 0; Section != Sections.size(); ++Section) {
    uint32_t Reached = Reach[Section];
    if (Reached != 0 && Section >= End)
      ++Groups;
    End = std::max(End, Reached);
    GroupOf[Section] = Groups;
  }
  std::vector<std::vector<uint32_t>> Result(Groups);
  for (uint32_t Index : Open)
    Result[GroupOf[Items[Index].Begin] - 1].push_back(Index);
  // Then steps take about the same time in all groups.
  StepsLeft -= std::min<uint64_t>(StepsLeft, Sections.size() + 4 * Open.size());
  return Result;
}

void SkylineSearch::countSteps() {
  Steps->take(StepsCounted - StepsLeft);
  StepsCounted = StepsLeft;
  uint64_t Until = Steps->progress().untilCall();
  CountAt = StepsLeft - std::min(StepsLeft, Until);
}

bool SkylineSearch::mustEnd() {
  countSteps();
  return StepsLeft == 0 || Steps->progress().isStopped();
}

SkylineSearch::Outcome SkylineSearch::solve(std::span<const uint32_t> Open,
                                            uint64_t Floor, uint32_t Last) {
  if (!MayBeSplit)
    return solveConnected(Open, Floor, Last);
  size_t Mark = Log.size();
  for (const std::vector<uint32_t> &Group : split(Open)) {
    Outcome Result = solveConnected(Group, Floor, Last);
    // Groups do not depend on each other: another plan of an earlier one would
    // not help.
    if (Result != Outcome::Found) {
      rewind(Mark);
      return Result;
    }
  }
  return Outcome::Found;
}

/// \p Last is the rank of the item that was placed last, at \p Floor. The order
/// of equally low items does not matter, so only one order is tried.
SkylineSearch::Outcome
SkylineSearch::solveConnected(std::span<const uint32_t> Open, uint64_t Floor,
                              uint32_t Last) {
  /// Its skyline, rank and position.
  struct Candidate {
    uint64_t Offset;
    uint32_t Rank, Index;
    auto operator<=>(const Candidate &) const = default;
  };
  if (Open.size() == 1)
    return place(Open[0]) ? Outcome::Found : Outcome::Impossible;
  if (StepsLeft <= CountAt && mustEnd())
    return Outcome::OutOfSteps;
  StepsLeft -= std::min<uint64_t>(StepsLeft, 2 * Open.size());
  // From here on nothing goes below the floor.
  uint32_t Begin = UINT32_MAX, End = 0;
  uint64_t LeastTop = UINT64_MAX;
  for (uint32_t Index : Open) {
    const Item &NotPlaced = Items[Index];
    Begin = std::min(Begin, NotPlaced.Begin);
    End = std::max(End, NotPlaced.End);
    LeastTop = std::min(LeastTop, Offsets[Index] + NotPlaced.Size);
  }
  uint64_t Room = roomAbove(Floor);
  for (uint32_t Section = Begin; Section != End; ++Section)
    if (Remaining[Section] > Room)
      return Outcome::Impossible;
  std::vector<Candidate> Candidates;
  for (uint32_t Index : Open)
    if (Offsets[Index] < LeastTop &&
        (Offsets[Index] > Floor ||
         (Offsets[Index] == Floor && Ranks[Index] >= Last)))
      Candidates.push_back({Offsets[Index], Ranks[Index], Index});
  std::sort(Candidates.begin(), Candidates.end());
  std::vector<uint32_t> Rest;
  size_t Mark = Log.size();
  for (auto [Offset, Rank, Chosen] : Candidates) {
    if (place(Chosen)) {
      Rest.clear();
      for (uint32_t Index : Open)
        if (Index != Chosen)
          Rest.push_back(Index);
      Outcome Result = solve(Rest, Offset, Rank);
      if (Result == Outcome::Found)
        return Result;
      rewind(Mark);
      if (Result == Outcome::OutOfSteps)
        return Result;
    }
    rewind(Mark);
    if (StepsLeft == 0)
      return Outcome::OutOfSteps;
  }
  return Outcome::Impossible;
}

SkylineSearch::Outcome SkylineSearch::run(std::span<const uint64_t> Ceilings,
                                          std::span<const uint32_t> GivenRanks,
                                          uint64_t Most,
                                          SearchSteps &GivenSteps) {
  Ranks = GivenRanks;
  Steps = &GivenSteps;
  StepsLeft = StepsCounted = Most;
  if (!layOutPools(Ceilings))
    return Outcome::Impossible;
  countSteps();
  IsPlaced.assign(Items.size(), false);
  Log.clear();
  Remaining.assign(Sections.size(), 0);
  Lowest.clear();
  for (const std::vector<uint32_t> &Section : Sections)
    Lowest.push_back(Section[0]);
  Crossing.assign(Sections.size(), 0);
  MayBeSplit = true;
  std::vector<uint32_t> Open;
  for (uint32_t I = 0; I != Items.size(); ++I) {
    for (uint32_t Section = Items[I].Begin; Section != Items[I].End;
         ++Section) {
      Remaining[Section] += Items[I].Size;
      Crossing[Section] += Section != Items[I].Begin;
    }
    Open.push_back(I);
  }
  Outcome Result = fits(0, uint32_t(Sections.size())) ? solve(Open, 0, 0)
                                                      : Outcome::Impossible;
  countSteps();
  return Result;
}
