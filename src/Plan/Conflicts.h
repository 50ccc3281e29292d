//===- Conflicts.h - Which buffers live at the same time --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_CONFLICTS_H
#define METAOBJ_PLAN_CONFLICTS_H

#include "metaobj/Plan.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace metaobj {

/// Positions of the buffers with bytes, the only ones that have to be placed.
std::vector<uint32_t> buffersWithBytes(std::span<const PlanBuffer> Buffers);

/// For each buffer, the others with bytes that live at the same time.
using Conflicts = std::vector<std::vector<uint32_t>>;

/// nullopt when there are more than \p MostPairs.
std::optional<Conflicts> findConflicts(std::span<const PlanBuffer> Buffers,
                                       uint64_t MostPairs);

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
