//===- ParamsImage.h - Parameters in an image of their own ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CODE_PARAMSIMAGE_H
#define METAOBJ_EMIT_CODE_PARAMSIMAGE_H

#include "metaobj/Emit.h"

namespace metaobj {

/// The image of docs/format.md for \p Machine: header, tables and record, then
/// the parameters. Functions and symbols of \p TheModel are not in it.
llvm::Expected<Emission> emitParamsImage(const Model &TheModel,
                                         const llvm::TargetMachine &Machine,
                                         const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_CODE_PARAMSIMAGE_H
