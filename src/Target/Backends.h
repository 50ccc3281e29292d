//===- Backends.h - Back ends of the linked LLVM ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_BACKENDS_H
#define METAOBJ_TARGET_BACKENDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

#include <vector>

namespace llvm {
class Target;
} // namespace llvm

namespace metaobj {

/// The initialised back end for \p TheTriple.
llvm::Expected<const llvm::Target *>
lookUpTarget(const llvm::Triple &TheTriple);

/// LLVM's targets, all initialised.
std::vector<const llvm::Target *> allTargets();

/// Does the linked LLVM know \p Feature (without a sign) of \p TheTriple? False
/// if it has no such target.
bool knowsFeature(const llvm::Triple &TheTriple, llvm::StringRef Feature);

} // namespace metaobj

#endif // METAOBJ_TARGET_BACKENDS_H
