//===- BufferList.h - What tells a list of buffers --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_BUFFERLIST_H
#define METAOBJ_INPUT_BUFFERLIST_H

#include "llvm/ADT/StringRef.h"

namespace metaobj {

/// Does the first line name the columns that every list of buffers has?
bool startsLikeBufferList(llvm::StringRef Head);

} // namespace metaobj

#endif // METAOBJ_INPUT_BUFFERLIST_H
