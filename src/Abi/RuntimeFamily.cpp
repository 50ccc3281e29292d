//===- RuntimeFamily.cpp - What all runtimes share ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/RuntimeFamily.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

RuntimeFamily::~RuntimeFamily() = default;

RegistryLimits RuntimeFamily::limitsOf(RuntimeAbi Abi) const {
  RegistryLimits Limits;
  Limits.Abi = nameOf(Abi).str();
  Limits.MaxFunctions = UINT32_MAX;
  Limits.FunctionNameBuffer = Limits.ParamNameBuffer = SIZE_MAX;
  Limits.Convention = Facts.Convention;
  return Limits;
}

bool RuntimeFamily::hasOperator(StringRef Symbol) const {
  return any_of(Facts.Patterns, [Symbol](StringRef Pattern) {
    return Pattern.consume_front("*") ? Symbol.ends_with(Pattern)
                                      : Symbol.starts_with(Pattern.drop_back());
  });
}
