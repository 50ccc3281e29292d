//===- OwnLookUp.cpp - Parameters that operators hold ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/FunctionSelection.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace metaobj {

Expected<const OperatorObject *> findOwnLookUp(const InputConfig &Config,
                                               const GatheredFiles &Files) {
  for (const std::string &Text : Config.Exclude) {
    Expected<GlobPattern> Glob = GlobPattern::create(Text);
    if (!Glob)
      return inputError("InputConfig::Exclude=" + Text, Glob.takeError());
    if (Glob->match(LookupLinkedParamName))
      return nullptr;
  }
  for (const auto &[Object, Symbols] : zip_equal(Files.Objects, Files.Symbols))
    for (const DefinedSymbol &Symbol : Symbols)
      if (Symbol.Name == LookupLinkedParamName &&
          Symbol.Kind != DefinedSymbol::Other)
        return &Object;
  return nullptr;
}

} // namespace metaobj
