//===- Parts.h - All parts --------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function for each part, which returns it, or null if an output of the
/// model does not have it. Only these decide whether a part is there.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_PARTS_H
#define METAOBJ_EMIT_PARTS_PARTS_H

#include "Emit/Parts/Part.h"

namespace metaobj {

std::shared_ptr<OutputPart> makeExecutorPart(const Model &TheModel,
                                             const EmitConfig &Config);
std::shared_ptr<OutputPart> makeFfiLibraryPart(const Model &TheModel,
                                               const EmitConfig &Config);
std::shared_ptr<OutputPart> makeRuntimePointersPart(const Model &TheModel,
                                                    const EmitConfig &Config);
std::shared_ptr<OutputPart> makeTablesPart(const Model &TheModel,
                                           const EmitConfig &Config);
std::shared_ptr<OutputPart> makeRegisteredModelPart(const Model &TheModel,
                                                    const EmitConfig &Config);
std::shared_ptr<OutputPart> makeFfiConstructorPart(const Model &TheModel,
                                                   const EmitConfig &Config);
std::shared_ptr<OutputPart> makeSectionSymbolsPart(const Model &TheModel,
                                                   const EmitConfig &Config);
std::shared_ptr<OutputPart> makeRecordPart(const Model &TheModel,
                                           const EmitConfig &Config);
std::shared_ptr<OutputPart> makeDebugInfoPart(const Model &TheModel,
                                              const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_PARTS_H
