//===- FirmwareInputs.h - What objects bring to an image --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A linker script has to name sections. Programs for boards have sections of
/// their own, whose names only the objects tell.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_FIRMWAREINPUTS_H
#define METAOBJ_LINK_FIRMWAREINPUTS_H

#include "Link/LinkerInputs.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace metaobj {

/// All sections of one name that have a place in memory.
struct InputSection {
  std::string Name;
  std::string Object;      ///< The first that has it.
  bool IsCode = false;     ///< Any of them.
  bool IsWritable = false; ///< Any of them.
  /// All of them are writable and have only zeros, in the file or not.
  bool IsZero = true;
};

struct FirmwareInputs {
  bool Is64Bit = false;
  bool IsProfileM = false; ///< Of Arm: it starts by a table of vectors.
  /// The code of these is made by the linker, with sections that nobody knows.
  bool HasBitcode = false;
  uint64_t TlsAlignment = 0; ///< 0: there are no variables of threads.
  /// Anybody refers to CMSIS's tables of what start-up code copies and clears.
  bool WantsTables = false;
  /// In the order of the inputs, without variables of threads.
  std::vector<InputSection> Sections;
  std::string Entry; ///< Where the program starts.
  /// From global symbols that may be the entry to their sections.
  std::map<std::string, std::string> Entries;
};

/// Reads ELF objects and archives of them among \p Inputs, and passes over what
/// it cannot read: the linker will say why. \p Entries are the symbols that may
/// be the entry.
FirmwareInputs readFirmwareInputs(llvm::ArrayRef<LinkerInput> Inputs,
                                  llvm::ArrayRef<llvm::StringRef> Entries);

/// CMSIS's names for the ends of the two tables.
llvm::ArrayRef<llvm::StringRef> cmsisTableSymbols();

} // namespace metaobj

#endif // METAOBJ_LINK_FIRMWAREINPUTS_H
