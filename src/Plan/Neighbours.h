//===- Neighbours.h - Gaps between buffers of one pool ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_NEIGHBOURS_H
#define METAOBJ_PLAN_NEIGHBOURS_H

#include "metaobj/Plan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace metaobj {

/// The gap for a buffer, of all that are large enough.
enum class GapRule { Lowest, Smallest };

/// A buffer that lives at the same time as the one that wants a place.
struct Neighbour {
  uint64_t Begin, End; ///< Its bytes.
  uint32_t Index;

  bool operator<(const Neighbour &Other) const {
    return Begin != Other.Begin ? Begin < Other.Begin : Index < Other.Index;
  }
};

/// All of them in one pool.
class Neighbours {
public:
  void clear() { All.clear(); }
  void add(const Neighbour &Added) { All.push_back(Added); }

  /// By their first bytes. If these are spread evenly, the time grows with the
  /// number of neighbours.
  void sort();

  /// An offset for \p Buffer in a gap between them, which are sorted, or above
  /// them up to \p Ceiling.
  std::optional<uint64_t> findGap(const PlanBuffer &Buffer, uint64_t Ceiling,
                                  GapRule Rule) const;

  size_t size() const { return All.size(); }
  auto begin() const { return All.begin(); }
  auto end() const { return All.end(); }

private:
  std::vector<Neighbour> All, Sorted;
  std::vector<uint32_t> Positions;
};

} // namespace metaobj

#endif // METAOBJ_PLAN_NEIGHBOURS_H
