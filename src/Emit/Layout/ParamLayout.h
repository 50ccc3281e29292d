//===- ParamLayout.h - Sections of parameters -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Places of parameters in sections. Every kind of output uses the same layout.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_LAYOUT_PARAMLAYOUT_H
#define METAOBJ_EMIT_LAYOUT_PARAMLAYOUT_H

#include "Object/FormatRules.h"
#include "metaobj/Emit.h"

#include "llvm/TargetParser/Triple.h"

namespace metaobj {

/// Places all parameters of \p TheModel by \p Rules. Refusals of a Placer, and
/// sections above 64 bits, are errors. Without aliases only parameters with
/// local symbols share bytes. \p ByteOrder is the target's, for the hashes of
/// bytes that linkers fold.
llvm::Expected<ParamLayout>
layOutParams(const Model &TheModel, const EmitConfig &Config,
             const FormatRules &Rules,
             Endianness ByteOrder = Endianness::little);

Endianness byteOrderOf(const llvm::Triple &Target);

/// The same for \p Target. It is an error if the format's linkers cannot fold
/// parameters but should.
llvm::Expected<ParamLayout> layOutParams(const Model &TheModel,
                                         const EmitConfig &Config,
                                         const llvm::Triple &Target);

} // namespace metaobj

#endif // METAOBJ_EMIT_LAYOUT_PARAMLAYOUT_H
