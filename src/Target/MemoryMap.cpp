//===- MemoryMap.cpp - Memories of a bare-metal board ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/MemoryMap.h"

#include "Base/ByteCount.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Addresses are those of the boards' manuals, as QEMU has them.
struct Board {
  StringLiteral Name;
  uint64_t FlashAddress, FlashBytes;
  uint64_t RamAddress, RamBytes;
};

} // namespace

static constexpr uint64_t Kib = 1024, Mib = 1024 * Kib;

static constexpr Board Boards[] = {
    // BBC micro:bit: nRF51, Cortex-M0.
    {"microbit", 0, 256 * Kib, 0x20000000, 16 * Kib},
    // Arm's FPGA boards: Cortex-M3, M4, M33 (secure addresses) and M55.
    {"mps2-an385", 0, 4 * Mib, 0x20000000, 4 * Mib},
    {"mps2-an386", 0, 4 * Mib, 0x20000000, 4 * Mib},
    {"mps2-an505", 0x10000000, 4 * Mib, 0x38000000, 2 * Mib},
    {"mps3-an547", 0, 512 * Kib, 0x20000000, 512 * Kib},
    // QEMU's RISC-V machine, of 32 and 64 bits, has one large memory. Its first
    // megabyte stands for flash.
    {"riscv-virt", 0x80000000, Mib, 0x80100000, Mib},
};

std::optional<MemoryMap> metaobj::memoryMapOfBoard(StringRef Name) {
  for (const Board &TheBoard : Boards) {
    if (TheBoard.Name != Name)
      continue;
    MemoryMap Result;
    Result.Regions = {{"flash",
                       TheBoard.FlashAddress,
                       TheBoard.FlashBytes,
                       /*IsWritable=*/false,
                       {}},
                      {"ram",
                       TheBoard.RamAddress,
                       TheBoard.RamBytes,
                       /*IsWritable=*/true,
                       {}}};
    return Result;
  }
  return std::nullopt;
}

ArrayRef<StringRef> metaobj::knownBoards() {
  static const std::vector<StringRef> Names = [] {
    std::vector<StringRef> All;
    for (const Board &TheBoard : Boards)
      All.push_back(TheBoard.Name);
    return All;
  }();
  return Names;
}

bool metaobj::isWritableByName(StringRef Region) {
  return !Region.starts_with_insensitive("flash") &&
         !Region.starts_with_insensitive("rom");
}

MemoryLoading metaobj::loadingOf(const MemoryRegion &Region,
                                 const MemoryMap &Map) {
  return Region.Loading.value_or(!Region.IsWritable || Map.Regions.size() == 1
                                     ? MemoryLoading::Image
                                     : MemoryLoading::StartUp);
}

Expected<MemoryRegion> metaobj::parseMemoryRegion(StringRef Text) {
  constexpr StringLiteral Form =
      "write NAME=ADDRESS:SIZE, such as flash=0x0:256K";
  auto Bad = [Text, &Form](const Twine &Reason) {
    return inputError(Text, Reason, Form);
  };
  auto [Name, Place] = Text.split('=');
  auto [Address, Size] = Place.split(':');
  MemoryRegion Result;
  Result.Name = Name.str();
  if (Text.empty())
    return inputError("", "a region is empty", Form);
  if (Name.empty() || Address.empty() || Size.empty())
    return Bad("has no name, address or size");
  std::optional<uint64_t> Start = parseAddress(Address);
  if (!Start)
    return Bad("expected an address, found " + quoted(Address));
  Result.Address = *Start;
  std::optional<uint64_t> Bytes = parseByteCount(Size);
  if (!Bytes)
    Bytes = parseAddress(Size);
  if (!Bytes)
    return Bad("expected a size, found " + quoted(Size));
  Result.Bytes = *Bytes;
  Result.IsWritable = isWritableByName(Name);
  return Result;
}

static bool isSymbol(StringRef Text) {
  return !Text.empty() && !isDigit(Text.front()) && all_of(Text, [](char C) {
    return isAlnum(C) || C == '_' || C == '.' || C == '$';
  });
}

/// Patterns stand in a linker script, whose marks they must not have.
static bool isSectionPattern(StringRef Text) {
  return !Text.empty() && all_of(Text, [](char C) {
    return isAlnum(C) || StringRef("_.$*?-").contains(C);
  });
}

static std::string subjectOf(const MemoryRegion &Region) {
  return (Region.Place.empty() ? "" : Region.Place + ": ") + "region " +
         quoted(Region.Name);
}

static Error checkRegion(const MemoryRegion &Region) {
  std::string Subject = subjectOf(Region);
  if (!isSymbol(Region.Name))
    return inputError(Subject, "is not a name for a linker script",
                      "use letters, digits and '_'");
  if (Region.Bytes == 0)
    return inputError(Subject, "has no bytes");
  if (Region.Bytes - 1 > UINT64_MAX - Region.Address)
    return inputError(Subject, "ends behind the last address");
  for (const std::string &Pattern : Region.Sections)
    if (!isSectionPattern(Pattern))
      return inputError(Subject,
                        quoted(Pattern) + " is not a pattern of sections",
                        "use letters, digits, '_', '.', '$', '-', '*' and '?'");
  return Error::success();
}

