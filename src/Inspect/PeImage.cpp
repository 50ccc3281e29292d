//===- PeImage.cpp - Reading a linked file of Windows ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A PE file (exe, dll) begins with a DOS header that leads to a COFF header.
// Pointers have the addresses that are right at the image base, and a loader
// corrects them only if the image is elsewhere. So nothing has to be relocated
// here. Microsoft's linkers write no symbols, others may. A DLL has a list of
// the names that it exports.
//
// LLVM's COFFObjectFile is not used, because it trusts counts and sizes of the
// data directories.
//
//===----------------------------------------------------------------------===//

#include "Inspect/ImageReaders.h"

#include "Base/Wording.h"
#include "Object/CoffFile.h"
#include "Target/FormatFacts.h"

#include "metaobj/Diagnostic.h"

#include "llvm/BinaryFormat/COFF.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Offsets in the optional header, which differ with the width of pointers.
struct OptionalLayout {
  unsigned ImageBase;
  unsigned NumDirectories;
};
constexpr OptionalLayout Optional32 = {28, 92};
constexpr OptionalLayout Optional64 = {24, 108};

constexpr uint64_t DosPointerAt = 0x3C; ///< To the signature "PE\0\0".
constexpr uint64_t SignatureSize = 4;
constexpr uint64_t SymbolSize = 18;
constexpr uint64_t ShortNameSize = 8;

/// No image passes this: sections have addresses of 32 bits behind its base.
constexpr uint64_t LargestImageBase = UINT64_MAX - (uint64_t(1) << 33);

/// Fields of a directory of exports.
constexpr uint64_t ExportNumFunctionsAt = 20;

class PeReader {
public:
  PeReader(StringRef Bytes, StringRef Name)
      : Bytes(Bytes), Name(Name),
        Data(Bytes, /*IsLittleEndian=*/true, /*AddressSize=*/0) {}

  Expected<ImageParts> read();

private:
  Error readHeaders();
  Error readOptional(StringRef Header);
  Error readSections();
  void addSection(uint32_t Address, uint64_t Size, uint32_t Characteristics,
                  StringRef SectionName, StringRef Stored);
  Error readSymbols();
  Error readSymbol(DataExtractor::Cursor &Cursor, uint32_t &Index);
  Error readExports();
  Error addExport(uint32_t NameAt, uint32_t FunctionAt);
  StringRef bytesAt(uint64_t Address) const;
  StringRef nameInTable(uint64_t Offset) const;
  Error fault(const Twine &Reason) const { return inputError(Name, Reason); }
  /// In place of what the cursor says.
  Error fault(DataExtractor::Cursor &Cursor, const Twine &Reason) const {
    consumeError(Cursor.takeError());
    return fault(Reason);
  }

  StringRef Bytes;
  StringRef Name;
  DataExtractor Data;
  ImageParts Parts;
  uint16_t Machine = 0;
  uint16_t NumSections = 0;
  uint64_t SectionsAt = 0;
  uint64_t SymbolsAt = 0;
  uint32_t NumSymbols = 0;
  uint64_t ImageBase = 0;
  /// Relative to the image's base, like all addresses of this class.
  uint32_t Exports = 0;
  uint32_t ExportsSize = 0;
  StringRef Strings;
  SectionAddresses Addresses;
  /// Bytes of names that were searched for their ends.
  uint64_t Work = 0;
};

} // namespace

/// The part for zeros behind the stored bytes of a section.
static constexpr unsigned PartsOfSection = 2;

