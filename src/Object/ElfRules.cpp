//===- ElfRules.cpp - Rules of ELF ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElfRules.h"

using namespace llvm;
using namespace metaobj;

StringRef ElfRules::name() const { return "ELF"; }

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
  // Addresses of program memory need more than one kind of relocation on
  // machines with smaller ones.
  return PointerSize >= 4;
}

bool ElfRules::addsFunctions() const {
  // An undefined symbol is but a name.
  return true;
}

bool TextRules::hasAliases() const { return false; }

bool TextRules::hasGroups() const { return false; }
