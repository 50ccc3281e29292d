//===- Problems.h - Buffers for tests of plans ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_PLAN_PROBLEMS_H
#define METAOBJ_TESTS_UNIT_PLAN_PROBLEMS_H

#include "metaobj/Plan.h"

#include <optional>
#include <random>
#include <span>
#include <string>

namespace metaobj {

/// Any \p Count buffers, the same for each \p Seed.
inline PlanProblem randomProblem(unsigned Seed, size_t Count, uint64_t Times) {
  std::mt19937 Random(Seed);
  PlanProblem Result;
  for (size_t I = 0; I != Count; ++I) {
    uint64_t Lower = Random() % Times;
    PlanBuffer Buffer{std::to_string(I), Lower, Lower + 1 + Random() % 9,
                      Random() % 300};
    Buffer.Alignment = uint64_t(1) << Random() % 5;
    Result.Buffers.push_back(Buffer);
  }
  return Result;
}

/// The example of MiniMalloc: 12 bytes, which first fit by size misses.
inline PlanProblem small() {
  PlanProblem Result;
  Result.Buffers = {{"b1", 0, 3, 4},
                    {"b2", 3, 9, 4},
                    {"b3", 0, 9, 4},
                    {"b4", 9, 21, 4},
                    {"b5", 0, 21, 4}};
  return Result;
}

/// Do no two buffers overlap but those that may? All pairs are compared.
inline bool isValid(const PlanProblem &Problem,
                    std::span<const BufferPlace> Places) {
  for (size_t I = 0; I != Places.size(); ++I) {
    const PlanBuffer &A = Problem.Buffers[I];
    if (Places[I].Offset % A.Alignment != 0)
      return false;
    for (size_t J = 0; J != I; ++J) {
      const PlanBuffer &B = Problem.Buffers[J];
      if (Places[I] == Places[J] && (A.InPlaceOf == J || B.InPlaceOf == I))
        continue;
      if (A.Size != 0 && B.Size != 0 && A.Lower < B.Upper &&
          B.Lower < A.Upper && Places[I].Pool == Places[J].Pool &&
          Places[I].Offset < Places[J].Offset + B.Size &&
          Places[J].Offset < Places[I].Offset + A.Size)
        return false;
    }
  }
  return true;
}

/// The fault in words; empty for none.
inline std::string text(const std::optional<PlanFault> &Fault,
                        const PlanProblem &Problem) {
  if (!Fault)
    return "";
  auto BufferName = [&](std::optional<size_t> Position) {
    return Position ? Problem.Buffers[*Position].Name : "no buffer";
  };
  return Fault->text(BufferName(Fault->Buffer), BufferName(Fault->OtherBuffer),
                     Fault->Pool ? Problem.Pools[*Fault->Pool].Name
                                 : "no pool");
}

} // namespace metaobj

#endif // METAOBJ_TESTS_UNIT_PLAN_PROBLEMS_H