Error PeReader::readOptional(StringRef Header) {
  uint16_t Kind =
      Header.size() < 2 ? 0 : support::endian::read16le(Header.data());
  if (Kind != COFF::PE32Header::PE32 && Kind != COFF::PE32Header::PE32_PLUS)
    return fault("its optional header is of kind 0x" + Twine::utohexstr(Kind) +
                 "; 0x10b and 0x20b are known");
  bool Is64 = Kind == COFF::PE32Header::PE32_PLUS;
  const OptionalLayout &Layout = Is64 ? Optional64 : Optional32;
  Parts.PointerSize = Is64 ? 8 : 4;
  if (Header.size() < Layout.NumDirectories + 4)
    return fault("its optional header has " + Twine(Header.size()) + " bytes");
  auto Word = [&](uint64_t Offset) {
    return support::endian::read32le(Header.data() + Offset);
  };
  ImageBase = Word(Layout.ImageBase);
  if (Is64)
    ImageBase |= uint64_t(Word(Layout.ImageBase + 4)) << 32;
  uint64_t FirstDirectory = Layout.NumDirectories + 4;
  if (Word(Layout.NumDirectories) != 0 && Header.size() >= FirstDirectory + 8) {
    Exports = Word(FirstDirectory);
    ExportsSize = Word(FirstDirectory + 4);
  }
  if (ImageBase > LargestImageBase)
    return fault("its image base is 0x" + Twine::utohexstr(ImageBase));
  return Error::success();
}

Error PeReader::readHeaders() {
  DataExtractor::Cursor Dos(DosPointerAt);
  uint64_t Start = Data.getU32(Dos);
  if (Error E = Dos.takeError())
    return E;
  DataExtractor::Cursor Cursor(Start + SignatureSize);
  Machine = Data.getU16(Cursor);
  NumSections = Data.getU16(Cursor);
  Data.getU32(Cursor);
  SymbolsAt = Data.getU32(Cursor);
  NumSymbols = Data.getU32(Cursor);
  uint16_t OptionalSize = Data.getU16(Cursor);
  Data.getU16(Cursor);
  StringRef Optional = Data.getBytes(Cursor, OptionalSize);
  SectionsAt = Cursor.tell();
  if (Error E = Cursor.takeError())
    return E;
  return readOptional(Optional);
}

/// From an offset in the string table to the end of the name.
StringRef PeReader::nameInTable(uint64_t Offset) const {
  return Strings.drop_front(std::min<uint64_t>(Offset, Strings.size()))
      .take_until([](char C) { return !C; });
}

void PeReader::addSection(uint32_t Address, uint64_t Size,
                          uint32_t Characteristics, StringRef SectionName,
                          StringRef Stored) {
  ImageSection &Section = Parts.Sections.emplace_back();
  Section.Name = SectionName;
  Section.IsCode = Characteristics &
                   (COFF::IMAGE_SCN_CNT_CODE | COFF::IMAGE_SCN_MEM_EXECUTE);
  Section.IsWritable = Characteristics & COFF::IMAGE_SCN_MEM_WRITE;
  Section.HasNoBits = Stored.empty();
  Section.HasAddress = Size != 0;
  Section.Address = ImageBase + Address;
  Section.Size = Size;
  Section.Bytes = Stored;
}

/// Each section is two: its stored bytes, and the zeros behind them.
Error PeReader::readSections() {
  DataExtractor::Cursor Cursor(SectionsAt);
  for (unsigned I = 0; I != NumSections; ++I) {
    StringRef Short = Data.getBytes(Cursor, ShortNameSize);
    uint32_t Size = Data.getU32(Cursor);
    uint32_t Address = Data.getU32(Cursor);
    uint32_t StoredSize = Data.getU32(Cursor);
    uint32_t StoredAt = Data.getU32(Cursor);
    Data.getBytes(Cursor, 12);
    uint32_t Characteristics = Data.getU32(Cursor);
    if (!Cursor)
      break;
    StringRef SectionName = Short.take_until([](char C) { return !C; });
    uint64_t Long = 0;
    if (SectionName.starts_with("/") &&
        !SectionName.drop_front().getAsInteger(10, Long))
      SectionName = nameInTable(Long);
    // What is stored beyond the size fills the file's last block.
    uint64_t MemorySize = Size ? Size : StoredSize;
    uint64_t Stored = std::min<uint64_t>(StoredSize, MemorySize);
    if (StoredAt > Bytes.size() || Stored > Bytes.size() - StoredAt)
      return fault(Cursor, "section " + quoted(SectionName) +
                               " passes the end of the file");
    addSection(Address, Stored, Characteristics, SectionName,
               Bytes.substr(StoredAt, Stored));
    addSection(static_cast<uint32_t>(Address + Stored), MemorySize - Stored,
               Characteristics, SectionName, StringRef());
  }
  return Cursor.takeError();
}

