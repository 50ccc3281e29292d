//===- TransposedArray.h - Fortran order becomes C order --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_TRANSPOSEDARRAY_H
#define METAOBJ_READ_PARAMS_TRANSPOSEDARRAY_H

#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace metaobj {

/// The elements of \p Fortran, an array of \p Shape whose first index runs
/// fastest, in the order in which the last index runs fastest. Reading moves
/// them, 64 MiB at a time; more than 4 GiB are refused. \p Input is for
/// messages.
llvm::Expected<Payload> inCOrder(Payload Fortran, llvm::ArrayRef<int64_t> Shape,
                                 llvm::StringRef Input);

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_TRANSPOSEDARRAY_H
