//===- Sweep.h - Places buffers from the peak outwards ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_SWEEP_H
#define METAOBJ_PLAN_SWEEP_H

#include "Plan/Placing.h"
#include "Plan/RandomNumbers.h"
#include "Plan/SearchSteps.h"
#include "metaobj/Plan.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace metaobj {

/// Places buffers from the peak outwards, for any number of buffers that live
/// together.
///
/// The buffers that live at the peak are stacked without a gap. From there one
/// sweep goes on to the end of time, and one back to its beginning. Fewer bytes
/// live there, so gaps may arise. Each buffer gets the gap where it wastes
/// least: bytes that are left over, and time for which its neighbour stays when
/// it has gone, or goes before it. So buffers that end together lie together,
/// and what they free is in one piece.
class Sweeps {
public:
  /// \p Problem must have buffers with bytes, none of them with a fixed place.
  explicit Sweeps(const PlanProblem &Problem);

  /// Sweeps from one stack. nullopt: a buffer fits into no pool.
  std::optional<Placing> place();

  /// The same from other stacks. Then sweeps under lower ceilings of the last
  /// pool, which go back by some buffers and place them otherwise where one has
  /// no room. Ends when the last pool has at most \p LowerBound bytes, or when
  /// no \p Steps are left. place() must have found a plan.
  Placing search(uint64_t LowerBound, SearchSteps &Steps);

private:
  class Sweep;
  /// To the end of time, or to its beginning.
  enum Side : uint32_t { After, Before };
  /// Numbers of the times at which buffers start or end, in the order of a
  /// sweep.
  struct Times {
    uint32_t Begin, End;
  };
  /// How the buffers of the peak are stacked.
  struct StackRule {
    /// False: those that live long before the peak and after it are below.
    /// True: those that live rather after it than before it.
    bool IsBySide = false;
    /// With a positive one the side before the peak counts more, by a factor of
    /// two for each four; with a negative one the other side.
    int Tilt = 0;
  };
  /// A stack and sweeps from it.
  struct Candidate {
    StackRule Rule;
    unsigned Number; ///< Of all that were made.
    Placing Plan = {};
    /// What was below each buffer when a sweep placed it (see PoolMemory).
    std::vector<uint32_t> Below = {};
    /// Bytes of the last pool that the stack and one sweep need.
    std::array<uint64_t, 2> Heights = {};
    /// The next sweep is to save this part of what is above the lower bound.
    uint64_t Divisor = 2;

    /// The smaller plan first, and of equal ones the earlier one.
    bool operator<(const Candidate &Other) const {
      return Plan.isSmallerThan(Other.Plan) ||
             (!Other.Plan.isSmallerThan(Plan) && Number < Other.Number);
    }
    Side worseSide() const {
      return Heights[After] < Heights[Before] ? Before : After;
    }
  };

  void rankTimes();
  void findSides();
  Times timesOf(uint32_t Index, Side Direction) const;
  std::vector<uint32_t> stack(StackRule Rule, RandomNumbers *Noise) const;
  bool placeStack(std::span<const uint32_t> Stack,
                  std::vector<BufferPlace> &Places) const;
  std::vector<uint64_t> sizesOf(Side Direction,
                                std::span<const BufferPlace> Places) const;
  bool bestSweep(Side Direction, Candidate &Swept, SearchSteps &Steps);
  const Candidate *add(StackRule Rule, RandomNumbers *Noise,
                       SearchSteps &Steps);
  void addOthers(uint64_t LowerBound, SearchSteps &Steps);
  void measure(Candidate &Measured) const;
  bool lower(Candidate &Lowered, uint64_t LowerBound, uint64_t Most,
             SearchSteps &Steps);
  void improve(Candidate &Improved, uint64_t LowerBound, uint64_t Share,
               SearchSteps &Steps);
  void keepBest();
  const Candidate &best() const;

  const PlanProblem &Problem;
  std::vector<Times> Ranks; ///< Of all buffers.
  uint32_t NumTimes = 0;
  uint32_t Peak = 0;
  std::vector<uint32_t> AtPeak; ///< Those that live then.
  /// All others, in the orders in which the sweeps place them.
  std::array<std::vector<uint32_t>, 2> Starts;
  /// Those and AtPeak, in the orders in which they end.
  std::array<std::vector<uint32_t>, 2> Ends;
  std::vector<Candidate> Candidates;
  unsigned NumAdded = 0;
  uint64_t SweepWork = 0; ///< The most that one took.
  RandomNumbers Random;
};

} // namespace metaobj

#endif // METAOBJ_PLAN_SWEEP_H
