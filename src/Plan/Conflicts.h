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
  void clear() { PlacedEnds.assign(PlacedEnds.size(), 0); }

  void addPlaced(uint32_t Index) {
    PlacedEnds[Positions[Index]] = Buffers[Index].Upper;
  }

  /// The opposite.
  void removePlaced(uint32_t Index) { PlacedEnds[Positions[Index]] = 0; }

  /// Calls \p Visit for each placed buffer that lives at the same time as
  /// buffer \p Index, and for itself if it is placed. The time grows with the
  /// buffers that live at the same time, placed or not.
  template <typename Visitor>
  void forEachPlaced(uint32_t Index, Visitor Visit) const {
    const uint64_t Lower = Buffers[Index].Lower;
    const Snapshot &Last = snapshotBefore(Lower);
    for (uint32_t Position : Last.Live)
      if (PlacedEnds[Position] > Lower)
        Visit(Order[Position]);
    const size_t End = numStarted(Index);
    for (size_t Position = Last.Position; Position < End; ++Position)
      if (PlacedEnds[Position] > Lower)
        Visit(Order[Position]);
  }

private:
  /// The buffers that live when the one at a position starts, without it.
  struct Snapshot {
    size_t Position;
    std::vector<uint32_t> Live; ///< Positions.
  };

  void takeSnapshots();
  const Snapshot &snapshotBefore(uint64_t Time) const;

  /// Buffers that start before this one ends.
  size_t numStarted(uint32_t Index) const;

  std::span<const PlanBuffer> Buffers;
  std::vector<uint32_t> Order;      ///< Buffers by their starts.
  std::vector<uint64_t> Starts;     ///< In this order.
  std::vector<uint64_t> Ends;       ///< In the order of time.
  std::vector<uint32_t> Positions;  ///< Of each buffer in Order.
  std::vector<uint64_t> PlacedEnds; ///< In the order of Order; 0: not placed.
  std::vector<Snapshot> Snapshots;
};

/// Groups of buffers with bytes, in the order of time. Buffers of different
/// groups never live at the same time, so each group can be planned alone.
std::vector<std::vector<uint32_t>>
timeGroups(std::span<const PlanBuffer> Buffers);

/// No plan takes less of pool \p Pool, if no other pool takes more than its
/// number of \p Sizes. The number of \p Pool itself does not count.
uint64_t poolLowerBound(std::span<const PlanBuffer> Buffers,
                        std::span<const uint64_t> Sizes, size_t Pool);

/// Bounds for what lives at one time: a buffer that may lie in the place of
/// another one counts when that one has ended.
std::vector<PlanBuffer> withoutShared(const PlanProblem &Problem);

} // namespace metaobj

#endif // METAOBJ_PLAN_CONFLICTS_H
