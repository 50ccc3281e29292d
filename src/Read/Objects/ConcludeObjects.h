//===- ConcludeObjects.h - What the operators in objects are ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OBJECTS_CONCLUDEOBJECTS_H
#define METAOBJ_READ_OBJECTS_CONCLUDEOBJECTS_H

#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace metaobj {

/// What the operators in \p Objects are, as readModel() concludes it for a
/// model of them; one conclusion for each runtime, because an image may have
/// models for several. Conclusion::Abi is not set. Warns of operators of which
/// no release has all functions that they call.
llvm::Expected<std::vector<Conclusion>>
concludeObjects(llvm::ArrayRef<OperatorObject> Objects,
                const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_READ_OBJECTS_CONCLUDEOBJECTS_H
