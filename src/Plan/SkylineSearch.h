//===- SkylineSearch.h - Fit buffers under a ceiling ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_SKYLINESEARCH_H
#define METAOBJ_PLAN_SKYLINESEARCH_H

#include "metaobj/Plan.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace metaobj {

/// Looks for a plan of some buffers that fits under a ceiling.
///
/// Depth first with backtracking, after M. D. Moffitt, "MiniMalloc: A
/// Lightweight Memory Allocator for Hardware-Accelerated Machine Learning",
/// ASPLOS 2023: in some plan under the ceiling every buffer lies on the ground
/// or on another one. So it is enough to place each on the skyline, the lowest
/// first. What cannot become such a plan is given up early: sections of time
/// whose buffers do not fit above their skyline, and places over a gap that
/// another buffer fills whole. Buffers that share no time any more are placed
/// apart from each other.
class SkylineSearch {
public:
  enum class Outcome { Found, Impossible, OutOfSteps };

  /// For the buffers \p Group of \p Buffers, which share time with each other
  /// directly or by way of others.
  SkylineSearch(llvm::ArrayRef<PlanBuffer> Buffers,
                llvm::ArrayRef<uint32_t> Group);

  /// Tries \p Ceiling. \p Ranks has for each buffer of the group which it comes
  /// to be tried in, where several lie equally low. \p Steps is what it may
  /// take, and then what is left.
  Outcome run(uint64_t Ceiling, llvm::ArrayRef<uint32_t> Ranks,
              uint64_t &Steps);

  /// Offsets that a run has found, in the order of the group.
  llvm::ArrayRef<uint64_t> offsets() const { return Offsets; }

  /// For each buffer of the group the most bytes that live with it at one time.
  const std::vector<uint64_t> &crowding() const { return Crowding; }

private:
  struct Item {
    uint64_t Size;
    uint64_t Alignment;
    uint32_t Begin = 0, End = 0;       ///< Its sections.
    std::vector<uint32_t> Others = {}; ///< That share a section.
  };

  void findSections(llvm::ArrayRef<PlanBuffer> Buffers,
                    llvm::ArrayRef<uint32_t> Group);
  bool place(uint32_t Index, uint64_t Ceiling);
  void rewind(size_t Mark);
  bool fits(uint32_t Begin, uint32_t End, uint64_t Ceiling);
  Outcome solve(llvm::ArrayRef<uint32_t> Open, uint64_t Floor, uint32_t Last,
                uint64_t Ceiling);
  Outcome solveConnected(llvm::ArrayRef<uint32_t> Open, uint64_t Floor,
                         uint32_t Last, uint64_t Ceiling);
  std::vector<std::vector<uint32_t>> split(llvm::ArrayRef<uint32_t> Open);

  std::vector<Item> Items;
  std::vector<std::vector<uint32_t>> Sections; ///< Items that live in each.
  std::vector<uint64_t> Crowding;

  llvm::ArrayRef<uint32_t> Ranks;
  uint64_t StepsLeft = 0;
  std::vector<uint64_t> Offsets; ///< Of placed items; the skyline of others.
  std::vector<bool> IsPlaced;
  std::vector<uint64_t> Remaining; ///< Bytes not placed, for each section.
  /// What happened: an item and its skyline before, or one that was placed.
  struct Change {
    uint32_t Item;
    bool IsPlacing;
    uint64_t Before;
  };
  std::vector<Change> Log;
  std::vector<uint32_t> Reach; ///< Scratch of split().
};

} // namespace metaobj

#endif // METAOBJ_PLAN_SKYLINESEARCH_H
