//===- RegionUse.h - What lies in which memory ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_REGIONUSE_H
#define METAOBJ_LINK_REGIONUSE_H

#include "Target/MemoryMapUse.h"
#include "metaobj/Link.h"

#include "llvm/Support/MemoryBufferRef.h"

namespace metaobj {

/// The largest functions, variables and parameters of each region that
/// \p Image overflows: a line for each region and for each of them.
llvm::Expected<std::string> largestContents(llvm::MemoryBufferRef Image,
                                            llvm::ArrayRef<RegionUse> Regions);

} // namespace metaobj

#endif // METAOBJ_LINK_REGIONUSE_H
