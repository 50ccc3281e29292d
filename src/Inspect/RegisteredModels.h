//===- RegisteredModels.h - Models that a program finds by name -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_REGISTEREDMODELS_H
#define METAOBJ_INSPECT_REGISTEREDMODELS_H

#include "ObjectImage.h"

#include "metaobj/Inspect.h"

namespace metaobj {

/// The models of `emit --register` in \p Object, by section and address: those
/// that a list leads to, which has a section of its own, and those with symbols
/// of their own. A damaged one is an error.
llvm::Expected<std::vector<InspectedModel>>
readRegisteredModels(const ObjectImage &Object);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REGISTEREDMODELS_H
