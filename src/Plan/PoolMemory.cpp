//===- PoolMemory.cpp - Buffers and gaps while time goes by ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/PoolMemory.h"

#include "Plan/Arithmetic.h"

#include <algorithm>

using namespace metaobj;

/// Gaps that are looked at for one buffer, the smallest first.
static constexpr unsigned MostGaps = 256;

uint64_t GapCost::ofBytes(uint64_t Left) const {
  uint64_t Whole = std::min<uint64_t>(Left / Size, 1 << 20);
  return (Whole * 1024 + Left % Size / (Size / 1024 + 1)) * BytesWeight / 4;
}

uint64_t GapCost::of(uint64_t Left, uint32_t NeighbourEnd) const {
  uint64_t Apart = NeighbourEnd > End ? NeighbourEnd - End : End - NeighbourEnd;
  uint64_t Result = ofBytes(Left) + Apart * 1024 / (Apart + (End - Begin));
  if (Noise)
    Result += Result * Noise->below(256) / 256;
  return Result;
}

PoolMemory::PoolMemory(std::vector<Piece> &Pieces, uint64_t Limit,
                       bool IsClosed)
    : Pieces(Pieces), End(uint32_t(Pieces.size())), Limit(Limit),
      IsClosed(IsClosed) {
  Pieces.push_back({.Begin = Limit,
                    .End = 0,
                    .Until = Piece::Never,
                    .Below = End,
                    .Above = End});
  addGap(End);
}

/// Adds what is free above \p Below, if it is a gap.
void PoolMemory::addGap(uint32_t Below) {
  Piece &Lower = Pieces[Below];
  const Piece &Upper = Pieces[Lower.Above];
  Lower.HasGap = Upper.Begin != Lower.End && (IsClosed || Lower.Above != End);
  if (Lower.HasGap)
    Lower.GapAbove =
        BySize.insert({Upper.Begin - Lower.End, Lower.End, Below}).first;
}

void PoolMemory::removeGap(uint32_t Below) {
  if (Pieces[Below].HasGap)
    BySize.erase(Pieces[Below].GapAbove);
}

void PoolMemory::put(uint32_t Index, uint64_t Offset, uint64_t Size,
                     uint32_t Until, uint32_t Below) {
  Pieces[Index] = {.Begin = Offset,
                   .End = Offset + Size,
                   .Until = Until,
                   .Below = Below,
                   .Above = Pieces[Below].Above};
  putBack(Index);
}

void PoolMemory::putBack(uint32_t Index) {
  const Piece &Added = Pieces[Index];
  removeGap(Added.Below);
  Pieces[Added.Below].Above = Index;
  Pieces[Added.Above].Below = Index;
  addGap(Added.Below);
  addGap(Index);
}

void PoolMemory::giveBack(uint32_t Index) {
  const Piece &Removed = Pieces[Index];
  removeGap(Index);
  removeGap(Removed.Below);
  Pieces[Removed.Below].Above = Removed.Above;
  Pieces[Removed.Above].Below = Removed.Below;
  addGap(Removed.Below);
}

std::optional<uint64_t> PoolMemory::take(uint32_t Index,
                                         const PlanBuffer &Buffer,
                                         const GapCost &Cost) {
  uint64_t Least = UINT64_MAX, Offset = 0;
  std::optional<uint32_t> Below;
  unsigned Count = 0;
  for (auto It = BySize.lower_bound({Buffer.Size, 0, 0});
       It != BySize.end() && Count != MostGaps; ++It, ++Count) {
    uint64_t Left = It->Size - Buffer.Size;
    if (Cost.ofBytes(Left) >= Least)
      break;
    uint64_t Lowest = alignTo(It->Begin, Buffer.Alignment);
    if (Lowest - It->Begin > Left)
      continue;
    auto Consider = [&](uint64_t Place, const Piece &Neighbour) {
      uint64_t Here = Cost.of(
          Left, Neighbour.Until == Piece::Never ? Cost.End : Neighbour.Until);
      if (Here < Least) {
        Least = Here;
        Offset = Place;
        Below = It->Below;
      }
    };
    const Piece &Lower = Pieces[It->Below];
    Consider(Lowest, Lower);
    if (Left != 0)
      Consider((It->Begin + Left) & ~(Buffer.Alignment - 1),
               Pieces[Lower.Above]);
  }
  Looked += Count;
  if (!Below) {
    Below = highest();
    Offset = alignTo(Pieces[*Below].End, Buffer.Alignment);
    if (Offset > Limit || Buffer.Size > Limit - Offset)
      return std::nullopt;
  }
  put(Index, Offset, Buffer.Size, Cost.End, *Below);
  return Offset;
}

std::optional<uint64_t> PoolMemory::takeSmallest(uint32_t Index,
                                                 uint64_t Size) {
  auto Fitting = BySize.lower_bound({Size, 0, 0});
  uint32_t Below = Fitting == BySize.end() ? highest() : Fitting->Below;
  uint64_t Offset = Pieces[Below].End;
  if (Fitting == BySize.end() &&
      (IsClosed || Offset > Limit || Size > Limit - Offset))
    return std::nullopt;
  // Of a gap at the top, take its end. Then buffers that follow each other in
  // time lie at different ends, and the memory that they free is in one piece.
  if (IsClosed && Below != End && Pieces[Below].Above == End)
    Offset = Limit - Size;
  put(Index, Offset, Size, 0, Below);
  return Offset;
}

uint64_t PoolMemory::sizeWith(const PlanBuffer &Buffer) const {
  return alignTo(Pieces[highest()].End, Buffer.Alignment) + Buffer.Size;
}
