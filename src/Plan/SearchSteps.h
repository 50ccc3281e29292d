//===- SearchSteps.h - The work of a search, and who is told ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_SEARCHSTEPS_H
#define METAOBJ_PLAN_SEARCHSTEPS_H

#include "metaobj/Plan.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace metaobj {

/// Counts the work of a planner. Calls the listener after each Interval of it,
/// so that the calls do not depend on the machine.
class SearchProgress {
public:
  static constexpr uint64_t Interval = uint64_t(1) << 24;

  explicit SearchProgress(const PlanListener &Listener) : Listener(Listener) {}

  bool hasListener() const { return bool(Listener); }
  /// The listener wants the best plan so far.
  bool isStopped() const { return IsStopped; }
  /// Work until the next call.
  uint64_t untilCall() const {
    return hasListener() ? NextCall - Work : UINT64_MAX;
  }

  /// A rule has placed \p Buffers, and compared \p Pairs: that is work, too,
  /// but not told as steps.
  void addRule(uint64_t Buffers, uint64_t Pairs = 0) {
    addWork(64 * Buffers + Pairs);
  }
  void addSteps(uint64_t Count) {
    Now.Steps += Count;
    addWork(Count);
  }

  /// The first one counts: later ones are those of parts.
  void setLowerBound(uint64_t Bytes) {
    if (!std::exchange(HasLowerBound, true))
      Now.LowerBound = Bytes;
  }
  /// Pools of a plan. The smallest one so far is told.
  void offer(const std::vector<uint64_t> &PoolSizes);
  /// Pools of the plan that costs least so far. From now on smaller ones are
  /// not told: they are those of single pools.
  void setCheapest(const std::vector<uint64_t> &PoolSizes);

private:
  void addWork(uint64_t Count) {
    if (untilCall() <= Count)
      call(Count);
    else
      Work += Count;
  }
  void call(uint64_t Count);

  const PlanListener &Listener;
  PlanProgress Now;
  std::vector<uint64_t> Best; ///< Pools; empty: there is no plan yet.
  bool HasCosts = false;
  bool HasLowerBound = false;
  bool IsStopped = false;
  uint64_t Work = 0, NextCall = Interval;
};

/// The steps that a search may take.
class SearchSteps {
public:
  /// Each one is told as \p Weight steps.
  SearchSteps(uint64_t Most, SearchProgress &Progress, uint64_t Weight = 1)
      : Progress(Progress), Left(Most), Weight(Weight) {}

  /// 0 when the search is stopped, too.
  uint64_t left() const { return Progress.isStopped() ? 0 : Left; }
  uint64_t taken() const { return Taken; }
  /// Takes \p Count, or what is left.
  void take(uint64_t Count) {
    Count = std::min(Count, left());
    Left -= Count;
    Taken += Count;
    Progress.addSteps(Count * Weight);
  }

  SearchProgress &progress() const { return Progress; }

private:
  SearchProgress &Progress;
  uint64_t Left, Taken = 0;
  uint64_t Weight;
};

} // namespace metaobj

#endif // METAOBJ_PLAN_SEARCHSTEPS_H
