//===- CheckBoard.cpp - Does a firmware fit its board? --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linker places what it is told to place. It does not know which memory an
// NPU reaches, what a DMA controller writes, or who fills a memory before the
// program starts. The board says so, and a linked ELF file has all the
// addresses. First come its sections, which must lie in memories that can have
// them; then what the board names; then what lies in one place.
//
//===----------------------------------------------------------------------===//

#include "Check/BoardImage.h"
#include "Check/Check.h"

#include "Base/ByteCount.h"
#include "Base/Wording.h"
#include "Target/MemoryMapPlaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>
#include <tuple>

using namespace llvm;
using namespace metaobj;

namespace {

class BoardCheck {
public:
  BoardCheck(const BoardImage &Image, const MemoryMap &Board,
             const CheckConfig &Config)
      : Image(Image), Board(Board), Config(Config) {}

  Error run();

private:
  void checkSection(const BoardSection &Section);
  bool checkIsInside(const BoardSection &Section);
  void checkLoading(const BoardSection &Section, const MemoryRegion &Region);
  void checkContents(const BoardContents &Contents);
  std::vector<BoardExtent> extentsOf(const BoardContents &Contents);
  bool addRange(const BoardContents &Contents, std::vector<BoardExtent> &To);
  void checkExtent(const BoardExtent &Extent);
  void checkConstant(const BoardExtent &Extent, const MemoryRegion &Region);
  void checkReach(const BoardExtent &Extent, const MemoryRegion &Region);
  void checkCache(const BoardExtent &Extent, const MemoryRegion &Region);
  void checkOverlaps();
  void checkRange(const BoardExtent &Range);

  const MemoryRegion *regionAt(uint64_t Address) const {
    return metaobj::regionAt(Board, Address);
  }
  void find(const Message &Reason, const Message &Hint = {});

