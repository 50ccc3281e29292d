//===- metaobj/Plan.h - Where buffers lie in memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds places for buffers in pools. Buffers that live at the same time do not
/// overlap, and the pools are small. Times are any numbers that grow. A buffer
/// lives from Lower until before Upper.
///
/// The same buffers, pools and effort give the same plan on every machine:
/// effort is counted in steps, never in time. Nothing is kept between calls, so
/// that threads can plan at the same time.
///
/// The planner is a library of its own, which needs only the C++ standard
/// library. Memory that cannot be had is std::bad_alloc. For C there is
/// metaobj-c/metaobj_plan.h.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_H
#define METAOBJ_PLAN_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace metaobj {

/// Memory that is needed for some time.
struct PlanBuffer {
  std::string Name;       ///< For messages and tables; need not be unique.
  uint64_t Lower;         ///< First time at which it lives.
  uint64_t Upper;         ///< First time at which it no longer lives.
  uint64_t Size;          ///< Bytes.
  uint64_t Alignment = 1; ///< Bytes, a power of two.
};

/// A memory that buffers are placed in.
struct PlanPool {
  std::string Name;
  /// Most bytes; nullopt: no limit.
  std::optional<uint64_t> Limit = std::nullopt;
};

/// Where a buffer lies.
struct BufferPlace {
  uint32_t Pool; ///< A position in PlanProblem::Pools.
  uint64_t Offset;
};

struct PlanProblem {
  /// The number of buffers has at most 31 bits.
  static constexpr size_t MostBuffers = INT32_MAX;
  std::vector<PlanBuffer> Buffers;
  /// The fastest first. A buffer goes to the first one that has room. The best
  /// plan takes least of the last one.
  std::vector<PlanPool> Pools = {{"workspace"}};
  /// A known plan, in the order of Buffers; empty: none. The result is never
  /// larger.
  std::vector<BufferPlace> Known;
};

/// How long to search for a small plan.
struct PlanEffort {
  static constexpr unsigned Highest = 9;
  /// 0: only rules that place each buffer once. Each higher level searches with
  /// four times the steps of the level below. The default takes at most a few
  /// seconds.
  unsigned Level = 5;

  uint64_t steps() const;
};

struct MemoryPlan {
  std::vector<BufferPlace> Places; ///< In the order of the buffers.
  std::vector<uint64_t> PoolSizes; ///< In the order of the pools.
  /// The most bytes that live at one time. No plan takes less in all pools
  /// together.
  uint64_t LowerBound = 0;
  /// The rule or search that found it, "by size" for example.
  std::string Method;
  uint64_t Steps = 0; ///< Of the search.

  uint64_t totalSize() const;
};

/// Why there is no plan, or why a plan does not hold.
struct PlanFault {
  /// metaobj-c/metaobj_plan.h has the same codes: new ones come last.
  enum FaultKind {
    NoPool,
    EffortTooHigh,  ///< Numbers: level, highest level.
    TooManyBuffers, ///< Numbers: buffers, most buffers.
    EmptyLifetime,  ///< Of Buffer. Numbers: lower, upper.
    BadAlignment,   ///< No power of two, of Buffer. Numbers: alignment.
    /// The sizes, each with the largest alignment, exceed 63 bits.
    TooManyBytes,
    /// Numbers: bytes that live at one time, bytes of all pools.
    PoolsTooSmall,
    /// Of the only pool, Pool. Numbers: bytes of the smallest plan that was
    /// found, limit.
    NoPlanInPool,
    NoPlanInPools, ///< None was found that keeps the limits of several pools.

    // What checkPlan() finds.
    WrongCounts,  ///< Numbers: places, pool sizes, buffers, pools.
    PoolTooLarge, ///< Pool. Numbers: its bytes, its limit.
    UnknownPool,  ///< Of Buffer. Numbers: its pool, pools.
    Unaligned,    ///< Buffer. Numbers: its offset, its alignment.
    OutsidePool,  ///< Buffer, in Pool. Numbers: its bytes, offset, the pool's
                  ///< bytes.
    Overlap, ///< Buffer and OtherBuffer. Numbers: a time at which both live.
  };
  /// Which plan checkPlan() has refused.
  enum PlanRole {
    Given, ///< Its own argument.
    Known, ///< PlanProblem::Known.
    Made,  ///< The planner's: a mistake of the planner.
  };

  FaultKind Kind;
  std::optional<size_t> Buffer = std::nullopt; ///< A position in Buffers.
  std::optional<size_t> OtherBuffer = std::nullopt;
  std::optional<size_t> Pool = std::nullopt; ///< A position in Pools.
  std::array<uint64_t, 4> Numbers = {};
  PlanRole Plan = Given;

  /// The fault in words, in lower case and without a full stop. Buffers and
  /// pool are called as the arguments say, which those without one ignore.
  std::string text(const std::string &BufferName,
                   const std::string &OtherBufferName,
                   const std::string &PoolName) const;
};

/// Plans \p Problem with several rules and a search. Returns the smallest plan,
/// which checkPlan() has accepted.
std::variant<MemoryPlan, PlanFault> planMemory(const PlanProblem &Problem,
                                               PlanEffort Effort = {});

/// Refuses \p Plan if buffers that live at the same time overlap, or if a place
/// is unaligned or outside its pool. Refuses buffers without a lifetime or with
/// a wrong alignment. Apart from this it shares no code with the planner.
std::optional<PlanFault> checkPlan(const PlanProblem &Problem,
                                   const MemoryPlan &Plan);

/// The most bytes that live at one time, with the padding that the least
/// alignment requires in \p Pools pools. planMemory() must accept \p Buffers.
uint64_t planLowerBound(std::span<const PlanBuffer> Buffers, size_t Pools = 1);

} // namespace metaobj

#endif // METAOBJ_PLAN_H
