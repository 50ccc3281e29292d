//===- ParamLayout.h - Sections of parameters -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which parameter lies where in which section. Every kind of output follows
/// the same layout.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LAYOUT_PARAMLAYOUT_H
#define METAOBJ_LAYOUT_PARAMLAYOUT_H

#include "Object/FormatRules.h"
#include "metaobj/Emit.h"

#include "llvm/TargetParser/Triple.h"

namespace metaobj {

/// Places all parameters of \p TheModel by \p Rules. What a Placer refuses, and
/// sections that pass 64 bits, are errors. Without aliases only parameters with
/// local symbols share the bytes of others. \p ByteOrder is the target's, for
/// the hash of what linkers fold.
llvm::Expected<ParamLayout>
layOutParams(const Model &TheModel, const EmitConfig &Config,
             const FormatRules &Rules,
             Endianness ByteOrder = Endianness::little);

Endianness byteOrderOf(const llvm::Triple &Target);

/// The same for \p Target. Linkers that cannot fold what is to be folded are an
/// error.
llvm::Expected<ParamLayout> layOutParams(const Model &TheModel,
                                         const EmitConfig &Config,
                                         const llvm::Triple &Target);

} // namespace metaobj

#endif // METAOBJ_LAYOUT_PARAMLAYOUT_H
