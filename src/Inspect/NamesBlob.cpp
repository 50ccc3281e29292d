//===- NamesBlob.cpp - A registry's list of names -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamesBlob.h"

#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

/// Most names that a two-byte count can count.
static constexpr size_t MaxNames = 65535;

/// The names from \p Start to the empty one; nullopt when there is no end.
static std::optional<std::vector<StringRef>> listFrom(StringRef Bytes,
                                                      size_t Start) {
  std::vector<StringRef> Names;
  Bytes = Bytes.drop_front(std::min(Start, Bytes.size()));
  while (Names.size() <= MaxNames) {
    size_t End = Bytes.find('\0');
    if (End == StringRef::npos)
      return std::nullopt;
    if (End == 0)
      return Names;
    Names.push_back(Bytes.take_front(End));
    Bytes = Bytes.drop_front(End + 1);
  }
  return std::nullopt;
}

/// A registry without functions is `00 00` or `00 00 00`.
static StringRef abiOfEmptyList(StringRef Bytes, bool IsWholeBlob) {
  if (IsWholeBlob)
    return Bytes.size() == 2 ? "tvm-crt-u8" : "tvm-crt-u16";
  return Bytes.size() > 2 && Bytes[2] == '\0' ? "tvm-crt-u16" : "tvm-crt-u8";
}

static std::string describeFault(uint64_t WideCount, uint64_t NarrowCount,
                                 size_t AfterWide, size_t AfterNarrow) {
  uint64_t Swapped = (WideCount & 0xff) << 8 | WideCount >> 8;
  if (AfterWide && Swapped == AfterWide)
    return ("count " + Twine(WideCount) +
            " functions in the target's byte order but list " +
            Twine(AfterWide) + ": the count is in the other byte order")
        .str();
  return ("fit no runtime ABI: a two-byte count would be " + Twine(WideCount) +
          " before " + Twine(AfterWide) + " names, a one-byte count would be " +
          Twine(NarrowCount) + " before " + Twine(AfterNarrow))
      .str();
}

std::optional<NamesBlob> metaobj::decodeNames(StringRef Bytes, bool IsWholeBlob,
                                              bool IsLittleEndian,
                                              std::string &Fault) {
  if (Bytes.size() < 2) {
    Fault = "have no room for a count and an end";
    return std::nullopt;
  }
  uint64_t NarrowCount = static_cast<uint8_t>(Bytes[0]);
  uint64_t WideCount = support::endian::read<uint16_t>(
      Bytes.data(), IsLittleEndian ? endianness::little : endianness::big);
  if (NarrowCount == 0 && WideCount == 0)
    if (Bytes.size() == 2 || Bytes[2] == '\0' || !IsWholeBlob)
      return NamesBlob{abiOfEmptyList(Bytes, IsWholeBlob), 0, {}};

  // No bytes can be read both ways: after the same list the counts differ, as
  // the second byte of the wide one is the first letter of the narrow one's
  // first name.
  std::optional<std::vector<StringRef>> AfterWide = listFrom(Bytes, 2);
  if (AfterWide && AfterWide->size() == WideCount)
    return NamesBlob{"tvm-crt-u16", WideCount, std::move(*AfterWide)};
  std::optional<std::vector<StringRef>> AfterNarrow = listFrom(Bytes, 1);
  if (AfterNarrow && AfterNarrow->size() == NarrowCount && NarrowCount != 0) {
    StringRef &First = AfterNarrow->front();
    if (First.front() == METAOBJ_UNIVERSAL_LEAD &&
        First.drop_front() == METAOBJ_UNIVERSAL_NAME) {
      First = First.drop_front();
      return NamesBlob{"tvm-crt-universal", NarrowCount,
                       std::move(*AfterNarrow)};
    }
    return NamesBlob{"tvm-crt-u8", NarrowCount, std::move(*AfterNarrow)};
  }
  // Without an end behind the second byte the other reading can only have ended
  // at once, at the upper half of a two-byte count.
  if (!AfterWide)
    Fault = "do not end with an empty name";
  else
    Fault = describeFault(WideCount, NarrowCount, AfterWide->size(),
                          AfterNarrow ? AfterNarrow->size() : 0);
  return std::nullopt;
}
