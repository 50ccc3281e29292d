//===- Conflicts.h - Which buffers live at the same time --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_CONFLICTS_H
#define METAOBJ_PLAN_CONFLICTS_H

#include "metaobj/Plan.h"

#include <cstdint>
#include <span>
#include <vector>

namespace metaobj {

/// Positions of the buffers with bytes, the only ones that have to be placed.
std::vector<uint32_t> buffersWithBytes(std::span<const PlanBuffer> Buffers);

/// Finds the buffers with bytes that live at the same time as another one.
class Conflicts {
public:
  explicit Conflicts(std::span<const PlanBuffer> Buffers);

  /// How many live at the same time as buffer \p Index.
  uint64_t count(uint32_t Index) const;

  /// All pairs that live at the same time.
  uint64_t numPairs() const;

  /// No buffer is placed.
  void clear() { LastEnds.assign(LastEnds.size(), 0); }

  void addPlaced(uint32_t Index);

  /// The opposite.
  void removePlaced(uint32_t Index);

  /// Calls \p Visit for each placed buffer that lives at the same time as
  /// buffer \p Index.
  template <typename Visitor>
  void forEachPlaced(uint32_t Index, Visitor Visit) const {
    visit(1, 0, Leaves, numStarted(Index), Buffers[Index].Lower, Visit);
  }

private:
  /// Buffers that start before this one ends.
  size_t numStarted(uint32_t Index) const;

  template <typename Visitor>
  void visit(size_t Node, size_t First, size_t Count, size_t End,
             uint64_t Lower, Visitor &Visit) const {
    if (First >= End || LastEnds[Node] <= Lower)
      return;
    if (Count == 1) {
      Visit(Order[First]);
      return;
    }
    visit(2 * Node, First, Count / 2, End, Lower, Visit);
    visit(2 * Node + 1, First + Count / 2, Count / 2, End, Lower, Visit);
  }

  std::span<const PlanBuffer> Buffers;
  std::vector<uint32_t> Order;     ///< Buffers by their starts.
  std::vector<uint64_t> Starts;    ///< In this order.
  std::vector<uint64_t> Ends;      ///< In the order of time.
  std::vector<uint32_t> Positions; ///< Of each buffer in Order.
  /// A binary tree over Order: the last end of the placed buffers below each
  /// node. Node 1 is the root, and the nodes from Leaves on are buffers.
  std::vector<uint64_t> LastEnds;
  size_t Leaves = 1;
};

/// Groups of buffers with bytes, in the order of time. Buffers of different
/// groups never live at the same time, so each group can be planned alone.
std::vector<std::vector<uint32_t>>
timeGroups(std::span<const PlanBuffer> Buffers);

/// No plan takes less of pool \p Pool, if no other pool takes more than its
/// number of \p Sizes. The number of \p Pool itself does not count.
uint64_t poolLowerBound(std::span<const PlanBuffer> Buffers,
                        std::span<const uint64_t> Sizes, size_t Pool);

} // namespace metaobj

#endif // METAOBJ_PLAN_CONFLICTS_H
