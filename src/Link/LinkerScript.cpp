//===- LinkerScript.cpp - A linker script for a memory map ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/LinkerScript.h"

#include "Link/SectionRoles.h"
#include "Target/MemoryMapPlaces.h"
#include "Target/MemoryMapUse.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <utility>
#include <vector>

using namespace llvm;
using namespace metaobj;

// Processors start at the first address, or read their vectors there.
static constexpr char StartSections[] = R"script(
  .start : {
@ENTRY    KEEP(*(.vectors .vectors.* .isr_vector .isr_vector.* .vector_table))
@VECTORS    KEEP(*(.reset .init))
  } > @TEXT
)script";

// Arm's tables for unwinding refer to code at most 1 GiB away.
static constexpr char ReadOnlySections[] = R"script(
  .text : {
    *(.text .text.* .glue_7 .glue_7t .gnu.linkonce.t.*)
    KEEP(*(.fini))
  } > @TEXT
@OWNCODE  .rodata.tvm : { *(.rodata.tvm .rodata.tvm.*) } > @RODATA
  .rodata : {
    *(.rodata .rodata.* .srodata .srodata.* .gnu.linkonce.r.* .lit*)
  } > @RODATA
  metaobj_models : ALIGN(8) { KEEP(*(metaobj_models)) } > @RODATA
@OWNCONSTANTS  .gcc_except_table : { *(.gcc_except_table .gcc_except_table.*) } > @RODATA
@TABLES  .ARM.extab : { *(.ARM.extab .ARM.extab.*) } > @TEXT
  .ARM.exidx : {
    PROVIDE_HIDDEN(__exidx_start = .);
    *(.ARM.exidx .ARM.exidx.*)
    PROVIDE_HIDDEN(__exidx_end = .);
  } > @TEXT
  .preinit_array : {
    PROVIDE_HIDDEN(__preinit_array_start = .);
    KEEP(*(.preinit_array))
    PROVIDE_HIDDEN(__preinit_array_end = .);
  } > @RODATA
  .init_array : {
    PROVIDE_HIDDEN(__init_array_start = .);
    KEEP(*(SORT_BY_INIT_PRIORITY(.init_array.*) .init_array))
    PROVIDE_HIDDEN(__init_array_end = .);
  } > @RODATA
  .fini_array : {
    PROVIDE_HIDDEN(__fini_array_start = .);
    KEEP(*(SORT_BY_INIT_PRIORITY(.fini_array.*) .fini_array))
    PROVIDE_HIDDEN(__fini_array_end = .);
  } > @RODATA
)script";

// Start-up code copies and clears whole words, which the alignments allow.
static constexpr char WritableSections[] = R"script(
  .data : ALIGN(@UNIT) {
    *(.data .data.* .gnu.linkonce.d.*)
@OWNDATA    PROVIDE(__global_pointer$ = . + 0x800);
    *(.sdata .sdata.* .gnu.linkonce.s.*)
    *(.got .got.plt .toc)
    . = ALIGN(@UNIT);
  } > @DATA AT > @LOAD
@TLS  .bss (NOLOAD) : ALIGN(8) {
    *(.sbss .sbss.* .bss .bss.* COMMON)
@OWNZEROS    . = ALIGN(8);
  } > @BSS
  .noinit (NOLOAD) : {
    *(.noinit .noinit.*)
@OWNKEPT  } > @BSS
  .heap (NOLOAD) : ALIGN(8) { . += 0; } > @BSS
)script";

// Linkers give zeros of threads no place, but count them in their region. Here
// they have a region of their own, and a place behind the values: one block
// that start-up code copies with the data. It has the alignment of the data:
// then its distance from the data is the same in both memories.
static constexpr char ThreadSections[] = R"script(  .tdata : ALIGN(@UNIT) {
    *(.tdata .tdata.* .gnu.linkonce.td.*)
    . = ALIGN(@UNIT);
  } > @DATA AT > @LOAD
  .tbss ADDR(.tdata) + SIZEOF(.tdata) : {
    *(.tbss .tbss.* .gnu.linkonce.tb.* .tcommon)
  } > metaobj_threads
  .tbss_place (TYPE=SHT_PROGBITS) : {
    . += SIZEOF(.tbss);
    . = ALIGN(@UNIT);
  } > @DATA AT > @LOAD
)script";

