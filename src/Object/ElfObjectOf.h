//===- ElfObjectOf.h - Additions to an ELF object ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ElfObject for one class and byte order. ElfObject.cpp reads, adds sections
/// and writes. Symbols and tables have files of their own.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_ELFOBJECTOF_H
#define METAOBJ_OBJECT_ELFOBJECTOF_H

#include "Object/ElfObject.h"

#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFTypes.h"

namespace metaobj {

/// The byte order of an ELFType, which has another name for it in older LLVMs.
template <class ELFT> constexpr Endianness ByteOrder = {};
template <Endianness Order, bool Is64>
constexpr Endianness ByteOrder<llvm::object::ELFType<Order, Is64>> = Order;

template <class ELFT> class ElfObjectOf final : public ElfObject {
public:
  llvm::Error take(llvm::SmallVector<char, 0> Bytes);

  void setFlags(uint32_t Flags) override { header().e_flags = Flags; }
  void setAttributes(const AttributeSection &New) override;
  void dropStackNote() override;
  uint32_t addGroup() override;
  uint32_t addSection(llvm::StringRef Name, uint64_t Alignment, uint64_t Size,
                      llvm::ArrayRef<Part> Parts, uint32_t Group,
                      bool IsWritable) override;
  void setSignature(uint32_t Group, uint32_t Symbol) override {
    Headers[Group].sh_info = Symbol;
  }
  llvm::Error defineSymbol(const DataSymbol &TheDataSymbol) override;
  std::vector<uint32_t> addSymbols(llvm::ArrayRef<DataSymbol> New) override;
  llvm::Error writeTable(llvm::StringRef Symbol,
                         llvm::function_ref<void(Table &)> Write) override;
  llvm::Expected<uint32_t> findSymbol(llvm::StringRef Name) const override;
  llvm::Expected<FileContents> finish() override;

private:
  using Ehdr = typename ELFT::Ehdr;
  using Shdr = typename ELFT::Shdr;
  using Sym = typename ELFT::Sym;
  using Rel = typename ELFT::Rel;
  using Rela = typename ELFT::Rela;
  using Word = typename ELFT::Word;

  /// Its header is in Headers: a file has all of them in one piece, and there
  /// may be a hundred thousand.
  struct Section {
    /// What the header says of the name is only right in the end.
    llvm::StringRef Name;
    /// In Bytes, or in Own when that has any.
    llvm::MutableArrayRef<char> Contents;
    llvm::SmallVector<char, 0> Own;
    llvm::ArrayRef<Part> Parts;

    llvm::StringRef bytes() const {
      return Own.empty() ? llvm::StringRef(Contents.data(), Contents.size())
                         : llvm::StringRef(Own.data(), Own.size());
    }
    template <class Entry> llvm::MutableArrayRef<Entry> entries() {
      char *Data = Own.empty() ? Contents.data() : Own.data();
      size_t Size = Own.empty() ? Contents.size() : Own.size();
      return {reinterpret_cast<Entry *>(Data), Size / sizeof(Entry)};
    }
  };

  Section &addEmpty() {
    Headers.push_back({});
    return Sections.emplace_back();
  }
  Shdr &headerOf(const Section &Sec) { return Headers[&Sec - Sections.data()]; }

  Ehdr &header() { return *reinterpret_cast<Ehdr *>(Bytes.data()); }
  bool isMips64() const {
    return ELFT::Is64Bits && ByteOrder<ELFT> == Endianness::little &&
           Machine == llvm::ELF::EM_MIPS;
  }

  llvm::Error takeSections(const llvm::object::ELFFile<ELFT> &File);
  llvm::Error takeSymbols(const llvm::object::ELFFile<ELFT> &File);
  static void appendWord(llvm::SmallVectorImpl<char> &Bytes, uint32_t Value) {
    Word Entry;
    Entry = Value;
    const char *Data = reinterpret_cast<const char *>(&Entry);
    Bytes.append(Data, Data + sizeof(Entry));
  }

  Section *find(llvm::StringRef Name, uint32_t Type);
  std::vector<uint32_t> removeUndefined(llvm::ArrayRef<DataSymbol> New);
  void renumberSymbols(llvm::ArrayRef<uint32_t> NewNumbers);
  void putSymbols();
  void putNames();

  llvm::SmallVector<char, 0> Bytes;
  uint16_t Machine = 0;
  std::vector<Section> Sections;
  std::vector<Shdr> Headers; ///< Those of Sections.
  /// Numbers of the sections in the order of the file.
  std::vector<uint32_t> FileOrder;
  uint32_t SymbolSection = 0;
  uint32_t NameSection = 0;
  std::vector<Sym> Symbols;
  /// Section numbers of symbols that st_shndx has no room for.
  std::vector<uint32_t> LargeSections;
  std::string Names; ///< Of sections and symbols.
  uint32_t LocalCount = 0;
  bool HasNewSymbols = false;
  std::vector<uint32_t> PayloadSections; ///< As addSection made them.
};

} // namespace metaobj

#endif // METAOBJ_OBJECT_ELFOBJECTOF_H
