//===- Placing.h - Rules that place each buffer once ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_PLACING_H
#define METAOBJ_PLAN_PLACING_H

#include "Plan/Conflicts.h"
#include "metaobj/Plan.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// A plan that is not the best one yet.
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
                                llvm::ArrayRef<BufferPlace> Places);

/// Which of the gaps that are large enough a buffer goes into.
enum class GapRule { Lowest, Smallest };

/// Places the buffers in \p Order, which has all that have bytes, each in the
/// first pool that has room. nullopt when one fits in none.
std::optional<Placing> placeInOrder(const PlanProblem &Problem,
                                    const Conflicts &TheConflicts,
                                    llvm::ArrayRef<uint32_t> Order,
                                    GapRule Rule);

/// Goes through time once: a buffer gets the smallest free block when it
/// starts, and gives it back when it ends. Takes n log n time however many
/// buffers live together. With \p Ceiling the first pool has that many bytes,
/// and is filled from both ends.
std::optional<Placing>
placeInTime(const PlanProblem &Problem,
            std::optional<uint64_t> Ceiling = std::nullopt);

/// An order of all buffers with bytes, for placeInOrder().
struct PlacingOrder {
  std::string Name; ///< "by size".
  std::vector<uint32_t> Order;
};

std::vector<PlacingOrder> placingOrders(llvm::ArrayRef<PlanBuffer> Buffers,
                                        const Conflicts &TheConflicts);

} // namespace metaobj

#endif // METAOBJ_PLAN_PLACING_H
