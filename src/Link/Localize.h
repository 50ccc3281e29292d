//===- Localize.h - Joined objects that coexist -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_LOCALIZE_H
#define METAOBJ_LINK_LOCALIZE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace metaobj {

/// Writes the ELF object \p Joined to \p OS. Of its symbols, only entry points
/// of registries and executors, accessors of tables and parameters, and those
/// that \p Keep matches stay global. A pattern that matches no symbol is an
/// error, and so is an object without any global symbol left.
llvm::Error localize(llvm::MemoryBufferRef Joined,
                     llvm::ArrayRef<std::string> Keep, llvm::raw_ostream &OS);

/// Has the joined ELF object \p Joined a section for common symbols?
bool hasCommonSection(llvm::MemoryBufferRef Joined);

/// Writes \p Joined without that section, which would take memory for nothing.
llvm::Error dropCommonSection(llvm::MemoryBufferRef Joined,
                              llvm::raw_ostream &OS);

/// Has the joined object \p Joined code, data or a symbol?
llvm::Expected<bool> hasContents(llvm::MemoryBufferRef Joined);

} // namespace metaobj

#endif // METAOBJ_LINK_LOCALIZE_H
