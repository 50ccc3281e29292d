//===- Parts.cpp - The parts of an output, in their order -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Parts.h"

using namespace llvm;
using namespace metaobj;

/// The order of all that parts do: checks, decisions, code, texts.
static constexpr PartMaker *InOrder[] = {
    // Tables refer to their functions and variables.
    makeExecutorPart,
    makeFfiLibraryPart,
    makeRuntimePointersPart,
    makeTablesPart,
    // In place of tables.
    makeDataSymbolsPart,
    // These refer to tables.
    makeRegisteredModelPart,
    makeFfiConstructorPart,
    makeSectionSymbolsPart,
    // Its signature covers what all others have decided.
    makeRecordPart,
    // Describes what all others have added.
    makeDebugInfoPart,
};

static constexpr PartMaker *OfImages[] = {makeRecordPart};

static PartList make(ArrayRef<PartMaker *> Makers, const Model &TheModel,
                     const EmitConfig &Config) {
  PartList Result;
  for (PartMaker *Make : Makers)
    if (std::shared_ptr<OutputPart> Made = Make(TheModel, Config))
      Result.push_back(std::move(Made));
  return Result;
}

PartList metaobj::makeParts(const Model &TheModel, const EmitConfig &Config) {
  return make(InOrder, TheModel, Config);
}

PartList metaobj::makeImageParts(const Model &TheModel,
                                 const EmitConfig &Config) {
  return make(OfImages, TheModel, Config);
}

ArrayRef<StringLiteral> metaobj::mapKeys() {
  static constexpr StringLiteral Keys[] = {"executor"};
  return Keys;
}