  const BoardImage &Image;
  const MemoryMap &Board;
  const CheckConfig &Config;
  std::vector<BoardExtent> Extents; ///< Of all contents.
  /// Sections that do not lie in one memory; their contents do not either.
  std::set<const BoardSection *> Outside;
  Error Findings = Error::success();
};

} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string hex(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

static std::string behind(StringRef Place) {
  return Place.empty() ? "" : (" (" + Place + ")").str();
}

/// "'arena' at 0x20000000 (1,024 bytes)"
static std::string textOf(const BoardExtent &Extent) {
  return quoted(Extent.Name) + " at " + hex(Extent.Address) +
         (Extent.Bytes ? " (" + textOfBytes(Extent.Bytes) + ")" : "");
}

static std::string textOf(const BoardSection &Section) {
  return "section " + quoted(Section.Name) + " at " + hex(Section.Address) +
         " (" + textOfBytes(Section.Bytes) + ")";
}

void BoardCheck::find(const Message &Reason, const Message &Hint) {
  Findings = joinErrors(std::move(Findings),
                        make_error<InputError>(Image.Name, Reason, Hint));
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// How many bytes are behind the end of \p Region, which has the first.
static uint64_t excess(const MemoryRegion &Region, uint64_t Address,
                       uint64_t Bytes) {
  uint64_t Left = Region.Bytes - (Address - Region.Address);
  return Bytes > Left ? Bytes - Left : 0;
}

bool BoardCheck::checkIsInside(const BoardSection &Section) {
  const MemoryRegion *Region = regionAt(Section.Address);
  if (!Region) {
    find(textOf(Section) + " lies in no memory of the board");
    return false;
  }
  if (uint64_t Excess = excess(*Region, Section.Address, Section.Bytes)) {
    const BoardSymbol *First = nullptr;
    for (const BoardSymbol &Symbol : Image.Symbols)
      if (Symbol.Section == &Section && Symbol.Bytes != 0 &&
          (!First || Symbol.Address < First->Address) &&
          regionAt(Symbol.Address) == Region &&
          excess(*Region, Symbol.Address, Symbol.Bytes))
        First = &Symbol;
    find(textOf(Section) + " does not fit into " + textOf(*Region) +
             ", which has " + textOfBytes(Region->Bytes) + ": " +
             textOfBytes(Excess) + " too many" +
             (First
                  ? "; " + quoted(First->Name) + " at " + hex(First->Address) +
                        " (" + textOfBytes(First->Bytes) + ") passes its end"
                  : ""),
         "make the contents smaller, or the memory or partition larger");
    return false;
  }
  if (Section.IsZero || Section.LoadAddress == Section.Address)
    return true;
  const MemoryRegion *Store = regionAt(Section.LoadAddress);
  if (Store && !excess(*Store, Section.LoadAddress, Section.Bytes))
    return true;
  find("initial values of " + textOf(Section) + " are stored at " +
       hex(Section.LoadAddress) + ", " +
       (Store ? "and do not fit into " + textOf(*Store)
              : "where the board has no memory"));
  return false;
}

/// Data that programs write, by the names of compilers. Other sections may be
/// writable and lie in flash: tables of constructors, vectors without `const`.
static bool isData(StringRef Name) {
  if (Name.starts_with(".data.rel.ro"))
    return false;
  return any_of(ArrayRef<StringRef>{".data", ".sdata", ".bss", ".sbss"},
                [Name](StringRef Start) {
                  StringRef Rest = Name;
                  return Rest.consume_front(Start) &&
                         (Rest.empty() || Rest.front() == '.');
                });
}

void BoardCheck::checkLoading(const BoardSection &Section,
                              const MemoryRegion &Region) {
  if (loadingOf(Region, Board) == MemoryLoading::Nobody) {
    find(textOf(Section) + " has contents, but nobody loads them into " +
             textOf(Region),
         "give it the type nobits, or (NOLOAD) in the linker script and no "
         "initial values");
    return;
  }
  const MemoryRegion &Store = *regionAt(Section.LoadAddress);
  if (loadingOf(Store, Board) == MemoryLoading::Image)
    return;
  find(textOf(Section) +
           " has contents that nobody loads: they are stored at " +
           hex(Section.LoadAddress) + " in " + textOf(Store) +
           ", which no image fills",
       "place them in flash ('> RAM AT > FLASH' in a linker script), and let "
       "start-up code copy them; or give the region 'load: image', if a boot "
       "loader or a debugger fills it");
}

void BoardCheck::checkSection(const BoardSection &Section) {
  // Variables of threads take no place of their own.
  if (Section.Bytes == 0 || (Section.IsThreadLocal && Section.IsZero))
    return;
  if (!checkIsInside(Section)) {
    Outside.insert(&Section);
    return;
  }
  const MemoryRegion &Region = *regionAt(Section.Address);
  const MemoryRegion *Wanted = nullptr;
  bool IsWanted = false;
  for (const MemoryRegion &Other : Board.Regions)
    if (matchesAny(Other.Sections, Section.Name)) {
      Wanted = Wanted ? Wanted : &Other;
      IsWanted |= &Other == &Region;
    }
  if (Wanted && !IsWanted)
    find(textOf(Section) + " lies in " + textOf(Region) +
         ", and belongs into " + textOf(*Wanted));
  if (!Region.IsWritable && isData(Section.Name))
    find(textOf(Section) + " is written, but " + textOf(Region) +
         " cannot be written");
  if (Section.IsZero)
    return;
  checkLoading(Section, Region);
  if (Region.IsWritable && !Section.IsWritable && !Section.IsCode &&
      Section.LoadAddress != Section.Address && !IsWanted)
    report(Config.Diagnostics, Diagnostic::Warning, Image.Name,
           textOf(Section) + " has only constants, but is copied into " +
               textOf(Region),
           "leave it in flash, or name it in 'sections' of the region");
}

//===----------------------------------------------------------------------===//
// What the board names
//===----------------------------------------------------------------------===//

/// Where it must lie, for what is missing.
static std::string wantedPlace(const BoardContents &Contents) {
  if (Contents.Address)
    return ", which must lie at " + hex(*Contents.Address);
  if (!Contents.Region.empty())
    return ", which must lie in " + quoted(Contents.Region);
  return "";
}

/// Resolves a symbol or a number; says so if it cannot.
static std::optional<uint64_t> addressOf(const BoardImage &Image,
                                         StringRef Text) {
  if (std::optional<uint64_t> Number = parseAddress(Text))
    return Number;
  const BoardSymbol *Symbol = Image.symbol(Text);
  return Symbol ? std::optional(Symbol->Address) : std::nullopt;
}

bool BoardCheck::addRange(const BoardContents &Contents,
                          std::vector<BoardExtent> &To) {
  uint64_t Ends[2] = {};
  const std::string *Texts[2] = {&Contents.Start, &Contents.End};
  for (unsigned I = 0; I != 2; ++I) {
    if (Texts[I]->empty())
      continue;
    std::optional<uint64_t> Address = addressOf(Image, *Texts[I]);
    if (!Address) {
      if (!Contents.IsOptional)
        find("has no symbol " + quoted(*Texts[I]) + ", an end of range " +
             quoted(Contents.Name) + behind(Contents.Place));
      return false;
    }
    Ends[I] = *Address;
  }
  if (Contents.Start.empty())
    Ends[0] = Ends[1] - Contents.Bytes;
  uint64_t Bytes = Contents.Bytes ? Contents.Bytes : Ends[1] - Ends[0];
  if ((Contents.Start.empty() && Contents.Bytes > Ends[1]) ||
      (!Contents.Start.empty() && !Contents.End.empty() &&
       Ends[1] <= Ends[0]) ||
      Bytes > UINT64_MAX - Ends[0]) {
    find("range " + quoted(Contents.Name) + behind(Contents.Place) +
         " has no bytes: it starts at " + hex(Ends[0]) + " and ends at " +
         hex(Contents.End.empty() ? Ends[0] + Bytes : Ends[1]));
    return false;
  }
  To.push_back({Contents.Name, Ends[0], Bytes, nullptr, &Contents, true});
  return true;
}

std::vector<BoardExtent> BoardCheck::extentsOf(const BoardContents &Contents) {
  std::vector<BoardExtent> Found;
  if (!Contents.Name.empty()) {
    addRange(Contents, Found);
    return Found;
  }
  auto Take = [&](StringRef Noun, ArrayRef<std::string> Patterns, auto Add) {
    for (const std::string &Pattern : Patterns)
      if (!Add(Pattern) && !Contents.IsOptional)
        find("has no " + Noun + " " + quoted(Pattern) + wantedPlace(Contents) +
                 behind(Contents.Place),
             Image.Symbols.empty() && Noun == "symbol"
                 ? "the file is stripped: check the one before"
                 : "linkers drop what nothing refers to: KEEP() in a linker "
                   "script keeps it; 'optional: true' if a program may be "
                   "without it");
  };
  auto CheckLoaded = [&](StringRef Name, uint64_t Address, bool IsSection,
                         const BoardSection &Section) {
    if (Section.IsLoaded)
      return true;
    find(quoted(Name) + " at " + hex(Address) +
             (IsSection
                  ? ", a section,"
                  : " lies in section " + quoted(Section.Name) + ", which") +
             " lacks SHF_ALLOC: no memory has it" + behind(Contents.Place),
         "give it the flag when it is assembled: .section " +
             escaped(Section.Name) + ",\"a\"");
    return false;
  };
  Take("symbol", Contents.Symbols, [&](const std::string &Pattern) {
    bool IsThere = false;
    for (const BoardSymbol *Symbol : Image.symbolsLike(Pattern)) {
      IsThere = true;
      if (!Symbol->Section ||
          CheckLoaded(Symbol->Name, Symbol->Address, false, *Symbol->Section))
        Found.push_back({Symbol->Name, Symbol->Address, Symbol->Bytes,
                         Symbol->Section, &Contents, false});
    }
    return IsThere;
  });
  Take("section", Contents.Sections, [&](const std::string &Pattern) {
    bool IsThere = false;
    for (const BoardSection &Section : Image.Sections)
      if (Section.Bytes != 0 && matchesAny(Pattern, Section.Name)) {
        IsThere = true;
        if (CheckLoaded(Section.Name, Section.Address, true, Section))
          Found.push_back({Section.Name, Section.Address, Section.Bytes,
                           &Section, &Contents, false});
      }
    return IsThere;
  });
  return Found;
}

void BoardCheck::checkConstant(const BoardExtent &Extent,
                               const MemoryRegion &Region) {
  std::string Rule = ", but is a constant" + behind(Extent.Contents->Place);
  if (!Extent.Section)
    return;
  if (Extent.Section->IsZero) {
    find(textOf(Extent) + " in " + textOf(Region) +
             " has no contents: section " + quoted(Extent.Section->Name) +
             " is not loaded" + Rule,
         "take (NOLOAD) off its section, and give it initial values");
    return;
  }
  if (Extent.Section->LoadAddress == Extent.Section->Address)
    return;
  uint64_t Stored =
      Extent.Section->LoadAddress + (Extent.Address - Extent.Section->Address);
  const MemoryRegion *Store = regionAt(Stored);
  find(textOf(Extent) + " is in memory twice: in " + textOf(Region) +
           ", and at " + hex(Stored) + " in " +
           (Store ? textOf(*Store) : "no memory") + Rule,
       "declare it const, so that it stays where the image has it");
}

void BoardCheck::checkReach(const BoardExtent &Extent,
                            const MemoryRegion &Region) {
  if (Region.Readers.empty())
    return;
  std::set<StringRef> Told;
  for (const std::vector<std::string> *Names :
       {&Extent.Contents->Readers, &Extent.Contents->Writers})
    for (const std::string &Reader : *Names) {
      if (is_contained(Region.Readers, Reader) || !Told.insert(Reader).second)
        continue;
      std::vector<StringRef> Reached;
      for (const MemoryRegion &Other : Board.Regions)
        if (Other.Readers.empty() || is_contained(Other.Readers, Reader))
          Reached.push_back(Other.Name);
      find(textOf(Extent) + " lies in " + textOf(Region) + ", which " +
               escaped(Reader) + " does not reach" +
               behind(Extent.Contents->Place),
           escaped(Reader) + " reaches " + quotedList(Reached));
    }
}

void BoardCheck::checkCache(const BoardExtent &Extent,
                            const MemoryRegion &Region) {
  uint64_t Line = Region.CacheLine;
  auto Writer = find_if(Extent.Contents->Writers,
                        [](StringRef Name) { return Name != "cpu"; });
  if (Line == 0 || Extent.Bytes == 0 ||
      Writer == Extent.Contents->Writers.end())
    return;
  bool IsStartShared = Extent.Address % Line != 0;
  if (!IsStartShared && Extent.Bytes % Line == 0)
    return;
  find(textOf(Extent) + " is written by " + escaped(*Writer) +
           behind(Extent.Contents->Place) + ", and shares its " +
           (IsStartShared ? "first" : "last") + " cache line with others: " +
           textOf(Region) + " is cached in lines of " + textOfBytes(Line),
       "align it to " + Twine(Line) + ", and make its size a multiple of " +
           Twine(Line) + "; or place it in a memory that is not cached");
}

void BoardCheck::checkExtent(const BoardExtent &Extent) {
  const BoardContents &Contents = *Extent.Contents;
  std::string Rule = behind(Contents.Place);
  if (Outside.count(Extent.Section) && Extent.Section)
    return;
  const MemoryRegion *Region = regionAt(Extent.Address);
  if (!Region) {
    find(textOf(Extent) + " lies in no memory of the board" + Rule);
    return;
  }
  if (uint64_t Excess = excess(*Region, Extent.Address, Extent.Bytes))
    find(textOf(Extent) + " does not fit into " + textOf(*Region) + ": " +
         textOfBytes(Excess) + " too many" + Rule);
  if (!Contents.Region.empty() && Contents.Region != Region->Name)
    find(textOf(Extent) + " lies in " + textOf(*Region) + ", and must lie in " +
         quoted(Contents.Region) + Rule);
  if (Contents.Address && *Contents.Address != Extent.Address)
    find(textOf(Extent) + " in " + textOf(*Region) + " must lie at " +
         hex(*Contents.Address) + Rule);
  if (Contents.Alignment && Extent.Address % Contents.Alignment != 0)
    find(textOf(Extent) + " in " + textOf(*Region) + " is aligned to " +
             textOfBytes(Extent.Address & -Extent.Address) +
             ", and must be to " + Twine(Contents.Alignment) + Rule,
         "align it where it is defined: alignas(" + Twine(Contents.Alignment) +
             ") in C, metaobj embed --align, objcopy "
             "--set-section-alignment");
  checkReach(Extent, *Region);
  if (Extent.Bytes == 0 && !Contents.Address)
    report(Config.Diagnostics, Diagnostic::Warning, Image.Name,
           textOf(Extent) + " has no size: only its address is checked" + Rule,
           "name it as a range with start and end");
  if (!Region->IsWritable && (Contents.IsWritten || !Contents.Writers.empty()))
    find(textOf(Extent) + " is written, but " + textOf(*Region) +
         " cannot be written" + Rule);
  if (Contents.IsConstant)
    checkConstant(Extent, *Region);
  if (Contents.IsNeverLoaded && Extent.Section && !Extent.Section->IsZero)
    find(textOf(Extent) + " in " + textOf(*Region) +
             " has contents in section " + quoted(Extent.Section->Name) +
             ", but nobody loads it" + Rule,
         "give its section the type nobits, or (NOLOAD) in the linker script");
  checkCache(Extent, *Region);
}

void BoardCheck::checkContents(const BoardContents &Contents) {
  for (BoardExtent &Extent : extentsOf(Contents)) {
    checkExtent(Extent);
    if (Extent.Bytes != 0)
      Extents.push_back(std::move(Extent));
  }
}

//===----------------------------------------------------------------------===//
// What lies in one place
//===----------------------------------------------------------------------===//

static bool overlap(uint64_t A, uint64_t BytesA, uint64_t B, uint64_t BytesB) {
  return A - B < BytesB || B - A < BytesA;
}

/// May they lie in one place?
static bool mayShare(const BoardExtent &A, const BoardExtent &B) {
  // One symbol that two rules name, or a section and what is in it.
  if (A.Section && A.Section == B.Section &&
      (A.isSection() || B.isSection() ||
       (A.Name == B.Name && A.Address == B.Address)))
    return true;
  return (A.Contents->IsConstant && B.Contents->IsConstant) ||
         (A.Contents->MayShare && B.Contents->MayShare);
}

/// A heap or a stack has no object of its own: whatever lies there is
/// overwritten.
void BoardCheck::checkRange(const BoardExtent &Range) {
  // Sections whose variables there are known, and those that were named.
  std::set<const BoardSection *> Known, Told;
  auto Find = [&](const Twine &Other) {
    find(textOf(Range) + behind(Range.Contents->Place) + " overlaps " + Other);
  };
  for (const BoardSymbol &Symbol : Image.Symbols) {
    if (!Symbol.Section || !Symbol.Section->IsLoaded || Symbol.Bytes == 0 ||
        !overlap(Range.Address, Range.Bytes, Symbol.Address, Symbol.Bytes) ||
        Symbol.Name == Range.Contents->Start ||
        Symbol.Name == Range.Contents->End)
      continue;
    // Two rules are compared below.
    bool IsNamed = any_of(Extents, [&](const BoardExtent &Other) {
      return Other.Section == Symbol.Section && Other.Name == Symbol.Name;
    });
    Known.insert(Symbol.Section);
    if (!IsNamed && Told.insert(Symbol.Section).second)
      Find(textOf(BoardExtent{Symbol.Name, Symbol.Address, Symbol.Bytes,
                              Symbol.Section, nullptr, false}));
  }
  for (const BoardSection &Section : Image.Sections) {
    if (!Section.IsLoaded || Section.Bytes == 0 || Known.count(&Section) ||
        (Section.IsThreadLocal && Section.IsZero) ||
        !overlap(Range.Address, Range.Bytes, Section.Address, Section.Bytes))
      continue;
    // Linker scripts reserve heap and stack by sections without contents.
    uint64_t Last = Section.Address + (Section.Bytes - 1);
    bool Holds = Section.Address <= Range.Address &&
                 Last >= Range.Address + (Range.Bytes - 1);
    bool IsHeld = Section.Address >= Range.Address &&
                  Last <= Range.Address + (Range.Bytes - 1);
    if (!Section.IsZero || !(Holds || IsHeld))
      Find(textOf(Section));
  }
}

void BoardCheck::checkOverlaps() {
  for (const BoardExtent &Extent : Extents)
    if (Extent.IsRange)
      checkRange(Extent);
  llvm::sort(Extents, [](const BoardExtent &A, const BoardExtent &B) {
    return std::tie(A.Address, A.Bytes, A.Name) <
           std::tie(B.Address, B.Bytes, B.Name);
  });
  for (size_t I = 0; I != Extents.size(); ++I)
    for (size_t J = I + 1; J != Extents.size(); ++J) {
      const BoardExtent &A = Extents[I], &B = Extents[J];
      if (B.Address - A.Address >= A.Bytes)
        break;
      if (mayShare(A, B))
        continue;
      const MemoryRegion *Region = regionAt(B.Address);
      find(textOf(A) + behind(A.Contents->Place) + " overlaps " + textOf(B) +
               behind(B.Contents->Place) +
               (Region ? " in " + textOf(*Region) : ""),
           A.Contents->MayShare || B.Contents->MayShare || A.IsRange ||
                   B.IsRange
               ? ""
               : "if they are never used at the same time, give both 'shared: "
                 "true'");
    }
}

Error BoardCheck::run() {
  for (const BoardSection &Section : Image.Sections)
    if (Section.IsLoaded)
      checkSection(Section);
  for (const BoardContents &Contents : Board.Contents)
    checkContents(Contents);
  checkOverlaps();
  return std::move(Findings);
}

Error metaobj::checkBoard(MemoryBufferRef Image, const MemoryMap &Board,
                          const CheckConfig &Config) {
  Expected<BoardImage> Read = readBoardImage(Image);
  if (!Read)
    return Read.takeError();
  return BoardCheck(*Read, Board, Config).run();
}
