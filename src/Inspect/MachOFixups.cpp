//===- MachOFixups.cpp - Chained fixups of Mach-O -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Since macOS 11, linkers store no plain addresses: the bytes of a pointer hold
// its target and the distance to the next pointer of the page
// (<mach-o/fixup-chains.h>). LC_DYLD_CHAINED_FIXUPS says where the chain of
// each page starts, and has the names that other files define.
//
//===----------------------------------------------------------------------===//

#include "Inspect/ImageReaders.h"

#include "Object/MachOFile.h"
#include "metaobj/Diagnostic.h"

#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Chains of 64-bit pointers without signatures.
constexpr uint16_t FormatAddress = 2; ///< The target is an address.
constexpr uint16_t FormatOffset = 6;  ///< It counts from the image's base.

/// Entries of the list of imports, and their sizes.
constexpr uint32_t ImportPlain = 1, ImportAddend = 2, ImportAddend64 = 3;

constexpr uint16_t NoChain = 0xFFFF;
constexpr uint64_t ChainStride = 4;
constexpr uint64_t FixupSize = 8;

class FixupReader {
public:
  FixupReader(const MachOFile &File, StringRef Name, ImageParts &Parts)
      : File(File), Name(Name), Parts(Parts), Addresses(Parts.Sections),
        Data(File.ChainedFixups, /*IsLittleEndian=*/true, /*AddressSize=*/0) {}

  Error read();

private:
  Error readImports(uint64_t Position, uint64_t Names, uint64_t Count,
                    uint32_t Format);
  Error readSegment(uint64_t Position);
  Error readChain(uint64_t Address, uint16_t Format);
  Error addFixup(Location Place, uint64_t Stored, uint16_t Format);
  Error fault(const Twine &Reason) const {
    return inputError(Name, "chained fixups: " + Reason);
  }
  /// In place of what the cursor says.
  Error fault(DataExtractor::Cursor &Cursor, const Twine &Reason) const {
    consumeError(Cursor.takeError());
    return fault(Reason);
  }

  const MachOFile &File;
  StringRef Name;
  ImageParts &Parts;
  SectionAddresses Addresses;
  DataExtractor Data;
  uint32_t FirstImport = 0;
  uint64_t NumImports = 0;
  uint64_t NumFixups = 0;
  uint64_t Work = 0;
};

} // namespace

Error FixupReader::readImports(uint64_t Position, uint64_t Names,
                               uint64_t Count, uint32_t Format) {
  FirstImport = Parts.Symbols.size();
  NumImports = Count;
  if (Count == 0)
    return Error::success();
  if (Format < ImportPlain || Format > ImportAddend64)
    return fault("its imports have format " + Twine(Format));
  StringRef Strings =
      Data.getData().drop_front(std::min<uint64_t>(Names, Data.size()));
  DataExtractor::Cursor Cursor(Position);
  for (uint64_t I = 0; I != Count && Cursor; ++I) {
    bool IsLarge = Format == ImportAddend64;
    uint64_t Word = IsLarge ? Data.getU64(Cursor) : Data.getU32(Cursor);
    if (Format == ImportAddend)
      Data.getU32(Cursor);
    if (IsLarge)
      Data.getU64(Cursor);
    uint64_t Offset = IsLarge ? Word >> 32 : Word >> 9;
    if (!Cursor)
      break;
    ImageSymbol &Symbol = Parts.Symbols.emplace_back();
    Symbol.Name = Strings.drop_front(std::min<uint64_t>(Offset, Strings.size()))
                      .take_until([](char C) { return !C; });
    Work += Symbol.Name.size();
    Symbol.Name.consume_front("_");
    Symbol.IsLocal = false;
    if (Work > workLimit(Parts.FileSize))
      return fault(Cursor, "names of imports overlap");
  }
  if (!Cursor)
    return fault(Cursor,
                 "its " + Twine(Count) + " imports are not in this file");
  return Error::success();
}

