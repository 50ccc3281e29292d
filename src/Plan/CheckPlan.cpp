//===- CheckPlan.cpp - Does a plan hold? ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Goes through time once and keeps the buffers that live, in the order of
/// addresses. It shares no code with the planner.
///
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "metaobj/Plan.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

using namespace llvm;

namespace metaobj {

/// Is \p Place aligned and inside of its pool?
static Error checkPlace(const PlanProblem &Problem, const MemoryPlan &Plan,
                        size_t Index, StringRef Name) {
  const PlanBuffer &Buffer = Problem.Buffers[Index];
  const BufferPlace &Place = Plan.Places[Index];
  std::string Subject = "buffer " + quoted(Buffer.Name);
  if (Place.Pool >= Problem.Pools.size())
    return inputError(Name, Subject + " is in pool " + Twine(Place.Pool) +
                                ", but there are " +
                                Twine(Problem.Pools.size()));
  if (Place.Offset % Buffer.Alignment != 0)
    return inputError(Name, Subject + " is at " + Twine(Place.Offset) +
                                ", which is not a multiple of " +
                                Twine(Buffer.Alignment));
  uint64_t Size = Plan.PoolSizes[Place.Pool];
  if (Place.Offset > Size || Buffer.Size > Size - Place.Offset)
    return inputError(Name, Subject + " has " + plural(Buffer.Size, "byte") +
                                " at " + Twine(Place.Offset) +
                                ", but the pool has " + Twine(Size));
  return Error::success();
}

Error checkPlan(const PlanProblem &Problem, const MemoryPlan &Plan,
                StringRef Name) {
  if (Plan.Places.size() != Problem.Buffers.size() ||
      Plan.PoolSizes.size() != Problem.Pools.size())
    return inputError(Name,
                      "the plan has " + plural(Plan.Places.size(), "place") +
                          " in " + plural(Plan.PoolSizes.size(), "pool") +
                          " for " + plural(Problem.Buffers.size(), "buffer") +
                          " and " + plural(Problem.Pools.size(), "pool"));
  for (size_t I = 0; I != Problem.Pools.size(); ++I)
    if (Problem.Pools[I].Limit && Plan.PoolSizes[I] > *Problem.Pools[I].Limit)
      return inputError(Name, "pool " + quoted(Problem.Pools[I].Name) +
                                  " has " + Twine(Plan.PoolSizes[I]) +
                                  " bytes of at most " +
                                  Twine(*Problem.Pools[I].Limit));
  std::vector<size_t> Starts;
  for (size_t I = 0; I != Problem.Buffers.size(); ++I) {
    if (Error E = checkPlace(Problem, Plan, I, Name))
      return E;
    if (Problem.Buffers[I].Size != 0)
      Starts.push_back(I);
  }
  std::vector<size_t> Ends = Starts;
  std::sort(Starts.begin(), Starts.end(), [&](size_t Left, size_t Right) {
    return Problem.Buffers[Left].Lower < Problem.Buffers[Right].Lower;
  });
  std::sort(Ends.begin(), Ends.end(), [&](size_t Left, size_t Right) {
    return Problem.Buffers[Left].Upper < Problem.Buffers[Right].Upper;
  });
  // The buffers that live, by address. While nothing overlaps, all addresses
  // differ.
  using Address = std::pair<uint32_t, uint64_t>;
  std::map<Address, size_t> Live;
  auto AddressOf = [&](size_t Index) {
    return Address(Plan.Places[Index].Pool, Plan.Places[Index].Offset);
  };
  auto Overlap = [&](size_t Lower, size_t Higher) {
    return AddressOf(Lower).first == AddressOf(Higher).first &&
           AddressOf(Higher).second - AddressOf(Lower).second <
               Problem.Buffers[Lower].Size;
  };
  auto NextEnd = Ends.begin();
  for (size_t Index : Starts) {
    for (; Problem.Buffers[*NextEnd].Upper <= Problem.Buffers[Index].Lower;
         ++NextEnd)
      Live.erase(AddressOf(*NextEnd));
    auto Above = Live.lower_bound(AddressOf(Index));
    std::optional<size_t> Other;
    if (Above != Live.end() && Overlap(Index, Above->second))
      Other = Above->second;
    else if (Above != Live.begin() && Overlap(std::prev(Above)->second, Index))
      Other = std::prev(Above)->second;
    if (Other)
      return inputError(Name,
                        "buffers " + quoted(Problem.Buffers[*Other].Name) +
                            " and " + quoted(Problem.Buffers[Index].Name) +
                            " overlap, and both live at " +
                            Twine(Problem.Buffers[Index].Lower));
    Live.emplace(AddressOf(Index), Index);
  }
  return Error::success();
}

} // namespace metaobj
