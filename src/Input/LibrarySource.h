//===- LibrarySource.h - What a generated C source holds --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_LIBRARYSOURCE_H
#define METAOBJ_INPUT_LIBRARYSOURCE_H

#include "metaobj/ModelLibrary.h"
#include "metaobj/Payload.h"

#include "llvm/Support/Error.h"

namespace metaobj {

/// The contents of \p Source, C that TVM generated, by the functions that it
/// defines. Does not expand macros: in doubt a source holds operators.
llvm::Expected<LibrarySource::ContentType>
contentOfSource(const ByteSource &Source);

} // namespace metaobj

#endif // METAOBJ_INPUT_LIBRARYSOURCE_H
