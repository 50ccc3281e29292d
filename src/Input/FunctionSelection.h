//===- FunctionSelection.h - Which functions are operators ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_FUNCTIONSELECTION_H
#define METAOBJ_INPUT_FUNCTIONSELECTION_H

#include "Input/FileGatherer.h"
#include "metaobj/Input.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace metaobj {

/// The functions of the model in registry order: named functions, or the
/// graph's, or matching functions of the objects. The first of these that
/// exists decides.
llvm::Expected<std::vector<Function>>
selectFunctions(const InputConfig &Config, const GatheredFiles &Files,
                llvm::ArrayRef<std::string> Reserved);

/// The object that defines a look-up of linked parameters, unless
/// InputConfig::Exclude matches it; null if there is none.
llvm::Expected<const OperatorObject *>
findOwnLookUp(const InputConfig &Config, const GatheredFiles &Files);

/// A hint with up to three of \p Known that \p Name may be a misspelling of;
/// empty if none is similar.
std::string suggestNames(llvm::StringRef Name,
                         llvm::ArrayRef<llvm::StringRef> Known);

/// "not 'a'", "neither 'a' nor 'b'", "none of 'a', 'b' and 'c'".
std::string noneOfPatterns(llvm::ArrayRef<llvm::StringRef> Patterns);

} // namespace metaobj

#endif // METAOBJ_INPUT_FUNCTIONSELECTION_H