StringRef PeReader::bytesAt(uint64_t Address) const {
  std::optional<Location> Place = Addresses.locate(ImageBase + Address);
  if (!Place)
    return {};
  StringRef Stored = Parts.Sections[Place->Section].Bytes;
  return Stored.drop_front(std::min<uint64_t>(Place->Offset, Stored.size()));
}

Error PeReader::readSymbol(DataExtractor::Cursor &Cursor, uint32_t &Index) {
  StringRef Short = Data.getBytes(Cursor, ShortNameSize);
  uint32_t Value = Data.getU32(Cursor);
  auto Section = static_cast<int16_t>(Data.getU16(Cursor));
  uint16_t Type = Data.getU16(Cursor);
  uint8_t Class = Data.getU8(Cursor);
  uint8_t NumRecords = Data.getU8(Cursor);
  Data.getBytes(Cursor, NumRecords * SymbolSize);
  if (!Cursor)
    return Cursor.takeError();
  Index += 1 + NumRecords;
  ImageSymbol Symbol;
  Symbol.Name = Short.take_until([](char C) { return !C; });
  if (Short.starts_with(StringRef("\0\0\0\0", 4)))
    Symbol.Name = nameInTable(support::endian::read32le(Short.data() + 4));
  Work += Symbol.Name.size();
  if (Section > int(NumSections))
    return fault("symbol " + quoted(Symbol.Name) + " is in section " +
                 Twine(Section) + " of " + Twine(NumSections));
  if (Machine == COFF::IMAGE_FILE_MACHINE_I386)
    Symbol.Name.consume_front("_");
  Symbol.IsLocal = Class != COFF::IMAGE_SYM_CLASS_EXTERNAL &&
                   Class != COFF::IMAGE_SYM_CLASS_WEAK_EXTERNAL;
  bool IsFunction =
      Type >> COFF::SCT_COMPLEX_TYPE_SHIFT == COFF::IMAGE_SYM_DTYPE_FUNCTION;
  if (Section > 0) {
    Symbol.Section = 1 + PartsOfSection * (Section - 1);
    uint64_t Stored = Parts.Sections[Symbol.Section].Size;
    Symbol.Offset = Value;
    if (Value >= Stored && Parts.Sections[Symbol.Section + 1].Size != 0) {
      ++Symbol.Section;
      Symbol.Offset -= Stored;
    }
    Symbol.Kind = IsFunction ? ImageSymbol::Function
                  : Parts.Sections[Symbol.Section].IsCode ? ImageSymbol::Untyped
                                                          : ImageSymbol::Object;
  }
  if (Class == COFF::IMAGE_SYM_CLASS_FILE)
    Symbol.Kind = ImageSymbol::File;
  // The name of a section, with records that tell its size.
  else if (Class == COFF::IMAGE_SYM_CLASS_STATIC && NumRecords != 0 &&
           !IsFunction)
    Symbol.Kind = ImageSymbol::SectionStart;
  Parts.Symbols.push_back(Symbol);
  return Error::success();
}

Error PeReader::readSymbols() {
  DataExtractor::Cursor Cursor(SymbolsAt);
  for (uint32_t Index = 0; Index < NumSymbols;) {
    if (Error E = readSymbol(Cursor, Index)) {
      consumeError(Cursor.takeError());
      return E;
    }
    if (Work > workLimit(Bytes.size()))
      return fault(Cursor, "names of symbols overlap");
  }
  return Cursor.takeError();
}

