//===- ExternalParams.h - Parameters that another image has -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_TRANSFORM_EXTERNALPARAMS_H
#define METAOBJ_EMIT_TRANSFORM_EXTERNALPARAMS_H

#include "Model/ContentHash.h"
#include "metaobj/Emit.h"

namespace metaobj {

/// Refuses settings with which parameters cannot be in an image of their own.
llvm::Error checkExternalParams(const Model &TheModel,
                                const EmitConfig &Config);

/// Takes the parameters out of \p TheModel, and returns their id. The program
/// finds them by storage ids, because only it knows which image is open. An
/// executor gets the image from it instead.
ContentHash takeExternalParams(Model &TheModel, const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_TRANSFORM_EXTERNALPARAMS_H
