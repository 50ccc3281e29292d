//===- metaobj/Plan.h - Where buffers lie in memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds places for buffers in pools: a pool is a memory, and a buffer is a
/// range of bytes that somebody needs there for some time, such as a tensor
/// between two operators of a neural network. Buffers that live at the same
/// time do not overlap, and the pools are as small as the planner can make
/// them.
///
/// Times have no unit: they are numbers that grow, such as the position of a
/// call in the order of execution. A buffer lives from Lower until before
/// Upper. All sizes and offsets are in bytes.
///
///     PlanProblem Problem;
///     Problem.Buffers = {{"a", 0, 2, 64}, {"b", 1, 3, 32}, {"c", 2, 4, 64}};
///     auto Result = planMemory(Problem);
///     if (auto *Plan = std::get_if<MemoryPlan>(&Result))
///       use(Plan->Places[0].Offset, Plan->PoolSizes[0]); // 96 bytes in all.
///
/// The same buffers, pools and effort give the same plan on every machine:
/// effort is counted in steps, never in time. Nothing is kept between calls, so
/// that threads can plan at the same time.
///
/// The planner is a library of its own (metaobj::plan), which needs only the
/// C++ standard library. It throws nothing but std::bad_alloc, and what a
/// listener throws: faults of the problem are values (PlanFault). For C there
/// is metaobj-c/metaobj_plan.h.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_H
#define METAOBJ_PLAN_H

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace metaobj {

/// Where a buffer lies.
struct BufferPlace {
  uint32_t Pool;   ///< A position in PlanProblem::Pools.
  uint64_t Offset; ///< From the start of the pool.

  bool operator==(const BufferPlace &) const = default;
};

/// Memory that is needed for some time.
struct PlanBuffer {
  std::string Name;       ///< For messages and tables; need not be unique.
  uint64_t Lower;         ///< First time at which it lives.
  uint64_t Upper;         ///< First time at which it no longer lives.
  uint64_t Size;          ///< 0: it takes no room, and overlaps nothing.
  uint64_t Alignment = 1; ///< Of its offset in the pool; a power of two.
  /// Where it may lie: bit N stands for pool N, such as the memories that an
  /// accelerator reaches. 0: in any pool.
  uint64_t Pools = 0;
  /// Where it has to lie, such as that of a buffer that others know.
  std::optional<BufferPlace> Fixed = std::nullopt;
  /// Bytes that are read and written there in all (see PlanPool::Cost).
  uint64_t Traffic = 0;
  /// The position of a buffer over which it may be written, such as the input
  /// of an operator. That one begins earlier, ends at Lower + 1, so that both
  /// live for one step, and is no smaller. Both may have one offset in one
  /// pool. They overlap nowhere else.
  std::optional<size_t> InPlaceOf = std::nullopt;

  bool mayLieIn(size_t Pool) const {
    if (Fixed)
      return Fixed->Pool == Pool;
    return Pools == 0 || (Pool < 64 && (Pools >> Pool & 1) != 0);
  }
  /// The fastest one of Pools.
  size_t firstPool() const {
    return Pools == 0 ? 0 : size_t(std::countr_zero(Pools));
  }
};

/// A memory that buffers are placed in.
struct PlanPool {
  std::string Name; ///< For messages and tables.
  /// The most bytes that it may have; nullopt: no limit.
  std::optional<uint64_t> Limit = std::nullopt;
  /// Of each byte of traffic, in any unit, such as a memory's wait states. If
  /// two pools differ in it, the plan of least cost is looked for. Otherwise,
  /// and of plans that cost as much, the smallest. It never falls from one pool
  /// to the next.
  uint64_t Cost = 0;
};

/// What planMemory() gets.
struct PlanProblem {
  static constexpr size_t MostBuffers = INT32_MAX;
  static constexpr size_t MostPools = 64;
  std::vector<PlanBuffer> Buffers;
  /// The fastest memory first: a buffer goes to the first pool that has room
  /// for it. So of two plans the better one takes less of the last pool.
  std::vector<PlanPool> Pools = {{"workspace"}};
  /// A plan that the caller has already, such as that of an earlier run: a
  /// place for each of Buffers, in their order. The result is never larger or,
  /// if pools differ in cost, never costs more.
  /// Empty: there is none.
  std::vector<BufferPlace> Known;
};

/// How long to search for a small plan.
struct PlanEffort {
  static constexpr unsigned Highest = 9;
  /// 0: no search, only rules that place each buffer once, such as "the largest
  /// first". Each higher level searches with four times the steps of the level
  /// below, up to Highest. The default takes some seconds for hard problems,
  /// 15 seconds for 60,000 buffers and 90 for a million.
  unsigned Level = 5;

  /// The most steps of a search on this level, for any number of buffers.
  uint64_t steps() const;
};

/// What a listener gets while planMemory() searches.
struct PlanProgress {
  uint64_t Steps = 0; ///< Of all searches until now.
  /// Of all pools in the best plan so far, which may still exceed the limit of
  /// the last pool. nullopt: there is no plan yet.
  std::optional<uint64_t> Bytes = std::nullopt;
  uint64_t LowerBound = 0; ///< As MemoryPlan has it.
};

/// false: stop the search. Then the plan is the best one so far.
///
/// It is called in the thread of planMemory(), after a fixed number of steps,
/// which take some hundredths of a second, and while rules place very many
/// buffers. So the same problem gives the same calls, and they change nothing
/// unless one stops the search. A small problem may end without a call.
using PlanListener = std::function<bool(const PlanProgress &)>;

/// What planMemory() returns.
struct MemoryPlan {
  std::vector<BufferPlace> Places; ///< In the order of the buffers.
  std::vector<uint64_t> PoolSizes; ///< In the order of the pools.
  /// planLowerBound() of the problem: no plan takes less in all pools together.
  /// A buffer with InPlaceOf counts when the other one has ended.
  uint64_t LowerBound = 0;
  /// Of the traffic; UINT64_MAX stands for it and for more.
  uint64_t Cost = 0;
  /// No plan is better: none costs less or, if pools do not differ in cost,
  /// none takes less of the slowest pool that is in use. False: nobody knows.
  bool IsOptimal = false;
  /// The rule or search that found it, "by size" for example.
  std::string Method;
  uint64_t Steps = 0; ///< Those of the search that it took.
  /// Pairs of buffers that live at the same time, if these are so many that
  /// some rules were left out. 0: all were tried.
  uint64_t TooManyPairs = 0;
  bool IsStopped = false; ///< The listener has stopped the search.

  /// Of all pools together.
  uint64_t totalSize() const;
};

/// Why there is no plan, or why a plan is refused.
struct PlanFault {
  /// Behind each, which of the members below are set, and the meaning of
  /// Numbers in their order. metaobj-c/metaobj_plan.h has the same codes: new
  /// ones come last.
  enum FaultKind {
    NoPool,         ///< PlanProblem::Pools is empty.
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
    Overlap,   ///< Buffer and OtherBuffer. Numbers: a time at which both live.
    WrongPool, ///< Buffer may not lie in Pool.
    Moved,     ///< Buffer is not at its fixed place. Numbers: its pool and
               ///< offset, the fixed pool and offset.

    // Of the problem, too.
    TooManyPools,  ///< Numbers: pools, most pools.
    NoPoolAllowed, ///< Of Buffer: it may lie in no pool that there is.
    /// Of Buffer: every pool in which it may lie has a smaller limit. Numbers:
    /// its bytes, the largest of these limits.
    BufferTooLarge,
    /// Numbers: bytes of Pool that every plan takes, its limit.
    NoPlanExists,
    CostsFall,   ///< At Pool. Numbers: its cost, that of the pool before it.
    Stopped,     ///< The listener has stopped the search too early for a plan.
    UnknownPair, ///< InPlaceOf of Buffer. Numbers: it, buffers.
    /// InPlaceOf of Buffer is OtherBuffer. Numbers: when that ends, when it has
    /// to end; its bytes, the least that it must have.
    WrongPair,
  };
  /// Which plan is refused: planMemory() checks plans, too.
  enum PlanRole {
    Given, ///< The argument of checkPlan().
    Known, ///< PlanProblem::Known.
    Made,  ///< That of the planner, which has a mistake: please report it.
    FixedPlaces, ///< PlanBuffer::Fixed of all buffers that have one.
  };

  FaultKind Kind;
  std::optional<size_t> Buffer = std::nullopt; ///< A position in Buffers.
  std::optional<size_t> OtherBuffer = std::nullopt;
  std::optional<size_t> Pool = std::nullopt; ///< A position in Pools.
  std::array<uint64_t, 4> Numbers = {};
  PlanRole Plan = Given;

  /// The fault in words, in lower case and without a full stop. The arguments
  /// are the caller's names of Buffer, OtherBuffer and Pool; those of members
  /// that are not set are not used.
  std::string text(const std::string &BufferName,
                   const std::string &OtherBufferName,
                   const std::string &PoolName) const;
};

/// Plans \p Problem with several rules and a search. Returns the smallest plan
/// that they found, which checkPlan() has accepted. \p Listener may be empty.
std::variant<MemoryPlan, PlanFault>
planMemory(const PlanProblem &Problem, PlanEffort Effort = {},
           const PlanListener &Listener = {});

/// Returns why \p Plan, from whatever source, is no solution of \p Problem:
/// buffers that live at the same time overlap, or a place is unaligned or
/// outside its pool. It refuses buffers without a lifetime or with a wrong
/// alignment, too. It shares no more code with the planner than this last
/// check. nullopt: the plan is good.
std::optional<PlanFault> checkPlan(const PlanProblem &Problem,
                                   const MemoryPlan &Plan);

/// Why a buffer does not lie in the first pool in which it may lie.
struct PlanReason {
  /// Behind each, which of the members below are set beside Pool.
  enum ReasonKind {
    InFirstPool,    ///< It does.
    LargerThanPool, ///< Bytes: the limit of Pool.
    FixedElsewhere, ///< PlanBuffer::Fixed is in another pool.
    NoRoom,   ///< All: with it, more bytes would live in Pool at Time than
              ///< the pool has.
    NoGap,    ///< All: there are enough bytes, but in smaller pieces.
    RoomLeft, ///< Pool has room for it, which the plan does not use.
  };
  static constexpr size_t MostBeside = 3;

  ReasonKind Kind = InFirstPool;
  size_t Pool = 0;    ///< PlanBuffer::firstPool().
  uint64_t Time = 0;  ///< When most bytes live there while the buffer lives.
  uint64_t Bytes = 0; ///< Of the buffers that live there then.
  std::vector<size_t> Beside = {}; ///< The largest of them, the largest first.

  /// The reason in words, in lower case and without a full stop; empty for
  /// InFirstPool. The arguments are the caller's names of Pool and of Beside.
  std::string text(const std::string &PoolName,
                   std::span<const std::string> BesideNames) const;
};

/// The reasons of the buffers \p Which, which are positions, in their order.
/// checkPlan() must accept \p Places. Takes time for each pair of them with a
/// buffer that lives at the same time in its first pool.
std::vector<PlanReason> explainPlan(const PlanProblem &Problem,
                                    std::span<const BufferPlace> Places,
                                    std::span<const size_t> Which);

/// The most bytes that live at one time, which no plan for \p Pools pools can
/// undercut: sizes are rounded up to the least alignment of all buffers, but
/// for one buffer of each pool, which may end it. planMemory() must accept
/// \p Buffers. Does not look at InPlaceOf: MemoryPlan::LowerBound does.
uint64_t planLowerBound(std::span<const PlanBuffer> Buffers, size_t Pools = 1);

/// For each pool of \p Problem the bytes that every plan takes there: those of
/// buffers that may lie nowhere else, or that have no room elsewhere when all
/// other pools are full. planMemory() must accept \p Problem.
std::vector<uint64_t> poolLowerBounds(const PlanProblem &Problem);

} // namespace metaobj

#endif // METAOBJ_PLAN_H
