//===- SkylineSearch.h - Fit buffers under a ceiling ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_SKYLINESEARCH_H
#define METAOBJ_PLAN_SKYLINESEARCH_H

#include "Plan/SearchSteps.h"
#include "metaobj/Plan.h"

#include <cstdint>
#include <span>
#include <vector>

namespace metaobj {

/// Looks for a plan of some buffers that fits under a ceiling in each pool.
///
/// Depth first with backtracking, after M. D. Moffitt, "MiniMalloc: A
/// Lightweight Memory Allocator for Hardware-Accelerated Machine Learning",
/// ASPLOS 2023: if there is a plan under the ceiling, there is one in which
/// every buffer lies on the ground or on another buffer. So it is enough to
/// place each buffer on the skyline, the lowest first. The search gives up
/// early if the buffers of a section of time do not fit above its skyline. It
/// leaves no gap that has room for another buffer. When the remaining buffers
/// form groups that share no time, it places each group alone.
///
/// Several pools lie one behind the other, the fastest lowest, and no buffer
/// crosses a ceiling. The same holds for them: a buffer that has no room on its
/// skyline continues on the ground of the next pool in which it may lie. It
/// lies on buffers with a fixed place, too, or goes past them.
class SkylineSearch {
public:
  enum class Outcome { Found, Impossible, OutOfSteps };

  /// For the buffers \p Group of \p Buffers, but for those with a fixed place.
  /// They share time with each other, directly or through others.
  SkylineSearch(std::span<const PlanBuffer> Buffers,
                std::span<const uint32_t> Group);

  /// The buffers of the group that have no fixed place, in their order. The
  /// functions below count these.
  const std::vector<uint32_t> &movable() const { return Movable; }

  /// Tries \p Ceilings, one for each pool. All of them together, with the
  /// largest alignment for each, have at most 63 bits. \p Ranks has a number
  /// for each buffer. Of several buffers that lie equally low, the one with the
  /// lowest number is tried first. Takes at most \p Most of \p Steps.
  Outcome run(std::span<const uint64_t> Ceilings,
              std::span<const uint32_t> Ranks, uint64_t Most,
              SearchSteps &Steps);

  /// Where a run has placed the buffer at position \p Index.
  BufferPlace placeOf(size_t Index) const;

  /// For each buffer, the most bytes that live at one time while it lives.
  const std::vector<uint64_t> &crowding() const { return Crowding; }

private:
  struct Obstacle {
    uint32_t Pool;
    uint64_t Begin, End;
    auto operator<=>(const Obstacle &) const = default;
  };
  struct Item {
    uint64_t Size;
    uint64_t Alignment;
    const PlanBuffer *Buffer;
    std::vector<Obstacle> Obstacles = {}; ///< Fixed buffers; by address.
    uint32_t Begin = 0, End = 0;          ///< Its sections.
    std::vector<uint32_t> Others = {};    ///< Items that share a section.
  };

  /// Addresses of a pool.
  struct Range {
    uint64_t Begin, End;
  };
  /// Bytes that have to lie in a pool or behind it, and the lowest address for
  /// them.
  struct Demand {
    uint64_t Bytes = 0;
    uint64_t Lowest = UINT64_MAX;
  };

  void countSteps();
  bool mustEnd();
  void findSections();
  bool layOutPools(std::span<const uint64_t> Ceilings);
  size_t poolOf(uint64_t Offset) const;
  bool raise(uint32_t Index, uint64_t Skyline);
  uint64_t roomAbove(uint64_t Offset) const;
  bool place(uint32_t Index);
  void rewind(size_t Mark);
  bool fits(uint32_t Begin, uint32_t End);
  bool fitsBehind(uint32_t Section);
  Outcome solve(std::span<const uint32_t> Open, uint64_t Floor, uint32_t Last);
  Outcome solveConnected(std::span<const uint32_t> Open, uint64_t Floor,
                         uint32_t Last);
  std::vector<std::vector<uint32_t>> split(std::span<const uint32_t> Open);

  std::vector<uint32_t> Movable;
  std::vector<Item> Items;
  std::vector<std::vector<uint32_t>> Sections; ///< Items that live in each.
  std::vector<uint64_t> Crowding;

  std::vector<Range> Pools;
  std::span<const uint32_t> Ranks;
  SearchSteps *Steps = nullptr;
  uint64_t StepsLeft = 0;
  uint64_t StepsCounted = 0;     ///< What was left when they were counted.
  uint64_t CountAt = 0;          ///< What is left when a listener is called.
  std::vector<uint64_t> Offsets; ///< Of placed items; the skyline of others.
  std::vector<char> IsPlaced;
  std::vector<uint64_t> Remaining; ///< Bytes not placed, for each section.
  std::vector<uint32_t> Lowest;    ///< An item that lay low, for each section.
  /// Items not placed that live in this section and in the one before it.
  std::vector<uint32_t> Crossing;
  /// The last placing has left a section without a crossing.
  bool MayBeSplit = false;
  /// A step to undo: an item was placed, or its skyline was raised.
  struct Change {
    uint32_t Item;
    bool IsPlacing;
    uint64_t Before;
  };
  std::vector<Change> Log;
  std::vector<uint32_t> Reach; ///< Scratch of split().
  std::vector<Demand> Demands; ///< Scratch of fitsBehind(): of each pool.
};

} // namespace metaobj

#endif // METAOBJ_PLAN_SKYLINESEARCH_H
