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

OutputPart::~OutputPart() = default;

Error OutputPart::onlyWithRegistry(const Model &TheModel,
                                   const EmitConfig &Config, StringRef Subject,
                                   const Message &Hint) {
  if (runtimeFamily(Config.Abi).Facts.HasRegistry)
    return Error::success();
  return inputError("model " + quoted(TheModel.Name),
                    Subject + " is for TVM's C runtime, and the ABI is " +
                        runtimeAbiName(Config.Abi),
                    Hint);
}
