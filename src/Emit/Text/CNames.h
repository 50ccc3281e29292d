//===- CNames.h - What symbols are called in C ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A symbol is any string; a C identifier is not. A symbol that cannot be a
/// name in C source gets a similar name and, if the compiler supports it, an
/// assembler label with the symbol:
///
///     int ns__add(...) __asm__("ns::add");
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_TEXT_CNAMES_H
#define METAOBJ_EMIT_TEXT_CNAMES_H

#include "Emit/Parts/Part.h"
#include "metaobj/Emit.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// May C and C++ source use \p Symbol as its own name? Keywords, macros,
/// functions that compilers know, and names in the emitted source are not
/// allowed.
bool isCName(llvm::StringRef Symbol);

/// May a structure have a member \p Name? Only keywords and macros are not
/// allowed: programs written for TVM's headers know the other names.
bool isCMember(llvm::StringRef Name);

/// May a program call a variable \p Name? Not as keywords, as macros that
/// compilers define, and as functions whose types they know.
bool isVariableName(llvm::StringRef Name);

/// A symbol and its name in C.
struct CName {
  std::string Name;
  /// Only if it differs from Name.
  std::optional<SharedText> OtherSymbol = std::nullopt;

  llvm::StringRef symbol() const {
    return OtherSymbol ? llvm::StringRef(*OtherSymbol) : llvm::StringRef(Name);
  }

  /// ` METAOBJ_SYMBOL("...")`, or nothing when name and symbol are equal.
  std::string label() const;
};

/// Names of all symbols of a model. Its header and its source have the same
/// names.
class CNames {
public:
  CNames(const Model &TheModel, const EmitConfig &Config,
         const PartList &Parts = {});

  /// One for each of metaobj::accessors(Abi), whether it is there or not.
  llvm::ArrayRef<CName> accessors() const { return Accessors; }
  const CName &function(size_t Index) const { return Functions[Index]; }
  const CName &param(size_t Index) const { return Params[Index]; }

  /// Of \p Symbol, one of Part::symbols or Part::symbolsInC.
  const CName &ofPart(llvm::StringRef Symbol) const;

  /// Start of the tags of the executor's structures: "tvmgen_default".
  std::string tagStart() const;

  /// Prefix of the header's macros: "TVMGEN_DEFAULT".
  const std::string &macroPrefix() const { return MacroPrefix; }

private:
  CName choose(llvm::StringRef Symbol, llvm::StringRef Otherwise);

  /// Has the user chosen all symbols as names of C?
  bool AreChosen;
  std::vector<CName> Accessors, Functions, Params;
  llvm::StringMap<CName> OfParts; ///< By their symbols.
  std::string SymbolStart;
  std::string MacroPrefix;
  llvm::StringSet<> Used;
};

/// \p Text as a C name: other characters become underscores.
std::string similarCName(llvm::StringRef Text);

/// Refuses \p Symbol if assemblers have no spelling for it; the error names \p
/// Owner.
llvm::Error checkSpelling(const Message &Owner, llvm::StringRef Symbol);

} // namespace metaobj

#endif // METAOBJ_EMIT_TEXT_CNAMES_H