static constexpr char Tail[] = R"script(
  /DISCARD/ : { *(.eh_frame .eh_frame_hdr .note.GNU-stack) }
}
)script";

namespace {

/// What start-up code asks, and names for it: of the project's examples, of
/// CMSIS, of vendors' templates, of newlib and picolibc.
struct Place {
  StringLiteral Expression;
  std::initializer_list<StringLiteral> Symbols;
};

} // namespace

static const Place Places[] = {
    {"LOADADDR(.data)",
     {"data_initial", "_sidata", "__etext", "__data_source"}},
    {"ADDR(.data)", {"data_start", "_sdata", "__data_start__", "__data_start"}},
    {"@DATAEND", {"data_end", "_edata", "__data_end__", "__data_end"}},
    {"@DATAEND - ADDR(.data)", {"__data_size"}},
    {"ADDR(.bss)", {"bss_start", "_sbss", "__bss_start__", "__bss_start"}},
    {"ADDR(.bss) + SIZEOF(.bss)",
     {"bss_end", "_ebss", "__bss_end__", "__bss_end"}},
    {"SIZEOF(.bss)", {"__bss_size"}},
    {"@THREADS", {"__tls_base", "__tdata_start"}},
    {"LOADADDR(.data) + @THREADS - ADDR(.data)", {"__tdata_source"}},
    {"LOADADDR(.data) + @THREADS + @TDATABYTES - ADDR(.data)",
     {"__tdata_source_end"}},
    {"LOADADDR(.data) + @DATAEND - ADDR(.data)", {"__data_source_end"}},
    {"@THREADS + @TDATABYTES", {"__tdata_end", "__tbss_start"}},
    {"@TDATABYTES", {"__tdata_size", "__tbss_offset"}},
    {"@THREADS + @TDATABYTES + @TBSSBYTES", {"__tbss_end", "__tls_end"}},
    {"@TBSSBYTES", {"__tbss_size"}},
    {"@TDATABYTES + @TBSSBYTES", {"__tls_size"}},
    {"@UNIT", {"__tls_align", "__arm32_tls_tcb_offset"}},
    {"MAX(@UNIT, 16)", {"__arm64_tls_tcb_offset"}},
    {"ADDR(.heap)",
     {"heap_start", "__HeapBase", "__heap_start", "end", "_end", "__end__"}},
    {"ORIGIN(@BSS) + LENGTH(@BSS)@BELOW",
     {"heap_end", "__HeapLimit", "__heap_end", "__StackLimit"}},
    {"ORIGIN(@TOP) + LENGTH(@TOP)",
     {"stack_top", "_estack", "__StackTop", "__stack", "_stack_top",
      "__stack_top"}},
    {"@STACK", {"_Min_Stack_Size"}},
    {"0", {"_Min_Heap_Size"}},
};

namespace {

/// A section that start-up code copies or clears besides data and zeros.
struct FurtherSection {
  std::string Name;
  bool IsCopied;
};

/// Prints one script.
class ScriptWriter {
public:
  ScriptWriter(const MemoryMap &Map, const FirmwareInputs &Inputs);

  std::string run();

private:
  void findOwners();
  void addOwnSections();
  void printRegions();
  void printPlaced(bool IsWritable);
  void printInRam(const MemoryRegion &Region);
  std::string tables() const;
  void printSymbols();
  void replaceMarks(const std::string &Tables);

  bool isReadOnly(const MemoryRegion &Region) const {
    return !Region.IsWritable || IsLoadedWhole;
  }
  bool isUsual(const MemoryRegion &Region, SectionRole Role) const;

