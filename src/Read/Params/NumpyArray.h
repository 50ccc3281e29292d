//===- NumpyArray.h - One array of NumPy ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_NUMPYARRAY_H
#define METAOBJ_READ_PARAMS_NUMPYARRAY_H

#include "metaobj/Model.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace metaobj {

/// The name of the array in the file \p Path; the file does not contain it.
llvm::StringRef numpyArrayName(llvm::StringRef Path);

/// The array in the \p Size bytes of \p Source from \p Begin on. \p Input is
/// for messages, whose offsets count from \p Begin.
llvm::Expected<Param>
readNumpyArrayIn(const std::shared_ptr<const ByteSource> &Source,
                 uint64_t Begin, uint64_t Size, std::string Name,
                 llvm::StringRef Input);

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_NUMPYARRAY_H
