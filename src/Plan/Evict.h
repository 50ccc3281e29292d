//===- Evict.h - Moves what is in the way of a smaller plan -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_EVICT_H
#define METAOBJ_PLAN_EVICT_H

#include "Plan/Conflicts.h"
#include "Plan/Neighbours.h"
#include "Plan/Placing.h"
#include "Plan/RandomNumbers.h"
#include "Plan/SearchSteps.h"
#include "metaobj/Plan.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace metaobj {

/// Makes the last pool of a plan smaller, for any number of buffers that live
/// together.
///
/// The buffers above a ceiling lose their places. Each gets the smallest gap
/// below it. Where there is none, it gets the place where what is in the way
/// counts least, and that loses its place in turn. Large buffers come first. A
/// buffer counts by its bytes and the square of the time it lives, and more
/// each time that it loses its place: so no two go on taking it from each
/// other.
class EvictionSearch {
public:
  /// \p Known is a plan of \p Problem. Buffers with fixed places keep them.
  EvictionSearch(const PlanProblem &Problem, Placing Known);

  /// Ends when the last pool has at most \p LowerBound bytes, or when no
  /// \p Steps are left.
  Placing run(uint64_t LowerBound, SearchSteps &Steps);

private:
  bool lower(uint64_t Ceiling, uint64_t Patience, SearchSteps &Steps);
  void findNeighbours(uint32_t Index, uint32_t Pool);
  std::optional<uint64_t> leastInTheWay(const PlanBuffer &Buffer,
                                        uint64_t Ceiling);
  void evict(uint32_t Index);
  void give(uint32_t Index, BufferPlace Place);
  bool place(uint32_t Index, uint64_t Ceiling, SearchSteps &Steps);

  const PlanProblem &Problem;
  uint32_t LastPool;
  Placing Best;
  std::vector<BufferPlace> Places;
  std::vector<uint64_t> Sizes; ///< Of the buffers, close to each other.
  Conflicts Placed;
  uint64_t MostWeight;           ///< The sum of all fits into 63 bits.
  std::vector<uint64_t> Weights; ///< How much each buffer counts.
  /// A heap: bytes and numbers of the buffers without a place.
  std::vector<std::pair<uint64_t, uint32_t>> Waiting;
  Neighbours Beside; ///< Of the buffer that gets a place, sorted.
  std::vector<std::pair<uint64_t, uint64_t>> Ends; ///< Theirs, and weights.
  /// Offsets above and below a neighbour, and all of them.
  std::vector<uint64_t> Above, Below, Offsets;
  RandomNumbers Random;
};

} // namespace metaobj

#endif // METAOBJ_PLAN_EVICT_H
