//===- CoffSymbols.cpp - What COFF objects define -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/ObjectSymbols.h"

#include "Object/CoffFile.h"

using namespace llvm;

namespace metaobj {

/// Linkers take one of several such definitions.
static bool isOneOfMany(const CoffSection &Section) {
  return Section.Selection != 0 &&
         Section.Selection != COFF::IMAGE_COMDAT_SELECT_NODUPLICATES;
}

static DefinedSymbol::KindType kindOf(const CoffSymbol &Symbol,
                                      const CoffSection &Section) {
  if (Symbol.IsFunction)
    return DefinedSymbol::Function;
  return Section.isCode() ? DefinedSymbol::Untyped : DefinedSymbol::Other;
}

Expected<std::vector<DefinedSymbol>>
readCoffSymbols(const OperatorObject &Object) {
  Expected<CoffFile> File =
      readCoffFile(Object.Bytes->getMemBufferRef(), Object.Name);
  if (!File)
    return File.takeError();
  std::vector<DefinedSymbol> Result;
  for (const CoffSymbol &Symbol : File->Symbols) {
    if (!Symbol.isGlobal() || !Symbol.HasCName || Symbol.Name.empty() ||
        Symbol.Name.starts_with(".weak."))
      continue;
    // A weak definition has another symbol's place.
    const CoffSymbol &Where =
        Symbol.Default ? File->Symbols[*Symbol.Default] : Symbol;
    const CoffSection *Section = File->sectionOf(Where);
    if (!Section)
      continue;
    Result.push_back({Symbol.Name, kindOf(Where, *Section),
                      Symbol.Default || isOneOfMany(*Section)});
  }
  return Result;
}

} // namespace metaobj
