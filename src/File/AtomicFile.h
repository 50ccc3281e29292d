//===- AtomicFile.h - Output that appears whole or not at all ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_FILE_ATOMICFILE_H
#define METAOBJ_FILE_ATOMICFILE_H

#include "File/FileContents.h"
#include "File/PendingOutputs.h"
#include "metaobj/Output.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace metaobj {

/// The error of WriteOptions::Progress that returns false.
llvm::Error writingWasStopped(llvm::StringRef Path);

/// Writes \p Contents \p To a place: to a new file, which then takes the place
/// of the old one. Whatever interrupts this leaves the old file as it was. A
/// symbolic link is followed. What is no regular file (a pipe, /dev/null) is
/// written to directly; "-" is standard output.
llvm::Error writeFileAtomically(const OutputPlace &To, llvm::StringRef Contents,
                                EqualFile IfEqual = EqualFile::Replaced);

/// Writes a file piece by piece. An error of its own is passed on.
using ContentsWriter = llvm::function_ref<llvm::Error(llvm::raw_ostream &)>;

/// The same for contents that need not be in memory as a whole. With \p Sync
/// they are on the disk before the new file takes the place of the old one.
llvm::Error writeFileAtomically(const OutputPlace &To, ContentsWriter Write,
                                EqualFile IfEqual = EqualFile::Replaced,
                                bool Sync = false);

/// The same for what a FileContents describes. Blocks are shared with sources
/// where the file system can do that. The space for the rest is reserved first:
/// where there is not enough of it nothing is written.
llvm::Error writeFileAtomically(const OutputPlace &To,
                                const FileContents &Contents,
                                const WriteOptions &Options = {});

} // namespace metaobj

#endif // METAOBJ_FILE_ATOMICFILE_H
