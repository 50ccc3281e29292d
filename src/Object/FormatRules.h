//===- FormatRules.h - What each object format asks for ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that depends on the format of the emitted object, except its
/// bytes (EditableObject). Each format has its own file. To add a format, write
/// the file and list it in AllFormats.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_FORMATRULES_H
#define METAOBJ_OBJECT_FORMATRULES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TargetParser/Triple.h"

#include <cstdint>
#include <optional>
#include <string>

namespace metaobj {

/// What is the same for all targets and sections of a format. The defaults hold
/// for formats that LLVM writes and nothing is known of.
struct FormatFacts {
  llvm::StringLiteral Name; ///< "ELF", "Mach-O".

  /// Default section for parameters; empty: LLVM's section for constants.
  llvm::StringLiteral ParamSection = "";

  /// Where linkers collect a variable of each object, so that programs find
  /// the start and the end (metaobj_models_begin in metaobj_abi.h). They define
  /// __start_ and __stop_ for names that C can spell.
  llvm::StringLiteral CollectedSection = "metaobj_models";

  /// The field of 32-bit ELF section headers holds no larger power of two.
  uint64_t LargestAlignment = uint64_t(1) << 31;

  /// Have tables their own section names, and not LLVM's for constants?
  bool NamesTableSections = false;

  /// Do symbols divide sections? Then linkers drop unused parameters without
  /// separate sections, and two parameters cannot have the same address.
  bool SymbolsDivideSections = false;

  /// Can variables have additional symbols? And can linkers keep one of several
  /// groups of sections?
  bool HasAliases = true;
  bool HasGroups = false;

  /// Can symbols stand at the start and end of a section, between its
  /// parameters?
  bool HasSectionSymbols = false;

  /// Can the tables of one object refer to parameters of another?
  bool HasShards = false;

  /// Is the table of functions added to the finished object, as parameters and
  /// their tables are where the rules say so (editsObjects)?
  bool AddsFunctions = false;

  /// Do symbols that are added define what LLVM's object only refers to?
  bool DefinesSymbols = false;

  /// Can a symbol be a number, and not a place?
  bool HasAbsoluteSymbols = true;
};

class FormatRules {
public:
  explicit FormatRules(const FormatFacts &Facts) : Facts(Facts) {}
  virtual ~FormatRules();

  const FormatFacts Facts;

  /// Why parameters cannot be in a section.
  struct Refusal {
    std::string Reason; ///< "is not one for constants"
    std::string Hint;
  };
  /// Refuses the section \p Name, which is not empty, if linkers or LLVM use it
  /// for more than constants; nullopt: parameters may be in it.
  virtual std::optional<Refusal> refuseSection(llvm::StringRef Name) const;

  /// The same for data that programs write.
  virtual std::optional<Refusal>
  refuseVariableSection(llvm::StringRef Name) const;

  /// The same for a pool, which programs write, and whose section must not be
  /// one for anything else.
  virtual std::optional<Refusal> refusePoolSection(llvm::StringRef Name) const;

  /// Of a common symbol, of which linkers take the largest; nullopt if the
  /// format has none.
  virtual std::optional<uint64_t>
  largestCommonAlignment(const llvm::Triple & /*Target*/) const {
    return Facts.LargestAlignment;
  }

  /// The section of the variable \p Symbol of C, or of the constant; empty:
  /// LLVM's section for constants. Linkers drop what nothing refers to, as of
  /// compilers' output (-fdata-sections).
  virtual std::string dataSection(llvm::StringRef Symbol,
                                  bool IsWritable) const {
    return ((IsWritable ? ".data." : ".rodata.") + Symbol).str();
  }

  /// Has each parameter of \p Section its own section in any case?
  virtual bool separatesParams(llvm::StringRef /*Section*/) const {
    return false;
  }

  /// A parameter with its own section.
  struct OwnParam {
    llvm::StringRef Section; ///< The common section otherwise.
    llvm::StringRef Name;
    llvm::StringRef Symbol;
  };
  virtual std::string ownSection(const OwnParam &P) const {
    return (P.Section + "." + P.Name).str();
  }

  /// The section for bytes of \p Section in a group. Its symbol is \p Symbol
  /// and ends in \p Hash.
  virtual std::string groupSection(llvm::StringRef Section,
                                   llvm::StringRef /*Symbol*/,
                                   llvm::StringRef /*Hash*/) const {
    return Section.str();
  }

  /// The name of \p Section in an object. \p Group is the symbol of its group;
  /// empty if it has none.
  virtual std::string sectionInObject(llvm::StringRef Section,
                                      llvm::StringRef /*Group*/) const {
    return Section.str();
  }

  /// Are parameters, and tables of them, added to the finished object
  /// (EditableObject), without LLVM? Not if a target has several kinds of
  /// relocations for pointers. Pointers of \p Target have \p PointerSize bytes.
  virtual bool editsObjects(const llvm::Triple & /*Target*/,
                            unsigned /*PointerSize*/) const {
    return false;
  }

protected:
  /// "is not one for constants", with the example of a good name.
  static Refusal notForConstants(llvm::StringRef Example);
  static bool startsWithAny(llvm::StringRef Name,
                            llvm::ArrayRef<llvm::StringLiteral> Prefixes);
  /// Does LLVM use \p Name for a section of code, debug information and the
  /// like, in any format?
  static bool isKnownToLlvm(llvm::StringRef Name);

  static constexpr llvm::StringLiteral ExampleSection =
      ".params.<name>, not .rodata.<name>, which linker scripts collect with "
      "other constants";
};

/// The rules for objects of \p Target.
const FormatRules &formatRules(const llvm::Triple &Target);

/// The rules of a format alone.
const FormatRules &formatRules(llvm::Triple::ObjectFormatType Format);

/// The rules of text with sections as in ELF in which a variable has one name:
/// C source, and PTX, where only functions have aliases.
const FormatRules &sourceRules();

/// One for each file of rules.
const FormatRules &elfRules();
const FormatRules &coffRules();
const FormatRules &machORules();
const FormatRules &wasmRules();
/// COFF for systems whose linker is GNU ld.
const FormatRules &gnuCoffRules();

} // namespace metaobj

#endif // METAOBJ_OBJECT_FORMATRULES_H