/// Bit 63 tells names of other files from addresses of this one.
Error FixupReader::addFixup(Location Place, uint64_t Stored, uint16_t Format) {
  ImageRelocation Fixup;
  Fixup.Offset = Place.Offset;
  Fixup.Type = ResolvedRelocation;
  Fixup.IsPointer = true;
  if (Stored >> 63) {
    uint64_t Import = Stored & 0xFFFFFF;
    if (Import >= NumImports)
      return fault("a pointer is import " + Twine(Import) + " of " +
                   Twine(NumImports));
    Fixup.Symbol = FirstImport + Import;
    Fixup.Addend = static_cast<int64_t>(Stored >> 24 & 0xFF);
  } else {
    // 36 bits, and the highest eight.
    uint64_t Target = (Stored & 0xFFFFFFFFF) | (Stored >> 36 & 0xFF) << 56;
    Fixup.Addend = static_cast<int64_t>(
        Format == FormatOffset ? Target + File.ImageBase : Target);
  }
  Parts.Relocations[Place.Section].push_back(Fixup);
  return Error::success();
}

Error FixupReader::readChain(uint64_t Address, uint16_t Format) {
  for (;;) {
    std::optional<Location> Place = Addresses.locate(Address);
    StringRef Bytes;
    if (Place)
      Bytes = Parts.Sections[Place->Section].Bytes;
    if (!Place || Place->Offset > Bytes.size() ||
        Bytes.size() - Place->Offset < FixupSize)
      return fault("address 0x" + Twine::utohexstr(Address) +
                   " of a pointer is not in this file");
    if (++NumFixups > Parts.FileSize / FixupSize)
      return fault("chains overlap");
    uint64_t Stored = support::endian::read64le(Bytes.data() + Place->Offset);
    if (Error E = addFixup(*Place, Stored, Format))
      return E;
    uint64_t Next = Stored >> 51 & 0xFFF;
    if (Next == 0)
      return Error::success();
    Address += Next * ChainStride;
  }
}

/// dyld_chained_starts_in_segment.
Error FixupReader::readSegment(uint64_t Position) {
  DataExtractor::Cursor Cursor(Position);
  Data.getU32(Cursor);
  uint64_t PageSize = Data.getU16(Cursor);
  uint16_t Format = Data.getU16(Cursor);
  uint64_t Offset = Data.getU64(Cursor);
  Data.getU32(Cursor);
  uint16_t NumPages = Data.getU16(Cursor);
  Work += NumPages;
  if (Work > workLimit(Parts.FileSize))
    return fault(Cursor, "lists of pages overlap");
  std::vector<uint64_t> Starts;
  for (uint64_t Page = 0; Page != NumPages && Cursor; ++Page)
    if (uint16_t Start = Data.getU16(Cursor); Start != NoChain)
      Starts.push_back(File.ImageBase + Offset + Page * PageSize + Start);
  if (!Cursor)
    return fault(Cursor, "a segment's chains are not in this file");
  if (!Starts.empty() && Format != FormatAddress && Format != FormatOffset)
    return fault("pointers have format " + Twine(Format) +
                 "; 64-bit pointers without signatures are known");
  for (uint64_t Start : Starts)
    if (Error E = readChain(Start, Format))
      return E;
  return Error::success();
}

/// dyld_chained_fixups_header and dyld_chained_starts_in_image.
Error FixupReader::read() {
  DataExtractor::Cursor Header(0);
  uint32_t Version = Data.getU32(Header);
  uint64_t StartsAt = Data.getU32(Header);
  uint64_t ImportsAt = Data.getU32(Header);
  uint64_t NamesAt = Data.getU32(Header);
  uint64_t Count = Data.getU32(Header);
  uint32_t ImportFormat = Data.getU32(Header);
  uint32_t NamesFormat = Data.getU32(Header);
  if (!Header)
    return fault(Header, "their header is not in this file");
  if (Version != 0 || NamesFormat != 0)
    return fault("they have version " + Twine(Version) +
                 " and names of format " + Twine(NamesFormat) +
                 "; 0 and 0 are known");
  if (Error E = readImports(ImportsAt, NamesAt, Count, ImportFormat))
    return E;
  DataExtractor::Cursor Starts(StartsAt);
  uint32_t NumSegments = Data.getU32(Starts);
  for (uint32_t I = 0; I != NumSegments && Starts; ++I) {
    uint64_t Offset = Data.getU32(Starts);
    if (Offset == 0 || !Starts)
      continue;
    if (Error E = readSegment(StartsAt + Offset)) {
      consumeError(Starts.takeError());
      return E;
    }
  }
  if (!Starts)
    return fault(Starts, "the list of segments is not in this file");
  return Error::success();
}

Error metaobj::addChainedFixups(const MachOFile &File, StringRef Name,
                                ImageParts &Parts) {
  if (!File.IsLinked || File.ChainedFixups.empty())
    return Error::success();
  return FixupReader(File, Name, Parts).read();
}
