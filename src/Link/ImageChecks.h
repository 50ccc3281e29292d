//===- ImageChecks.h - Will a linked image start? ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_IMAGECHECKS_H
#define METAOBJ_LINK_IMAGECHECKS_H

#include "metaobj/MemoryMap.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace metaobj {

/// Refuses the linked ELF file \p Image if it has a table of symbols without
/// its \p Entry: the linker only warns.
llvm::Error checkEntry(llvm::MemoryBufferRef Image, llvm::StringRef Entry);

/// Refuses sections that a program writes in memory that it cannot write,
/// initial values in writable memory that start-up code would not copy there,
/// and an image of \p Map whose processor would not find its first instruction.
llvm::Error checkImage(llvm::MemoryBufferRef Image, const MemoryMap &Map);

} // namespace metaobj

#endif // METAOBJ_LINK_IMAGECHECKS_H
