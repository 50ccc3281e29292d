//===- ImageChecks.cpp - Will a linked image start? -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/ImageChecks.h"

#include "Base/Wording.h"
#include "Link/FirmwareInputs.h"
#include "Link/LinkerScript.h"
#include "Object/LoadedSections.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/TargetParser/ARMTargetParser.h"

#include <optional>
#include <vector>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

static std::string hex(uint64_t Number) {
  return "0x" + utohexstr(Number, /*LowerCase=*/true);
}

static Expected<StringSet<>> symbolNames(const ELFObjectFileBase &Image) {
  StringSet<> Result;
  for (const ELFSymbolRef &Symbol : Image.symbols()) {
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return Name.takeError();
    if (!Name->empty())
      Result.insert(*Name);
  }
  return Result;
}

/// Linkers write a table, even an empty one, unless they shall not.
static bool hasSymbolTable(const ELFObjectFileBase &Image) {
  return any_of(Image.sections(), [](const SectionRef &Ref) {
    return ELFSectionRef(Ref).getType() == ELF::SHT_SYMTAB;
  });
}

Error metaobj::checkEntry(MemoryBufferRef Image, StringRef Entry) {
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createELFObjectFile(Image);
  if (!Object)
    return Object.takeError();
  const auto &Elf = cast<ELFObjectFileBase>(**Object);
  Expected<uint64_t> Start = Elf.getStartAddress();
  if (!Start)
    return Start.takeError();
  Expected<StringSet<>> Names = symbolNames(Elf);
  if (!Names)
    return Names.takeError();
  uint64_t Number;
  if (*Start != 0 || !hasSymbolTable(Elf) || Names->contains(Entry) ||
      !Entry.getAsInteger(0, Number))
    return Error::success();
  return inputError(Image.getBufferIdentifier(),
                    "no object defines " + quoted(Entry) +
                        ", where the program shall start",
                    "name the first function of the program as its entry");
}

namespace {

/// A linked image and its memories.
class ImageCheck {
public:
  ImageCheck(const ELFObjectFileBase &Image, const MemoryMap &Map)
      : Image(Image), Map(Map), Text(Map.Regions[placedSections(Map).Text]) {}

  Error run();

private:
  const MemoryRegion *regionAt(uint64_t Address) const;
  bool isCopied(const LoadedSection &Section, const MemoryRegion &Region) const;
  Error checkSection(const LoadedSection &Section) const;
  Error checkThreads() const;
  bool areVectors(uint64_t Address) const;
  Error checkVectors() const;
  Error checkFirstInstruction() const;
  std::optional<uint32_t> wordAt(uint64_t Address) const;
  /// Where the processor may begin: at the first byte of the region, or behind
  /// what the user placed there.
  std::vector<uint64_t> starts() const;

  const ELFObjectFileBase &Image;
  const MemoryMap &Map;
  const MemoryRegion &Text;
  std::vector<LoadedSection> Sections;
  std::vector<LoadedBytes> Bytes;
  StringSet<> Symbols;
};

} // namespace

const MemoryRegion *ImageCheck::regionAt(uint64_t Address) const {
  for (const MemoryRegion &Region : Map.Regions)
    if (Address >= Region.Address && Address - Region.Address < Region.Bytes)
      return &Region;
  return nullptr;
}

/// By start-up code: data always, the rest if it knows the tables, or the
/// symbols of the region.
bool ImageCheck::isCopied(const LoadedSection &Section,
                          const MemoryRegion &Region) const {
  if (Section.LoadAddress == Section.Address)
    return false;
  return Section.Name == ".data" || Section.Name == ".tdata" ||
         Section.Name == ".tbss_place" || Symbols.contains("copy_start") ||
         Symbols.contains(cmsisTableSymbols().front()) ||
         Symbols.contains("_si" + Region.Name);
}

Error ImageCheck::checkSection(const LoadedSection &Section) const {
  const MemoryRegion *Region = regionAt(Section.Address);
  if (Section.Bytes == 0 || !Region)
    return Error::success();
  if (Region->IsWritable) {
    if (Section.IsZero || isCopied(Section, *Region))
      return Error::success();
    return inputError(
        Image.getFileName(),
        "section " + quoted(Section.Name) + " has initial values in region " +
            quoted(Region->Name) +
            ", and no start-up code that copies them there",
        "link the runtime's start-up code (startup), let yours "
        "copy what __copy_table_start__ lists, or make the region "
        "'access: read'");
  }
  // Vectors are often variables, arrays of constructors have to be, and lld
  // takes flags of a neighbour for tables of a script.
  constexpr StringLiteral Constant[] = {StartSection,     ".text",
                                        ".preinit_array", ".init_array",
                                        ".fini_array",    TablesSection};
  if (!Section.IsWritable || is_contained(Constant, Section.Name))
    return Error::success();
  return inputError(Image.getFileName(),
                    "section " + quoted(Section.Name) +
                        " has variables in region " + quoted(Region->Name) +
                        ", which programs cannot write",
                    "place them in a writable region");
}

