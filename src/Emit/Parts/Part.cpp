//===- Part.cpp - What parts have in common -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Part.h"

#include "Abi/RuntimeFamily.h"
#include "Base/Wording.h"

using namespace llvm;
using namespace metaobj;

Part::~Part() = default;

Error Part::onlyWithRegistry(const Model &TheModel, const EmitConfig &Config,
                             StringRef What, const Message &Hint) {
  if (runtimeFamily(Config.Abi).Facts.HasRegistry)
    return Error::success();
  return inputError("model " + quoted(TheModel.Name),
                    What + " is for TVM's C runtime, and the ABI is " +
                        runtimeAbiName(Config.Abi),
                    Hint);
}
