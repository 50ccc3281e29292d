//===- Parts.cpp - The parts of an output, in their order -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Parts.h"

using namespace llvm;
using namespace metaobj;

/// The order of all that parts do: checks, decisions, code, texts.
static constexpr decltype(&makeTablesPart) InOrder[] = {
    // Tables refer to their functions and variables.
    makeExecutorPart,
    makeFfiLibraryPart,
    makeRuntimePointersPart,
    makeTablesPart,
    // Refer to tables.
    makeRegisteredModelPart,
    makeFfiConstructorPart,
    makeSectionSymbolsPart,
    // Its signature covers what all others have decided.
    makeRecordPart,
    // Describes what all others have added.
    makeDebugInfoPart,
};

PartList metaobj::makeParts(const Model &TheModel, const EmitConfig &Config) {
  PartList Result;
  for (auto *Make : InOrder)
    if (std::shared_ptr<Part> Made = Make(TheModel, Config))
      Result.push_back(std::move(Made));
  return Result;
}

PartList metaobj::makeImageParts(const Model &TheModel,
                                 const EmitConfig &Config) {
  return {makeRecordPart(TheModel, Config)};
}

ArrayRef<StringLiteral> metaobj::mapKeys() {
  static constexpr StringLiteral Keys[] = {"executor"};
  return Keys;
}
