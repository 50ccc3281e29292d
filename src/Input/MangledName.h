//===- MangledName.h - Names that C++ compilers change ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_MANGLEDNAME_H
#define METAOBJ_INPUT_MANGLEDNAME_H

#include "llvm/ADT/StringRef.h"

namespace metaobj {

/// The name of a C++ function in its source, without namespaces: "add" of
/// "_Z3addPv", "_ZN2nn3addEPv" and "?add@@YAHPEAX@Z". Empty if \p Symbol is no
/// such name, or is a template or operator.
llvm::StringRef nameInCxx(llvm::StringRef Symbol);

} // namespace metaobj

#endif // METAOBJ_INPUT_MANGLEDNAME_H
