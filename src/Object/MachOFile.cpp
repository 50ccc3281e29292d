//===- MachOFile.cpp - A relocatable Mach-O object ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/MachOFile.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/MachO.h"
#include "llvm/Support/DataExtractor.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

namespace {

/// Bytes of a relocation_info.
constexpr uint64_t MachORelocationSize = 8;

class MachOReader {
public:
  MachOReader(const MachOObjectFile &Object, StringRef Bytes, bool IsLinked)
      : Object(Object), Bytes(Bytes) {
    File.IsLinked = IsLinked;
  }

  Expected<MachOFile> read();

private:
  using Command = MachOObjectFile::LoadCommandInfo;

  Error readCommand(const Command &Load);
  void readOldVersion(const Command &Load, uint32_t Platform,
                      uint32_t Simulator);
  template <class SegmentType, class SectionGetter>
  Error readSegment(const SegmentType &Header, SectionGetter SectionAt);
  template <class SectionType> Error readSection(const SectionType &Header);
  Error readRelocations(uint64_t Start, uint64_t Count, MachOSection &Section);
  template <class SymbolType> Error readSymbol(const SymbolType &Entry);

  const MachOObjectFile &Object;
  StringRef Bytes;
  MachOFile File;
  /// Sections of a hostile file may share relocations.
  uint64_t NumRelocations = 0;
};

} // namespace

