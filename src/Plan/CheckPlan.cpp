//===- CheckPlan.cpp - Does a plan hold? ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Goes through time once and keeps the buffers that live, in the order of
/// addresses. It shares nothing with the planner but checkBuffers().
///
//===----------------------------------------------------------------------===//

#include "Plan/CheckBuffers.h"
#include "metaobj/Plan.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <utility>

using namespace metaobj;

std::optional<PlanFault>
metaobj::checkBuffers(std::span<const PlanBuffer> Buffers) {
  for (size_t I = 0; I != Buffers.size(); ++I) {
    const PlanBuffer &Buffer = Buffers[I];
    if (Buffer.Lower >= Buffer.Upper)
      return PlanFault{.Kind = PlanFault::EmptyLifetime,
                       .Buffer = I,
                       .Numbers = {Buffer.Lower, Buffer.Upper}};
    if (!std::has_single_bit(Buffer.Alignment))
      return PlanFault{.Kind = PlanFault::BadAlignment,
                       .Buffer = I,
                       .Numbers = {Buffer.Alignment}};
    if (!Buffer.InPlaceOf)
      continue;
    if (*Buffer.InPlaceOf >= Buffers.size())
      return PlanFault{.Kind = PlanFault::UnknownPair,
                       .Buffer = I,
                       .Numbers = {*Buffer.InPlaceOf, Buffers.size()}};
    const PlanBuffer &Other = Buffers[*Buffer.InPlaceOf];
    if (Other.Lower >= Buffer.Lower || Other.Upper != Buffer.Lower + 1 ||
        Other.Size < Buffer.Size)
      return PlanFault{
          .Kind = PlanFault::WrongPair,
          .Buffer = I,
          .OtherBuffer = Buffer.InPlaceOf,
          .Numbers = {Other.Upper, Buffer.Lower + 1, Other.Size, Buffer.Size}};
  }
  return std::nullopt;
}

/// Is the place of buffer \p Index aligned and inside of its pool?
static std::optional<PlanFault>
checkPlace(const PlanProblem &Problem, const MemoryPlan &Plan, size_t Index) {
  const PlanBuffer &Buffer = Problem.Buffers[Index];
  const BufferPlace &Place = Plan.Places[Index];
  if (Place.Pool >= Problem.Pools.size())
    return PlanFault{.Kind = PlanFault::UnknownPool,
                     .Buffer = Index,
                     .Numbers = {Place.Pool, Problem.Pools.size()}};
  if (Buffer.Fixed && Place != *Buffer.Fixed)
    return PlanFault{.Kind = PlanFault::Moved,
                     .Buffer = Index,
                     .Numbers = {Place.Pool, Place.Offset, Buffer.Fixed->Pool,
                                 Buffer.Fixed->Offset}};
  if (!Buffer.mayLieIn(Place.Pool))
    return PlanFault{
        .Kind = PlanFault::WrongPool, .Buffer = Index, .Pool = Place.Pool};
  if (Place.Offset % Buffer.Alignment != 0)
    return PlanFault{.Kind = PlanFault::Unaligned,
                     .Buffer = Index,
                     .Numbers = {Place.Offset, Buffer.Alignment}};
  uint64_t Size = Plan.PoolSizes[Place.Pool];
  if (Buffer.Size != 0 &&
      (Place.Offset > Size || Buffer.Size > Size - Place.Offset))
    return PlanFault{.Kind = PlanFault::OutsidePool,
                     .Buffer = Index,
                     .Pool = Place.Pool,
                     .Numbers = {Buffer.Size, Place.Offset, Size}};
  return std::nullopt;
}

std::optional<PlanFault> metaobj::checkPlan(const PlanProblem &Problem,
                                            const MemoryPlan &Plan) {
  if (Plan.Places.size() != Problem.Buffers.size() ||
      Plan.PoolSizes.size() != Problem.Pools.size())
    return PlanFault{.Kind = PlanFault::WrongCounts,
                     .Numbers = {Plan.Places.size(), Plan.PoolSizes.size(),
                                 Problem.Buffers.size(), Problem.Pools.size()}};
  if (std::optional<PlanFault> Fault = checkBuffers(Problem.Buffers))
    return Fault;
  for (size_t I = 0; I != Problem.Pools.size(); ++I)
    if (Problem.Pools[I].Limit && Plan.PoolSizes[I] > *Problem.Pools[I].Limit)
      return PlanFault{.Kind = PlanFault::PoolTooLarge,
                       .Pool = I,
                       .Numbers = {Plan.PoolSizes[I], *Problem.Pools[I].Limit}};
  std::vector<size_t> Starts;
  for (size_t I = 0; I != Problem.Buffers.size(); ++I) {
    if (std::optional<PlanFault> Fault = checkPlace(Problem, Plan, I))
      return Fault;
    if (Problem.Buffers[I].Size != 0)
      Starts.push_back(I);
  }
  std::vector<size_t> Ends = Starts;
  std::sort(Starts.begin(), Starts.end(), [&](size_t Left, size_t Right) {
    return Problem.Buffers[Left].Lower < Problem.Buffers[Right].Lower;
  });
  std::sort(Ends.begin(), Ends.end(), [&](size_t Left, size_t Right) {
    return Problem.Buffers[Left].Upper < Problem.Buffers[Right].Upper;
  });
  // The buffers that live, by address. While nothing overlaps, all addresses
  // differ. A buffer in the place of another one has all of its bytes until
  // that one ends.
  using Address = std::pair<uint32_t, uint64_t>;
  struct Piece {
    size_t Index;
    uint64_t Bytes;
  };
  std::map<Address, Piece> Live;
  auto AddressOf = [&](size_t Index) {
    return Address(Plan.Places[Index].Pool, Plan.Places[Index].Offset);
  };
  auto Overlap = [&](const Address &Lower, uint64_t Bytes,
                     const Address &Higher) {
    return Lower.first == Higher.first && Higher.second - Lower.second < Bytes;
  };
  auto End = [&](size_t Index) {
    auto It = Live.find(AddressOf(Index));
    if (It != Live.end() && It->second.Index != Index)
      It->second.Bytes = Problem.Buffers[It->second.Index].Size;
    else if (It != Live.end())
      Live.erase(It);
  };
  auto NextEnd = Ends.begin();
  for (size_t Index : Starts) {
    for (; Problem.Buffers[*NextEnd].Upper <= Problem.Buffers[Index].Lower;
         ++NextEnd)
      End(*NextEnd);
    const PlanBuffer &Buffer = Problem.Buffers[Index];
    const Address Begin = AddressOf(Index);
    auto Above = Live.lower_bound(Begin);
    if (Above != Live.end() && Above->first == Begin &&
        Buffer.InPlaceOf == Above->second.Index) {
      Above->second.Index = Index;
      continue;
    }
    std::optional<size_t> Other;
    if (Above != Live.end() && Overlap(Begin, Buffer.Size, Above->first)) {
      Other = Above->second.Index;
    } else if (Above != Live.begin()) {
      const auto &[Below, Piece] = *std::prev(Above);
      if (Overlap(Below, Piece.Bytes, Begin)) {
        const PlanBuffer &Lower = Problem.Buffers[Piece.Index];
        Other =
            Overlap(Below, Lower.Size, Begin) ? Piece.Index : *Lower.InPlaceOf;
      }
    }
    if (Other)
      return PlanFault{.Kind = PlanFault::Overlap,
                       .Buffer = Other,
                       .OtherBuffer = Index,
                       .Numbers = {Buffer.Lower}};
    Live.emplace(Begin, Piece{Index, Buffer.Size});
  }
  return std::nullopt;
}
