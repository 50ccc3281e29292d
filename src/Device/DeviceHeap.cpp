//===- DeviceHeap.cpp - Who has which bytes of a device -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/DeviceHeap.h"

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
  for (const auto &[Place, ThePart] : Parts) {
    Found = Fits(Place - Address);
    if (Found)
      break;
    From = Place - Address + ThePart.Bytes;
  }
  if (!Found)
    Found = Fits(Bytes);
  if (!Found)
    return std::nullopt;
  Parts[Address + *Found] = {Count, Name.str(), /*IsReserved=*/false};
  MostUsed = std::max(MostUsed, usedBytes());
  return Address + *Found;
}

void DeviceHeap::release(uint64_t Place) { Parts.erase(Place); }

StringRef DeviceHeap::ownerOf(uint64_t Place) const {
  auto Next = Parts.upper_bound(Place);
  if (Next == Parts.begin())
    return "";
  const auto &[Begin, ThePart] = *std::prev(Next);
  return Place - Begin < ThePart.Bytes ? StringRef(ThePart.Name) : "";
}

DeviceGap DeviceHeap::gapAt(uint64_t Place) const {
  auto Next = Parts.lower_bound(Place);
  uint64_t End = Next == Parts.end() ? Bytes : Next->first - Address;
  return {Place, End - (Place - Address)};
}

DeviceGap DeviceHeap::largestGap(uint64_t Alignment) const {
  DeviceGap Result;
  auto Try = [&](uint64_t Place) {
    uint64_t Skipped = (0 - Place) & (Alignment - 1);
    DeviceGap Gap = gapAt(Place);
    if (Gap.Bytes > Skipped && Gap.Bytes - Skipped > Result.Bytes)
      Result = {Place + Skipped, Gap.Bytes - Skipped};
  };
  Try(Address);
  for (const auto &[Place, ThePart] : Parts)
    Try(Place + ThePart.Bytes);
  return Result;
}

DeviceGap DeviceHeap::room() const {
  DeviceHeap WithoutArguments(Address, Bytes);
  for (const auto &[Place, ThePart] : Parts)
    if (ThePart.IsReserved)
      WithoutArguments.reserve(Place, ThePart.Bytes);
  return WithoutArguments.largestGap(1);
}

void DeviceHeap::reserve(uint64_t Place, uint64_t Count) {
  Parts[Place] = {Count, "", /*IsReserved=*/true};
}

uint64_t DeviceHeap::reservedBytes() const {
  uint64_t Result = 0;
  for (const auto &[Place, ThePart] : Parts)
    if (ThePart.IsReserved)
      Result += ThePart.Bytes;
  return Result;
}

uint64_t DeviceHeap::usedBytes() const {
  uint64_t Result = 0;
  for (const auto &[Place, ThePart] : Parts)
    if (!ThePart.IsReserved)
      Result += ThePart.Bytes;
  return Result;
}
