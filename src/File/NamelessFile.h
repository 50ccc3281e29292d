//===- NamelessFile.h - Temporary files without a name ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_FILE_NAMELESSFILE_H
#define METAOBJ_FILE_NAMELESSFILE_H

#include "llvm/ADT/StringRef.h"

namespace metaobj {

/// Opens an empty file in \p Folder for reading and writing. It has no name, so
/// it disappears with its last descriptor, however the process ends. Returns
/// the descriptor, or -1 with errno set.
int openNamelessFile(llvm::StringRef Folder);

/// The same in the folder of temporary files (TMPDIR).
int openNamelessTemporary();

} // namespace metaobj

#endif // METAOBJ_FILE_NAMELESSFILE_H
