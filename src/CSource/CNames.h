//===- CNames.h - What symbols are called in C ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A symbol is any string; a C identifier is not. A symbol that C source cannot
/// use as a name gets a similar name and, where the compiler has such a thing,
/// an assembler label with the symbol:
///
///     int ns__add(...) __asm__("ns::add");
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CSOURCE_CNAMES_H
#define METAOBJ_CSOURCE_CNAMES_H

#include "metaobj/Emit.h"
#include "metaobj/SharedText.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// May C and C++ source use \p Symbol as a name of its own? Keywords, macros
/// and functions that compilers know, and the names that the emitted source
/// uses itself are no such names.
bool isCName(llvm::StringRef Symbol);

/// A symbol and its name in C.
struct CName {
  std::string Name;
  /// When it is not Name.
  std::optional<SharedText> OtherSymbol = std::nullopt;

  llvm::StringRef symbol() const {
    return OtherSymbol ? llvm::StringRef(*OtherSymbol) : llvm::StringRef(Name);
  }

  /// ` METAOBJ_SYMBOL("...")`, or nothing when name and symbol are equal.
  std::string label() const;
};

/// Names of everything that is emitted for a model. The header and the source
/// of a model have the same.
class CNames {
public:
  CNames(const Model &TheModel, const EmitConfig &Config);

  const CName &entry() const { return Entry; }
  const CName &params() const { return ParamsAccessor; }
  const CName &lookup() const { return Lookup; }
  const CName &function(size_t Index) const { return Functions[Index]; }
  const CName &param(size_t Index) const { return Params[Index]; }
  const CName &registryIndex() const { return IndexAccessor; }
  /// Start and end of each section that EmitConfig::SectionSymbols asks for.
  llvm::ArrayRef<CName> sections() const { return Sections; }

  /// Start of the macros of the header: "TVMGEN_DEFAULT".
  const std::string &macroPrefix() const { return MacroPrefix; }

private:
  CName choose(llvm::StringRef Symbol, llvm::StringRef Otherwise);

  CName Entry, ParamsAccessor, Lookup, IndexAccessor;
  std::vector<CName> Functions, Params, Sections;
  std::string MacroPrefix;
  llvm::StringSet<> Used;
};

/// Refuses \p Symbol when assemblers have no spelling for it. \p Owner is at
/// fault then.
llvm::Error checkSpelling(llvm::StringRef Owner, llvm::StringRef Symbol);

} // namespace metaobj

#endif // METAOBJ_CSOURCE_CNAMES_H
