//===- ParamVisibility.cpp - Who sees a parameter -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

/// In the order of ParamVisibility.
static constexpr StringLiteral VisibilityNames[] = {"local", "hidden",
                                                    "global"};

StringRef metaobj::paramVisibilityName(ParamVisibility Visibility) {
  return VisibilityNames[static_cast<size_t>(Visibility)];
}

std::optional<ParamVisibility> metaobj::parseParamVisibility(StringRef Name) {
  const auto *Found = find(VisibilityNames, Name);
  if (Found == std::end(VisibilityNames))
    return std::nullopt;
  return static_cast<ParamVisibility>(Found - std::begin(VisibilityNames));
}
