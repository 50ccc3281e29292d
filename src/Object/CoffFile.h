//===- CoffFile.h - A relocatable COFF object -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// COFF is the object format of Windows: PE/COFF specification, Microsoft. An
/// object has sections, one symbol table and, for each section, relocations
/// whose addends are stored in the section. Symbols have no size. Only 32-bit
/// x86 puts an underscore before the names of C. `/bigobj` only gives an object
/// another header and wider section numbers.
///
/// All offsets and sizes here have been compared with the file's size.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_COFFFILE_H
#define METAOBJ_OBJECT_COFFFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/COFF.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

struct CoffRelocation {
  uint32_t Offset; ///< In the section.
  uint32_t Symbol; ///< Index into CoffFile::Symbols.
  uint16_t Type;
};

struct CoffSection {
  llvm::StringRef Name;
  uint32_t Characteristics = 0;
  uint64_t Alignment = 1;
  uint64_t Size = 0;
  llvm::StringRef Bytes; ///< Empty for uninitialised data.
  /// IMAGE_COMDAT_SELECT_*; 0 for a section that linkers always take.
  uint8_t Selection = 0;
  std::vector<CoffRelocation> Relocations;
  /// Where the file has them; those of sections for debuggers are not read,
  /// and not compared with the file's size.
  uint64_t RelocationOffset = 0;
  uint64_t RelocationBytes = 0;
  /// Lines of source, as old compilers wrote them; not compared either.
  uint64_t LineOffset = 0;
  uint64_t LineBytes = 0;

  bool isCode() const {
    return Characteristics & llvm::COFF::IMAGE_SCN_CNT_CODE;
  }
  /// Linkers take one of several definitions in such sections.
  bool isOneOfMany() const {
    return Selection != 0 &&
           Selection != llvm::COFF::IMAGE_COMDAT_SELECT_NODUPLICATES;
  }
};

struct CoffSymbol {
  /// As C has it: without the machine's prefix.
  llvm::StringRef Name;
  /// False when the machine has a prefix and the symbol does not.
  bool HasCName = true;
  /// From 1; 0: undefined or common, IMAGE_SYM_ABSOLUTE, IMAGE_SYM_DEBUG.
  int32_t Section = 0;
  uint32_t Value = 0;
  /// IMAGE_SYM_CLASS_*; IMAGE_SYM_CLASS_NULL for the records between symbols.
  uint8_t StorageClass = 0;
  bool IsFunction = false;
  bool IsSectionDefinition = false;
  /// Of a weak symbol: the one that is taken when no object defines it. If that
  /// has a section, this object defines the weak symbol, too.
  std::optional<uint32_t> Default = std::nullopt;

  bool isWeak() const {
    return StorageClass == llvm::COFF::IMAGE_SYM_CLASS_WEAK_EXTERNAL;
  }

  bool isGlobal() const {
    return StorageClass == llvm::COFF::IMAGE_SYM_CLASS_EXTERNAL || isWeak();
  }
};

struct CoffFile {
  uint16_t Machine = 0;     ///< IMAGE_FILE_MACHINE_*.
  std::string Format;       ///< LLVM's name: "COFF-x86-64".
  bool IsBig = false;       ///< `/bigobj`.
  uint64_t Headers = 0;     ///< Offset of the sections' headers in the file.
  uint64_t SymbolTable = 0; ///< Its offset in the file; 0: there is none.
  /// Section 1 is the first.
  std::vector<CoffSection> Sections;
  /// As many as the file's table has records, so that indexes are the file's.
  std::vector<CoffSymbol> Symbols;

  /// The section of \p Symbol; null when it has none.
  const CoffSection *sectionOf(const CoffSymbol &Symbol) const;
};

/// Errors name \p Name. Linked images, import libraries and objects for
/// link-time code generation are errors that say what they are.
llvm::Expected<CoffFile> readCoffFile(llvm::MemoryBufferRef Buffer,
                                      llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_OBJECT_COFFFILE_H
