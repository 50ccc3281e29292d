//===- Improve.h - Searches that make a plan smaller ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_IMPROVE_H
#define METAOBJ_PLAN_IMPROVE_H

#include "Plan/Placing.h"
#include "Plan/SearchSteps.h"
#include "metaobj/Plan.h"

#include <cstdint>
#include <optional>

namespace metaobj {

/// Larger groups are not searched, because the search recurses once for each
/// buffer.
constexpr size_t LargestSkylineGroup = 2000;

/// Searches for a plan that takes less of the last pool: tries lower ceilings
/// for the highest group of buffers, again and again, \p LimitOfLast first. If
/// nothing is in the last pool, the same follows for the one before it. Groups
/// with more than LargestSkylineGroup buffers stay as they are. Without \p Best
/// it looks for any plan. True: no plan takes less of the last pool in which
/// something is.
bool improveBySkyline(const PlanProblem &Problem, std::optional<Placing> &Best,
                      uint64_t LimitOfLast, SearchSteps &Steps);

} // namespace metaobj

#endif // METAOBJ_PLAN_IMPROVE_H
