//===- LoadedProgram.h - Operators linked for a device ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_LOADEDPROGRAM_H
#define METAOBJ_DEVICE_LOADEDPROGRAM_H

#include "Link/LoadedSections.h"
#include "metaobj/DeviceSession.h"

namespace metaobj {

/// Bytes of a section on a device.
struct SectionImage {
  std::string Name;
  uint64_t Address;
  std::vector<uint8_t> Bytes;
  bool IsZero; ///< All of Bytes are.
};

/// What lies where on a device.
struct LoadedProgram {
  std::vector<SectionImage> Images;
  std::vector<LoadedSection> Sections;
  std::vector<LoadedSymbol> Symbols;
  std::vector<std::string> Functions; ///< Those of the program that exist.
  std::vector<std::string> Unpacked;  ///< As in the program.
  std::vector<MemoryRegion> Regions;  ///< Memories of the device.
  uint64_t ThumbMask = 0;             ///< Bits of symbols that are no address.
  uint64_t StackAddress = 0, StackTop = 0;
  uint64_t HeapAddress = 0, HeapBytes = 0;

  /// With ThumbMask's bit, as calls take it.
  const LoadedSymbol *find(llvm::StringRef Name) const;
  /// The address of \p Name, which must exist.
  uint64_t entry(llvm::StringRef Name) const;
  uint64_t placeOf(const LoadedSymbol &Symbol) const {
    return Symbol.Address & ~ThumbMask;
  }
  const LoadedSymbol *symbolAt(uint64_t Address) const;
  uint64_t bytes() const;
  DeviceLayout layout() const;
};

/// Writes again what the program may have changed.
llvm::Error loadAgain(LowLevelDevice &Device, const LoadedProgram &Program);

/// Links \p Program with the runtime's part for debuggers, and writes it into
/// the device. All of \p Needed are symbols of that part.
llvm::Expected<LoadedProgram>
loadProgram(LowLevelDevice &Device, const DeviceProgram &Program,
            llvm::ArrayRef<llvm::StringRef> Needed);

} // namespace metaobj

#endif // METAOBJ_DEVICE_LOADEDPROGRAM_H
