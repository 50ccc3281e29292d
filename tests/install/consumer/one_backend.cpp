//===- one_backend.cpp - The only back end of a program -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Target.h"

llvm::ArrayRef<metaobj::Backend> metaobj::linkedBackends() {
  static const Backend Needed[] = {METAOBJ_BACKEND(ARM)};
  return Needed;
}
