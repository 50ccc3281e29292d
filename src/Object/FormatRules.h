//===- FormatRules.h - What each object format asks for ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All that depends on the format of the emitted object, apart from its bytes
/// (EditableObject). Each format has a file of its own. To add a format: write
/// the file, and list it in Formats.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_FORMATRULES_H
#define METAOBJ_OBJECT_FORMATRULES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

#include <cstdint>
#include <optional>
#include <string>

namespace metaobj {

class FormatRules {
public:
  virtual ~FormatRules();

  /// "ELF", "Mach-O".
  virtual llvm::StringRef name() const = 0;

  /// Why parameters cannot be in a section.
  struct Refusal {
    std::string Reason; ///< "is not one for constants"
    std::string Hint;
  };
  /// Refuses the section \p Name, which is not empty, when linkers or LLVM take
  /// it for more than constants; nullopt: parameters may be in it.
  virtual std::optional<Refusal> refuseSection(llvm::StringRef Name) const;

  /// Where parameters go when nobody chooses; empty: where LLVM puts constants.
  virtual llvm::StringRef paramSection() const;

  /// Do tables have sections of their own names, and not LLVM's for constants?
  virtual bool namesTableSections() const;

  virtual uint64_t largestAlignment() const;

  /// Do symbols divide sections? Then linkers drop unused parameters without
  /// sections of their own, and no two parameters may be at one address.
  virtual bool symbolsDivideSections() const;

  /// Does each parameter of \p Section have a section of its own anyway?
  virtual bool separatesParams(llvm::StringRef Section) const;

  /// A parameter that gets a section of its own.
  struct OwnParam {
    llvm::StringRef Section; ///< Where it would be with others.
    llvm::StringRef Name;
    llvm::StringRef Symbol;
  };
  virtual std::string ownSection(const OwnParam &P) const;

  /// Can variables have further symbols, and linkers keep one of several groups
  /// of sections?
  virtual bool hasAliases() const;
  virtual bool hasGroups() const;

  /// The section, in a group, of bytes that belong into \p Section. Its symbol
  /// is \p Symbol and ends in \p Hash.
  virtual std::string groupSection(llvm::StringRef Section,
                                   llvm::StringRef Symbol,
                                   llvm::StringRef Hash) const;

  /// The name by which an object has \p Section, whose group has the symbol
  /// \p Group, or is none when that is empty.
  virtual std::string sectionInObject(llvm::StringRef Section,
                                      llvm::StringRef Group) const;

  /// Can symbols stand at start and end of a section, between its parameters?
  virtual bool hasSectionSymbols() const;

  /// Can an object have parameters for the tables of another one?
  virtual bool hasShards() const;

  /// Do parameters, and tables of those, go into the finished object
  /// (EditableObject), without LLVM? They do not where relocations are not of
  /// one kind. Pointers of \p Target have \p PointerSize bytes.
  virtual bool editsObjects(const llvm::Triple &Target,
                            unsigned PointerSize) const;

  /// The same for the table of functions.
  virtual bool addsFunctions() const;

protected:
  /// "is not one for constants", and a name that is.
  static Refusal notForConstants(llvm::StringRef Example);
  static bool startsWithAny(llvm::StringRef Name,
                            llvm::ArrayRef<llvm::StringLiteral> Prefixes);
  /// Does LLVM take \p Name for a section of code, debug information and the
  /// like, in any format?
  static bool isKnownToLlvm(llvm::StringRef Name);

  static constexpr llvm::StringLiteral ExampleSection =
      ".params.<name>, not .rodata.<name>, which linker scripts collect with "
      "other constants";
};

/// The rules for objects of \p Target.
const FormatRules &formatRules(const llvm::Triple &Target);

/// The rules of a format by itself.
const FormatRules &formatRules(llvm::Triple::ObjectFormatType Format);

/// Those of C source: sections as in ELF, and no way to give a symbol to what
/// has one already.
const FormatRules &sourceRules();

} // namespace metaobj

#endif // METAOBJ_OBJECT_FORMATRULES_H
