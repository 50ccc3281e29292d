//===- ElfRules.cpp - Rules of ELF ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElfRules.h"

using namespace llvm;
using namespace metaobj;

StringRef ElfRules::name() const { return "ELF"; }

std::optional<FormatRules::Refusal>
ElfRules::refusePoolSection(StringRef Name) const {
  // Constants, code, lists of functions, and memory of threads. Writes to some
  // of these end the program, and a pool would make all of them writable.
  static constexpr StringLiteral Prefixes[] = {
      ".rodata",     ".lrodata", ".data.rel.ro", ".text",  ".init",
      ".fini",       ".preinit", ".ctors",       ".dtors", ".tbss",
      ".tdata",      ".debug",   ".note",        ".ARM",   ".eh_frame",
      ".gcc_except", ".comment", ".got",         ".plt",   ".gnu"};
  if (Name.empty() || Name.contains('\0') || startsWithAny(Name, Prefixes))
    return Refusal{"is not one for variables",
                   "pools are written: choose a name such as .bss.<name>, or "
                   ".bss.noinit.<name>, which start-up code does not clear"};
  return std::nullopt;
}

StringRef ElfRules::paramSection() const { return ".rodata.tvm"; }

bool ElfRules::namesTableSections() const { return true; }

bool ElfRules::hasGroups() const { return true; }

std::string ElfRules::groupSection(StringRef Section, StringRef,
                                   StringRef Hash) const {
  // Linker scripts find it by the pattern for sections of their own.
  constexpr size_t ShownDigits = 16;
  return (Section + "." + Hash.take_front(ShownDigits)).str();
}

bool ElfRules::hasSectionSymbols() const { return true; }

bool ElfRules::hasShards() const { return true; }

bool ElfRules::editsObjects(const Triple &, unsigned PointerSize) const {
  // On machines with smaller pointers, addresses of program memory need more
  // than one kind of relocation.
  return PointerSize >= 4;
}

bool ElfRules::addsFunctions() const {
  // An undefined symbol is but a name.
  return true;
}

bool ElfRules::definesSymbols() const { return true; }

bool TextRules::hasAliases() const { return false; }

bool TextRules::hasGroups() const { return false; }
