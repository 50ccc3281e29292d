//===- RuntimeAbis.cpp - Which family has an ABI --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/RuntimeFamily.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <vector>

using namespace llvm;
using namespace metaobj;

const RuntimeFamily &metaobj::runtimeFamily(RuntimeAbi Abi) {
  if (Abi == RuntimeAbi::None)
    return noneFamily();
  for (const RuntimeFamily *Family : runtimeFamilies())
    if (is_contained(Family->Facts.Abis, Abi))
      return *Family;
  llvm_unreachable("each ABI is one of a family");
}

StringRef metaobj::runtimeAbiName(RuntimeAbi Abi) {
  return runtimeFamily(Abi).nameOf(Abi);
}

ArrayRef<RuntimeAbi> metaobj::runtimeAbis() {
  static const std::vector<RuntimeAbi> All = [] {
    std::vector<RuntimeAbi> Result;
    for (const RuntimeFamily *Family : runtimeFamilies())
      append_range(Result, Family->Facts.Abis);
    llvm::sort(Result);
    return Result;
  }();
  return All;
}

bool metaobj::isTvmCrt(RuntimeAbi Abi) {
  return runtimeFamily(Abi).Facts.HasRegistry;
}

ArrayRef<RuntimeAbi> metaobj::tvmCrtAbis() {
  return runtimeAbis().take_while(isTvmCrt);
}

std::optional<RuntimeAbi> metaobj::parseRuntimeAbi(StringRef Name) {
  for (RuntimeAbi Abi : runtimeAbis())
    if (runtimeAbiName(Abi) == Name)
      return Abi;
  return std::nullopt;
}

RegistryLimits metaobj::registryLimits(RuntimeAbi Abi) {
  return runtimeFamily(Abi).limitsOf(Abi);
}
