//===- RuntimeAbi.cpp - Names of the ABIs ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TvmCrtAbi.h"

#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace metaobj;

TvmCrtAbi::~TvmCrtAbi() = default;

const TvmCrtAbi &metaobj::tvmCrtAbi(RuntimeAbi Abi) {
  switch (Abi) {
  case RuntimeAbi::TvmCrtU16:
    return tvmCrtU16();
  case RuntimeAbi::TvmCrtU8:
    return tvmCrtU8();
  case RuntimeAbi::TvmCrtUniversal:
    return tvmCrtUniversal();
  }
  llvm_unreachable("covered switch");
}

void metaobj::appendNames(std::string &Blob, ArrayRef<StringRef> Names) {
  for (StringRef Name : Names) {
    Blob += Name;
    Blob += '\0';
  }
}

StringRef metaobj::runtimeAbiName(RuntimeAbi Abi) {
  return tvmCrtAbi(Abi).name();
}

ArrayRef<RuntimeAbi> metaobj::runtimeAbis() {
  static constexpr RuntimeAbi All[] = {
      RuntimeAbi::TvmCrtU16, RuntimeAbi::TvmCrtU8, RuntimeAbi::TvmCrtUniversal};
  return All;
}

std::optional<RuntimeAbi> metaobj::parseRuntimeAbi(StringRef Name) {
  for (RuntimeAbi Abi : runtimeAbis())
    if (runtimeAbiName(Abi) == Name)
      return Abi;
  return std::nullopt;
}

RegistryLimits metaobj::registryLimits(RuntimeAbi Abi) {
  return tvmCrtAbi(Abi).limits();
}
