//===- PoolMemory.h - Buffers and gaps while time goes by -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_POOLMEMORY_H
#define METAOBJ_PLAN_POOLMEMORY_H

#include "Plan/RandomNumbers.h"
#include "metaobj/Plan.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace metaobj {

/// What it costs to place a buffer into a gap. Times are numbers of events.
struct GapCost {
  uint64_t Size;       ///< Of the buffer.
  uint32_t Begin, End; ///< Of the buffer.
  /// Of wasted bytes against wasted time, in quarters.
  uint64_t BytesWeight;
  /// Makes it up to twice as much.
  RandomNumbers *Noise = nullptr;

  /// For \p Left bytes that the gap has more than the buffer. A buffer's bytes
  /// cost 1024 with a weight of 1.
  uint64_t ofBytes(uint64_t Left) const;

  /// The same and, beside a neighbour that ends at \p NeighbourEnd, up to 1024
  /// for the time between both ends.
  uint64_t of(uint64_t Left, uint32_t NeighbourEnd) const;
};

/// The memory of one pool at a time: the buffers that live, in the order of
/// their offsets, and the gaps between them, in the order of their sizes.
/// Buffers are numbers.
class PoolMemory {
public:
  /// A buffer, or the end of a pool, which is above the highest buffer and
  /// below the lowest one.
  struct Piece;

  /// Has at most \p Limit bytes. With \p IsClosed they are all there from the
  /// first, and what is free at the top is a gap, too. All pools share
  /// \p Pieces, one for each buffer at first; each pool adds its end.
  PoolMemory(std::vector<Piece> &Pieces, uint64_t Limit, bool IsClosed = false);

  /// Places a buffer into the gap of least cost, on top if it fits into none.
  /// nullopt: there it is above the limit.
  std::optional<uint64_t> take(uint32_t Index, const PlanBuffer &Buffer,
                               const GapCost &Cost);

  /// Places a buffer of \p Size bytes into the smallest gap, on top if it fits
  /// into none. What is free at the top of a closed pool is taken from above.
  std::optional<uint64_t> takeSmallest(uint32_t Index, uint64_t Size);

  /// Places a buffer that ends at \p Until at once above \p Below, where there
  /// is room.
  void put(uint32_t Index, uint64_t Offset, uint64_t Size, uint32_t Until,
           uint32_t Below);

  /// Removes a buffer.
  void giveBack(uint32_t Index);

  /// Undoes giveBack(). All that followed it must be undone.
  void putBack(uint32_t Index);

  void setLimit(uint64_t Bytes) { Limit = Bytes; }
  /// The limit that take() needs if there is no gap.
  uint64_t sizeWith(const PlanBuffer &Buffer) const;
  /// Gaps that take() has looked at, in all.
  uint64_t looked() const { return Looked; }
  /// What is below a buffer that lives.
  uint32_t below(uint32_t Index) const;
  /// The highest buffer; the pool's end if there is none.
  uint32_t highest() const { return below(End); }

private:
  struct Gap {
    uint64_t Size, Begin;
    uint32_t Below; ///< What is below it.

    auto operator<=>(const Gap &) const = default;
  };
  using Gaps = std::set<Gap>;

  void addGap(uint32_t Below);
  void removeGap(uint32_t Below);

  std::vector<Piece> &Pieces;
  uint32_t End;
  uint64_t Limit;
  bool IsClosed;
  uint64_t Looked = 0;
  Gaps BySize;
};

struct PoolMemory::Piece {
  uint64_t Begin = 0, End = 0; ///< Its bytes.
  uint32_t Until = 0;          ///< When the buffer ends; Never: a pool's end.
  uint32_t Below = 0, Above = 0;
  bool HasGap = false; ///< Above it.
  Gaps::iterator GapAbove = {};

  static constexpr uint32_t Never = UINT32_MAX;
};

inline uint32_t PoolMemory::below(uint32_t Index) const {
  return Pieces[Index].Below;
}

} // namespace metaobj

#endif // METAOBJ_PLAN_POOLMEMORY_H
