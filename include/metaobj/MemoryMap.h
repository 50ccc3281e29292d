//===- metaobj/MemoryMap.h - Memories of a bare-metal board -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which memories a board has, and what a linked image puts there. All
/// commands read it: docs/board.md.
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

/// Who puts contents into a memory before programs use them.
enum class MemoryLoading {
  /// The image is stored there: flash, or a memory that a boot loader, a
  /// debugger or an emulator fills.
  Image,
  StartUp, ///< Start-up code copies them from where the image is stored.
  Nobody,  ///< It keeps what it has; an image must have nothing for it.
};

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
  /// What reaches it: "cpu", "dma", "npu"; empty: everything.
  std::vector<std::string> Readers = {};
  uint64_t CacheLine = 0; ///< Bytes; 0: the processor does not cache it.
  /// See loadingOf.
  std::optional<MemoryLoading> Loading = {};
  /// Of each byte that is read or written, as in PlanPool::Cost; nullopt: not
  /// known.
  std::optional<uint64_t> Cost = {};
  /// "board.yaml:3:5"; empty: not from a file.
  std::string Place = {};
};

/// What a program has in its memories, and what that must be like: symbols,
/// sections, or a range (metaobj check).
struct BoardContents {
  std::vector<std::string> Symbols;  ///< Patterns: "*" and "?".
  std::vector<std::string> Sections; ///< The same.
  std::string Name;                  ///< Of a range: "heap".
  /// Of a range: two of these. A symbol or a number; Bytes 0: not given.
  std::string Start, End;
  uint64_t Bytes = 0;

  std::string Region; ///< Where it must lie; empty: anywhere.
  std::optional<uint64_t> Address;
  uint64_t Alignment = 0; ///< A power of two; 0: any.
  std::vector<std::string> Readers, Writers;
  bool IsConstant = false; ///< Nothing writes it: it has contents, once.
  bool IsWritten = false;
  bool IsNeverLoaded = false; ///< The image has no contents for it.
  bool MayShare = false;      ///< The same bytes as others that may.
  bool IsOptional = false;    ///< A program may be without it.
  std::string Place;          ///< "board.yaml:12:3"
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
  std::vector<BoardContents> Contents = {};
  std::string File = {}; ///< For messages; empty: not from a file.
};

/// How full a region is.
struct RegionUse {
  std::string Name;
  uint64_t Address = 0;
  uint64_t Bytes = 0; ///< Of the region.
  uint64_t Used = 0;  ///< Gaps included, but not the stack.
};

/// The region of \p Map that has \p Address, or is called \p Name; null: there
/// is none.
const MemoryRegion *regionAt(const MemoryMap &Map, uint64_t Address);
const MemoryRegion *regionNamed(const MemoryMap &Map, llvm::StringRef Name);

/// Who fills \p Region of \p Map. If nobody says: the image, if programs do not
/// write it, or if it is the only region; else start-up code.
MemoryLoading loadingOf(const MemoryRegion &Region, const MemoryMap &Map);

/// Positions of regions for kinds of sections.
struct PlacedSections {
  size_t Text, Rodata, Data, Bss, Stack, Arguments, Workspace;
};

/// Where \p Map, which checkMemoryMap accepts, has its sections.
PlacedSections placedSections(const MemoryMap &Map);

/// What a region is if nobody says more: those called flash or rom, with any
/// characters behind, are not writable; all others are.
bool isWritableByName(llvm::StringRef Region);

/// "flash=0x0:256K".
llvm::Expected<MemoryRegion> parseMemoryRegion(llvm::StringRef Text);

/// Reads the YAML of docs/board.md. Errors name file, line and column. What
/// only links need is not checked: see checkMemoryMap.
llvm::Expected<MemoryMap> readMemoryMap(llvm::MemoryBufferRef Buffer);

/// A board that QEMU has: "mps2-an385". nullopt if it is not known.
std::optional<MemoryMap> memoryMapOfBoard(llvm::StringRef Board);

/// Names for memoryMapOfBoard.
llvm::ArrayRef<llvm::StringRef> knownBoards();

/// An error if \p Map contradicts itself: no region, two with one name,
/// overlapping ones, one that leaves the 64-bit address space, places that are
/// no region or not writable, and names or patterns that no linker script can
/// have.
llvm::Error checkRegions(const MemoryMap &Map);

/// The same, and an error if \p Map cannot be linked for: no writable region,
/// several without a read-only one or a place for Text.
llvm::Error checkMemoryMap(const MemoryMap &Map);

} // namespace metaobj

#endif // METAOBJ_MEMORYMAP_H
