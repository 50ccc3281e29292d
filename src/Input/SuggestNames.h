//===- SuggestNames.h - Names that may be meant -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_SUGGESTNAMES_H
#define METAOBJ_INPUT_SUGGESTNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace metaobj {

/// A hint with up to three of \p Known that \p Name may be a misspelling of;
/// empty if none is similar.
std::string suggestNames(llvm::StringRef Name,
                         llvm::ArrayRef<llvm::StringRef> Known);

/// "not 'a'", "neither 'a' nor 'b'", "none of 'a', 'b' and 'c'".
std::string noneOfPatterns(llvm::ArrayRef<llvm::StringRef> Patterns);

} // namespace metaobj

#endif // METAOBJ_INPUT_SUGGESTNAMES_H
