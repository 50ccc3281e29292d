//===- Dedup.cpp - Parameters with the same bytes -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares parameters by the cheapest criteria first: size and place, their
// range of the source, their first bytes, samples of large ones, and last all
// bytes. Bytes are compared by a cryptographic hash, because equal hashes count
// as equal bytes and files may be hostile. Each step reads in the order of the
// parameters, so that streams need not start again.
//
//===----------------------------------------------------------------------===//

#include "Emit/Layout/Dedup.h"

#include "Emit/Layout/ContentHash.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace metaobj;

/// Enough to tell most tensors apart.
static constexpr uint64_t ProbeBytes = 64;

/// Tensors of at least LeastSampled bytes may begin alike and be different: to
/// look at samples from start to end takes much less time than to read all.
static constexpr uint64_t LeastSampled = 256 << 10;
static constexpr size_t Samples = 9;
static constexpr uint64_t SampleBytes = 4 << 10;

namespace {

class Finder {
public:
  Finder(ArrayRef<Param> Params, ArrayRef<uint32_t> Groups)
      : Params(Params), Groups(Groups), First(Params.size()),
        Class(Params.size()) {
    std::iota(First.begin(), First.end(), 0);
  }

  Error run();
  std::vector<size_t> take() { return std::move(First); }

private:
  std::vector<size_t> undecided() const;
  template <typename Key>
  void split(ArrayRef<size_t> Indices, ArrayRef<Key> Keys);
  void splitByFacts();
  Error splitByPieces(ArrayRef<size_t> Indices, ArrayRef<Payload> Pieces,
                      size_t PiecesEach);
  void dropSameRanges();
  Error splitByProbe();
  Error splitBySamples();
  Error splitByContent();

  ArrayRef<Param> Params;
  ArrayRef<uint32_t> Groups;
  /// By parameter: an earlier one with the same bytes, or itself.
  std::vector<size_t> First;
  /// By parameter: the first of those that may have the same bytes.
  std::vector<size_t> Class;
};

} // namespace

/// Parameters that are not alone in their class, and have no earlier one with
/// the same bytes.
std::vector<size_t> Finder::undecided() const {
  std::vector<size_t> Members(Params.size());
  for (size_t Index = 0; Index != Params.size(); ++Index)
    Members[Class[Index]] += First[Index] == Index;
  std::vector<size_t> Result;
  for (size_t Index = 0; Index != Params.size(); ++Index)
    if (First[Index] == Index && Members[Class[Index]] > 1)
      Result.push_back(Index);
  return Result;
}

/// Splits the classes of \p Indices by \p Keys, one for each.
template <typename Key>
void Finder::split(ArrayRef<size_t> Indices, ArrayRef<Key> Keys) {
  std::vector<size_t> Order(Indices.size());
  std::iota(Order.begin(), Order.end(), 0);
  sort(Order, [&](size_t Left, size_t Right) {
    return std::tie(Class[Indices[Left]], Keys[Left], Indices[Left]) <
           std::tie(Class[Indices[Right]], Keys[Right], Indices[Right]);
  });
  std::vector<size_t> Before = Class;
  for (const auto &[I, Bytes] : enumerate(Order)) {
    size_t Index = Indices[Bytes];
    Class[Index] = Index;
    if (I == 0)
      continue;
    size_t Last = Order[I - 1];
    if (Before[Indices[Last]] == Before[Index] && Keys[Last] == Keys[Bytes])
      Class[Index] = Class[Indices[Last]];
  }
}

/// By what must be equal before any byte is read. Numbers of another size or
/// byte order are other bytes in one of the two byte orders of targets.
/// Parameters without bytes share nothing.
void Finder::splitByFacts() {
  using Facts = std::tuple<uint64_t, uint32_t, unsigned, bool, size_t>;
  std::vector<Facts> Keys;
  for (const auto &[Index, P] : enumerate(Params)) {
    unsigned Unit = P.Data.elementSize();
    bool IsBig = Unit > 1 && P.Data.byteOrder() == Endianness::big;
    Keys.emplace_back(P.Data.size(), Groups[Index], Unit, IsBig,
                      P.Data.size() ? 0 : Index);
  }
  std::vector<size_t> All(Params.size());
  std::iota(All.begin(), All.end(), 0);
  split<Facts>(All, Keys);
}

Error Finder::splitByPieces(ArrayRef<size_t> Indices, ArrayRef<Payload> Pieces,
                            size_t PiecesEach) {
  Expected<std::vector<ContentHash>> Hashes = hashPieces(Pieces, PiecesEach);
  if (!Hashes)
    return Hashes.takeError();
  split<ContentHash>(Indices, *Hashes);
  return Error::success();
}

/// One of each range of a file stands for the others, which need no reading.
void Finder::dropSameRanges() {
  DenseMap<std::tuple<size_t, const InputFile *, uint64_t>, size_t> Known;
  for (const auto &[Index, P] : enumerate(Params))
    if (std::optional<Payload::FilePlace> Place = P.Data.filePlace())
      First[Index] =
          Known.try_emplace({Class[Index], Place->File, Place->Offset}, Index)
              .first->second;
}

Error Finder::splitByProbe() {
  std::vector<size_t> Indices = undecided();
  std::vector<Payload> Pieces;
  Pieces.reserve(Indices.size());
  for (size_t Index : Indices) {
    const Payload &Data = Params[Index].Data;
    Pieces.push_back(Data.slice(0, std::min(Data.size(), ProbeBytes)));
  }
  return splitByPieces(Indices, Pieces, /*PiecesEach=*/1);
}

Error Finder::splitBySamples() {
  std::vector<size_t> Indices = undecided();
  erase_if(Indices, [this](size_t Index) {
    return Params[Index].Data.size() < LeastSampled;
  });
  std::vector<Payload> Pieces;
  for (size_t Index : Indices) {
    const Payload &Data = Params[Index].Data;
    uint64_t Step = (Data.size() - SampleBytes) / (Samples - 1);
    for (size_t I = 0; I + 1 != Samples; ++I)
      Pieces.push_back(Data.slice(I * Step, SampleBytes));
    Pieces.push_back(Data.slice(Data.size() - SampleBytes, SampleBytes));
  }
  return splitByPieces(Indices, Pieces, Samples);
}

Error Finder::splitByContent() {
  std::vector<size_t> Indices = undecided();
  std::vector<Payload> Pieces;
  Pieces.reserve(Indices.size());
  for (size_t Index : Indices) {
    const Payload &Data = Params[Index].Data;
    Pieces.push_back(Data.slice(0, Data.size()));
  }
  return splitByPieces(Indices, Pieces, /*PiecesEach=*/1);
}

Error Finder::run() {
  splitByFacts();
  dropSameRanges();
  if (Error E = splitByProbe())
    return E;
  if (Error E = splitBySamples())
    return E;
  if (Error E = splitByContent())
    return E;
  for (size_t &Index : First)
    Index = Class[Index];
  return Error::success();
}

Expected<std::vector<size_t>> metaobj::findShared(ArrayRef<Param> Params,
                                                  ArrayRef<uint32_t> Groups) {
  Finder TheFinder(Params, Groups);
  if (Error E = TheFinder.run())
    return E;
  return TheFinder.take();
}
