//===- DeviceHeap.h - Who has which bytes of a device -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_DEVICEHEAP_H
#define METAOBJ_DEVICE_DEVICEHEAP_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace metaobj {

struct DeviceGap {
  uint64_t Address = 0;
  uint64_t Bytes = 0;
};

/// A range of a device's memory whose parts the host gives away: to programs,
/// and to arguments of calls. Nothing of it is on the device.
class DeviceHeap {
public:
  DeviceHeap(uint64_t TheAddress, uint64_t TheBytes)
      : Address(TheAddress), Bytes(TheBytes) {}

  /// The lowest place for \p Count bytes at a multiple of \p Alignment, a power
  /// of two; nullopt if there is none. \p Name is for messages.
  std::optional<uint64_t> allocate(uint64_t Count, uint64_t Alignment,
                                   llvm::StringRef Name);

  /// The largest range that nobody has, from a multiple of \p Alignment on.
  DeviceGap largestGap(uint64_t Alignment) const;
  /// The largest range without programs.
  DeviceGap room() const;
  /// The range from \p Place on that nobody has.
  DeviceGap gapAt(uint64_t Place) const;

  /// A program has these bytes, which nobody may have.
  void reserve(uint64_t Place, uint64_t Count);

  /// \p Place must be one of allocate() or reserve().
  void release(uint64_t Place);

  /// Whose byte it is; empty: nobody's.
  llvm::StringRef ownerOf(uint64_t Place) const;

  bool contains(uint64_t Place) const { return Place - Address < Bytes; }

  /// Without those of programs.
  uint64_t bytes() const { return Bytes - reservedBytes(); }
  uint64_t reservedBytes() const;
  /// By arguments.
  uint64_t usedBytes() const;
  /// The most that was used at a time.
  uint64_t mostUsedBytes() const { return MostUsed; }

private:
  struct Part {
    uint64_t Bytes;
    std::string Name;
    bool IsReserved = false;
  };

  uint64_t Address, Bytes, MostUsed = 0;
  std::map<uint64_t, Part> Parts; ///< By address.
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_DEVICEHEAP_H