/// Values of threads are copied together with data.
Error ImageCheck::checkThreads() const {
  auto Named = [this](StringRef Name) {
    return find_if(Sections, [Name](const LoadedSection &Section) {
      return Section.Name == Name && Section.Bytes != 0;
    });
  };
  auto Data = Named(".data"), Threads = Named(".tdata");
  if (Data == Sections.end() || Threads == Sections.end() ||
      Threads->Address - Data->Address ==
          Threads->LoadAddress - Data->LoadAddress)
    return Error::success();
  return inputError(Image.getFileName(),
                    "section '.tdata' has another distance from '.data' in "
                    "flash than in RAM",
                    "link an object with the largest alignment of variables of "
                    "threads, not only bitcode");
}

std::optional<uint32_t> ImageCheck::wordAt(uint64_t Address) const {
  for (const LoadedBytes &TheLoadedBytes : Bytes)
    if (Address >= TheLoadedBytes.Address && TheLoadedBytes.Bytes.size() >= 4 &&
        Address - TheLoadedBytes.Address <= TheLoadedBytes.Bytes.size() - 4) {
      const uint8_t *Position =
          TheLoadedBytes.Bytes.data() + (Address - TheLoadedBytes.Address);
      return Image.isLittleEndian() ? support::endian::read32le(Position)
                                    : support::endian::read32be(Position);
    }
  return std::nullopt;
}

std::vector<uint64_t> ImageCheck::starts() const {
  std::vector<uint64_t> Result = {Text.Address};
  for (const LoadedSection &Section : Sections)
    if (Section.Name == StartSection && Section.Bytes != 0)
      Result.push_back(Section.Address);
  return Result;
}

/// The end of a stack, and a function in Thumb code.
bool ImageCheck::areVectors(uint64_t Address) const {
  std::optional<uint32_t> Stack = wordAt(Address), Reset = wordAt(Address + 4);
  if (!Stack || !Reset || *Stack == 0 || *Stack % 4 != 0)
    return false;
  const MemoryRegion *Ram = regionAt(*Stack - 1);
  return Ram && Ram->IsWritable && *Reset % 2 == 1 && regionAt(*Reset - 1);
}

Error ImageCheck::checkVectors() const {
  if (any_of(starts(), [this](uint64_t Value) { return areVectors(Value); }))
    return Error::success();
  auto Shown = [this](uint64_t Address) {
    std::optional<uint32_t> Word = wordAt(Address);
    return Word ? hex(*Word) : std::string("nothing");
  };
  uint64_t First = starts().back();
  return inputError(
      Image.getFileName(),
      "would not start: the words at " + hex(First) + " are " + Shown(First) +
          " and " + Shown(First + 4) +
          "; a Cortex-M wants the end of its stack and the address of its "
          "first function there",
      "add start-up code with " + Setting("with-runtime") +
          "=startup, or put the table of vectors into a section called "
          ".vectors, or name its section for region " +
          quoted(Text.Name) +
          "; for an image that another program starts, write a linker script");
}

Error ImageCheck::checkFirstInstruction() const {
  Expected<uint64_t> Entry = Image.getStartAddress();
  if (!Entry)
    return Entry.takeError();
  if (is_contained(starts(), *Entry))
    return Error::success();
  return inputError(
      Image.getFileName(),
      "would not start: its entry is " + hex(*Entry) +
          ", but a processor starts at " + hex(starts().back()) +
          ", where region " + quoted(Text.Name) + " begins",
      "name the function that comes first as the entry, and place nothing in "
      "front of it");
}

Error ImageCheck::run() {
  if (isLoadedWhole(Map))
    return Error::success();
  Expected<std::vector<LoadedSection>> Found =
      loadedSections(Image.getMemoryBufferRef());
  if (!Found)
    return Found.takeError();
  Sections = std::move(*Found);
  Expected<StringSet<>> Names = symbolNames(Image);
  if (!Names)
    return Names.takeError();
  Symbols = std::move(*Names);
  for (const LoadedSection &Section : Sections)
    if (Error E = checkSection(Section))
      return E;
  if (Error E = checkThreads())
    return E;
  if (Text.IsWritable)
    return Error::success();
  Expected<std::vector<LoadedBytes>> Loaded =
      loadedBytes(Image.getMemoryBufferRef());
  if (!Loaded)
    return Loaded.takeError();
  Bytes = std::move(*Loaded);
  Triple Machine = Image.makeTriple();
  if (ARM::parseArchProfile(Machine.getArchName()) == ARM::ProfileKind::M)
    return checkVectors();
  return Machine.isRISCV() ? checkFirstInstruction() : Error::success();
}

Error metaobj::checkImage(MemoryBufferRef Image, const MemoryMap &Map) {
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createELFObjectFile(Image);
  if (!Object)
    return Object.takeError();
  return ImageCheck(cast<ELFObjectFileBase>(**Object), Map).run();
}
