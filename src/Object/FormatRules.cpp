//===- FormatRules.cpp - What most object formats share -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatRules.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

FormatRules::~FormatRules() = default;

FormatRules::Refusal FormatRules::notForConstants(StringRef Example) {
  return {
      "is not one for constants",
      ("parameters are never written: choose a name such as " + Example).str()};
}

bool FormatRules::startsWithAny(StringRef Name,
                                ArrayRef<StringLiteral> Prefixes) {
  return any_of(Prefixes,
                [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

bool FormatRules::isKnownToLlvm(StringRef Name) {
  // Such sections are writable, executable, without bits, or have a type of
  // their own.
  static constexpr StringLiteral Prefixes[] = {
      ".bss",           ".data",        ".debug", ".fini_array", ".init_array",
      ".lbss",          ".ldata",       ".note",  ".persistent", ".noinit",
      ".preinit_array", ".sbss",        ".sdata", ".tbss",       ".tdata",
      ".text",          ".gnu.linkonce"};
  return startsWithAny(Name, Prefixes);
}

std::optional<FormatRules::Refusal>
FormatRules::refuseSection(StringRef Name) const {
  if (isKnownToLlvm(Name))
    return notForConstants(ExampleSection);
  return std::nullopt;
}

std::optional<FormatRules::Refusal>
FormatRules::refusePoolSection(StringRef) const {
  return Refusal{"cannot be chosen in " + name().str(),
                 "leave it out: the linker puts pools to other zeros"};
}

StringRef FormatRules::paramSection() const { return ""; }

bool FormatRules::namesTableSections() const { return false; }

StringRef FormatRules::collectedSection() const {
  // Linkers define __start_ and __stop_ for names that C can spell.
  return "metaobj_models";
}

std::optional<uint64_t>
FormatRules::largestCommonAlignment(const Triple &) const {
  return largestAlignment();
}

uint64_t FormatRules::largestAlignment() const {
  // The field of 32-bit ELF section headers holds no larger power of two.
  return uint64_t(1) << 31;
}

bool FormatRules::symbolsDivideSections() const { return false; }

bool FormatRules::separatesParams(StringRef) const { return false; }

std::string FormatRules::ownSection(const OwnParam &P) const {
  return (P.Section + "." + P.Name).str();
}

bool FormatRules::hasAliases() const { return true; }

bool FormatRules::hasGroups() const { return false; }

std::string FormatRules::groupSection(StringRef Section, StringRef,
                                      StringRef) const {
  return Section.str();
}

std::string FormatRules::sectionInObject(StringRef Section, StringRef) const {
  return Section.str();
}

bool FormatRules::hasSectionSymbols() const { return false; }

bool FormatRules::hasShards() const { return false; }

bool FormatRules::editsObjects(const Triple &, unsigned) const { return false; }

bool FormatRules::addsFunctions() const { return false; }

bool FormatRules::definesSymbols() const { return false; }
