//===- NameIndex.cpp - Perfect hashing of a registry's names --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Hash, displace": one half of a name's hash chooses its group, the other half
// its slot. The groups, largest first, are shifted along the slots until each
// of their names has a free one. If this fails, another seed is tried. Names
// can be made to collide for every seed. They get an index, too: its look-ups
// go on from slot to slot.
//
//===----------------------------------------------------------------------===//

#include "Abi/NameIndex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace llvm;
using namespace metaobj;

/// Limits of the seeds that are tried and of the names that are hashed for
/// them. If the names fill all slots, at least one seed in six works.
static constexpr uint32_t MaxSeeds = 256;
static constexpr uint64_t MaxHashed = uint64_t(1) << 20;

/// Limit of the slots that are looked at for one seed, for each slot of the
/// index. The largest full registry takes a fraction of it.
static constexpr uint64_t MaxWorkPerSlot = 256;

uint32_t metaobj::hashOfName(StringRef Name, uint32_t Seed) {
  uint32_t Hash = Seed;
  size_t Offset = 0;
  bool IsWhole = true;
  while (IsWhole) {
    uint32_t Word = 0;
    for (unsigned I = 0; I != 4 && Offset != Name.size(); ++I)
      Word |= uint32_t(static_cast<uint8_t>(Name[Offset++])) << I * 8;
    // The last word has a byte that is zero.
    IsWhole = Word >> 24 != 0;
    Hash = (Hash ^ Word) * 0x9e3779b1;
    Hash ^= Hash >> 15;
  }
  Hash *= 0x9e3779b1;
  return Hash ^ Hash >> 15;
}

namespace {

/// Puts names into slots.
class Placement {
public:
  explicit Placement(NameIndex &Index, size_t FirstOrdinal)
      : Index(Index), FirstOrdinal(FirstOrdinal) {}

  /// Each name into the first slot of its look-up. False when that fails.
  bool placeApart(ArrayRef<uint32_t> Hashes);

  /// Each name into the next free slot.
  void placeInTurn(ArrayRef<uint32_t> Hashes);

private:
  bool findShift(ArrayRef<uint32_t> Hashes, ArrayRef<uint32_t> Group);

  void clear() {
    std::fill(Index.Slots.begin(), Index.Slots.end(), 0);
    std::fill(Index.Shifts.begin(), Index.Shifts.end(), 0);
  }

  uint32_t mask() const { return Index.Slots.size() - 1; }

  uint16_t valueOf(size_t Name) const {
    return static_cast<uint16_t>(FirstOrdinal + Name + 1);
  }

  NameIndex &Index;
  size_t FirstOrdinal;
  uint64_t Work = 0;
};

} // namespace

/// Shifts the names \p Group until all of them are in free slots.
bool Placement::findShift(ArrayRef<uint32_t> Hashes, ArrayRef<uint32_t> Group) {
  for (uint32_t Shift = 0; Shift != Index.Slots.size(); ++Shift) {
    size_t Placed = 0;
    for (; Placed != Group.size(); ++Placed) {
      uint16_t &Slot = Index.Slots[(Hashes[Group[Placed]] + Shift) & mask()];
      if (Slot != 0)
        break;
      Slot = valueOf(Group[Placed]);
    }
    Work += Placed + 1;
    if (Placed == Group.size()) {
      if (Placed != 0)
        Index.Shifts[groupOfName(Hashes[Group[0]], Index.Slots.size())] =
            static_cast<uint16_t>(Shift);
      return true;
    }
    for (uint32_t Name : Group.take_front(Placed))
      Index.Slots[(Hashes[Name] + Shift) & mask()] = 0;
    if (Work > MaxWorkPerSlot * Index.Slots.size())
      return false;
  }
  return false;
}

bool Placement::placeApart(ArrayRef<uint32_t> Hashes) {
  clear();
  Work = 0;
  std::vector<std::vector<uint32_t>> Groups(Index.Shifts.size());
  for (const auto &[Name, Hash] : enumerate(Hashes))
    Groups[groupOfName(Hash, Index.Slots.size())].push_back(
        static_cast<uint32_t>(Name));
  std::vector<size_t> Order(Groups.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t Left, size_t Right) {
    size_t LeftSize = Groups[Left].size(), RightSize = Groups[Right].size();
    return LeftSize != RightSize ? LeftSize > RightSize : Left < Right;
  });
  return llvm::all_of(
      Order, [&](size_t Group) { return findShift(Hashes, Groups[Group]); });
}

void Placement::placeInTurn(ArrayRef<uint32_t> Hashes) {
  clear();
  // The next slot to look at for a free one. Each walk halves its path for
  // later ones, because all names may have the same hash.
  std::vector<uint32_t> Next(Index.Slots.size());
  std::iota(Next.begin(), Next.end(), 0);
  for (const auto &[Name, Hash] : enumerate(Hashes)) {
    uint32_t Slot = Hash & mask();
    while (Next[Slot] != Slot)
      Slot = Next[Slot] = Next[Next[Slot]];
    Index.Slots[Slot] = valueOf(Name);
    Next[Slot] = (Slot + 1) & mask();
    uint32_t Probes = ((Slot - Hash) & mask()) + 1;
    Index.MaxProbes = std::max(Index.MaxProbes, Probes);
  }
}

NameIndex NameIndex::build(ArrayRef<StringRef> Names, size_t FirstOrdinal,
                           uint64_t NamesSize) {
  NameIndex Result;
  Result.NamesSize = NamesSize;
  Result.Offsets.resize(FirstOrdinal + Names.size());
  // Names stand one behind the other up to the empty one.
  uint64_t Offset = NamesSize - 1;
  for (size_t I = Names.size(); I-- != 0;) {
    Offset -= Names[I].size() + 1;
    Result.Offsets[FirstOrdinal + I] = static_cast<uint32_t>(Offset);
  }
  Result.Slots.resize(PowerOf2Ceil(std::max<size_t>(Names.size(), 2)));
  Result.Shifts.resize(Result.Slots.size() / 2);

  Placement Placing(Result, FirstOrdinal);
  std::vector<uint32_t> Hashes(Names.size());
  auto HashAll = [&](uint32_t Seed) {
    Result.Seed = Seed;
    llvm::transform(Names, Hashes.begin(),
                    [&](StringRef Name) { return hashOfName(Name, Seed); });
  };
  for (uint32_t Seed = 0;
       Seed != MaxSeeds && Seed * uint64_t(Names.size()) <= MaxHashed; ++Seed) {
    HashAll(Seed);
    if (Placing.placeApart(Hashes))
      return Result;
  }
  Placing.placeInTurn(Hashes);
  return Result;
}
