//===- Bitcode.h - The runtime as it was compiled ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_RUNTIME_BITCODE_H
#define METAOBJ_LINK_RUNTIME_BITCODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace metaobj {

/// An archive of bitcode, one file for each source of a part.
struct RuntimeArchive {
  llvm::StringRef Variant; ///< "arm_short_enums"; cmake/RuntimeBitcode.cmake.
  llvm::StringRef Part;    ///< "backend".
  llvm::StringRef Bytes;
};

/// All of them; empty if metaobj was built without clang.
llvm::ArrayRef<RuntimeArchive> runtimeArchives();

} // namespace metaobj

#endif // METAOBJ_LINK_RUNTIME_BITCODE_H
