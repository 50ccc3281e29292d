//===- Features.h - What the linked LLVM knows ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_FEATURES_H
#define METAOBJ_TARGET_FEATURES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

namespace metaobj {

/// Does the linked LLVM know \p Feature (without a sign) of \p TheTriple? False
/// also when it has no such target.
bool knowsFeature(const llvm::Triple &TheTriple, llvm::StringRef Feature);

} // namespace metaobj

#endif // METAOBJ_TARGET_FEATURES_H
