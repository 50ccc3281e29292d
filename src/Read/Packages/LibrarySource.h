//===- LibrarySource.h - What a generated C source holds --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PACKAGES_LIBRARYSOURCE_H
#define METAOBJ_READ_PACKAGES_LIBRARYSOURCE_H

#include "metaobj/ModelLibrary.h"
#include "metaobj/Payload.h"

#include "llvm/Support/Error.h"

namespace metaobj {

/// \p Source as the source \p Name of a library, C that TVM generated. The
/// functions that it defines tell its contents. Is no reader of C: a source
/// with anything that TVM does not write into registry or executor, or of more
/// than 128 MiB, holds operators.
llvm::Expected<LibrarySource> readLibrarySource(llvm::StringRef Name,
                                                const ByteSource &Source);

} // namespace metaobj

#endif // METAOBJ_READ_PACKAGES_LIBRARYSOURCE_H