  const MemoryMap &Map;
  const FirmwareInputs &Inputs;
  PlacedSections Found;
  size_t Load; ///< Where initial values lie that start-up code copies.
  /// Somebody else writes the image to writable memory: nothing is copied.
  bool IsLoadedWhole;
  /// For each input section the region that the user placed it in, or null.
  std::vector<const MemoryRegion *> Owners;
  std::vector<FurtherSection> Further;
  /// Lines for marks of the script.
  std::string Vectors, OwnData, OwnZeros, OwnKept, OwnCode, OwnConstants;
  std::string Result;
  raw_string_ostream OS{Result};
};

} // namespace

bool metaobj::isStartUpSymbol(StringRef Symbol) {
  return any_of(Places, [Symbol](const Place &ThePlace) {
    return is_contained(ThePlace.Symbols, Symbol);
  });
}

bool metaobj::isLoadedWhole(const MemoryMap &Map) {
  return all_of(Map.Regions,
                [](const MemoryRegion &Region) { return Region.IsWritable; });
}

bool metaobj::isPlaced(const MemoryMap &Map, StringRef Section) {
  return any_of(Map.Regions, [Section](const MemoryRegion &Region) {
    return matchesAny(Region.Sections, Section);
  });
}

static void printNumber(raw_ostream &OS, uint64_t Number) {
  OS << "0x" << utohexstr(Number, /*LowerCase=*/true);
}

static bool isPattern(StringRef Text) {
  return Text.find_first_of("*?") != StringRef::npos;
}

/// \p Name as an exact word of a script; empty if the script cannot have it.
static std::string scriptWord(StringRef Name) {
  if (all_of(Name, [](char C) {
        return isAlnum(C) || StringRef("_.$-").contains(C);
      }))
    return Name.str();
  if (any_of(Name, [](char Item) {
        return !isPrint(Item) || Item == '"' || Item == '@';
      }))
    return "";
  return ("\"" + Name + "\"").str();
}

/// Other sections with names of C have symbols for their ends, which the linker
/// defines for output sections only.
static std::string inputLines(StringRef Name, StringRef Word) {
  bool IsOfC = !isDigit(Name.front()) &&
               all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
  if (!IsOfC)
    return ("    *(" + Word + ")\n").str();
  return ("    PROVIDE_HIDDEN(__start_" + Name + " = .);\n    *(" + Word +
          ")\n    PROVIDE_HIDDEN(__stop_" + Name + " = .);\n")
      .str();
}

/// Without a place of their own, the linker would put such sections behind any
/// other of their kind, in whatever region that is.
static std::string sectionLine(StringRef Word) {
  return ("  " + Word + " : { *(" + Word + ") }").str();
}

ScriptWriter::ScriptWriter(const MemoryMap &TheMap,
                           const FirmwareInputs &TheInputs)
    : Map(TheMap), Inputs(TheInputs), Found(placedSections(TheMap)),
      Load(Found.Rodata), IsLoadedWhole(isLoadedWhole(TheMap)) {
  if (Map.Regions[Load].IsWritable)
    Load = Map.Regions[Found.Text].IsWritable ? Found.Data : Found.Text;
}

/// Does the script have a place for sections of \p Role in \p Region anyway?
bool ScriptWriter::isUsual(const MemoryRegion &Region, SectionRole Role) const {
  size_t Position = static_cast<size_t>(&Region - Map.Regions.data());
  return Position == (Role == SectionRole::Data ? Found.Data : Found.Bss);
}

/// Like the linker: the first pattern that matches takes a section.
void ScriptWriter::findOwners() {
  for (const InputSection &Section : Inputs.Sections) {
    const MemoryRegion *Owner = nullptr;
    for (const MemoryRegion &Region : Map.Regions)
      if (!Owner && matchesAny(Region.Sections, Section.Name))
        Owner = &Region;
    // Start-up code copies and clears the usual places by itself.
    if (Owner && !isReadOnly(*Owner) &&
        roleOf(Section) != SectionRole::Standard &&
        isUsual(*Owner, roleInRam(Section)))
      Owner = nullptr;
    Owners.push_back(Owner);
  }
}

