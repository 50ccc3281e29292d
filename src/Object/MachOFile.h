//===- MachOFile.h - A relocatable Mach-O object ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Mach-O is the object format of Apple's systems: <mach-o/loader.h>,
/// <mach-o/reloc.h>. A load command names the platform and its lowest version.
/// Symbols have addresses in one space of the object and no size, and C's names
/// start with an underscore. A relocation refers to a symbol (extern), or to
/// the section that an address stored in place lies in.
///
/// All offsets and sizes here have been compared with the file's size. Only
/// little-endian objects are read: LLVM generates code for no other machine.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_MACHOFILE_H
#define METAOBJ_OBJECT_MACHOFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/MachO.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

struct MachORelocation {
  uint32_t Offset; ///< In the section.
  /// If extern, an index into MachOFile::Symbols, else a section number from 1.
  /// In ARM64_RELOC_ADDEND it is the addend itself.
  uint32_t Symbol;
  uint8_t Type;   ///< Of the machine.
  uint8_t Length; ///< 2: four bytes, 3: eight.
  bool IsExtern;
  bool IsPcRelative;
};

struct MachOSection {
  std::string Name; ///< "__TEXT,__const".
  uint32_t Flags = 0;
  uint64_t Address = 0;
  uint64_t Alignment = 1;
  uint64_t Size = 0;
  llvm::StringRef Bytes; ///< Empty for zero fill.
  std::vector<MachORelocation> Relocations;
  /// Where the file has them; those of debug information are not read,
  /// and not compared with the file's size.
  uint64_t RelocationOffset = 0;
  uint64_t RelocationBytes = 0;

  bool isCode() const {
    return Flags & (llvm::MachO::S_ATTR_PURE_INSTRUCTIONS |
                    llvm::MachO::S_ATTR_SOME_INSTRUCTIONS);
  }
  bool isZeroFill() const {
    uint32_t Type = Flags & llvm::MachO::SECTION_TYPE;
    return Type == llvm::MachO::S_ZEROFILL ||
           Type == llvm::MachO::S_GB_ZEROFILL ||
           Type == llvm::MachO::S_THREAD_LOCAL_ZEROFILL;
  }
};

struct MachOSymbol {
  llvm::StringRef Name; ///< As C has it: without the underscore.
  bool HasCName = false;
  uint32_t Section = 0; ///< From 1; 0: undefined, common or absolute.
  uint64_t Offset = 0;  ///< In the section.
  bool IsGlobal = false;
  bool IsUndefined = false;
  bool IsCommon = false; ///< Linkers make room for it.
  bool IsWeak = false;   ///< A definition that gives way to others.
  bool IsWeakReference = false;
  bool IsDebug = false;
};

struct MachOFile {
  uint32_t CpuType = 0;    ///< CPU_TYPE_*.
  uint32_t CpuSubtype = 0; ///< Without the bits of capabilities.
  bool Is64 = false;
  std::string Format; ///< LLVM's name: "Mach-O arm64".
  /// PLATFORM_* and the lowest version, as 16.8.8 bits.
  struct Platform {
    uint32_t Kind;
    uint32_t MinimumVersion;
  };
  std::optional<Platform> ThePlatform;
  /// A program, a library or a bundle. Sections have their addresses, and so do
  /// pointers, unless the file has chained fixups.
  bool IsLinked = false;
  /// Of linked files: where the first byte of the file is in memory.
  uint64_t ImageBase = 0;
  /// Contents of LC_DYLD_CHAINED_FIXUPS; empty without it.
  llvm::StringRef ChainedFixups;
  /// Section 1 is the first.
  std::vector<MachOSection> Sections;
  std::vector<MachOSymbol> Symbols;
};

/// Errors name \p Name. Universal binaries and linked files are errors that say
/// what they are.
llvm::Expected<MachOFile> readMachOFile(llvm::MemoryBufferRef Buffer,
                                        llvm::StringRef Name);

/// The same for objects, programs, libraries and bundles.
llvm::Expected<MachOFile> readMachOModule(llvm::MemoryBufferRef Buffer,
                                          llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_OBJECT_MACHOFILE_H
