//===- LoadedSections.h - Addresses of a linked ELF file --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_LOADEDSECTIONS_H
#define METAOBJ_OBJECT_LOADEDSECTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace metaobj {

struct ElfSection;
struct ElfSegment;

/// Where \p Section is stored before the program runs, by the segment that has
/// it.
uint64_t loadAddressOf(const ElfSection &Section,
                       llvm::ArrayRef<ElfSegment> Segments);

struct LoadedSection {
  std::string Name;
  uint64_t Address;
  uint64_t LoadAddress; ///< Where the initial values are stored.
  uint64_t Bytes;
  bool IsZero; ///< Has no bytes in the file.
  bool IsWritable = false;
};

/// All sections of the linked ELF file \p Image that have a place in memory.
llvm::Expected<std::vector<LoadedSection>>
loadedSections(llvm::MemoryBufferRef Image);

struct LoadedSymbol {
  std::string Name;
  std::string Section;
  uint64_t Address;
  uint64_t Bytes; ///< Not 0.
  bool IsLocal = false;
};

/// All symbols with a size in such sections.
llvm::Expected<std::vector<LoadedSymbol>>
loadedSymbols(llvm::MemoryBufferRef Image);

/// Bytes of the file that are at an address before the program runs.
struct LoadedBytes {
  uint64_t Address;
  llvm::ArrayRef<uint8_t> Bytes; ///< Not empty; in the image.
};

/// By load address, without overlaps: those are an error.
llvm::Expected<std::vector<LoadedBytes>>
loadedBytes(llvm::MemoryBufferRef Image);

} // namespace metaobj

#endif // METAOBJ_OBJECT_LOADEDSECTIONS_H
