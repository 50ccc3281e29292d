//===- Bitcode.cpp - The runtime as it was compiled -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/Runtime/Bitcode.h"

#include <vector>

using namespace llvm;
using namespace metaobj;

extern "C" {
#define METAOBJ_RUNTIME(variant, part)                                         \
  extern const char metaobj_runtime_##variant##_##part##_start[];              \
  extern const char metaobj_runtime_##variant##_##part##_end[];
#include "RuntimeTable.inc"
#undef METAOBJ_RUNTIME
}

ArrayRef<RuntimeArchive> metaobj::runtimeArchives() {
  static const std::vector<RuntimeArchive> Archives = {
#define METAOBJ_RUNTIME(variant, part)                                         \
  {#variant, #part,                                                            \
   StringRef(                                                                  \
       metaobj_runtime_##variant##_##part##_start,                             \
       static_cast<size_t>(metaobj_runtime_##variant##_##part##_end -          \
                           metaobj_runtime_##variant##_##part##_start))},
#include "RuntimeTable.inc"
#undef METAOBJ_RUNTIME
  };
  return Archives;
}
