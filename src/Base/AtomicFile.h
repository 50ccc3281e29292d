//===- AtomicFile.h - Output that appears whole or not at all ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_ATOMICFILE_H
#define METAOBJ_BASE_ATOMICFILE_H

#include "Base/FileContents.h"
#include "Base/PendingOutputs.h"
#include "metaobj/Output.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace metaobj {

/// The error after a ProgressFunction returned false.
llvm::Error writingWasStopped(llvm::StringRef Path);

/// Writes \p Contents \p To a place: to a new file, which then replaces the old
/// one. After any interruption the old file is unchanged. It follows a symbolic
/// link. It writes directly to files that are not regular (a pipe, /dev/null);
/// "-" is standard output.
llvm::Error writeFileAtomically(const OutputPlace &To, llvm::StringRef Contents,
                                EqualFile IfEqual = EqualFile::Replaced);

/// Writes a file piece by piece. Its errors are passed on.
using ContentsWriter = llvm::function_ref<llvm::Error(llvm::raw_ostream &)>;

/// The same for contents that are not in memory as a whole.
llvm::Error writeFileAtomically(const OutputPlace &To, ContentsWriter Write,
                                EqualFile IfEqual = EqualFile::Replaced);

/// The same for a FileContents. Shares blocks with sources if the file system
/// can. It first reserves the space for the rest: without enough space it
/// writes nothing.
llvm::Error writeFileAtomically(const OutputPlace &To,
                                const FileContents &Contents,
                                const ProgressFunction &Progress = nullptr);

} // namespace metaobj

#endif // METAOBJ_BASE_ATOMICFILE_H
