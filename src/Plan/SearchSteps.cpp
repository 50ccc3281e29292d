//===- SearchSteps.cpp - The work of a search, and who is told ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/SearchSteps.h"

#include <numeric>

using namespace metaobj;

void SearchProgress::offer(const std::vector<uint64_t> &PoolSizes) {
  // As Placing::isSmallerThan().
  if (!HasCosts && (Best.empty() || std::lexicographical_compare(
                                        PoolSizes.rbegin(), PoolSizes.rend(),
                                        Best.rbegin(), Best.rend())))
    Best = PoolSizes;
}

void SearchProgress::setCheapest(const std::vector<uint64_t> &PoolSizes) {
  HasCosts = true;
  Best = PoolSizes;
}

void SearchProgress::call(uint64_t Count) {
  Work += Count;
  NextCall = Work - Work % Interval + Interval;
  if (!Best.empty())
    Now.Bytes = std::accumulate(Best.begin(), Best.end(), uint64_t(0));
  IsStopped = IsStopped || !Listener(Now);
}
