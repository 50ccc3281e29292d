//===- WasmObject.h - Parameters in a WebAssembly object --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_WASMOBJECT_H
#define METAOBJ_OBJECT_WASMOBJECT_H

#include "Object/EditableObject.h"

namespace metaobj {

/// Takes \p Bytes over. An object that is not as LLVM writes them is an error.
llvm::Expected<std::unique_ptr<EditableObject>>
readWasmObject(llvm::SmallVector<char, 0> Bytes);

} // namespace metaobj

#endif // METAOBJ_OBJECT_WASMOBJECT_H
