//===- IreeTensor.h - Types and shapes in parameter archives ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_IREETENSOR_H
#define METAOBJ_READ_PARAMS_IREETENSOR_H

#include "metaobj/Model.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace metaobj {

/// IREE's archives leave the metadata of an entry to their writers. IREE's
/// Python packages write there what numpy or PyTorch call the tensor:
///
/// \code
///   TENSORv0:{"type": "Tensor", "dtype": "float32", "shape": [2, 3]}
///   PYTORCH:{...}   // the same
/// \endcode
///
/// Gives \p P, which has its bytes, this type and shape. Without such metadata,
/// or with a type that DLPack does not have, \p P stays as it is. An error if
/// type and shape take other bytes than \p P has.
llvm::Error applyIreeMetadata(Param &P, llvm::StringRef Metadata);

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_IREETENSOR_H
