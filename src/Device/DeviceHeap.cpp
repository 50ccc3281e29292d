//===- DeviceHeap.cpp - Who has which bytes of a device -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceHeap.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

std::optional<uint64_t> DeviceHeap::allocate(uint64_t Count, uint64_t Alignment,
                                             StringRef Name) {
  Count = std::max<uint64_t>(Count, 1); // Each has a place of its own.
  uint64_t From = 0;                    // Offsets, which cannot overflow.
  auto Fits = [&](uint64_t End) -> std::optional<uint64_t> {
    uint64_t Gap = (0 - (Address + From)) & (Alignment - 1);
    if (End < From || End - From < Gap || End - From - Gap < Count)
      return std::nullopt;
    return From + Gap;
  };
  std::optional<uint64_t> Found;
  for (const auto &[Place, Each] : Parts) {
    Found = Fits(Place - Address);
    if (Found)
      break;
    From = Place - Address + Each.Bytes;
  }
  if (!Found)
    Found = Fits(Bytes);
  if (!Found)
    return std::nullopt;
  Parts[Address + *Found] = {Count, Name.str()};
  MostUsed = std::max(MostUsed, usedBytes());
  return Address + *Found;
}

void DeviceHeap::release(uint64_t Place) { Parts.erase(Place); }

StringRef DeviceHeap::ownerOf(uint64_t Place) const {
  auto Next = Parts.upper_bound(Place);
  if (Next == Parts.begin())
    return "";
  const auto &[Begin, Each] = *std::prev(Next);
  return Place - Begin < Each.Bytes ? StringRef(Each.Name) : "";
}

uint64_t DeviceHeap::usedBytes() const {
  uint64_t Result = 0;
  for (const auto &[Place, Each] : Parts)
    Result += Each.Bytes;
  return Result;
}
