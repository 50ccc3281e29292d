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

#include "ContentHash.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <array>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace metaobj;

/// Enough to tell most tensors apart, and one read of the file each.
static constexpr uint64_t ProbeBytes = 64;

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
  template <typename Key>
  Error split(function_ref<Expected<Key>(size_t Index)> KeyOf);
  void dropSameRanges();

  ArrayRef<Param> Params;
  ArrayRef<uint32_t> Groups;
  /// By parameter: an earlier one with the same bytes, or itself.
  std::vector<size_t> First;
  /// By parameter: the first of those that may have the same bytes.
  std::vector<size_t> Class;
};

} // namespace

/// Splits each class by the keys of its members. There is no key of a
/// parameter that is alone, or has an earlier one with the same bytes.
template <typename Key>
Error Finder::split(function_ref<Expected<Key>(size_t Index)> KeyOf) {
  std::vector<size_t> Members(Params.size());
  for (size_t Index = 0; Index != Params.size(); ++Index)
    Members[Class[Index]] += First[Index] == Index;
  std::vector<std::tuple<size_t, Key, size_t>> Keys;
  for (size_t Index = 0; Index != Params.size(); ++Index) {
    if (First[Index] != Index || Members[Class[Index]] < 2)
      continue;
    Expected<Key> Its = KeyOf(Index);
    if (!Its)
      return Its.takeError();
    Keys.emplace_back(Class[Index], *Its, Index);
    Class[Index] = Index;
  }
  sort(Keys);
  for (size_t I = 1; I < Keys.size(); ++I) {
    const auto &[OfClass, Its, Index] = Keys[I];
    const auto &[LastClass, LastKey, Last] = Keys[I - 1];
    if (OfClass == LastClass && Its == LastKey)
      Class[Index] = Class[Last];
  }
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

Error Finder::run() {
  // These must be equal before any byte is read. Numbers of another size or
  // byte order are other bytes in one of the two byte orders of targets.
  // Parameters without bytes share nothing.
  using Facts = std::tuple<uint64_t, uint32_t, unsigned, bool, size_t>;
  auto FactsOf = [this](size_t Index) -> Expected<Facts> {
    const Payload &Data = Params[Index].Data;
    unsigned Unit = Data.elementSize();
    bool IsBig = Unit > 1 && Data.byteOrder() == Endianness::big;
    return Facts(Data.size(), Groups[Index], Unit, IsBig,
                 Data.size() ? 0 : Index);
  };
  auto ProbeOf = [this](size_t Index) -> Expected<uint64_t> {
    const Payload &Data = Params[Index].Data;
    std::array<uint8_t, ProbeBytes> Start = {};
    if (Error E = Data.read(0, MutableArrayRef(Start).take_front(
                                   std::min(Data.size(), ProbeBytes))))
      return E;
    return xxHash64(toStringRef(Start));
  };
  auto HashOf = [this](size_t Index) {
    const Payload &Data = Params[Index].Data;
    return contentHash(Data, Data.byteOrder());
  };
  if (Error E = split<Facts>(FactsOf))
    return E;
  dropSameRanges();
  if (Error E = split<uint64_t>(ProbeOf))
    return E;
  if (Error E = split<ContentHash>(HashOf))
    return E;
  for (const auto &[Index, Its] : enumerate(First))
    Its = Class[Its];
  return Error::success();
}

Expected<std::vector<size_t>> metaobj::findShared(ArrayRef<Param> Params,
                                                  ArrayRef<uint32_t> Groups) {
  Finder TheFinder(Params, Groups);
  if (Error E = TheFinder.run())
    return E;
  return TheFinder.take();
}