void ScriptWriter::addOwnSections() {
  for (size_t I = 0; I != Inputs.Sections.size(); ++I) {
    const InputSection &Section = Inputs.Sections[I];
    std::string Word = scriptWord(Section.Name);
    if (Owners[I] || Word.empty())
      continue;
    switch (roleOf(Section)) {
    case SectionRole::Vectors:
      Vectors += "    KEEP(*(" + Word + "))\n";
      break;
    case SectionRole::Data:
      OwnData += inputLines(Section.Name, Word);
      break;
    case SectionRole::Zeros:
      OwnZeros += inputLines(Section.Name, Word);
      break;
    case SectionRole::NotCleared:
      OwnKept += inputLines(Section.Name, Word);
      break;
    case SectionRole::OtherCode:
      OwnCode += sectionLine(Word) + " > @TEXT\n";
      break;
    case SectionRole::Constants:
      OwnConstants += sectionLine(Word) + " > @RODATA\n";
      break;
    case SectionRole::Standard:
      break;
    }
  }
}

void ScriptWriter::printRegions() {
  OS << "MEMORY {\n";
  for (const MemoryRegion &Region : Map.Regions) {
    OS << "  " << Region.Name << (Region.IsWritable ? " (rwx)" : " (rx)")
       << " : ORIGIN = ";
    printNumber(OS, Region.Address);
    OS << ", LENGTH = ";
    printNumber(OS, Region.Bytes);
    OS << '\n';
  }
  if (Inputs.TlsAlignment)
    OS << "  metaobj_threads (rw) : ORIGIN = 0, "
          "LENGTH = 0xffffffffffffffff\n";
  OS << "}\n";
}

/// "KEEP(*(.boot2)) *(.rodata.tvm*)": a whole name in memory that lasts is for
/// somebody outside of the program, such as a boot ROM.
static void printPatterns(const MemoryRegion &Region, raw_ostream &OS) {
  ListSeparator Space(" ");
  for (const std::string &Section : Region.Sections) {
    OS << Space;
    if (Region.IsWritable || isPattern(Section))
      OS << "*(" << Section << ')';
    else
      OS << "KEEP(*(" << Section << "))";
  }
}

/// Sections that the user placed in writable memory, which start-up code copies
/// or clears.
void ScriptWriter::printInRam(const MemoryRegion &Region) {
  std::string Values, Zeros, Kept;
  for (size_t I = 0; I != Inputs.Sections.size(); ++I) {
    const InputSection &Section = Inputs.Sections[I];
    std::string Word = scriptWord(Section.Name);
    if (Owners[I] != &Region || Word.empty())
      continue;
    SectionRole Role = roleInRam(Section);
    if (Role == SectionRole::Zeros)
      Zeros += "    *(" + Word + ")\n";
    else if (Role == SectionRole::NotCleared)
      Kept += "    *(" + Word + ")\n";
    else
      Values += "    *(" + Word + ")\n";
  }
  // Names that the compiler of bitcode will make; the usual places have
  // patterns that shall take what is theirs.
  if ((Inputs.HasBitcode || !Values.empty()) &&
      !isUsual(Region, SectionRole::Data)) {
    raw_string_ostream Patterns(Values = "    ");
    printPatterns(Region, Patterns);
    Patterns << '\n';
  }
  if (!Kept.empty())
    OS << "  ." << Region.Name << ".noinit (NOLOAD) : {\n"
       << Kept << "  } > " << Region.Name << '\n';
  auto Add = [this](std::string Name, bool IsCopied) {
    OS << "  " << Name << (IsCopied ? "" : " (NOLOAD)") << " : ALIGN(8) {\n";
    Further.push_back({std::move(Name), IsCopied});
  };
  if (!Zeros.empty()) {
    Add("." + Region.Name + ".zeros", /*IsCopied=*/false);
    OS << Zeros << "    . = ALIGN(8);\n  } > " << Region.Name << '\n';
  }
  if (!Values.empty()) {
    Add("." + Region.Name + PlacedEnd, /*IsCopied=*/true);
    OS << Values << "    . = ALIGN(8);\n  } > " << Region.Name << " AT > "
       << Map.Regions[Load].Name << '\n';
  }
}

