//===- CoffObject.h - Parameters in a COFF object ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_COFFOBJECT_H
#define METAOBJ_OBJECT_COFFOBJECT_H

#include "Object/EditableObject.h"

namespace metaobj {

/// Takes \p Bytes over. An object that is not as LLVM writes them is an error.
llvm::Expected<std::unique_ptr<EditableObject>>
readCoffObject(llvm::SmallVector<char, 0> Bytes);

} // namespace metaobj

#endif // METAOBJ_OBJECT_COFFOBJECT_H
