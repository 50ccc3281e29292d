//===- CoffRules.cpp - Rules of COFF --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/FormatRules.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

/// Windows' linker makes tables of these, or takes them for itself.
static bool belongsToLinker(StringRef Name) {
  static constexpr StringLiteral Prefixes[] = {
      ".CRT",   ".ctors",  ".drectve", ".dtors", ".edata", ".gehcont",
      ".gfids", ".giats",  ".gljmp",   ".idata", ".pdata", ".reloc",
      ".rsrc",  ".sxdata", ".tls",     ".xdata"};
  return any_of(Prefixes,
                [Name](StringRef Prefix) { return Name.starts_with(Prefix); });
}

namespace {

class CoffRules : public FormatRules {
public:
  // Contributions lie between $a and $z of the program.
  CoffRules()
      : FormatRules({.Name = "COFF",
                     .CollectedSection = ".metaobj$m",
                     .LargestAlignment = 8192,
                     .HasGroups = true}) {}

  std::optional<Refusal> refuseSection(StringRef Name) const override {
    if (isKnownToLlvm(Name) || belongsToLinker(Name))
      return notForConstants(".rdata$<name>");
    return std::nullopt;
  }

  std::optional<Refusal> refuseVariableSection(StringRef Name) const override {
    if (belongsToLinker(Name))
      return Refusal{"is one that linkers use for themselves",
                     "choose a name such as .data$<name>"};
    return FormatRules::refuseVariableSection(Name);
  }

  std::string dataSection(StringRef, bool IsWritable) const override {
    return IsWritable ? ".data" : "";
  }

  std::optional<uint64_t>
  largestCommonAlignment(const Triple &Target) const override {
    // Microsoft's linkers know no alignment of such a symbol, only its size.
    return Target.isWindowsMSVCEnvironment() ? 32 : Facts.LargestAlignment;
  }

  std::string ownSection(const OwnParam &P) const override {
    // What follows a $ orders the contributions to one section of the image.
    StringRef Section = P.Section.empty() ? ".rdata" : P.Section;
    return (Section + (Section.contains('$') ? "." : "$") + P.Name).str();
  }

  bool editsObjects(const Triple &, unsigned) const override { return true; }
};

class GnuCoffRules final : public CoffRules {
public:
  std::string sectionInObject(StringRef Section,
                              StringRef Group) const override {
    // GNU ld folds the section of a group only if it has the name that GCC
    // would give it.
    if (Section.empty() && !Group.empty())
      return (".rdata$" + Group).str();
    return Section.str();
  }
};

} // namespace

const FormatRules &metaobj::coffRules() {
  static const CoffRules Rules;
  return Rules;
}

const FormatRules &metaobj::gnuCoffRules() {
  static const GnuCoffRules Rules;
  return Rules;
}