/// Sections that the user placed come first: the first match takes an input
/// section.
void ScriptWriter::printPlaced(bool IsWritable) {
  for (const MemoryRegion &Region : Map.Regions) {
    if (Region.Sections.empty() || isReadOnly(Region) == IsWritable)
      continue;
    if (IsWritable) {
      printInRam(Region);
      continue;
    }
    OS << "  ." << Region.Name << PlacedEnd << " : { ";
    printPatterns(Region, OS);
    OS << " } > " << Region.Name << '\n';
  }
}

/// The first entry of each table is what start-up code finds by other symbols.
std::string ScriptWriter::tables() const {
  std::string Text;
  raw_string_ostream OS(Text);
  StringRef Word = Inputs.Is64Bit ? "QUAD" : "LONG";
  unsigned WordBytes = Inputs.Is64Bit ? 8 : 4;
  auto Print = [&](const Twine &Expression) {
    OS << ' ' << Word << '(' << Expression << ')';
  };
  OS << "  " << TablesSection
     << " : ALIGN(8) {\n"
        "    PROVIDE_HIDDEN(__copy_table_start__ = .);\n   ";
  Print("LOADADDR(.data)");
  Print("ADDR(.data)");
  Print("(@DATAEND - ADDR(.data)) / " + Twine(WordBytes));
  OS << "\n    PROVIDE_HIDDEN(copy_start = .);\n";
  for (const FurtherSection &Section : Further)
    if (Section.IsCopied) {
      OS << "   ";
      Print("LOADADDR(" + Twine(Section.Name) + ")");
      Print("ADDR(" + Twine(Section.Name) + ")");
      Print("SIZEOF(" + Twine(Section.Name) + ") / " + Twine(WordBytes));
      OS << '\n';
    }
  OS << "    PROVIDE_HIDDEN(copy_end = .);\n"
        "    PROVIDE_HIDDEN(__copy_table_end__ = .);\n"
        "    PROVIDE_HIDDEN(__zero_table_start__ = .);\n   ";
  Print("ADDR(.bss)");
  Print("SIZEOF(.bss) / " + Twine(WordBytes));
  OS << "\n    PROVIDE_HIDDEN(clear_start = .);\n";
  for (const FurtherSection &Section : Further)
    if (!Section.IsCopied) {
      OS << "   ";
      Print("ADDR(" + Twine(Section.Name) + ")");
      Print("SIZEOF(" + Twine(Section.Name) + ") / " + Twine(WordBytes));
      OS << '\n';
    }
  OS << "    PROVIDE_HIDDEN(clear_end = .);\n"
        "    PROVIDE_HIDDEN(__zero_table_end__ = .);\n"
        "  } > @RODATA\n";
  return Text;
}

void ScriptWriter::printSymbols() {
  std::set<StringRef> Known;
  for (const Place &ThePlace : Places)
    for (StringRef Symbol : ThePlace.Symbols) {
      OS << "PROVIDE(" << Symbol << " = " << ThePlace.Expression << ");\n";
      Known.insert(Symbol);
    }
  // Templates of ST name them like this.
  for (const MemoryRegion &Region : Map.Regions) {
    std::string Section = "." + Region.Name + PlacedEnd;
    bool IsCopied = any_of(Further, [&Section](const FurtherSection &Other) {
      return Other.IsCopied && Other.Name == Section;
    });
    if (!IsCopied)
      continue;
    const std::pair<std::string, std::string> Symbols[] = {
        {"_si" + Region.Name, "LOADADDR(" + Section + ")"},
        {"_s" + Region.Name, "ADDR(" + Section + ")"},
        {"_e" + Region.Name,
         "ADDR(" + Section + ") + SIZEOF(" + Section + ")"}};
    for (const auto &[Symbol, Expression] : Symbols)
      if (!Known.count(Symbol))
        OS << "PROVIDE(" << Symbol << " = " << Expression << ");\n";
  }
}

