//===- Parts.h - All parts --------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function for each part that returns it, or null if an output of the model
/// does not have it. Only these decide whether a part is there.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_PARTS_H
#define METAOBJ_EMIT_PARTS_PARTS_H

#include "Emit/Parts/Part.h"

namespace metaobj {

std::shared_ptr<Part> makeExecutorPart(const Model &TheModel,
                                       const EmitConfig &Config);
std::shared_ptr<Part> makeFfiLibraryPart(const Model &TheModel,
                                         const EmitConfig &Config);
std::shared_ptr<Part> makeRuntimePointersPart(const Model &TheModel,
                                              const EmitConfig &Config);
std::shared_ptr<Part> makeTablesPart(const Model &TheModel,
                                     const EmitConfig &Config);
std::shared_ptr<Part> makeRegisteredModelPart(const Model &TheModel,
                                              const EmitConfig &Config);
std::shared_ptr<Part> makeFfiConstructorPart(const Model &TheModel,
                                             const EmitConfig &Config);
std::shared_ptr<Part> makeSectionSymbolsPart(const Model &TheModel,
                                             const EmitConfig &Config);
std::shared_ptr<Part> makeRecordPart(const Model &TheModel,
                                     const EmitConfig &Config);
std::shared_ptr<Part> makeDebugInfoPart(const Model &TheModel,
                                        const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_PARTS_H
