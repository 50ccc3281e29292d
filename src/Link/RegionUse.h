//===- RegionUse.h - What lies in which memory ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_REGIONUSE_H
#define METAOBJ_LINK_REGIONUSE_H

#include "metaobj/Link.h"

#include "llvm/Support/MemoryBufferRef.h"

namespace metaobj {

/// How much of each region of \p Map the linked ELF file \p Image uses.
/// Initial values count where they are stored and where they run.
llvm::Expected<std::vector<RegionUse>> regionUse(llvm::MemoryBufferRef Image,
                                                 const MemoryMap &Map);

/// The largest functions, variables and parameters of each region that
/// \p Image overflows: a line for each region and for each of them.
llvm::Expected<std::string> largestContents(llvm::MemoryBufferRef Image,
                                            llvm::ArrayRef<RegionUse> Regions);

} // namespace metaobj

#endif // METAOBJ_LINK_REGIONUSE_H
