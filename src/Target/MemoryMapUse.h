//===- MemoryMapUse.h - What lies in which memory ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_MEMORYMAPUSE_H
#define METAOBJ_TARGET_MEMORYMAPUSE_H

#include "metaobj/MemoryMap.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <vector>

namespace metaobj {

/// The output section of links that keeps the stack free.
constexpr char StackSection[] = ".stack";

/// How much of each region of \p Map the linked ELF file \p Image uses.
/// Initial values count where they are stored and where they run. What starts
/// in no region counts in the one before it.
llvm::Expected<std::vector<RegionUse>> regionUse(llvm::MemoryBufferRef Image,
                                                 const MemoryMap &Map);

/// The same for a program that any linker has made. Errors: it is not linked,
/// or a section starts in no region.
llvm::Expected<std::vector<RegionUse>> boardUse(llvm::MemoryBufferRef Image,
                                                const MemoryMap &Map);

} // namespace metaobj

#endif // METAOBJ_TARGET_MEMORYMAPUSE_H
