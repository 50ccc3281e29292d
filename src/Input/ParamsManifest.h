//===- ParamsManifest.h - How manifests of parameters start -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_PARAMSMANIFEST_H
#define METAOBJ_INPUT_PARAMSMANIFEST_H

#include "llvm/ADT/StringRef.h"

namespace metaobj {

/// The first key of a manifest, after comments.
inline constexpr llvm::StringLiteral ManifestKey = "metaobj-params";

/// Does \p Head start with that key?
bool startsLikeManifest(llvm::StringRef Head);

} // namespace metaobj

#endif // METAOBJ_INPUT_PARAMSMANIFEST_H
