//===- PoolMemory.cpp - Buffers and gaps while time goes by ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/PoolMemory.h"

#include "Plan/Arithmetic.h"

#include <algorithm>
#include <iterator>

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

void PoolMemory::addGap(uint64_t Offset, uint64_t Size) {
  if (Size == 0)
    return;
  auto It = ByOffset.emplace(Offset, Piece{Size, Gap}).first;
  BySize.emplace(std::pair(Size, Offset), It);
}

void PoolMemory::removeGap(Pieces::iterator It) {
  BySize.erase({It->second.Size, It->first});
  ByOffset.erase(It);
}

void PoolMemory::put(uint64_t Offset, uint64_t Size, uint32_t End) {
  uint64_t Begin = Top, GapEnd = std::max(Top, Offset + Size);
  if (Offset < Top) {
    auto Free = std::prev(ByOffset.upper_bound(Offset));
    Begin = Free->first;
    GapEnd = Begin + Free->second.Size;
    removeGap(Free);
  }
  addGap(Begin, Offset - Begin);
  ByOffset.emplace(Offset, Piece{Size, End});
  addGap(Offset + Size, GapEnd - (Offset + Size));
  Top = std::max(Top, Offset + Size);
}

std::optional<uint64_t> PoolMemory::take(const PlanBuffer &Buffer,
                                         const GapCost &Cost) {
  uint64_t Least = UINT64_MAX, Offset = 0;
  bool HasGap = false;
  unsigned Count = 0;
  for (auto It = BySize.lower_bound({Buffer.Size, 0});
       It != BySize.end() && Count != MostGaps; ++It, ++Count) {
    const auto &[Size, Begin] = It->first;
    uint64_t Left = Size - Buffer.Size;
    if (Cost.ofBytes(Left) >= Least)
      break;
    uint64_t Lowest = alignTo(Begin, Buffer.Alignment);
    if (Lowest - Begin > Left)
      continue;
    auto Consider = [&](uint64_t Place, uint32_t Neighbour) {
      uint64_t Here = Cost.of(Left, Neighbour == Gap ? Cost.End : Neighbour);
      if (Here < Least) {
        Least = Here;
        Offset = Place;
        HasGap = true;
      }
    };
    Consider(Lowest, endBelow(It->second));
    uint64_t Highest = (Begin + Left) & ~(Buffer.Alignment - 1);
    if (Left != 0)
      Consider(Highest, endAbove(It->second));
  }
  Looked += Count;
  if (!HasGap) {
    Offset = alignTo(Top, Buffer.Alignment);
    if (Offset > Limit || Buffer.Size > Limit - Offset)
      return std::nullopt;
  }
  put(Offset, Buffer.Size, Cost.End);
  return Offset;
}

void PoolMemory::giveBack(uint64_t Offset) {
  auto It = ByOffset.find(Offset);
  uint64_t End = Offset + It->second.Size;
  if (auto Above = std::next(It);
      Above != ByOffset.end() && Above->second.End == Gap) {
    End += Above->second.Size;
    removeGap(Above);
  }
  if (It != ByOffset.begin())
    if (auto Below = std::prev(It); Below->second.End == Gap) {
      Offset = Below->first;
      removeGap(Below);
    }
  ByOffset.erase(It);
  if (End == Top)
    Top = Offset;
  else
    addGap(Offset, End - Offset);
}

uint64_t PoolMemory::sizeWith(const PlanBuffer &Buffer) const {
  return alignTo(Top, Buffer.Alignment) + Buffer.Size;
}
