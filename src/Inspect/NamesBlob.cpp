//===- NamesBlob.cpp - A registry's list of names -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/NamesBlob.h"
#include "Inspect/ObjectImage.h"

#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace metaobj;

/// Most names that a two-byte count can count.
static constexpr uint64_t MaxNames = 65535;

/// The names from \p Start to the empty name; nullopt if there are more than
/// \p MaxCount.
static std::optional<std::vector<StringRef>>
listFrom(StringRef Bytes, size_t Start, uint64_t MaxCount, uint64_t &Scanned) {
  std::vector<StringRef> Names;
  Bytes = Bytes.drop_front(std::min(Start, Bytes.size()));
  while (Names.size() <= MaxCount) {
    size_t End = Bytes.find('\0');
    Scanned += std::min(End, Bytes.size()) + 1;
    if (End == StringRef::npos)
      return std::nullopt;
    if (End == 0)
      return Names;
    Names.push_back(Bytes.take_front(End));
    Bytes = Bytes.drop_front(End + 1);
  }
  return std::nullopt;
}

static uint64_t narrowCount(const NamesPlace &Place) {
  return static_cast<uint8_t>(Place.Bytes[0]);
}

static uint64_t wideCount(const NamesPlace &Place) {
  return numberAt(Place.Bytes.data(), 2, Place.IsLittleEndian);
}

static uint64_t swappedCount(const NamesPlace &Place) {
  return numberAt(Place.Bytes.data(), 2, !Place.IsLittleEndian);
}

/// A registry without functions is `00 00` or `00 00 00`.
static StringRef abiOfEmptyList(StringRef Bytes, bool IsWholeBlob) {
  if (IsWholeBlob)
    return Bytes.size() == 2 ? "tvm-crt-u8" : "tvm-crt-u16";
  return Bytes.size() > 2 && Bytes[2] == '\0' ? "tvm-crt-u16" : "tvm-crt-u8";
}

std::optional<NamesBlob> metaobj::decodeNames(const NamesPlace &Place,
                                              uint64_t MaxCount,
                                              uint64_t &Scanned) {
  StringRef Bytes = Place.Bytes;
  if (Bytes.size() < 2)
    return std::nullopt;
  uint64_t Narrow = narrowCount(Place), Wide = wideCount(Place);
  if (Wide == 0)
    if (Bytes.size() == 2 || Bytes[2] == '\0' || !Place.IsWholeBlob)
      return NamesBlob{abiOfEmptyList(Bytes, Place.IsWholeBlob), 0, {}};

  auto ListOf = [&](size_t Start, uint64_t Count) {
    std::optional<std::vector<StringRef>> Names;
    if (Count != 0 && Count <= MaxCount)
      Names = listFrom(Bytes, Start, Count, Scanned);
    if (Names && Names->size() != Count)
      Names.reset();
    return Names;
  };
  // No bytes can be read both ways: the second byte of a wide count would be
  // the first letter of the first name after a narrow count, so the counts
  // differ for the same list.
  if (auto Names = ListOf(2, Wide))
    return NamesBlob{"tvm-crt-u16", Wide, std::move(*Names)};
  if (auto Names = ListOf(1, Narrow)) {
    StringRef &First = Names->front();
    bool IsUniversal = First.front() == METAOBJ_UNIVERSAL_LEAD &&
                       First.drop_front() == METAOBJ_UNIVERSAL_NAME;
    if (IsUniversal)
      First = First.drop_front();
    return NamesBlob{IsUniversal ? "tvm-crt-universal" : "tvm-crt-u8", Narrow,
                     std::move(*Names)};
  }
  // TVM writes a two-byte count in the byte order of the machine that it runs
  // on. Its runtime only compares indexes with the count that it reads. So
  // there is no fault while this count is not below the number of functions.
  uint64_t Swapped = swappedCount(Place);
  if (!Place.IsLittleEndian && Wide >= Swapped)
    if (auto Names = ListOf(2, Swapped))
      return NamesBlob{"tvm-crt-u16", Swapped, std::move(*Names),
                       /*IsSwapped=*/true};
  return std::nullopt;
}

std::string metaobj::explainNames(const NamesPlace &Place) {
  if (Place.Bytes.size() < 2)
    return "have no room for a count and an end";
  uint64_t Ignored = 0;
  std::optional<std::vector<StringRef>> AfterWide =
      listFrom(Place.Bytes, 2, MaxNames, Ignored);
  std::optional<std::vector<StringRef>> AfterNarrow =
      listFrom(Place.Bytes, 1, MaxNames, Ignored);
  // If no end follows the second byte, the other reading can only have ended at
  // once, at the upper half of a two-byte count.
  if (!AfterWide)
    return "do not end with an empty name";

  uint64_t Wide = wideCount(Place);
  if (!AfterWide->empty() && swappedCount(Place) == AfterWide->size())
    return ("count " + Twine(Wide) +
            " functions in the target's byte order but list " +
            Twine(AfterWide->size()) + ": the count is in the other byte order")
        .str();
  return ("fit no runtime ABI: a two-byte count would be " + Twine(Wide) +
          " before " + Twine(AfterWide->size()) +
          " names, a one-byte count would be " + Twine(narrowCount(Place)) +
          " before " + Twine(AfterNarrow ? AfterNarrow->size() : 0))
      .str();
}