const MemoryRegion *metaobj::regionNamed(const MemoryMap &Map, StringRef Name) {
  for (const MemoryRegion &Region : Map.Regions)
    if (Region.Name == Name)
      return &Region;
  return nullptr;
}

const MemoryRegion *metaobj::regionAt(const MemoryMap &Map, uint64_t Address) {
  for (const MemoryRegion &Region : Map.Regions)
    if (Address >= Region.Address && Address - Region.Address < Region.Bytes)
      return &Region;
  return nullptr;
}

static std::string subjectOf(const MemoryMap &Map) {
  return Map.File.empty() ? "memory" : Map.File + ": memory";
}

static Error checkPlaces(const MemoryMap &Map) {
  struct NamedPlace {
    StringLiteral Kind;
    const std::string &Region;
    bool IsWritten;
  };
  const SectionPlaces &All = Map.Places;
  for (const NamedPlace &Place :
       {NamedPlace{"text", All.Text, false},
        NamedPlace{"rodata", All.Rodata, false},
        NamedPlace{"data", All.Data, true}, NamedPlace{"bss", All.Bss, true},
        NamedPlace{"stack", All.Stack, true},
        NamedPlace{"args", All.Arguments, true},
        NamedPlace{"workspace", All.Workspace, true}}) {
    if (Place.Region.empty())
      continue;
    const MemoryRegion *Region = regionNamed(Map, Place.Region);
    if (!Region) {
      std::vector<StringRef> Known;
      for (const MemoryRegion &Other : Map.Regions)
        Known.push_back(Other.Name);
      return inputError(subjectOf(Map),
                        "places " + Place.Kind + " in region " +
                            quoted(Place.Region) + ", which is not there",
                        "known are: " + quotedList(Known));
    }
    if (Place.IsWritten && !Region->IsWritable)
      return inputError(subjectOf(Map), "places " + Place.Kind + " in region " +
                                            quoted(Place.Region) +
                                            ", which programs cannot write");
  }
  return Error::success();
}

PlacedSections metaobj::placedSections(const MemoryMap &Map) {
  auto First = [&Map](bool IsWritable) -> size_t {
    for (size_t I = 0; I < Map.Regions.size(); ++I)
      if (Map.Regions[I].IsWritable == IsWritable)
        return I;
    return 0;
  };
  auto Named = [&Map](StringRef Name, size_t Usual) -> size_t {
    const MemoryRegion *Region = regionNamed(Map, Name);
    return Region ? static_cast<size_t>(Region - Map.Regions.data()) : Usual;
  };
  PlacedSections Result;
  Result.Text = Named(Map.Places.Text, First(false));
  Result.Rodata = Named(Map.Places.Rodata, Result.Text);
  Result.Data = Named(Map.Places.Data, First(true));
  Result.Bss = Named(Map.Places.Bss, Result.Data);
  Result.Stack = Named(Map.Places.Stack, Result.Data);
  Result.Arguments = Named(Map.Places.Arguments, Result.Data);
  Result.Workspace = Named(Map.Places.Workspace, Result.Bss);
  return Result;
}

Error metaobj::checkRegions(const MemoryMap &Map) {
  if (Map.Regions.empty())
    return inputError(subjectOf(Map), "has no region");
  for (const MemoryRegion &Region : Map.Regions) {
    if (Error E = checkRegion(Region))
      return E;
    for (const MemoryRegion &Other : Map.Regions) {
      if (&Other == &Region)
        break;
      if (Other.Name == Region.Name)
        return inputError(subjectOf(Region), "is there twice");
      if (Region.Address - Other.Address < Other.Bytes ||
          Other.Address - Region.Address < Region.Bytes)
        return inputError(subjectOf(Region),
                          "overlaps region " + quoted(Other.Name));
    }
  }
  if (!Map.Entry.empty() && !isSymbol(Map.Entry))
    return inputError(subjectOf(Map),
                      "entry " + quoted(Map.Entry) +
                          " is not a symbol of a linker script");
  return checkPlaces(Map);
}

Error metaobj::checkMemoryMap(const MemoryMap &Map) {
  if (Error E = checkRegions(Map))
    return E;
  auto Has = [&Map](bool IsWritable) {
    return any_of(Map.Regions, [IsWritable](const MemoryRegion &Region) {
      return Region.IsWritable == IsWritable;
    });
  };
  if (!Has(true))
    return inputError(subjectOf(Map),
                      "has no writable region for data and stack",
                      "add one, such as ram=0x20000000:64K");
  // A single one takes everything; of several, a name may mislead.
  if (!Has(false) && Map.Regions.size() > 1 && Map.Places.Text.empty())
    return inputError(subjectOf(Map),
                      "has no read-only region for code and constants",
                      "call one flash or rom, or give it 'access: read' in a "
                      "file");
  return Error::success();
}
