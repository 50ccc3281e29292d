//===- CoffObject.cpp - Parameters in a COFF object -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CoffFile.h introduces the format. New sections and symbols go behind the old
// ones, so that no number changes. Several sections may have one name: linkers
// join them. Each section has a symbol of its own, which is followed by a
// record about the section.
//
// The flags of a section say that it is in a COMDAT group. The group's symbol
// is the first one after the section's.
//
// Addends are in the table. Each number that does not fit has another place:
// long names are in the string table; a count above 65534 relocations is in the
// first relocation; more than 65279 sections need another header, with symbols
// of 20 bytes instead of 18 (`/bigobj`).
//
//===----------------------------------------------------------------------===//

#include "Object/EditableObject.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/COFF.h"
#include "llvm/Object/COFF.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

namespace {

class CoffObject final : public EditableObject {
public:
  Error take(SmallVector<char, 0> Bytes);

  uint32_t addGroup() override { return ++GroupCount; }
  uint32_t addSection(StringRef Name, uint64_t Alignment, uint64_t Size,
                      ArrayRef<Part> Parts, uint32_t Group,
                      bool IsWritable) override;
  void setSignature(uint32_t, uint32_t) override {}
  Error defineSymbol(const DataSymbol &TheDataSymbol) override;
  std::vector<uint32_t> addSymbols(ArrayRef<DataSymbol> New) override;
  Error writeTable(StringRef Symbol,
                   function_ref<void(Table &)> Write) override;
  Expected<uint32_t> findSymbol(StringRef Name) const override;
  Expected<FileContents> finish() override;

private:
  struct Section {
    coff_section Header = {};
    MutableArrayRef<char> Contents; ///< In Bytes.
    std::vector<coff_relocation> Relocations;
    ArrayRef<Part> Parts; ///< Of an added section.
    uint64_t Size = 0;
    bool IsChanged = false;
  };

  Error takeSection(const COFFObjectFile &File, const coff_section &Header);
  Error takeSymbols(const COFFObjectFile &File);
  uint32_t nameOffset(StringRef Name);
  void setName(coff_symbol32 &Symbol, StringRef Name);
  StringRef nameOf(const coff_symbol32 &Symbol) const;
  void addSectionSymbol(StringRef Name);
  void describeSections();
  uint64_t placeSections(uint64_t Offset);
  StringRef putHeader(uint64_t SymbolOffset);
  StringRef putSymbols();

  unsigned pointerSize() const {
    bool Is64 = Header.Machine == COFF::IMAGE_FILE_MACHINE_AMD64 ||
                Header.Machine == COFF::IMAGE_FILE_MACHINE_ARM64;
    return Is64 ? 8 : 4;
  }

  bool isBig() const {
    return Sections.size() > static_cast<size_t>(COFF::MaxNumberOfSections16);
  }

