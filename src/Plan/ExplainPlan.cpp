//===- ExplainPlan.cpp - Why buffers left their first pool ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Arithmetic.h"
#include "Plan/Conflicts.h"
#include "Plan/Neighbours.h"
#include "metaobj/Plan.h"

#include <algorithm>
#include <string>
#include <utility>

using namespace metaobj;

/// May buffer \p Index lie where the one is over which it may be written?
static bool mayBeWrittenOver(const PlanProblem &Problem,
                             std::span<const BufferPlace> Places,
                             std::span<const uint32_t> Others, size_t Index,
                             size_t Pool) {
  const PlanBuffer &Buffer = Problem.Buffers[Index];
  if (!Buffer.InPlaceOf || Places[*Buffer.InPlaceOf].Pool != Pool)
    return false;
  uint64_t Offset = Places[*Buffer.InPlaceOf].Offset;
  return Offset % Buffer.Alignment == 0 &&
         std::all_of(Others.begin(), Others.end(), [&](uint32_t Other) {
           return Other == *Buffer.InPlaceOf ||
                  Places[Other].Offset >= Offset + Buffer.Size ||
                  Offset >= Places[Other].Offset + Problem.Buffers[Other].Size;
         });
}

/// When most bytes of \p Others live while \p Buffer does, and how many.
static std::pair<uint64_t, uint64_t>
findPeak(const PlanBuffer &Buffer, std::span<const PlanBuffer> Buffers,
         std::span<const BufferPlace> Places,
         std::span<const uint32_t> Others) {
  std::vector<std::pair<uint64_t, uint64_t>> Starts, Ends; // Times and bytes.
  for (uint32_t Other : Others) {
    const PlanBuffer &Live = Buffers[Other];
    uint64_t Lower = std::max(Live.Lower, Buffer.Lower);
    // Bytes that it shares with the one before it count once.
    if (Live.InPlaceOf && Places[*Live.InPlaceOf] == Places[Other])
      Lower = std::max(Lower, Live.Lower + 1);
    // Nor do those over which the buffer itself may be written.
    if (Lower >= Live.Upper || Buffer.InPlaceOf == Other)
      continue;
    Starts.emplace_back(Lower, Live.Size);
    Ends.emplace_back(Live.Upper, Live.Size);
  }
  std::sort(Starts.begin(), Starts.end());
  std::sort(Ends.begin(), Ends.end());
  uint64_t Time = Buffer.Lower, Most = 0, Live = 0;
  auto NextEnd = Ends.begin();
  for (const auto &[Start, Bytes] : Starts) {
    if (Start >= Buffer.Upper)
      break;
    for (; NextEnd->first <= Start; ++NextEnd)
      Live -= NextEnd->second;
    Live += Bytes;
    if (Live > Most) {
      Most = Live;
      Time = Start;
    }
  }
  return {Time, Most};
}

/// \p Placed has the buffers of pool \p Pool, the first one for \p Index.
static PlanReason explain(const PlanProblem &Problem,
                          std::span<const BufferPlace> Places,
                          const Conflicts &Placed, size_t Index, size_t Pool) {
  const PlanBuffer &Buffer = Problem.Buffers[Index];
  const std::optional<uint64_t> &Limit = Problem.Pools[Pool].Limit;
  PlanReason Result;
  Result.Pool = Pool;
  if (Buffer.Fixed) {
    Result.Kind = PlanReason::FixedElsewhere;
    return Result;
  }
  if (Limit && Buffer.Size > *Limit) {
    Result.Kind = PlanReason::LargerThanPool;
    Result.Bytes = *Limit;
    return Result;
  }
  Result.Kind = PlanReason::RoomLeft;
  if (!Limit || Buffer.Size == 0)
    return Result;
  std::vector<uint32_t> Others;
  Neighbours Beside;
  Placed.forEachPlaced(uint32_t(Index), [&](uint32_t Other) {
    Others.push_back(Other);
    Beside.add({Places[Other].Offset,
                Places[Other].Offset + Problem.Buffers[Other].Size, Other});
  });
  Beside.sort();
  auto [Time, Bytes] = findPeak(Buffer, Problem.Buffers, Places, Others);
  if (saturatingAdd(Bytes, Buffer.Size) > *Limit)
    Result.Kind = PlanReason::NoRoom;
  else if (!Beside.findGap(Buffer, *Limit, GapRule::Lowest) &&
           !mayBeWrittenOver(Problem, Places, Others, Index, Pool))
    Result.Kind = PlanReason::NoGap;
  else
    return Result;
  Result.Time = Time;
  Result.Bytes = Bytes;
  std::erase_if(Others, [&, Time = Time](uint32_t Other) {
    const PlanBuffer &Live = Problem.Buffers[Other];
    return Time < Live.Lower || Live.Upper <= Time;
  });
  size_t Count = std::min(Others.size(), PlanReason::MostBeside);
  std::partial_sort(Others.begin(), Others.begin() + ptrdiff_t(Count),
                    Others.end(), [&](uint32_t Left, uint32_t Right) {
                      return std::pair(Problem.Buffers[Right].Size, Left) <
                             std::pair(Problem.Buffers[Left].Size, Right);
                    });
  Result.Beside.assign(Others.begin(), Others.begin() + ptrdiff_t(Count));
  return Result;
}

std::vector<PlanReason>
metaobj::explainPlan(const PlanProblem &Problem,
                     std::span<const BufferPlace> Places,
                     std::span<const size_t> Which) {
  std::vector<PlanReason> Result(Which.size());
  Conflicts Placed(Problem.Buffers);
  for (size_t Pool = 0; Pool != Problem.Pools.size(); ++Pool) {
    bool HasPlaced = false;
    for (size_t I = 0; I != Which.size(); ++I) {
      const PlanBuffer &Buffer = Problem.Buffers[Which[I]];
      if (Buffer.firstPool() != Pool)
        continue;
      Result[I].Pool = Pool;
      if (Places[Which[I]].Pool == Pool)
        continue;
      if (!std::exchange(HasPlaced, true)) {
        Placed.clear();
        for (uint32_t Other : buffersWithBytes(Problem.Buffers))
          if (Places[Other].Pool == Pool)
            Placed.addPlaced(Other);
      }
      Result[I] = explain(Problem, Places, Placed, Which[I], Pool);
    }
  }
  return Result;
}

std::string PlanReason::text(const std::string &PoolName,
                             std::span<const std::string> BesideNames) const {
  std::string Live = std::to_string(Bytes) + " bytes live there, the largest " +
                     (BesideNames.size() == 1 ? "is " : "are ");
  for (size_t I = 0; I != BesideNames.size(); ++I)
    Live += (I == 0                        ? ""
             : I + 1 == BesideNames.size() ? " and "
                                           : ", ") +
            BesideNames[I];
  switch (Kind) {
  case InFirstPool:
    return "";
  case LargerThanPool:
    return "pool " + PoolName + " has at most " + std::to_string(Bytes) +
           " bytes";
  case FixedElsewhere:
    return "its place is fixed in another pool than " + PoolName;
  case NoRoom:
    return "pool " + PoolName + " has no room at " + std::to_string(Time) +
           ": " + Live;
  case NoGap:
    return "pool " + PoolName + " has no gap that is large enough: at " +
           std::to_string(Time) + ", " + Live;
  case RoomLeft:
    return "pool " + PoolName + " has room for it, which the plan leaves";
  }
  return "unknown reason";
}
