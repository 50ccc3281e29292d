//===- CheckDescribed.cpp - Descriptions against symbols ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/CheckDescribed.h"

#include "Input/MangledName.h"
#include "Input/SuggestNames.h"
#include "Text/Wording.h"

#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace metaobj {

static Error notDefined(StringRef Object, StringRef Name,
                        ArrayRef<DefinedSymbol> Symbols) {
  std::vector<StringRef> Known;
  std::string Hint;
  for (const DefinedSymbol &Each : Symbols) {
    if (Each.Kind == DefinedSymbol::Other)
      continue;
    Known.push_back(Each.Name);
    if (nameInCxx(Each.Name) == Name)
      Hint = quoted(Each.Name) + " is its name in C++: declare it extern \"C\"";
  }
  if (Hint.empty())
    Hint = suggestNames(Name, Known);
  if (Hint.empty())
    Hint = "describe it in the source that defines it, and not static";
  return inputError(Object,
                    "describes function " + quoted(Name) +
                        ", but defines no global function of this name",
                    Hint);
}

Error checkDescribed(StringRef Object, ArrayRef<DefinedSymbol> Symbols,
                     ArrayRef<OperatorDescription> Operators) {
  if (Operators.empty())
    return Error::success();
  DenseMap<StringRef, const DefinedSymbol *> ByName;
  for (const DefinedSymbol &Each : Symbols)
    ByName.try_emplace(Each.Name, &Each);
  for (const OperatorDescription &Each : Operators) {
    const DefinedSymbol *Symbol = ByName.lookup(Each.Symbol);
    if (!Symbol || Symbol->Kind == DefinedSymbol::Other)
      return notDefined(Object, Each.Symbol, Symbols);
    if (Each.Convention == CallingConvention::Packed &&
        !Symbol->OtherSignature.empty())
      return inputError(
          Object,
          "describes function " + quoted(Each.Symbol) +
              " as packed, but it is " + shortened(Symbol->OtherSignature) +
              "; packed ones are " + Symbol->PackedSignature.str(),
          "describe it as unpacked, or compile it with TVM's "
          "packed API");
  }
  return Error::success();
}

} // namespace metaobj