  SmallVector<char, 0> Bytes;
  uint32_t GroupCount = 0;
  coff_file_header Header = {};
  std::vector<Section> Sections;
  /// Symbols and the records that follow them, all in the wide form.
  std::vector<coff_symbol32> Symbols;
  std::string Strings; ///< With the size before them.
  SmallVector<char, 0> WrittenHeader;
  SmallVector<char, 0> WrittenSymbols;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Error CoffObject::takeSection(const COFFObjectFile &File,
                              const coff_section &Header) {
  Section &New = Sections.emplace_back();
  New.Header = Header;
  ArrayRef<uint8_t> Contents;
  if (Error E = File.getSectionContents(&Header, Contents))
    return E;
  New.Contents = {
      const_cast<char *>(reinterpret_cast<const char *>(Contents.data())),
      Contents.size()};
  New.Size = Header.SizeOfRawData;
  ArrayRef<coff_relocation> Relocations = File.getRelocations(&Header);
  if (!Relocations.empty() && !Relocations.data())
    return malformed("relocations behind its end");
  New.Relocations.assign(Relocations.begin(), Relocations.end());
  return Error::success();
}

Error CoffObject::takeSymbols(const COFFObjectFile &File) {
  uint32_t Count = File.getNumberOfSymbols();
  Symbols.resize(Count);
  for (uint32_t I = 0; I < Count; ++I) {
    Expected<COFFSymbolRef> Symbol = File.getSymbol(I);
    if (!Symbol)
      return Symbol.takeError();
    coff_symbol32 &New = Symbols[I];
    memcpy(New.Name.ShortName, Symbol->getGeneric()->Name.ShortName,
           COFF::NameSize);
    New.Value = Symbol->getValue();
    New.SectionNumber = Symbol->getSectionNumber();
    New.Type = Symbol->getType();
    New.StorageClass = Symbol->getStorageClass();
    New.NumberOfAuxSymbols = Symbol->getNumberOfAuxSymbols();
    uint32_t Records = New.NumberOfAuxSymbols;
    if (Records >= Count - I)
      return malformed("a symbol with too many records");
    const char *Record = static_cast<const char *>(Symbol->getRawPtr());
    for (; Records; --Records) {
      Record += COFF::Symbol16Size;
      memcpy(&Symbols[++I], Record, COFF::Symbol16Size);
    }
  }
  // The string table follows, and has its size first.
  uint64_t Start = uint64_t(Header.PointerToSymbolTable) +
                   uint64_t(Count) * COFF::Symbol16Size;
  Strings = StringRef(Bytes.data(), Bytes.size()).substr(Start).str();
  if (Count == 0 || Strings.size() < sizeof(uint32_t))
    return malformed("no symbols, or no names of them");
  return Error::success();
}

Error CoffObject::take(SmallVector<char, 0> Taken) {
  Bytes = std::move(Taken);
  Expected<std::unique_ptr<COFFObjectFile>> File = COFFObjectFile::create(
      MemoryBufferRef(StringRef(Bytes.data(), Bytes.size()), "object"));
  if (!File)
    return File.takeError();
  if (Bytes.size() < sizeof(Header) ||
      (*File)->getSymbolTableEntrySize() != COFF::Symbol16Size)
    return malformed("another header than was expected");
  memcpy(&Header, Bytes.data(), sizeof(Header));
  for (const SectionRef &Section : (*File)->sections())
    if (Error E = takeSection(**File, *(*File)->getCOFFSection(Section)))
      return E;
  return takeSymbols(**File);
}

Expected<std::unique_ptr<EditableObject>>
metaobj::readCoffObject(SmallVector<char, 0> Bytes) {
  auto Object = std::make_unique<CoffObject>();
  if (Error E = Object->take(std::move(Bytes)))
    return E;
  return Object;
}

//===----------------------------------------------------------------------===//
// Sections and symbols
//===----------------------------------------------------------------------===//

/// Puts \p Name into the string table.
uint32_t CoffObject::nameOffset(StringRef Name) {
  uint32_t Offset = Strings.size();
  Strings += Name;
  Strings += '\0';
  return Offset;
}

void CoffObject::setName(coff_symbol32 &Symbol, StringRef Name) {
  if (Name.size() <= COFF::NameSize) {
    memcpy(Symbol.Name.ShortName, Name.data(), Name.size());
    return;
  }
  Symbol.Name.Offset.Zeroes = 0;
  Symbol.Name.Offset.Offset = nameOffset(Name);
}

StringRef CoffObject::nameOf(const coff_symbol32 &Symbol) const {
  if (Symbol.Name.Offset.Zeroes != 0)
    return StringRef(Symbol.Name.ShortName, COFF::NameSize)
        .take_until([](char C) { return !C; });
  uint32_t Offset = Symbol.Name.Offset.Offset;
  return Offset < Strings.size() ? StringRef(Strings.c_str() + Offset)
                                 : StringRef();
}

void CoffObject::addSectionSymbol(StringRef Name) {
  coff_symbol32 &Symbol = Symbols.emplace_back();
  Symbol = {};
  setName(Symbol, Name);
  Symbol.SectionNumber = Sections.size();
  Symbol.StorageClass = COFF::IMAGE_SYM_CLASS_STATIC;
  Symbol.NumberOfAuxSymbols = 1;
  // Its description of the section is known only at the end.
  Symbols.emplace_back() = {};
}

uint32_t CoffObject::addSection(StringRef Name, uint64_t Alignment,
                                uint64_t Size, ArrayRef<Part> Parts,
                                uint32_t Group, bool IsWritable) {
  if (Name.empty())
    Name = ".rdata";
  Section &New = Sections.emplace_back();
  if (Name.size() <= COFF::NameSize)
    memcpy(New.Header.Name, Name.data(), Name.size());
  else
    COFF::encodeSectionName(New.Header.Name, nameOffset(Name));
  // From 1 for a byte to 14 for the largest.
  uint32_t AlignmentBits = (Log2_64(Alignment) + 1) << 20;
  New.Header.Characteristics = AlignmentBits |
                               COFF::IMAGE_SCN_CNT_INITIALIZED_DATA |
                               COFF::IMAGE_SCN_MEM_READ;
  if (IsWritable)
    New.Header.Characteristics =
        New.Header.Characteristics | COFF::IMAGE_SCN_MEM_WRITE;
  if (Group)
    New.Header.Characteristics =
        New.Header.Characteristics | COFF::IMAGE_SCN_LNK_COMDAT;
  New.Parts = keep(Parts);
  New.Size = Size;
  addSectionSymbol(Name);
  return Sections.size();
}

Error CoffObject::defineSymbol(const DataSymbol &TheDataSymbol) {
  Expected<uint32_t> Number = findSymbol(TheDataSymbol.Name);
  if (!Number)
    return Number.takeError();
  coff_symbol32 &Symbol = Symbols[*Number];
  if (Symbol.SectionNumber != COFF::IMAGE_SYM_UNDEFINED)
    return malformed("a second symbol '" + TheDataSymbol.Name + "'");
  Symbol.Value = TheDataSymbol.Offset;
  Symbol.SectionNumber = TheDataSymbol.Section;
  return Error::success();
}

std::vector<uint32_t> CoffObject::addSymbols(ArrayRef<DataSymbol> New) {
  // The symbol of a COMDAT section is the first one after the section's own.
  std::vector<uint32_t> Order(New.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [New](uint32_t Left, uint32_t Right) {
    return std::tuple(!New[Left].IsWeak, Left) <
           std::tuple(!New[Right].IsWeak, Right);
  });
  std::vector<uint32_t> Numbers(New.size());
  Symbols.reserve(Symbols.size() + New.size());
  for (uint32_t Index : Order) {
    const DataSymbol &TheDataSymbol = New[Index];
    Numbers[Index] = Symbols.size();
    coff_symbol32 &Symbol = Symbols.emplace_back();
    Symbol = {};
    setName(Symbol, TheDataSymbol.Name);
    Symbol.Value = TheDataSymbol.Offset;
    Symbol.SectionNumber = TheDataSymbol.Section;
    // Nobody sees a symbol of another image that is not exported.
    Symbol.StorageClass = TheDataSymbol.Visibility == ParamVisibility::Local
                              ? COFF::IMAGE_SYM_CLASS_STATIC
                              : COFF::IMAGE_SYM_CLASS_EXTERNAL;
  }
  return Numbers;
}

Expected<uint32_t> CoffObject::findSymbol(StringRef Name) const {
  for (uint32_t I = 0; I < Symbols.size();
       I += 1 + Symbols[I].NumberOfAuxSymbols)
    if (nameOf(Symbols[I]) == Name)
      return I;
  return malformed("no symbol '" + Name + "'");
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

Error CoffObject::writeTable(StringRef Name,
                             function_ref<void(Table &)> Write) {
  Expected<uint32_t> Number = findSymbol(Name);
  if (!Number)
    return Number.takeError();
  const coff_symbol32 &Symbol = Symbols[*Number];
  if (Symbol.SectionNumber == 0 || Symbol.SectionNumber > Sections.size())
    return malformed("no place for '" + Name + "'");
  Section &In = Sections[Symbol.SectionNumber - 1];
  uint64_t Begin = Symbol.Value;
  const unsigned PointerSize = pointerSize();
  if (In.Contents.size() < PointerSize ||
      Begin > In.Contents.size() - PointerSize)
    return malformed("no room for '" + Name + "'");
  auto Probe = find_if(In.Relocations, [Begin](const coff_relocation &Item) {
    return Item.VirtualAddress == Begin;
  });
  if (Probe == In.Relocations.end())
    return malformed("no relocation for '" + Name + "'");
  uint16_t Type = Probe->Type;
  std::vector<coff_relocation> Behind(Probe + 1, In.Relocations.end());
  In.Relocations.erase(Probe, In.Relocations.end());
  In.IsChanged = true;
  auto AddPointer = [&](uint64_t Offset, uint32_t Symbol, uint64_t) {
    coff_relocation &New = In.Relocations.emplace_back();
    New.VirtualAddress = Begin + Offset;
    New.SymbolTableIndex = Symbol;
    New.Type = Type;
  };
  Error Failure =
      fillTable(Name, In.Contents.drop_front(Begin),
                {PointerSize, Endianness::little, /*HasAddends=*/true},
                AddPointer, Write);
  In.Relocations.insert(In.Relocations.end(), Behind.begin(), Behind.end());
  return Failure;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Says of each section what has changed, in the record behind its symbol.
void CoffObject::describeSections() {
  for (uint32_t I = 0; I < Symbols.size();
       I += 1 + Symbols[I].NumberOfAuxSymbols) {
    const coff_symbol32 &Symbol = Symbols[I];
    if (Symbol.NumberOfAuxSymbols != 1 || Symbol.Value != 0 ||
        Symbol.StorageClass != COFF::IMAGE_SYM_CLASS_STATIC ||
        Symbol.SectionNumber == 0 || Symbol.SectionNumber > Sections.size())
      continue;
    const Section &Sec = Sections[Symbol.SectionNumber - 1];
    auto &Record =
        reinterpret_cast<coff_aux_section_definition &>(Symbols[I + 1]);
    Record.NumberOfRelocations = Sec.Header.NumberOfRelocations;
    if (Sec.IsChanged) {
      JamCRC Sum(/*Init=*/0);
      Sum.update(
          ArrayRef(reinterpret_cast<const uint8_t *>(Sec.Contents.data()),
                   Sec.Contents.size()));
      Record.CheckSum = Sum.getCRC();
    }
    // No checksum of parameters: only sections that linkers compare need one
    // (PE/COFF specification, 5.5.5).
    Record.Length = Sec.Size;
    if (!Sec.Parts.empty() &&
        Sec.Header.Characteristics & COFF::IMAGE_SCN_LNK_COMDAT)
      Record.Selection = COFF::IMAGE_COMDAT_SELECT_ANY;
  }
}

/// Gives sections their places from \p Offset on; returns what is behind.
uint64_t CoffObject::placeSections(uint64_t Offset) {
  for (Section &Sec : Sections) {
    if (Sec.Parts.empty() && Sec.Contents.empty()) {
      Sec.Header.SizeOfRawData = Sec.Size;
    } else {
      if (!Sec.Parts.empty())
        Offset = placeToShare(
            SaturatingAdd(
                Offset,
                offsetToAlignment(Offset, Align(Sec.Header.getAlignment()))),
            Sec.Parts, Endianness::little);
      Sec.Header.SizeOfRawData = Sec.Size;
      Sec.Header.PointerToRawData = Offset;
      Offset = SaturatingAdd(Offset, Sec.Size);
    }
    size_t Count = Sec.Relocations.size();
    Sec.Header.NumberOfRelocations = Count;
    if (Count >= UINT16_MAX) {
      // The number counts the record that has it.
      Sec.Header.NumberOfRelocations = UINT16_MAX;
      Sec.Header.Characteristics |= COFF::IMAGE_SCN_LNK_NRELOC_OVFL;
      coff_relocation Number = {};
      Number.VirtualAddress = Count + 1;
      Sec.Relocations.insert(Sec.Relocations.begin(), Number);
    }
    if (Count)
      Sec.Header.PointerToRelocations = Offset;
    Offset = SaturatingAdd<uint64_t>(Offset, Sec.Relocations.size() *
                                                 sizeof(coff_relocation));
  }
  return Offset;
}

/// The file's header and the section headers.
StringRef CoffObject::putHeader(uint64_t SymbolOffset) {
  auto Put = [this](const auto &Written) {
    const char *Data = reinterpret_cast<const char *>(&Written);
    WrittenHeader.append(Data, Data + sizeof(Written));
  };
  if (isBig()) {
    coff_bigobj_file_header Big = {};
    Big.Sig1 = COFF::IMAGE_FILE_MACHINE_UNKNOWN;
    Big.Sig2 = UINT16_MAX;
    Big.Version = COFF::BigObjHeader::MinBigObjectVersion;
    Big.Machine = Header.Machine;
    Big.TimeDateStamp = Header.TimeDateStamp;
    memcpy(Big.UUID, COFF::BigObjMagic, sizeof(Big.UUID));
    Big.NumberOfSections = Sections.size();
    Big.PointerToSymbolTable = SymbolOffset;
    Big.NumberOfSymbols = Symbols.size();
    Put(Big);
  } else {
    Header.NumberOfSections = Sections.size();
    Header.PointerToSymbolTable = SymbolOffset;
    Header.NumberOfSymbols = Symbols.size();
    Put(Header);
  }
  for (const Section &Sec : Sections)
    Put(Sec.Header);
  return {WrittenHeader.data(), WrittenHeader.size()};
}

/// Symbols and the records behind them, as wide as the header says.
StringRef CoffObject::putSymbols() {
  size_t Width = isBig() ? COFF::Symbol32Size : COFF::Symbol16Size;
  WrittenSymbols.reserve(Symbols.size() * Width);
  unsigned Records = 0;
  for (const coff_symbol32 &Symbol : Symbols) {
    const char *Data = reinterpret_cast<const char *>(&Symbol);
    if (Records || isBig()) {
      WrittenSymbols.append(Data, Data + Width);
      Records = Records ? Records - 1 : Symbol.NumberOfAuxSymbols;
      continue;
    }
    coff_symbol16 Narrow = {};
    memcpy(Narrow.Name.ShortName, Symbol.Name.ShortName, COFF::NameSize);
    Narrow.Value = Symbol.Value;
    Narrow.SectionNumber = static_cast<uint16_t>(Symbol.SectionNumber);
    Narrow.Type = Symbol.Type;
    Narrow.StorageClass = Symbol.StorageClass;
    Narrow.NumberOfAuxSymbols = Symbol.NumberOfAuxSymbols;
    Data = reinterpret_cast<const char *>(&Narrow);
    WrittenSymbols.append(Data, Data + Width);
    Records = Symbol.NumberOfAuxSymbols;
  }
  return {WrittenSymbols.data(), WrittenSymbols.size()};
}

Expected<FileContents> CoffObject::finish() {
  uint64_t HeaderSize =
      isBig() ? sizeof(coff_bigobj_file_header) : sizeof(coff_file_header);
  uint64_t SymbolOffset =
      placeSections(HeaderSize + Sections.size() * sizeof(coff_section));
  describeSections();
  StringRef SymbolTable = putSymbols();
  writeNumber(Strings.data(), Strings.size(), sizeof(uint32_t),
              Endianness::little);
  if (Error E =
          checkFileSize(SaturatingAdd<uint64_t>(
                            SymbolOffset, SymbolTable.size() + Strings.size()),
                        "COFF"))
    return E;

  FileContents File;
  File.append(putHeader(SymbolOffset));
  for (const Section &Sec : Sections) {
    if (!Sec.Parts.empty()) {
      File.padTo(Sec.Header.PointerToRawData);
      File.append(Sec.Parts, Sec.Size);
    }
    File.append(StringRef(Sec.Contents.data(), Sec.Contents.size()));
    File.append(
        StringRef(reinterpret_cast<const char *>(Sec.Relocations.data()),
                  Sec.Relocations.size() * sizeof(coff_relocation)));
  }
  File.append(SymbolTable);
  File.append(Strings);
  return File;
}
