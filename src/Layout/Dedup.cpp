//===- Dedup.cpp - Parameters with the same bytes -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares parameters by the cheapest criteria first: size and place, their
// range of the source, their first bytes, and last a hash of all bytes. The
// hash is cryptographic, because equal hashes count as equal bytes and files
// may be hostile. Each step reads in the order of the parameters, so that
// streams need not start again.
//
//===----------------------------------------------------------------------===//

#include "Dedup.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/xxhash.h"

#include <array>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace metaobj;

/// Enough to tell most tensors apart, and one read of the file each.
static constexpr uint64_t ProbeBytes = 64;
static constexpr uint64_t PieceBytes = 1 << 20;

namespace {

/// A parameter that may be equal to others of the same class.
struct Candidate {
  size_t Index;
  size_t Class;
};

class Finder {
public:
  explicit Finder(ArrayRef<Param> Params, ArrayRef<uint32_t> Groups)
      : Params(Params), Groups(Groups), First(Params.size()) {
    std::iota(First.begin(), First.end(), 0);
  }

  Error run();
  std::vector<size_t> take() { return std::move(First); }

private:
  using Hash = std::array<uint8_t, LLVM_BLAKE3_OUT_LEN>;

  std::vector<Candidate> compareKeys();
  std::vector<size_t> dropSameRanges(ArrayRef<size_t> Members);
  Expected<std::vector<Candidate>>
  compareProbes(ArrayRef<Candidate> Candidates);
  Error compareHashes(ArrayRef<Candidate> Candidates);
  Expected<Hash> hashOf(const Payload &Data);

  ArrayRef<Param> Params;
  ArrayRef<uint32_t> Groups;
  std::vector<size_t> First;
  std::vector<uint8_t> Piece;
};

} // namespace

/// Calls \p Handle for each group of two or more members with the same key,
/// with the members in their order.
template <typename Key>
static void forEachGroup(std::vector<std::pair<Key, size_t>> Keyed,
                         function_ref<void(ArrayRef<size_t>)> Handle) {
  llvm::sort(Keyed);
  std::vector<size_t> Group;
  for (auto Start = Keyed.begin(); Start != Keyed.end();) {
    Group.clear();
    auto End = Start;
    for (; End != Keyed.end() && End->first == Start->first; ++End)
      Group.push_back(End->second);
    if (Group.size() > 1)
      Handle(Group);
    Start = End;
  }
}

/// Puts \p Candidates into the order of the parameters.
static void sortByIndex(std::vector<Candidate> &Candidates) {
  llvm::sort(Candidates, [](const Candidate &Left, const Candidate &Right) {
    return Left.Index < Right.Index;
  });
}

/// One of each range of a file stands for the others, which need no reading.
std::vector<size_t> Finder::dropSameRanges(ArrayRef<size_t> Members) {
  DenseMap<std::pair<const InputFile *, uint64_t>, size_t> Ranges;
  std::vector<size_t> Rest;
  for (size_t Index : Members) {
    std::optional<Payload::FilePlace> Place = Params[Index].Data.filePlace();
    if (!Place) {
      Rest.push_back(Index);
      continue;
    }
    auto [Known, IsNew] =
        Ranges.try_emplace({Place->File, Place->Offset}, Index);
    if (IsNew)
      Rest.push_back(Index);
    else
      First[Index] = Known->second;
  }
  return Rest;
}

/// These must be equal before any byte is read. Numbers of another size or byte
/// order are other bytes in one of the two byte orders of targets.
std::vector<Candidate> Finder::compareKeys() {
  using Key = std::tuple<uint64_t, uint32_t, unsigned, bool>;
  std::vector<std::pair<Key, size_t>> Keyed;
  for (const auto &[Index, P] : enumerate(Params)) {
    const Payload &Data = P.Data;
    unsigned Unit = Data.elementSize();
    bool IsBig = Unit > 1 && Data.byteOrder() == Endianness::big;
    if (Data.size() != 0)
      Keyed.push_back({{Data.size(), Groups[Index], Unit, IsBig}, Index});
  }
  std::vector<Candidate> Candidates;
  forEachGroup<Key>(std::move(Keyed), [&](ArrayRef<size_t> Members) {
    std::vector<size_t> Rest = dropSameRanges(Members);
    if (Rest.size() > 1)
      for (size_t Index : Rest)
        Candidates.push_back({Index, Rest.front()});
  });
  sortByIndex(Candidates);
  return Candidates;
}

Expected<std::vector<Candidate>>
Finder::compareProbes(ArrayRef<Candidate> Candidates) {
  using Key = std::pair<size_t, uint64_t>;
  std::vector<std::pair<Key, size_t>> Keyed;
  for (const Candidate &Each : Candidates) {
    const Payload &Data = Params[Each.Index].Data;
    std::array<uint8_t, ProbeBytes> Start = {};
    if (Error E = Data.read(0, MutableArrayRef(Start).take_front(
                                   std::min(Data.size(), ProbeBytes))))
      return E;
    Keyed.push_back({{Each.Class, xxHash64(toStringRef(Start))}, Each.Index});
  }
  std::vector<Candidate> Alike;
  forEachGroup<Key>(std::move(Keyed), [&](ArrayRef<size_t> Members) {
    for (size_t Index : Members)
      Alike.push_back({Index, Members.front()});
  });
  sortByIndex(Alike);
  return Alike;
}

Expected<Finder::Hash> Finder::hashOf(const Payload &Data) {
  BLAKE3 Hasher;
  for (uint64_t Offset = 0; Offset != Data.size(); Offset += Piece.size()) {
    Piece.resize(std::min(Data.size() - Offset, PieceBytes));
    if (Error E = Data.read(Offset, Piece))
      return E;
    Hasher.update(Piece);
  }
  return Hasher.final();
}

Error Finder::compareHashes(ArrayRef<Candidate> Candidates) {
  using Key = std::pair<size_t, Hash>;
  std::vector<std::pair<Key, size_t>> Keyed;
  for (const Candidate &Each : Candidates) {
    Expected<Hash> Digest = hashOf(Params[Each.Index].Data);
    if (!Digest)
      return Digest.takeError();
    Keyed.push_back({{Each.Class, *Digest}, Each.Index});
  }
  forEachGroup<Key>(std::move(Keyed), [&](ArrayRef<size_t> Members) {
    for (size_t Index : Members)
      First[Index] = Members.front();
  });
  return Error::success();
}

Error Finder::run() {
  Expected<std::vector<Candidate>> Alike = compareProbes(compareKeys());
  if (!Alike)
    return Alike.takeError();
  if (Error E = compareHashes(*Alike))
    return E;
  // The first of a range may itself be equal to an earlier one.
  for (size_t &Index : First)
    Index = First[Index];
  return Error::success();
}

Expected<std::vector<size_t>> metaobj::findShared(ArrayRef<Param> Params,
                                                  ArrayRef<uint32_t> Groups) {
  Finder TheFinder(Params, Groups);
  if (Error E = TheFinder.run())
    return E;
  return TheFinder.take();
}
