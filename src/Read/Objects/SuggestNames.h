//===- SuggestNames.h - Names that may be meant -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OBJECTS_SUGGESTNAMES_H
#define METAOBJ_READ_OBJECTS_SUGGESTNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace metaobj {

/// A hint with up to three of \p Known that \p Name may be a misspelling of;
/// empty if none is similar.
std::string suggestNames(llvm::StringRef Name,
                         llvm::ArrayRef<llvm::StringRef> Known);

/// The same for functions, or the hint that one of \p Known is \p Name in C++.
std::string suggestFunctions(llvm::StringRef Name,
                             llvm::ArrayRef<llvm::StringRef> Known);

/// The name of a C++ function in its source, without namespaces: "add" of
/// "_Z3addPv", "_ZN2nn3addEPv" and "?add@@YAHPEAX@Z". Empty if \p Symbol is no
/// such name, or is a template or operator.
llvm::StringRef nameInCxx(llvm::StringRef Symbol);

} // namespace metaobj

#endif // METAOBJ_READ_OBJECTS_SUGGESTNAMES_H
