//===- MemorySource.cpp - Bytes in memory as a source ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/MemorySource.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

Error MemorySource::read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const {
  if (Offset > Bytes.size() || Out.size() > Bytes.size() - Offset)
    return inputError(path(), "ends at byte " + Twine(Bytes.size()));
  copy(Bytes.substr(Offset, Out.size()), Out.begin());
  return Error::success();
}
