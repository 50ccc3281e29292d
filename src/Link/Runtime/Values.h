//===- Values.h - Limits of the runtime that a link chooses -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_RUNTIME_VALUES_H
#define METAOBJ_LINK_RUNTIME_VALUES_H

#include "metaobj/Link.h"
#include "metaobj/Target.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace metaobj {

struct ValuesObject {
  llvm::StringRef Name; ///< "values.o".
  llvm::SmallVector<char, 0> Bytes;
};

/// What takes the place of values of crt_config.h and tvm_crt/ffi.h in sources
/// that were compiled with TVM_CRT_CONFIG_AT_LINK. Memories that only some
/// programs need are in objects of their own.
llvm::Expected<std::vector<ValuesObject>>
valuesObjects(const TargetSpec &Spec, const RuntimeConfig &Config, bool HasFpu);

} // namespace metaobj

#endif // METAOBJ_LINK_RUNTIME_VALUES_H
