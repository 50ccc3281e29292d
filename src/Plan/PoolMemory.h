//===- PoolMemory.h - Buffers and gaps while time goes by -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_POOLMEMORY_H
#define METAOBJ_PLAN_POOLMEMORY_H

#include "Plan/RandomNumbers.h"
#include "metaobj/Plan.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

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

/// The memory of one pool at a time: buffers that live, and gaps between them.
class PoolMemory {
public:
  /// Of at most \p Limit bytes.
  explicit PoolMemory(uint64_t Limit) : Limit(Limit) {}

  /// Places the buffer into the gap of least cost, on top if it fits into none.
  /// nullopt: there it is above the limit.
  std::optional<uint64_t> take(const PlanBuffer &Buffer, const GapCost &Cost);

  /// Places a buffer that ends at \p End where nothing is.
  void put(uint64_t Offset, uint64_t Size, uint32_t End);

  /// Removes the buffer at \p Offset.
  void giveBack(uint64_t Offset);

  void setLimit(uint64_t Bytes) { Limit = Bytes; }
  /// The limit that take() needs if there is no gap.
  uint64_t sizeWith(const PlanBuffer &Buffer) const;
  /// Gaps that take() has looked at, in all.
  uint64_t looked() const { return Looked; }

private:
  struct Piece {
    uint64_t Size;
    uint32_t End; ///< When the buffer ends, or Gap.
  };
  static constexpr uint32_t Gap = UINT32_MAX;
  using Pieces = std::map<uint64_t, Piece>;

  void addGap(uint64_t Offset, uint64_t Size);
  void removeGap(Pieces::iterator It);
  /// When the neighbour ends; Gap without one.
  uint32_t endBelow(Pieces::iterator It) const {
    return It == ByOffset.begin() ? Gap : std::prev(It)->second.End;
  }
  uint32_t endAbove(Pieces::iterator It) const {
    return std::next(It) == ByOffset.end() ? Gap : std::next(It)->second.End;
  }

  uint64_t Limit;
  uint64_t Top = 0; ///< Nothing above it is taken.
  uint64_t Looked = 0;
  Pieces ByOffset;
  std::map<std::pair<uint64_t, uint64_t>, Pieces::iterator> BySize;
};

} // namespace metaobj

#endif // METAOBJ_PLAN_POOLMEMORY_H