Error PeReader::addExport(uint32_t NameAt, uint32_t FunctionAt) {
  StringRef Text = bytesAt(NameAt);
  size_t End = Text.find('\0');
  Work += std::min(End, Text.size());
  if (Work > workLimit(Bytes.size()))
    return fault("names of exports overlap");
  std::optional<Location> Place = Addresses.locate(ImageBase + FunctionAt);
  if (End == StringRef::npos)
    return fault("the name of an export is not a string of this file");
  // Other exports are forwarded to another DLL.
  if (!Place || (FunctionAt >= Exports && FunctionAt - Exports < ExportsSize))
    return Error::success();
  ImageSymbol &Symbol = Parts.Symbols.emplace_back();
  Symbol.Name = Text.take_front(End);
  Symbol.Section = Place->Section;
  Symbol.Offset = Place->Offset;
  Symbol.IsLocal = false;
  Symbol.Kind = Parts.Sections[Place->Section].IsCode ? ImageSymbol::Function
                                                      : ImageSymbol::Object;
  return Error::success();
}

/// Three lists: addresses of functions, addresses of names, and for each name
/// the index of its function.
Error PeReader::readExports() {
  if (Exports == 0)
    return Error::success();
  StringRef Directory = bytesAt(Exports);
  DataExtractor Fields(Directory, /*IsLittleEndian=*/true, /*AddressSize=*/0);
  DataExtractor::Cursor Cursor(ExportNumFunctionsAt);
  uint64_t NumFunctions = Fields.getU32(Cursor);
  uint64_t NumNames = Fields.getU32(Cursor);
  StringRef Functions = bytesAt(Fields.getU32(Cursor));
  StringRef Names = bytesAt(Fields.getU32(Cursor));
  StringRef Indexes = bytesAt(Fields.getU32(Cursor));
  if (!Cursor)
    return fault(Cursor, "its directory of exports is not in this file");
  if (Functions.size() / 4 < NumFunctions || Names.size() / 4 < NumNames ||
      Indexes.size() / 2 < NumNames)
    return fault("its " + Twine(NumNames) + " exports are not in this file");
  for (uint64_t I = 0; I != NumNames; ++I) {
    uint16_t Index = support::endian::read16le(Indexes.data() + 2 * I);
    if (Index >= NumFunctions)
      return fault("export " + Twine(I) + " is function " + Twine(Index) +
                   " of " + Twine(NumFunctions));
    if (Error E = addExport(
            support::endian::read32le(Names.data() + 4 * I),
            support::endian::read32le(Functions.data() + size_t(4) * Index)))
      return E;
  }
  return Error::success();
}

Expected<ImageParts> PeReader::read() {
  if (Error E = readHeaders())
    return inputError(Name, std::move(E));
  CoffFile Machines;
  Machines.Machine = Machine;
  Expected<Triple> TheTriple = tripleOf(Machines, Name);
  if (!TheTriple)
    return TheTriple.takeError();
  // Nothing tells Microsoft's environment from MinGW's.
  Parts.Triple = (TheTriple->getArchName() + "-unknown-windows").str();
  Parts.Format = Machine == COFF::IMAGE_FILE_MACHINE_AMD64  ? "PE-x86-64"
                 : Machine == COFF::IMAGE_FILE_MACHINE_I386 ? "PE-i386"
                                                            : "PE-ARM64";
  Parts.IsLittleEndian = true;
  Parts.IsLinked = true;
  Parts.HasSymbolSizes = false;
  Parts.HasSymbolTable = SymbolsAt != 0 && NumSymbols != 0;
  if (!Parts.HasSymbolTable)
    NumSymbols = 0;
  uint64_t StringsAt = SymbolsAt + NumSymbols * SymbolSize;
  if (Parts.HasSymbolTable && StringsAt <= Bytes.size())
    Strings = Bytes.drop_front(StringsAt);
  Parts.Sections.emplace_back();
  Parts.Symbols.emplace_back();
  if (Error E = readSections())
    return inputError(Name, std::move(E));
  Addresses = SectionAddresses(Parts.Sections);
  if (Error E = readSymbols())
    return inputError(Name, std::move(E));
  if (Error E = readExports())
    return inputError(Name, std::move(E));
  return std::move(Parts);
}

Expected<ImageParts> metaobj::readPeImage(MemoryBufferRef Buffer,
                                          StringRef File) {
  return PeReader(Buffer.getBuffer(), File).read();
}