void ScriptWriter::replaceMarks(const std::string &Tables) {
  auto Replace = [this](StringRef Mark, const std::string &Text) {
    for (size_t Offset = 0;
         (Offset = Result.find(Mark.str(), Offset)) != Result.npos;)
      Result.replace(Offset, Mark.size(), Text);
  };
  bool HasThreads = Inputs.TlsAlignment != 0;
  std::string Entry;
  // Arm's profile M starts by its vectors instead.
  auto Known = Inputs.Entries.find(Inputs.Entry);
  if (!Inputs.IsProfileM && Known != Inputs.Entries.end())
    Entry = scriptWord(Known->second);
  std::string Stack = "0x" + utohexstr(Map.StackBytes);
  Replace("@TABLES", Tables);
  Replace("@ENTRY", Entry.empty() ? "" : "    *(" + Entry + ")\n");
  Replace("@VECTORS", Vectors);
  Replace("@OWNCODE", OwnCode);
  Replace("@OWNCONSTANTS", OwnConstants);
  Replace("@OWNDATA", OwnData);
  Replace("@OWNZEROS", OwnZeros);
  Replace("@OWNKEPT", OwnKept);
  Replace("@TLS", HasThreads ? ThreadSections : "");
  std::string DataEnd = "(ADDR(.data) + SIZEOF(.data))";
  Replace("@DATAEND",
          HasThreads ? "(ADDR(.tbss_place) + SIZEOF(.tbss_place))" : DataEnd);
  Replace("@THREADS", HasThreads ? "ADDR(.tdata)" : DataEnd);
  Replace("@TDATABYTES", HasThreads ? "SIZEOF(.tdata)" : "0");
  Replace("@TBSSBYTES", HasThreads ? "SIZEOF(.tbss)" : "0");
  Replace("@UNIT", utostr(std::max<uint64_t>(8, Inputs.TlsAlignment)));
  Replace("@TEXT", Map.Regions[Found.Text].Name);
  Replace("@RODATA", Map.Regions[Found.Rodata].Name);
  Replace("@DATA", Map.Regions[Found.Data].Name);
  Replace("@BSS", Map.Regions[Found.Bss].Name);
  Replace("@LOAD", Map.Regions[Load].Name);
  Replace("@TOP", Map.Regions[Found.Stack].Name);
  Replace("@BELOW", Found.Stack == Found.Bss ? " - " + Stack : "");
  Replace("@STACK", Stack);
}

std::string ScriptWriter::run() {
  findOwners();
  addOwnSections();
  printRegions();
  if (!Map.Entry.empty())
    OS << "ENTRY(" << Map.Entry << ")\n";
  OS << "\nSECTIONS {\n";
  printPlaced(/*IsWritable=*/false);
  OS << StartSections;
  printPlaced(/*IsWritable=*/true);
  OS << ReadOnlySections << WritableSections;
  bool HasTables = !Further.empty() || Inputs.WantsTables;
  if (Map.StackBytes)
    OS << "  " << StackSection << " (NOLOAD) : { . += @STACK; } > @TOP\n";
  OS << Tail;
  printSymbols();
  if (!HasTables)
    for (StringRef Name :
         {"copy_start", "copy_end", "clear_start", "clear_end"})
      OS << "PROVIDE_HIDDEN(" << Name << " = ADDR(.data));\n";
  replaceMarks(HasTables ? tables() : "");
  return std::move(Result);
}

std::string metaobj::linkerScript(const MemoryMap &Map,
                                  const FirmwareInputs &Inputs) {
  return ScriptWriter(Map, Inputs).run();
}
