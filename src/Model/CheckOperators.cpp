//===- CheckOperators.cpp - Operator objects as callers give them ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/CheckOperators.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

Error metaobj::checkHaveBytes(ArrayRef<OperatorObject> Objects) {
  for (const auto &[Index, Object] : enumerate(Objects))
    if (!Object.Bytes || Object.Bytes->getBufferSize() == 0)
      return inputError(
          Object.Name.empty() ? ("operator object " + Twine(Index)).str()
                              : Object.Name,
          "has no bytes", "give it those of an object, bitcode or IR");
  return Error::success();
}
