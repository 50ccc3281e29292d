//===- CheckEmission.h - What no kind of output can hold --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CHECKEMISSION_H
#define METAOBJ_EMIT_CHECKEMISSION_H

#include "metaobj/Emit.h"

#include "llvm/TargetParser/Triple.h"

namespace metaobj {

/// Refuses everything that checkModel refuses, and also: equal symbols in the
/// output, functions with such a symbol, and storage ids that are too large for
/// a table. Reports warnings.
llvm::Error checkEmission(const Model &TheModel, const EmitConfig &Config);

/// Refuses more functions than clients can count: those of \p TheModel that are
/// packed, and \p Own that only the output defines.
llvm::Error checkRegistrySize(const Model &TheModel, const EmitConfig &Config,
                              size_t Own);

/// Refuses pools of the executor, if there is one, whose alignment or section
/// objects of \p Target cannot have.
llvm::Error checkPools(const Emission::Common &Of, const llvm::Triple &Target);

/// The error for functions that write one object: InShards is only
/// for emitShard.
llvm::Error refuseShards(const Model &TheModel, const EmitConfig &Config);

/// Refuses settings with which parameters cannot be in an image of their own.
llvm::Error checkParamsImage(const Model &TheModel, const EmitConfig &Config);

/// Refuses what is no object, bitcode or IR. checkHaveBytes() must accept them.
llvm::Error checkAreObjects(llvm::ArrayRef<OperatorObject> Objects);

/// Refuses numbers that are no choice of a setting.
llvm::Error checkChoices(const EmitConfig &Config);

/// Refuses settings of compression outside their ranges.
llvm::Error checkCompression(const Model &TheModel, const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_CHECKEMISSION_H
