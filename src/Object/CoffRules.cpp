//===- CoffRules.cpp - Rules of COFF --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoffRules.h"

using namespace llvm;
using namespace metaobj;

StringRef CoffRules::name() const { return "COFF"; }

std::optional<FormatRules::Refusal>
CoffRules::refuseSection(StringRef Name) const {
  // Windows' linker makes tables of these, or takes them for itself.
  static constexpr StringLiteral Prefixes[] = {
      ".CRT",   ".ctors",  ".drectve", ".dtors", ".edata", ".gehcont",
      ".gfids", ".giats",  ".gljmp",   ".idata", ".pdata", ".reloc",
      ".rsrc",  ".sxdata", ".tls",     ".xdata"};
  if (isKnownToLlvm(Name) || startsWithAny(Name, Prefixes))
    return notForConstants(".rdata$<name>");
  return std::nullopt;
}

StringRef CoffRules::collectedSection() const {
  // Between $a and $z of the program.
  return ".metaobj$m";
}

uint64_t CoffRules::largestAlignment() const { return 8192; }

std::optional<uint64_t>
CoffRules::largestCommonAlignment(const Triple &Target) const {
  // Microsoft's linkers know no alignment of such a symbol, only its size.
  return Target.isWindowsMSVCEnvironment() ? 32 : largestAlignment();
}

std::string CoffRules::ownSection(const OwnParam &P) const {
  // What follows a $ orders the contributions to one section of the image.
  StringRef Section = P.Section.empty() ? ".rdata" : P.Section;
  return (Section + (Section.contains('$') ? "." : "$") + P.Name).str();
}

bool CoffRules::hasGroups() const { return true; }

bool CoffRules::editsObjects(const Triple &, unsigned) const { return true; }

std::string GnuCoffRules::sectionInObject(StringRef Section,
                                          StringRef Group) const {
  // GNU ld folds the section of a group only if it has the name that GCC would
  // give it.
  if (Section.empty() && !Group.empty())
    return (".rdata$" + Group).str();
  return Section.str();
}
