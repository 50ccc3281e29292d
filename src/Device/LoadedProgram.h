//===- LoadedProgram.h - Operators linked for a device ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_LOADEDPROGRAM_H
#define METAOBJ_DEVICE_LOADEDPROGRAM_H

#include "Device/DeviceHeap.h"
#include "Object/LoadedSections.h"
#include "metaobj/Device.h"

#include <set>

namespace metaobj {

/// Bytes of a section on a device.
struct SectionImage {
  std::string Name;
  uint64_t Address;
  std::vector<uint8_t> Bytes;
  bool IsZero;     ///< All of Bytes are.
  bool IsWritable; ///< Programs may change it.
};

/// A region, and who has its bytes.
struct DeviceRegion {
  MemoryRegion Region;
  DeviceHeap Heap; ///< Without the stack.
};

/// The memories of a session.
struct SessionMemory {
  std::vector<DeviceRegion> Regions;
  /// Code and constants are not in flash unless a program wants it.
  PlacedSections Places = {};
  uint64_t StackAddress = 0, StackTop = 0;

  DeviceHeap &heap() { return Regions[Places.Arguments].Heap; }
  const DeviceRegion *regionAt(uint64_t Address) const;
};

/// An error if \p Program describes no memories that a session can have.
llvm::Expected<SessionMemory> memoryOf(const DeviceProgram &Program);

/// An error if a region that programs use is larger than the memory that
/// \p Device has there, or has none. Writes into the regions.
llvm::Error checkRegions(LowLevelDevice &Device, const SessionMemory &Memory);

/// What of a program lies where on a device.
struct LoadedProgram {
  std::string File; ///< Bytes of the linked ELF file.
  std::vector<SectionImage> Images;
  std::vector<LoadedSection> Sections;
  std::vector<LoadedSymbol> Symbols;
  std::vector<std::string> Functions; ///< Those of the program that exist.
  /// As in the program.
  std::vector<std::string> Unpacked, Ffi;
  std::set<std::string> Needs; ///< Symbols of other programs.
  uint64_t ThumbMask = 0;      ///< Bits of symbols that are not address.
  /// Its part of each region; without bytes: none.
  std::vector<DeviceGap> Parts;

  /// With ThumbMask's bit, as calls take it.
  const LoadedSymbol *find(llvm::StringRef Name) const;
  uint64_t placeOf(const LoadedSymbol &Symbol) const {
    return Symbol.Address & ~ThumbMask;
  }
  const LoadedSymbol *symbolAt(uint64_t Address) const;
  uint64_t bytes() const;
  void addTo(DeviceLayout &Layout) const;
};

/// An error if this build cannot link programs.
llvm::Error requireLinker(llvm::StringRef Device);

/// Links \p Program with the runtime's part for debuggers and the symbols of
/// \p Others. \p Gaps has the room in each region of \p Memory. All of
/// \p Needed will be there.
llvm::Expected<LoadedProgram>
linkProgram(llvm::StringRef Device, const DeviceProgram &Program,
            const SessionMemory &Memory, llvm::ArrayRef<DeviceGap> Gaps,
            llvm::ArrayRef<llvm::StringRef> Needed,
            llvm::ArrayRef<const LoadedProgram *> Others);

/// Writes \p Program into the device but what is there already: in flash, and
/// of \p Before, which was loaded there and may be nullptr, what programs
/// cannot change. Counts the bytes in \p Use.
llvm::Error writeProgram(LowLevelDevice &Device, const SessionMemory &Memory,
                         const LoadedProgram &Program,
                         const LoadedProgram *Before, DeviceUse &Use);

/// Writes again what programs may have changed: all that is not in flash.
llvm::Error loadAgain(LowLevelDevice &Device, const SessionMemory &Memory,
                      const LoadedProgram &Program, DeviceUse &Use);

} // namespace metaobj

#endif // METAOBJ_DEVICE_LOADEDPROGRAM_H
