//===- CoffFacts.h - What a COFF object tells of its target -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_COFFFACTS_H
#define METAOBJ_TARGET_COFFFACTS_H

#include "Object/CoffFile.h"

#include "llvm/TargetParser/Triple.h"

namespace metaobj {

/// The triple of \p File; an error for unknown machines. \p Name is the file's.
llvm::Expected<llvm::Triple> tripleOf(const CoffFile &File,
                                      llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_TARGET_COFFFACTS_H
