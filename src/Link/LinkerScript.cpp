//===- LinkerScript.cpp - A linker script for a memory map ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkerScript.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

// Start-up code copies and clears whole words, which the alignments allow.
static constexpr char Head[] = R"script(
SECTIONS {
)script";

static constexpr char ReadOnlySections[] = R"script(
  .text : {
    KEEP(*(.vectors .vectors.* .isr_vector .isr_vector.* .vector_table))
    KEEP(*(.reset .init))
    *(.text .text.* .glue_7 .glue_7t .gnu.linkonce.t.*)
    KEEP(*(.fini))
  } > @TEXT
  .rodata.tvm : { *(.rodata.tvm .rodata.tvm.*) } > @RODATA
  .rodata : {
    *(.rodata .rodata.* .srodata .srodata.* .gnu.linkonce.r.* .lit*)
  } > @RODATA
  metaobj_models : ALIGN(8) { KEEP(*(metaobj_models)) } > @RODATA
  .ARM.extab : { *(.ARM.extab .ARM.extab.*) } > @RODATA
  .ARM.exidx : {
    PROVIDE_HIDDEN(__exidx_start = .);
    *(.ARM.exidx .ARM.exidx.*)
    PROVIDE_HIDDEN(__exidx_end = .);
  } > @RODATA
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

static constexpr char WritableSections[] = R"script(
  .data : ALIGN(8) {
    *(.data .data.* .gnu.linkonce.d.*)
    PROVIDE(__global_pointer$ = . + 0x800);
    *(.sdata .sdata.* .gnu.linkonce.s.*)
    *(.got .got.plt .toc)
    . = ALIGN(8);
  } > @DATA AT > @LOAD
  .bss (NOLOAD) : ALIGN(8) {
    *(.sbss .sbss.* .bss .bss.* COMMON)
    . = ALIGN(8);
  } > @BSS
  .noinit (NOLOAD) : { *(.noinit .noinit.*) } > @BSS
  .heap (NOLOAD) : ALIGN(8) { . += 0; } > @BSS
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
    {"ADDR(.data) + SIZEOF(.data)",
     {"data_end", "_edata", "__data_end__", "__data_end"}},
    {"SIZEOF(.data)", {"__data_size"}},
    {"ADDR(.bss)", {"bss_start", "_sbss", "__bss_start__", "__bss_start"}},
    {"ADDR(.bss) + SIZEOF(.bss)",
     {"bss_end", "_ebss", "__bss_end__", "__bss_end"}},
    {"SIZEOF(.bss)", {"__bss_size"}},
    {"ADDR(.heap)",
     {"heap_start", "__HeapBase", "__heap_start", "end", "_end", "__end__"}},
    {"ORIGIN(@BSS) + LENGTH(@BSS)@BELOW",
     {"heap_end", "__HeapLimit", "__heap_end", "__StackLimit"}},
    {"ORIGIN(@TOP) + LENGTH(@TOP)",
     {"stack_top", "_estack", "__StackTop", "__stack", "_stack_top",
      "__stack_top"}},
};

static void printNumber(raw_ostream &OS, uint64_t Number) {
  OS << "0x" << utohexstr(Number, /*LowerCase=*/true);
}

static void printRegions(const MemoryMap &Map, raw_ostream &OS) {
  OS << "MEMORY {\n";
  for (const MemoryRegion &Each : Map.Regions) {
    OS << "  " << Each.Name << (Each.IsWritable ? " (rwx)" : " (rx)")
       << " : ORIGIN = ";
    printNumber(OS, Each.Address);
    OS << ", LENGTH = ";
    printNumber(OS, Each.Bytes);
    OS << '\n';
  }
  OS << "}\n";
}

/// Sections that the user placed come first: the first match takes an input
/// section.
static void printPlaced(const MemoryMap &Map, raw_ostream &OS) {
  for (const MemoryRegion &Each : Map.Regions)
    if (!Each.Sections.empty())
      OS << "  ." << Each.Name << ".placed : { *(" << join(Each.Sections, " ")
         << ") } > " << Each.Name << '\n';
}

std::string metaobj::linkerScript(const MemoryMap &Map) {
  PlacedSections Found = placedSections(Map);
  // Where initial values lie that start-up code copies.
  size_t Load = Found.Rodata;
  if (Map.Regions[Load].IsWritable)
    Load = Map.Regions[Found.Text].IsWritable ? Found.Data : Found.Text;

  std::string Result;
  raw_string_ostream OS(Result);
  printRegions(Map, OS);
  if (!Map.Entry.empty())
    OS << "ENTRY(" << Map.Entry << ")\n";
  OS << Head;
  printPlaced(Map, OS);
  OS << ReadOnlySections << WritableSections;
  if (Map.StackBytes)
    OS << "  " << StackSection << " (NOLOAD) : { . += @STACK; } > @TOP\n";
  OS << Tail;
  for (const Place &Each : Places)
    for (StringRef Symbol : Each.Symbols)
      OS << "PROVIDE(" << Symbol << " = " << Each.Expression << ");\n";

  auto Replace = [&Result](StringRef Mark, const std::string &Text) {
    for (size_t At = 0; (At = Result.find(Mark.str(), At)) != Result.npos;)
      Result.replace(At, Mark.size(), Text);
  };
  std::string Stack = "0x" + utohexstr(Map.StackBytes);
  Replace("@TEXT", Map.Regions[Found.Text].Name);
  Replace("@RODATA", Map.Regions[Found.Rodata].Name);
  Replace("@DATA", Map.Regions[Found.Data].Name);
  Replace("@BSS", Map.Regions[Found.Bss].Name);
  Replace("@LOAD", Map.Regions[Load].Name);
  Replace("@TOP", Map.Regions[Found.Stack].Name);
  Replace("@BELOW", Found.Stack == Found.Bss ? " - " + Stack : "");
  Replace("@STACK", Stack);
  return Result;
}
