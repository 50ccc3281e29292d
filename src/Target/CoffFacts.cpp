//===- CoffFacts.cpp - What a COFF object tells of its target -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// COFF is the format of Windows. The header names the machine: x86-64, 32-bit
// x86 ("i386", with an underscore before C's names) or Arm64. Linkers check
// nothing else, except that link.exe with /SAFESEH requires the symbol @feat.00
// of 32-bit x86 objects, which LLVM writes itself.
//
// Two environments share the format: Microsoft's and MinGW (GNU). Their objects
// can be linked with each other if they hold only C, and no field distinguishes
// them. Only the names of sections for single functions differ: .text$<symbol>
// with MinGW, .text with Microsoft's compilers and clang for them. An object
// with signs of the GNU tools counts as GNU, all others as Microsoft's.
//
// Code is position independent if the machine supports it: x86-64 and Arm64
// count from the instruction. 32-bit x86 has absolute addresses, and an image
// has a list of them. There are no landing pads as in ELF: the linker writes
// the tables of Control Flow Guard, which need nothing from an object without
// calls of pointers. CET (/CETCOMPAT) is a property of the image.
//
//===----------------------------------------------------------------------===//

#include "Target/FormatFacts.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

static Expected<StringRef> architecture(const CoffFile &File, StringRef Name) {
  switch (File.Machine) {
  case COFF::IMAGE_FILE_MACHINE_AMD64:
    return "x86_64";
  case COFF::IMAGE_FILE_MACHINE_I386:
    return "i686";
  case COFF::IMAGE_FILE_MACHINE_ARM64:
    return "aarch64";
  default:
    return inputError(Name,
                      "the target cannot be taken from COFF objects of this "
                      "machine (0x" +
                          Twine::utohexstr(File.Machine) +
                          "); known are x86-64, 32-bit x86 and Arm64",
                      "give the target by " + setting::Triple);
  }
}

/// Symbols that only the GNU environment's code refers to.
static bool isGnuHelper(StringRef Name) {
  static constexpr StringLiteral Names[] = {
      "__main", "__chkstk_ms", "___chkstk_ms", "__emutls_get_address"};
  return is_contained(Names, Name) || Name.starts_with("__gxx_personality");
}

/// A section of the GNU tools alone.
static bool isGnuSection(const CoffSection &Section) {
  // The first has GCC's version; the others have its constructors, unwind
  // tables and debug information.
  static constexpr StringLiteral Names[] = {".rdata$zzz", ".ctors", ".dtors",
                                            ".eh_frame", ".debug_info"};
  return is_contained(Names, Section.Name) ||
         (Section.Name == ".drectve" &&
          Section.Bytes.ltrim(' ').starts_with("-"));
}

static bool isGnu(const CoffFile &File) {
  if (any_of(File.Sections, isGnuSection))
    return true;
  return any_of(File.Symbols, [&](const CoffSymbol &Symbol) {
    const CoffSection *Section = File.sectionOf(Symbol);
    if (!Section)
      return Symbol.isGlobal() && isGnuHelper(Symbol.Name);
    StringRef Suffix = Section->Name;
    return Suffix.consume_front(".text$") && Suffix == Symbol.Name;
  });
}

Expected<Triple> metaobj::tripleOf(const CoffFile &File, StringRef Name) {
  Expected<StringRef> Arch = architecture(File, Name);
  if (!Arch)
    return Arch.takeError();
  return Triple(*Arch +
                (isGnu(File) ? "-w64-windows-gnu" : "-pc-windows-msvc"));
}
