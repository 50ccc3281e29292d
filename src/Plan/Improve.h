//===- Improve.h - Searches that make a plan smaller ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_IMPROVE_H
#define METAOBJ_PLAN_IMPROVE_H

#include "Plan/Conflicts.h"
#include "Plan/Placing.h"
#include "metaobj/Plan.h"

#include <cstdint>

namespace metaobj {

/// Groups of more buffers are only searched by order: the other search calls
/// itself once for each buffer.
constexpr size_t LargestSkylineGroup = 2000;

/// Tries lower and lower ceilings for a plan in one pool without a limit, in
/// the groups of buffers that are highest. Never above \p Best; takes from
/// \p Steps. Groups with more than LargestSkylineGroup buffers stay as they
/// are.
void improveBySkyline(const PlanProblem &Problem, uint64_t LowerBound,
                      Placing &Best, uint64_t &Steps);

/// Moves buffers that are in the way to an earlier place of \p Order and places
/// all again, in any pools.
void improveByOrder(const PlanProblem &Problem, const Conflicts &TheConflicts,
                    uint64_t LowerBound, std::vector<uint32_t> Order,
                    Placing &Best, uint64_t &Steps);

} // namespace metaobj

#endif // METAOBJ_PLAN_IMPROVE_H
