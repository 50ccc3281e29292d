//===- MapType.h - Types of tensors in maps ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_MAPTYPE_H
#define METAOBJ_EMIT_MAPTYPE_H

#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"

namespace metaobj {

/// The attributes "dtype" and "shape".
inline void writeMapType(llvm::json::OStream &J, DLDataType DType,
                         llvm::ArrayRef<int64_t> Shape) {
  J.attribute("dtype", dtypeName(DType));
  J.attributeArray("shape", [&] {
    for (int64_t Extent : Shape)
      J.value(Extent);
  });
}

} // namespace metaobj

#endif // METAOBJ_EMIT_MAPTYPE_H
