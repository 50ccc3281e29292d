//===- Neighbours.cpp - Gaps between buffers of one pool ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Neighbours.h"

#include "Plan/Arithmetic.h"

#include <algorithm>
#include <bit>

using namespace metaobj;

/// As many are sorted faster without buckets.
static constexpr size_t Few = 32;

void Neighbours::sort() {
  if (All.size() <= Few) {
    std::sort(All.begin(), All.end());
    return;
  }
  auto [Least, Most] =
      std::minmax_element(All.begin(), All.end(),
                          [](const Neighbour &Left, const Neighbour &Right) {
                            return Left.Begin < Right.Begin;
                          });
  // One or two buckets for each.
  const uint64_t First = Least->Begin;
  const int Shift = std::max(0, int(std::bit_width(Most->Begin - First)) -
                                    int(std::bit_width(All.size())));
  auto BucketOf = [&](const Neighbour &Other) {
    return size_t((Other.Begin - First) >> Shift);
  };
  Positions.assign(BucketOf(*Most) + 2, 0);
  for (const Neighbour &Other : All)
    ++Positions[BucketOf(Other) + 1];
  for (size_t Bucket = 1; Bucket != Positions.size(); ++Bucket)
    Positions[Bucket] += Positions[Bucket - 1];
  Sorted.resize(All.size());
  for (const Neighbour &Other : All)
    Sorted[Positions[BucketOf(Other)]++] = Other;
  // Now each is the end of its bucket.
  uint32_t Begin = 0;
  for (uint32_t End : Positions) {
    if (End - Begin > 1)
      std::sort(Sorted.begin() + Begin, Sorted.begin() + End);
    Begin = End;
  }
  All.swap(Sorted);
}

std::optional<uint64_t> Neighbours::findGap(const PlanBuffer &Buffer,
                                            uint64_t Ceiling,
                                            GapRule Rule) const {
  std::optional<uint64_t> Result;
  uint64_t Least = 0, End = 0;
  // True: no other gap is better.
  auto LookAt = [&](uint64_t Begin) {
    uint64_t Offset = alignTo(End, Buffer.Alignment);
    // It wraps around behind the last address.
    if (Offset < End || Offset > Begin || Buffer.Size > Begin - Offset ||
        (Result && Begin - End >= Least))
      return false;
    Least = Begin - End;
    Result = Offset;
    return Rule == GapRule::Lowest;
  };
  for (const Neighbour &Next : All) {
    if (LookAt(Next.Begin))
      return Result;
    End = std::max(End, Next.End);
  }
  LookAt(Ceiling);
  return Result;
}
