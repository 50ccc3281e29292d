//===- MemoryMapPlaces.h - Where a board wants symbols ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a board says of variables that are not linked yet: the section,
/// alignment and memory of a symbol, by its name. `link` has the same rules in
/// its script, and `check` finds what other linkers do with them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_MEMORYMAPPLACES_H
#define METAOBJ_TARGET_MEMORYMAPPLACES_H

#include "metaobj/Diagnostic.h"
#include "metaobj/MemoryMap.h"
#include "metaobj/Plan.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace metaobj {

/// What a section has.
enum class SectionUse {
  Constants,
  Variables, ///< With initial values.
  Zeros,
};

/// A variable that an object will define.
struct PlacedSymbol {
  std::string Name;
  SectionUse Use = SectionUse::Constants;
  /// Where it goes unless the board wants another; empty: where compilers have
  /// constants.
  std::string Section;
  /// Somebody chose the section, or only linkers can: the board does not change
  /// it.
  bool IsSectionChosen = false;
  /// A region of this name that programs write is its memory, unless contents
  /// name another; empty: it has no such name.
  std::string Pool = {};

  // What placeSymbol() sets.
  uint64_t Alignment = 1; ///< That the board asks for.
  /// The contents that decided; null: none did.
  const BoardContents *SectionRule = nullptr;
  const BoardContents *AlignmentRule = nullptr;
};

/// Can a section of this name have the symbol?
using SectionFilter = llvm::function_ref<bool(llvm::StringRef)>;

/// Does any of \p Patterns, with "*" and "?", match \p Name?
bool matchesAny(llvm::ArrayRef<std::string> Patterns, llvm::StringRef Name);

/// "'ram' (board.yaml:3:4)"
std::string textOf(const MemoryRegion &Region);

/// "1,024 bytes"
std::string textOfBytes(uint64_t Count);

/// The region that links give \p Section; null: \p Map does not tell.
const MemoryRegion *regionOfSection(const MemoryMap &Map,
                                    llvm::StringRef Section, SectionUse Use);

/// Gives \p Symbol the alignment, and if need be the section, that \p Map wants
/// for it.
void placeSymbol(const MemoryMap &Map, PlacedSymbol &Symbol,
                 SectionFilter CanHave);

/// An error of \p Input if \p Symbol goes elsewhere than \p Map wants.
llvm::Error checkPlace(const MemoryMap &Map, const PlacedSymbol &Symbol,
                       const Message &Input, SectionFilter CanHave);

/// Bytes that lie in a section.
struct SectionBytes {
  llvm::StringRef Section;
  SectionUse Use;
  uint64_t Bytes;
  std::string Largest; ///< The symbol that has most of them.
  std::string Input;   ///< Where it comes from, for messages.
};

/// An error if all of \p Sections together are too much for a region.
llvm::Error checkRoom(const MemoryMap &Map,
                      llvm::ArrayRef<SectionBytes> Sections);

/// Limits \p Pool by the size of \p Region. It is an error if the pool has a
/// larger limit.
llvm::Error limitByRegion(PlanPool &Pool, const MemoryRegion &Region);

/// A hint for plans that do not fit: the regions whose sizes are the limits.
/// Empty: \p Regions has only nulls, for pools without one.
std::string hintOfLimits(llvm::ArrayRef<const MemoryRegion *> Regions);

} // namespace metaobj

#endif // METAOBJ_TARGET_MEMORYMAPPLACES_H
