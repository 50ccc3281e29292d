//===- LinkerScript.h - A linker script for a memory map --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_LINKERSCRIPT_H
#define METAOBJ_LINK_LINKERSCRIPT_H

#include "Link/FirmwareInputs.h"
#include "metaobj/MemoryMap.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace metaobj {

/// A script for ELF linkers that puts everything into \p Map's regions, with
/// the symbols of docs/link.md for start-up code. Sections of \p Inputs that
/// have names of their own get their places.
std::string linkerScript(const MemoryMap &Map,
                         const FirmwareInputs &Inputs = {});

/// Does linkerScript() define \p Symbol for start-up code?
bool isStartUpSymbol(llvm::StringRef Symbol);

/// Does a debugger or another program write the image to its places, because
/// \p Map has no other memory?
bool isLoadedWhole(const MemoryMap &Map);

/// Did the user place sections called \p Section?
bool isPlaced(const MemoryMap &Map, llvm::StringRef Section);

/// The output section that the image starts with.
constexpr char StartSection[] = ".start";

/// The output section that lists what start-up code copies and clears.
constexpr char TablesSection[] = ".copy_table";

/// Ends the name of an output section with what the user placed in a region.
constexpr char PlacedEnd[] = ".placed";

} // namespace metaobj

#endif // METAOBJ_LINK_LINKERSCRIPT_H
