//===- metaobj/MemoryMap.h - Memories of a bare-metal board -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which memories a board has, and what a linked image puts there
/// (metaobj::link, metaobj::device).
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MEMORYMAP_H
#define METAOBJ_MEMORYMAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

struct MemoryRegion {
  std::string Name; ///< Letters, digits and '_'.
  uint64_t Address = 0;
  uint64_t Bytes = 0;
  /// Programs may write it. The first region without this takes code and
  /// constants, the first with it data and stack; a single writable one takes
  /// all.
  bool IsWritable = false;
  /// Patterns of input sections that lie here, before any other place: "*" and
  /// "?" as in linker scripts.
  std::vector<std::string> Sections;
};

/// Names of regions for kinds of sections; empty: as MemoryRegion says.
struct SectionPlaces {
  std::string Text;
  std::string Rodata; ///< Empty: where Text is.
  std::string Data;
  std::string Bss;   ///< Empty: where Data is.
  std::string Stack; ///< Empty: where Data is.
  /// Only of devices: tensors and arguments of calls; empty: where Data is.
  std::string Arguments;
  /// Only of devices: what operators take by TVMBackendAllocWorkspace; empty:
  /// where Bss is.
  std::string Workspace;
};

struct MemoryMap {
  std::vector<MemoryRegion> Regions;
  uint64_t StackBytes = 0; ///< Kept free at the end of the writable region.
  /// Symbol of the first instruction; empty: the linker's rule.
  std::string Entry;
  SectionPlaces Places = {};
};

/// Positions of regions for kinds of sections.
struct PlacedSections {
  size_t Text, Rodata, Data, Bss, Stack, Arguments, Workspace;
};

/// Where \p Map, which checkMemoryMap accepts, has its sections.
PlacedSections placedSections(const MemoryMap &Map);

/// "flash=0x0:256K". Regions called flash or rom, with any characters behind,
/// are not writable; all others are.
llvm::Expected<MemoryRegion> parseMemoryRegion(llvm::StringRef Text);

/// Reads the YAML of docs/link.md. Errors name file, line and column.
llvm::Expected<MemoryMap> readMemoryMap(llvm::MemoryBufferRef Buffer);

/// A board that QEMU has: "mps2-an385". nullopt if it is not known.
std::optional<MemoryMap> memoryMapOfBoard(llvm::StringRef Board);

/// Names for memoryMapOfBoard.
llvm::ArrayRef<llvm::StringRef> knownBoards();

/// An error if \p Map cannot be linked for: no region, no writable one,
/// several without a read-only one or a place for Text, places that are no
/// region or not writable, two with one name, overlapping ones, one
/// that leaves the 64-bit address space, and names or patterns that no linker
/// script can have.
llvm::Error checkMemoryMap(const MemoryMap &Map);

} // namespace metaobj

#endif // METAOBJ_MEMORYMAP_H
