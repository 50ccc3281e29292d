//===- MachOObjectOf.h - Parameters in a Mach-O object ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The object that readMachOObject returns, for 32 and 64 bits. MachOObject.cpp
/// reads and adds, MachOObjectWriting.cpp puts the file together.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_MACHOOBJECTOF_H
#define METAOBJ_OBJECT_MACHOOBJECTOF_H

#include "Object/EditableObject.h"

#include "llvm/BinaryFormat/MachO.h"
#include "llvm/Object/MachO.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SwapByteOrder.h"

#include <cstring>

namespace metaobj::macho {

/// The structures of 64-bit files, and of 32-bit ones.
template <bool Is64> struct Structures {
  using Header = llvm::MachO::mach_header_64;
  using Segment = llvm::MachO::segment_command_64;
  using Section = llvm::MachO::section_64;
  using Symbol = llvm::MachO::nlist_64;
  static constexpr uint32_t SegmentCommand = llvm::MachO::LC_SEGMENT_64;
  static constexpr uint64_t WordSize = 8;
};
template <> struct Structures<false> {
  using Header = llvm::MachO::mach_header;
  using Segment = llvm::MachO::segment_command;
  using Section = llvm::MachO::section;
  using Symbol = llvm::MachO::nlist;
  static constexpr uint32_t SegmentCommand = llvm::MachO::LC_SEGMENT;
  static constexpr uint64_t WordSize = 4;
};

/// Parts of the second word of a relocation.
inline constexpr uint32_t SymbolMask = 0x00FFFFFF;
inline constexpr uint32_t ExternBit = 1u << 27;
inline constexpr unsigned LengthShift = 25;
inline constexpr unsigned TypeShift = 28;

/// What a section's number has room for, in a symbol.
inline constexpr size_t MaxSections = llvm::MachO::MAX_SECT;

template <class Structure> Structure readStructure(const char *Bytes) {
  Structure Result;
  memcpy(&Result, Bytes, sizeof(Result));
  if (llvm::sys::IsBigEndianHost)
    llvm::MachO::swapStruct(Result);
  return Result;
}

template <class Structure>
void putStructure(llvm::SmallVectorImpl<char> &Out, Structure Value) {
  if (llvm::sys::IsBigEndianHost)
    llvm::MachO::swapStruct(Value);
  const char *Bytes = reinterpret_cast<const char *>(&Value);
  Out.append(Bytes, Bytes + sizeof(Value));
}

template <bool Is64> class MachOObject final : public EditableObject {
public:
  llvm::Error take(llvm::SmallVector<char, 0> Bytes);

  uint32_t addGroup() override {
    llvm_unreachable("Mach-O has no COMDAT groups");
  }
  uint32_t addSection(llvm::StringRef Name, uint64_t Alignment, uint64_t Size,
                      llvm::ArrayRef<Part> Parts, uint32_t Group,
                      bool IsWritable) override;
  void setSignature(uint32_t, uint32_t) override {}
  llvm::Error defineSymbol(const DataSymbol &TheDataSymbol) override;
  std::vector<uint32_t> addSymbols(llvm::ArrayRef<DataSymbol> New) override;
  llvm::Error writeTable(llvm::StringRef Symbol,
                         llvm::function_ref<void(Table &)> Write) override;
  llvm::Expected<uint32_t> findSymbol(llvm::StringRef Name) const override;
  llvm::Expected<FileContents> finish() override;

private:
  using Types = Structures<Is64>;
  using SectionHeader = typename Types::Section;

  /// What addSection added, at the start of a section.
  struct Addition {
    uint32_t Section; ///< Index into Sections.
    uint64_t Offset;
    uint64_t Size;
    llvm::ArrayRef<Part> Parts;
  };
  struct Section {
    SectionHeader Header = {};
    llvm::MutableArrayRef<char> Contents; ///< LLVM's, in Bytes.
    uint64_t Alignment = 1;               ///< Of these.
    uint64_t AddedSize = 0;               ///< Of what lies before them.
    std::vector<llvm::MachO::any_relocation_info> Relocations;

    /// Where LLVM's contents start.
    uint64_t start() const { return llvm::alignTo(AddedSize, Alignment); }
    bool isZeroFill() const {
      return (Header.flags & llvm::MachO::SECTION_TYPE) ==
             llvm::MachO::S_ZEROFILL;
    }
  };
  struct Symbol {
    typename Types::Symbol Entry = {};
    /// Of a symbol in a section: in its contents, or in what was added.
    uint64_t Offset = 0;
    bool IsAdded = false;
  };
  llvm::Error
  takeCommand(const llvm::object::MachOObjectFile::LoadCommandInfo &Load);
  llvm::Error takeSection(const SectionHeader &Header);
  void addSymbolTable();
  llvm::Error takeSymbols();
  llvm::StringRef nameOf(const Symbol &Sym) const {
    return llvm::StringRef(Strings.c_str() + Sym.Entry.n_strx);
  }
  void renumber(llvm::ArrayRef<uint32_t> NewNumbers);
  llvm::Error checkCounts() const;
  void sortSections();
  /// Of all sections: zeros are not in the file.
  struct Sizes {
    uint64_t InFile = 0;
    uint64_t InMemory = 0;
  };
  Sizes placeSections();
  void putCommands(uint64_t DataStart, Sizes Data, uint64_t RelocationStart);
  void putCommand(llvm::StringRef Old, uint64_t TailStart);
  void putSymbols();
  void putRelocations();

  llvm::SmallVector<char, 0> Bytes;
  typename Types::Header Header = {};
  typename Types::Segment Segment = {};
  llvm::MachO::symtab_command SymbolCommand = {};
  llvm::MachO::dysymtab_command DynamicCommand = {};
  /// All commands except the segment's, which is the first, in the order of the
  /// file.
  std::vector<llvm::StringRef> Commands;
  llvm::SmallVector<char, 0> AddedCommands; ///< The starts of those it lacks.
  std::vector<Section> Sections;
  std::vector<Addition> Added;
  std::vector<Symbol> Symbols;
  std::string Strings;
  llvm::SmallVector<char, 0> WrittenCommands;
  llvm::SmallVector<char, 0> WrittenRelocations;
  llvm::SmallVector<char, 0> WrittenTail;
};

} // namespace metaobj::macho

#endif // METAOBJ_OBJECT_MACHOOBJECTOF_H
