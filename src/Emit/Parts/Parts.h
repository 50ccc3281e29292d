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

using PartMaker = std::shared_ptr<OutputPart>(const Model &TheModel,
                                              const EmitConfig &Config);

PartMaker makeExecutorPart;
PartMaker makeFfiLibraryPart;
PartMaker makeRuntimePointersPart;
PartMaker makeTablesPart;
PartMaker makeDataSymbolsPart;
PartMaker makeRegisteredModelPart;
PartMaker makeFfiConstructorPart;
PartMaker makeSectionSymbolsPart;
PartMaker makeRecordPart;
PartMaker makeDebugInfoPart;

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_PARTS_H