static Error machOFault(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

/// A name of at most 16 bytes, filled up with NULs.
static StringRef fixedName(const char (&Name)[16]) {
  return StringRef(Name, sizeof(Name)).take_until([](char C) { return !C; });
}

Error MachOReader::readRelocations(uint64_t Start, uint64_t Count,
                                   MachOSection &Section) {
  NumRelocations += Count;
  if (NumRelocations > Bytes.size() / MachORelocationSize)
    return machOFault("section " + quoted(Section.Name) + " has " +
                      Twine(Count) +
                      " relocations, for which the file is too short");
  DataExtractor Data(Bytes, /*IsLittleEndian=*/true, /*AddressSize=*/0);
  DataExtractor::Cursor Cursor(Start);
  for (uint64_t I = 0; I != Count && Cursor; ++I) {
    uint32_t Address = Data.getU32(Cursor);
    uint32_t Word = Data.getU32(Cursor);
    if (!Cursor)
      break;
    MachORelocation Relocation = {};
    Relocation.Offset = Address;
    Relocation.Symbol = Word & 0xFFFFFF;
    Relocation.IsPcRelative = Word >> 24 & 1;
    Relocation.Length = Word >> 25 & 3;
    Relocation.IsExtern = Word >> 27 & 1;
    Relocation.Type = Word >> 28;
    Section.Relocations.push_back(Relocation);
  }
  return Cursor.takeError();
}

template <class SectionType>
Error MachOReader::readSection(const SectionType &Header) {
  MachOSection &Section = File.Sections.emplace_back();
  Section.Name =
      (fixedName(Header.segname) + "," + fixedName(Header.sectname)).str();
  Section.Flags = Header.flags;
  Section.Address = Header.addr;
  Section.Size = Header.size;
  if (Header.align >= 32)
    return machOFault("section " + quoted(Section.Name) + " is aligned to 2^" +
                      Twine(Header.align));
  Section.Alignment = uint64_t(1) << Header.align;
  if (!Section.isZeroFill()) {
    if (Header.offset > Bytes.size() ||
        Header.size > Bytes.size() - Header.offset)
      return machOFault("section " + quoted(Section.Name) +
                        " passes the end of the file");
    Section.Bytes = Bytes.substr(Header.offset, Header.size);
  }
  Section.RelocationOffset = Header.reloff;
  Section.RelocationBytes = uint64_t(Header.nreloc) * MachORelocationSize;
  if (File.IsLinked || Header.flags & MachO::S_ATTR_DEBUG)
    return Error::success();
  return readRelocations(Header.reloff, Header.nreloc, Section);
}

/// \p SectionAt gives the header of each section.
template <class SegmentType, class SectionGetter>
Error MachOReader::readSegment(const SegmentType &Header,
                               SectionGetter SectionAt) {
  // The segment that has the file's header is at the image's base.
  if (Header.fileoff == 0 && Header.filesize != 0)
    File.ImageBase = Header.vmaddr;
  for (uint32_t I = 0; I != Header.nsects; ++I)
    if (Error E = readSection(SectionAt(I)))
      return E;
  return Error::success();
}

/// Of the commands before LC_BUILD_VERSION. Then, simulators were told by their
/// machine.
void MachOReader::readOldVersion(const Command &Load, uint32_t Platform,
                                 uint32_t Simulator) {
  bool IsSimulator = File.CpuType == MachO::CPU_TYPE_X86_64;
  File.ThePlatform = {IsSimulator ? Simulator : Platform,
                      Object.getVersionMinLoadCommand(Load).version};
}

Error MachOReader::readCommand(const Command &Load) {
  switch (Load.C.cmd) {
  case MachO::LC_SEGMENT_64:
    return readSegment(Object.getSegment64LoadCommand(Load), [&](uint32_t I) {
      return Object.getSection64(Load, I);
    });
  case MachO::LC_SEGMENT:
    return readSegment(Object.getSegmentLoadCommand(Load),
                       [&](uint32_t I) { return Object.getSection(Load, I); });
  case MachO::LC_DYLD_CHAINED_FIXUPS: {
    auto Place = Object.getLinkeditDataLoadCommand(Load);
    if (Place.dataoff > Bytes.size() ||
        Place.datasize > Bytes.size() - Place.dataoff)
      return machOFault("its chained fixups pass the end of the file");
    File.ChainedFixups = Bytes.substr(Place.dataoff, Place.datasize);
    break;
  }
  case MachO::LC_BUILD_VERSION: {
    auto Build = Object.getBuildVersionLoadCommand(Load);
    File.ThePlatform = {Build.platform, Build.minos};
    break;
  }
  case MachO::LC_VERSION_MIN_MACOSX:
    readOldVersion(Load, MachO::PLATFORM_MACOS, MachO::PLATFORM_MACOS);
    break;
  case MachO::LC_VERSION_MIN_IPHONEOS:
    readOldVersion(Load, MachO::PLATFORM_IOS, MachO::PLATFORM_IOSSIMULATOR);
    break;
  case MachO::LC_VERSION_MIN_TVOS:
    readOldVersion(Load, MachO::PLATFORM_TVOS, MachO::PLATFORM_TVOSSIMULATOR);
    break;
  case MachO::LC_VERSION_MIN_WATCHOS:
    readOldVersion(Load, MachO::PLATFORM_WATCHOS,
                   MachO::PLATFORM_WATCHOSSIMULATOR);
    break;
  default:
    break;
  }
  return Error::success();
}

template <class SymbolType>
Error MachOReader::readSymbol(const SymbolType &Entry) {
  StringRef Names = Object.getStringTableData();
  if (Entry.n_strx > Names.size())
    return machOFault("the name of symbol " + Twine(File.Symbols.size()) +
                      " passes the end of the string table");
  MachOSymbol Symbol;
  Symbol.Name =
      Names.drop_front(Entry.n_strx).take_until([](char C) { return !C; });
  Symbol.HasCName = Symbol.Name.consume_front("_");
  Symbol.IsDebug = Entry.n_type & MachO::N_STAB;
  Symbol.IsGlobal = Entry.n_type & MachO::N_EXT;
  bool HasNoPlace =
      !Symbol.IsDebug && (Entry.n_type & MachO::N_TYPE) == MachO::N_UNDF;
  // The value is the size of what linkers make room for.
  Symbol.IsCommon = HasNoPlace && Symbol.IsGlobal && Entry.n_value != 0;
  Symbol.IsUndefined = HasNoPlace && !Symbol.IsCommon;
  Symbol.IsWeak = Entry.n_desc & MachO::N_WEAK_DEF;
  Symbol.IsWeakReference = Entry.n_desc & MachO::N_WEAK_REF;
  if (!Symbol.IsDebug && (Entry.n_type & MachO::N_TYPE) == MachO::N_SECT) {
    if (Entry.n_sect == 0 || Entry.n_sect > File.Sections.size())
      return machOFault("symbol " + quoted(Symbol.Name) + " is in section " +
                        Twine(unsigned(Entry.n_sect)) + " of " +
                        Twine(File.Sections.size()));
    Symbol.Section = Entry.n_sect;
    Symbol.Offset = Entry.n_value - File.Sections[Entry.n_sect - 1].Address;
  }
  File.Symbols.push_back(Symbol);
  return Error::success();
}

Expected<MachOFile> MachOReader::read() {
  const MachO::mach_header &Header = Object.getHeader();
  File.CpuType = Header.cputype;
  File.CpuSubtype = Header.cpusubtype & ~MachO::CPU_SUBTYPE_MASK;
  File.Is64 = Object.is64Bit();
  File.Format = Object.getFileFormatName().str();
  for (const Command &Load : Object.load_commands())
    if (Error E = readCommand(Load))
      return E;
  for (const SymbolRef &Ref : Object.symbols()) {
    DataRefImpl Symbol = Ref.getRawDataRefImpl();
    if (Error E = File.Is64 ? readSymbol(Object.getSymbol64TableEntry(Symbol))
                            : readSymbol(Object.getSymbolTableEntry(Symbol)))
      return E;
  }
  return std::move(File);
}

/// Can sections of this kind of file be read as they are in memory?
static bool isLinkedKind(file_magic Magic) {
  return Magic == file_magic::macho_executable ||
         Magic == file_magic::macho_dynamically_linked_shared_lib ||
         Magic == file_magic::macho_bundle;
}

static Expected<MachOFile> readMachO(MemoryBufferRef Buffer, StringRef Name,
                                     bool MayBeLinked) {
  file_magic Magic = identify_magic(Buffer.getBuffer());
  if (Magic == file_magic::macho_universal_binary)
    return inputError(Name, "is a universal binary, which holds several files",
                      "take the wanted one out with lipo -thin");
  bool IsLinked = MayBeLinked && isLinkedKind(Magic);
  if (Magic != file_magic::macho_object && !IsLinked)
    return inputError(Name,
                      "is a linked Mach-O file; expected a relocatable "
                      "object",
                      "give the objects that it was linked from");
  Expected<std::unique_ptr<MachOObjectFile>> Object =
      ObjectFile::createMachOObjectFile(Buffer);
  if (!Object)
    return inputError(Name, Object.takeError());
  if (!(*Object)->isLittleEndian())
    return inputError(Name, "is a big-endian Mach-O object, of a machine that "
                            "is not known");
  Expected<MachOFile> File =
      MachOReader(**Object, Buffer.getBuffer(), IsLinked).read();
  if (!File)
    return inputError(Name, File.takeError());
  return File;
}

Expected<MachOFile> metaobj::readMachOFile(MemoryBufferRef Buffer,
                                           StringRef Name) {
  return readMachO(Buffer, Name, /*MayBeLinked=*/false);
}

Expected<MachOFile> metaobj::readMachOModule(MemoryBufferRef Buffer,
                                             StringRef Name) {
  return readMachO(Buffer, Name, /*MayBeLinked=*/true);
}
