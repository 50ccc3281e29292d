//===- DType.h - DLPack types inside the library ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MODEL_DTYPE_H
#define METAOBJ_MODEL_DTYPE_H

#include "llvm/ADT/ArrayRef.h"

#include <dlpack/dlpack.h>

#include <cstdint>
#include <string>

namespace metaobj {

/// Equal types; TVM's and DLPack's spelling of bool are the same type.
bool sameDType(DLDataType Left, DLDataType Right);

/// "float32 [2, 3]", for messages.
std::string tensorName(DLDataType DType, llvm::ArrayRef<int64_t> Shape);

} // namespace metaobj

#endif // METAOBJ_MODEL_DTYPE_H
