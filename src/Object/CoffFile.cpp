//===- CoffFile.cpp - A relocatable COFF object ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/CoffFile.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/COFF.h"
#include "llvm/Support/DataExtractor.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

namespace {

/// Bytes of a relocation: offset, symbol, type.
constexpr uint64_t CoffRelocationSize = 10;

/// Bytes of a line of source: symbol or offset, number.
constexpr uint64_t CoffLineSize = 6;

class CoffReader {
public:
  CoffReader(const COFFObjectFile &Object, StringRef Bytes)
      : Object(Object), Bytes(Bytes) {}

  Expected<CoffFile> read();

private:
  Error readSection(const coff_section &Header);
  Error readRelocations(const coff_section &Header, CoffSection &Section);
  Error readSymbol(uint32_t Index, uint32_t Count);
  void readAuxiliary(const COFFSymbolRef &Symbol, CoffSymbol &Result);

  const COFFObjectFile &Object;
  StringRef Bytes;
  CoffFile File;
  /// Sections of a hostile file may share relocations.
  uint64_t NumRelocations = 0;
};

} // namespace

static Error coffFault(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

Error CoffReader::readRelocations(const coff_section &Header,
                                  CoffSection &Section) {
  uint64_t Start = Header.PointerToRelocations;
  uint64_t Count = Header.NumberOfRelocations;
  DataExtractor Data(Bytes, /*IsLittleEndian=*/true, /*AddressSize=*/0);
  if (Header.hasExtendedRelocations()) {
    // Too many for 16 bits: the offset of the first one is their number.
    DataExtractor::Cursor Cursor(Start);
    Count = Data.getU32(Cursor);
    if (Error E = Cursor.takeError())
      return E;
    // The one that has the number counts itself.
    if (Count == 0)
      return coffFault("section " + quoted(Section.Name) +
                       " has no number of relocations");
    --Count;
    Start += CoffRelocationSize;
  }
  Section.RelocationOffset = Header.PointerToRelocations;
  Section.RelocationBytes =
      Start + Count * CoffRelocationSize - Section.RelocationOffset;
  // Debug information and sections for linkers have addresses with any kind of
  // code.
  if (Header.Characteristics &
      (COFF::IMAGE_SCN_MEM_DISCARDABLE | COFF::IMAGE_SCN_LNK_REMOVE))
    return Error::success();
  NumRelocations += Count;
  if (NumRelocations > Bytes.size() / CoffRelocationSize)
    return coffFault("section " + quoted(Section.Name) + " has " +
                     Twine(Count) +
                     " relocations, for which the file is too short");
  DataExtractor::Cursor Cursor(Start);
  for (uint64_t I = 0; I != Count && Cursor; ++I) {
    CoffRelocation Relocation;
    Relocation.Offset = Data.getU32(Cursor);
    Relocation.Symbol = Data.getU32(Cursor);
    Relocation.Type = Data.getU16(Cursor);
    if (Cursor && Relocation.Symbol >= Object.getNumberOfSymbols()) {
      consumeError(Cursor.takeError());
      return coffFault("a relocation of section " + quoted(Section.Name) +
                       " names symbol " + Twine(Relocation.Symbol) + " of " +
                       Twine(Object.getNumberOfSymbols()));
    }
    if (Cursor)
      Section.Relocations.push_back(Relocation);
  }
  return Cursor.takeError();
}

Error CoffReader::readSection(const coff_section &Header) {
  CoffSection &Section = File.Sections.emplace_back();
  Expected<StringRef> Name = Object.getSectionName(&Header);
  if (!Name)
    return Name.takeError();
  Section.Name = *Name;
  Section.Characteristics = Header.Characteristics;
  Section.Alignment = Header.getAlignment();
  Section.Size = Header.SizeOfRawData;
  Section.LineOffset = Header.PointerToLinenumbers;
  Section.LineBytes = Header.NumberOfLinenumbers * CoffLineSize;
  ArrayRef<uint8_t> Contents;
  if (Error E = Object.getSectionContents(&Header, Contents))
    return E;
  Section.Bytes = toStringRef(Contents);
  return readRelocations(Header, Section);
}

/// Records behind a symbol hold the selection of a section and the default of a
/// weak symbol.
void CoffReader::readAuxiliary(const COFFSymbolRef &Symbol,
                               CoffSymbol &Result) {
  if (Symbol.isSectionDefinition()) {
    Result.IsSectionDefinition = true;
    const coff_aux_section_definition *Definition =
        Symbol.getSectionDefinition();
    if (Result.Section > 0 && Definition)
      File.Sections[Result.Section - 1].Selection = Definition->Selection;
  }
  if (Symbol.isWeakExternal()) {
    const auto *Weak = Symbol.getAux<coff_aux_weak_external>();
    if (Weak && Weak->TagIndex < Object.getNumberOfSymbols())
      Result.Default = Weak->TagIndex;
  }
}

Error CoffReader::readSymbol(uint32_t Index, uint32_t Count) {
  Expected<COFFSymbolRef> Symbol = Object.getSymbol(Index);
  if (!Symbol)
    return Symbol.takeError();
  Expected<StringRef> Name = Object.getSymbolName(*Symbol);
  if (!Name)
    return Name.takeError();
  unsigned NumRecords = Symbol->getNumberOfAuxSymbols();
  if (NumRecords >= Count - Index)
    return coffFault("the records of symbol " + quoted(*Name) +
                     " pass the end of the symbol table");
  CoffSymbol Result;
  Result.Name = *Name;
  Result.Section = Symbol->getSectionNumber();
  if (Result.Section > 0 && size_t(Result.Section) > File.Sections.size())
    return coffFault("symbol " + quoted(*Name) + " is in section " +
                     Twine(Result.Section) + " of " +
                     Twine(File.Sections.size()));
  if (File.Machine == COFF::IMAGE_FILE_MACHINE_I386)
    Result.HasCName = Result.Name.consume_front("_");
  Result.Value = Symbol->getValue();
  Result.StorageClass = Symbol->getStorageClass();
  Result.IsFunction =
      Symbol->getComplexType() == COFF::IMAGE_SYM_DTYPE_FUNCTION;
  if (NumRecords != 0)
    readAuxiliary(*Symbol, Result);
  File.Symbols.push_back(Result);
  File.Symbols.resize(File.Symbols.size() + NumRecords);
  return Error::success();
}

Expected<CoffFile> CoffReader::read() {
  File.Machine = Object.getMachine();
  File.Format = Object.getFileFormatName().str();
  File.IsBig = Object.getCOFFBigObjHeader() != nullptr;
  File.Headers =
      File.IsBig ? sizeof(coff_bigobj_file_header)
                 : sizeof(coff_file_header) + Object.getSizeOfOptionalHeader();
  File.SymbolTable = Object.getPointerToSymbolTable();
  for (uint32_t I = 1; I <= Object.getNumberOfSections(); ++I) {
    Expected<const coff_section *> Header =
        Object.getSection(static_cast<int32_t>(I));
    if (!Header)
      return Header.takeError();
    if (Error E = readSection(**Header))
      return E;
  }
  // LLVM takes a damaged table of symbols or names for none at all.
  uint32_t Count = Object.getRawNumberOfSymbols();
  if (Count != Object.getNumberOfSymbols())
    return coffFault("its symbol table passes the end of the file");
  while (File.Symbols.size() < Count)
    if (Error E = readSymbol(File.Symbols.size(), Count))
      return E;
  return std::move(File);
}

const CoffSection *CoffFile::sectionOf(const CoffSymbol &Symbol) const {
  return Symbol.Section > 0 ? &Sections[Symbol.Section - 1] : nullptr;
}

/// Files that share the format's name and are no objects.
static Error refuseNoObject(StringRef Bytes, StringRef Name) {
  switch (identify_magic(Bytes)) {
  case file_magic::pecoff_executable:
    return inputError(Name, "is a Windows image; expected a relocatable object",
                      "give the objects that it was linked from");
  case file_magic::coff_import_library:
    return inputError(Name,
                      "is a member of an import library; expected a "
                      "relocatable object",
                      "give the objects that the DLL was linked from");
  case file_magic::coff_cl_gl_object:
    return inputError(Name,
                      "is for link-time code generation and has no machine "
                      "code",
                      "compile it without /GL");
  default:
    return Error::success();
  }
}

Expected<CoffFile> metaobj::readCoffFile(MemoryBufferRef Buffer,
                                         StringRef Name) {
  if (Error E = refuseNoObject(Buffer.getBuffer(), Name))
    return E;
  Expected<std::unique_ptr<COFFObjectFile>> Object =
      COFFObjectFile::create(Buffer);
  if (!Object)
    return inputError(Name, Object.takeError());
  Expected<CoffFile> File = CoffReader(**Object, Buffer.getBuffer()).read();
  if (!File)
    return inputError(Name, File.takeError());
  return File;
}
