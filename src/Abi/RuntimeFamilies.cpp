//===- RuntimeFamilies.cpp - All runtimes ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only definition in its object, so that a program with a list of its own
// links nothing of this one: tests add a family that is not shipped.
//
//===----------------------------------------------------------------------===//

#include "Abi/RuntimeFamily.h"

using namespace llvm;
using namespace metaobj;

ArrayRef<const RuntimeFamily *> metaobj::runtimeFamilies() {
  static const RuntimeFamily *const All[] = {&tvmCrtFamily(), &tvmFfiFamily(),
                                             &ireeFamily(), &functionsFamily()};
  return All;
}
