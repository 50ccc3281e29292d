//===- LibraryModules.h - Modules around a library --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PACKAGES_LIBRARYMODULES_H
#define METAOBJ_READ_PACKAGES_LIBRARYMODULES_H

#include "Read/FileGatherer.h"

#include "llvm/Support/Error.h"

namespace metaobj {

/// Gives \p Files the graph of a Relax executable, and its parameters behind
/// the others, if no file has a graph: of \p Root, which may be null, or of the
/// modules that an operator object holds (`__tvm_ffi__library_bin`). Nothing
/// happens when there is no executable. A graph beside \p Root is an error.
llvm::Error takeRelaxGraph(const InputConfig &Config,
                           std::shared_ptr<const ByteSource> Root,
                           GatheredFiles &Files);

} // namespace metaobj

#endif // METAOBJ_READ_PACKAGES_LIBRARYMODULES_H
