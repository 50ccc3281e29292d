//===- AtomicFile.h - Output that appears whole or not at all ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_ATOMICFILE_H
#define METAOBJ_OBJECT_ATOMICFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace metaobj {

/// Writes \p Contents to \p Path: to a temporary file in the same folder, which
/// then takes the place of \p Path. Whatever interrupts this leaves the old
/// file as it was. A symbolic link is followed. What is no regular file (a
/// pipe, /dev/null) is written to directly; "-" is standard output.
llvm::Error writeFileAtomically(llvm::StringRef Path, llvm::StringRef Contents);

/// Writes a file piece by piece. An error of its own is passed on.
using ContentsWriter = llvm::function_ref<llvm::Error(llvm::raw_ostream &)>;

/// The same for contents that need not be in memory as a whole.
llvm::Error writeFileAtomically(llvm::StringRef Path, ContentsWriter Write);

} // namespace metaobj

#endif // METAOBJ_OBJECT_ATOMICFILE_H
