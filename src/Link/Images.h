//===- Images.h - Raw forms of a linked file --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_IMAGES_H
#define METAOBJ_LINK_IMAGES_H

#include "metaobj/Link.h"

#include "llvm/Support/MemoryBufferRef.h"

namespace metaobj {

/// Writes the files of \p Files from the linked ELF file \p Linked.
llvm::Error writeImages(llvm::MemoryBufferRef Linked, const ImageFiles &Files,
                        OutputTransaction &Outputs);

} // namespace metaobj

#endif // METAOBJ_LINK_IMAGES_H
