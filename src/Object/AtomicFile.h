//===- AtomicFile.h - Output that appears whole or not at all ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_ATOMICFILE_H
#define METAOBJ_OBJECT_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace metaobj {

/// Writes \p Contents to \p Path: to a temporary file in the same folder, which
/// then takes the place of \p Path. Whatever interrupts this leaves the old
/// file as it was. A symbolic link is followed. What is no regular file (a
/// pipe, /dev/null) is written to directly; "-" is standard output.
llvm::Error writeFileAtomically(llvm::StringRef Path, llvm::StringRef Contents);

} // namespace metaobj

#endif // METAOBJ_OBJECT_ATOMICFILE_H
