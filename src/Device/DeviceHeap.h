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

/// A range of a device's memory whose parts the host gives away. Nothing of it
/// is on the device.
class DeviceHeap {
public:
  DeviceHeap(uint64_t TheAddress, uint64_t TheBytes)
      : Address(TheAddress), Bytes(TheBytes) {}

  /// The lowest place for \p Count bytes at a multiple of \p Alignment, a power
  /// of two; nullopt if there is none. \p Name is for messages.
  std::optional<uint64_t> allocate(uint64_t Count, uint64_t Alignment,
                                   llvm::StringRef Name);

  /// \p Place must be one of allocate().
  void release(uint64_t Place);

  /// Whose byte it is; empty: nobody's.
  llvm::StringRef ownerOf(uint64_t Place) const;

  uint64_t bytes() const { return Bytes; }
  uint64_t usedBytes() const;
  /// The most that was used at a time.
  uint64_t mostUsedBytes() const { return MostUsed; }

private:
  struct Part {
    uint64_t Bytes;
    std::string Name;
  };

  uint64_t Address, Bytes, MostUsed = 0;
  std::map<uint64_t, Part> Parts; ///< By address.
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_DEVICEHEAP_H
