//===- Placing.h - Rules that place each buffer once ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_PLACING_H
#define METAOBJ_PLAN_PLACING_H

#include "Plan/Conflicts.h"
#include "Plan/Neighbours.h"
#include "metaobj/Plan.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace metaobj {

/// A candidate for the plan.
struct Placing {
  std::vector<BufferPlace> Places;
  std::vector<uint64_t> PoolSizes;

  /// Does it take less of the slowest pool in which they differ?
  bool isSmallerThan(const Placing &Other) const {
    return std::vector(PoolSizes.rbegin(), PoolSizes.rend()) <
           std::vector(Other.PoolSizes.rbegin(), Other.PoolSizes.rend());
  }
};

/// The sizes of pools that hold \p Places.
std::vector<uint64_t> poolSizes(const PlanProblem &Problem,
                                std::span<const BufferPlace> Places);

/// Where buffers without bytes lie, and those with a fixed place.
std::vector<BufferPlace> firstPlaces(const PlanProblem &Problem);

/// Do pools that hold \p Places keep the limits?
bool keepsLimits(const PlanProblem &Problem,
                 std::span<const BufferPlace> Places);

/// Places the buffers in \p Order, each in the first pool that has room.
/// \p Order has all buffers with bytes. nullopt: a buffer fits into no pool.
/// The time grows with the pairs that live together. The buffers placed before
/// in \p TheConflicts are forgotten.
std::optional<Placing> placeInOrder(const PlanProblem &Problem,
                                    Conflicts &TheConflicts,
                                    std::span<const uint32_t> Order,
                                    GapRule Rule);

/// Buffers with bytes in the order in which they start and end.
struct TimeOrder {
  explicit TimeOrder(const PlanProblem &Problem);

  struct Event {
    uint32_t Index;
    bool IsStart;
  };
  std::vector<Event> Events; ///< All that are no later than the last start.
  uint64_t Unit = 1;         ///< The largest alignment.
};

/// Goes through time once: a buffer gets the smallest free block when it
/// starts, and gives it back when it ends. Takes n log n time for any number of
/// buffers that live together. With \p Ceiling there is one pool of that many
/// bytes, which is filled from both ends. No buffer may have a fixed place.
std::optional<Placing>
placeInTime(const PlanProblem &Problem, const TimeOrder &Order,
            std::optional<uint64_t> Ceiling = std::nullopt);

/// An order of all buffers with bytes, for placeInOrder().
struct PlacingOrder {
  std::string Name; ///< "by size".
  std::vector<uint32_t> Order;
};

/// Buffers that may lie in few pools come before those that may lie in more.
std::vector<PlacingOrder> placingOrders(std::span<const PlanBuffer> Buffers,
                                        const Conflicts &TheConflicts);

} // namespace metaobj

#endif // METAOBJ_PLAN_PLACING_H
