//===- ElfFile.h - An ELF file ----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ELF is the object format of most systems: System V ABI, chapters 4 and 5. A
/// file is of 32 or 64 bits and of one byte order. Sections of it are tables:
/// of symbols, of relocations for one other section, of members of a group. A
/// linked file also has segments, which are what a loader copies.
///
/// Tables may be as long as the file, and most readers want few of them. So a
/// table is compared with the file's size when it is asked for, and an entry is
/// decoded when it is read. Nothing is copied: names, bytes and tables point
/// into the file.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_ELFFILE_H
#define METAOBJ_OBJECT_ELFFILE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <vector>

namespace metaobj {

/// SHT_CREL, which LLVM has from version 19 on; nothing here decodes it.
inline constexpr uint32_t CompactRelocations = 0x40000014;

struct ElfSection {
  llvm::StringRef Name;
  uint32_t Number = 0;
  uint32_t Type = 0; ///< SHT_*.
  uint64_t Flags = 0;
  uint64_t Address = 0;
  /// Where the file has its bytes, and how many; not compared with its size.
  uint64_t Offset = 0;
  uint64_t Size = 0;
  uint32_t Link = 0;
  uint32_t Info = 0;
  uint64_t Alignment = 0;

  bool isLoaded() const { return Flags & llvm::ELF::SHF_ALLOC; }
  bool isWritable() const { return Flags & llvm::ELF::SHF_WRITE; }
  bool isCode() const { return Flags & llvm::ELF::SHF_EXECINSTR; }
  bool isNoBits() const { return Type == llvm::ELF::SHT_NOBITS; }
  bool isRelocations() const {
    return Type == llvm::ELF::SHT_REL || Type == llvm::ELF::SHT_RELA;
  }
};

struct ElfSymbol {
  uint32_t NameOffset; ///< See ElfSymbols::name().
  uint64_t Value;
  uint64_t Size;
  uint16_t Section; ///< Its number, or SHN_*; any in a hostile file.
  uint8_t Type;     ///< STT_*.
  uint8_t Binding;  ///< STB_*.
  uint8_t Other;    ///< Visibility and bits of the machine.

  static constexpr uint8_t VisibilityMask = 3;

  bool isUndefined() const { return Section == llvm::ELF::SHN_UNDEF; }
  bool isLocal() const { return Binding == llvm::ELF::STB_LOCAL; }
  bool isWeak() const { return Binding == llvm::ELF::STB_WEAK; }
  uint8_t visibility() const { return Other & VisibilityMask; } ///< STV_*.
};

struct ElfRelocation {
  uint64_t Offset;
  uint32_t Type;   ///< Of the machine.
  uint32_t Symbol; ///< Its number in the linked table; any in a hostile file.
  int64_t Addend;  ///< 0 where the relocated bytes have it (SHT_REL).
};

struct ElfSegment {
  uint32_t Type; ///< PT_*.
  uint64_t Offset;
  uint64_t Address;
  uint64_t LoadAddress; ///< p_paddr.
  uint64_t FileSize;
  uint64_t MemorySize;
  llvm::StringRef Bytes; ///< Fewer than FileSize where the file ends.
};

/// A table of the file.
template <class EntryT> struct ElfTable {
  const char *Start = nullptr;
  size_t Count = 0;
  size_t EntrySize = 0;
  EntryT (*Decode)(const char *Bytes) = nullptr;

  size_t size() const { return Count; }
  EntryT operator[](size_t Index) const {
    return Decode(Start + Index * EntrySize);
  }
  /// All of them; the table must outlive it.
  auto entries() const {
    return llvm::map_range(llvm::seq<size_t>(0, Count),
                           [this](size_t Index) { return (*this)[Index]; });
  }
};

struct ElfSymbols : ElfTable<ElfSymbol> {
  /// Ends with a zero byte; empty if a hostile file names a section of another
  /// type as its symbols.
  llvm::StringRef Names;

  llvm::Expected<llvm::StringRef> name(const ElfSymbol &Symbol) const;
};

struct ElfFile {
  llvm::StringRef Bytes;
  bool Is64 = false;
  bool IsLittleEndian = true;
  uint16_t Machine = 0; ///< EM_*.
  uint16_t Type = 0;    ///< ET_*.
  uint8_t OsAbi = 0;
  uint32_t Flags = 0;
  /// Bytes of the file's header, and places of the others; what is no section
  /// may pass the end of a hostile file.
  uint64_t HeaderSize = 0;
  uint64_t SegmentHeaders = 0;
  uint64_t SegmentHeadersSize = 0;
  uint64_t SectionHeaders = 0;
  uint64_t SectionHeadersSize = 0;
  /// Section 0 is none, and has no name.
  std::vector<ElfSection> Sections;

  bool isRelocatable() const { return Type == llvm::ELF::ET_REL; }

  // Errors of these do not name the file.
  llvm::Expected<const ElfSection *> section(uint32_t Number) const;
  llvm::Expected<llvm::StringRef> contents(const ElfSection &Section) const;
  /// Of SHT_GROUP and SHT_SYMTAB_SHNDX.
  llvm::Expected<ElfTable<uint32_t>> words(const ElfSection &Section) const;
  /// Of section \p Table.
  llvm::Expected<ElfSymbols> symbols(uint32_t Table) const;
  /// Of a section for which isRelocations().
  llvm::Expected<ElfTable<ElfRelocation>>
  relocations(const ElfSection &Table) const;
  llvm::Expected<std::vector<ElfSegment>> segments() const;
  /// Calls \p Visit with each symbol of the tables that linkers read, and its
  /// name, until it returns an error.
  llvm::Error visitSymbols(
      llvm::function_ref<llvm::Error(const ElfSymbol &, llvm::StringRef)> Visit)
      const;
};

/// Do class and byte order of the ELF file \p Bytes exist?
bool hasElfType(llvm::StringRef Bytes);

/// Reads the headers of an object or a linked file. Errors name \p Name.
llvm::Expected<ElfFile> readElfFile(llvm::MemoryBufferRef Buffer,
                                    llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_OBJECT_ELFFILE_H
