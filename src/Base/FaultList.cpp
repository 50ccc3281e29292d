//===- FaultList.cpp - All faults of one input ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/FaultList.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

using namespace llvm;
using namespace metaobj;

void FaultList::add(Error Fault) {
  if (!Fault)
    return;
  if (++Count > Limit)
    consumeError(std::move(Fault));
  else
    Kept = joinErrors(std::move(Kept), std::move(Fault));
}

Error FaultList::take() {
  if (Count > Limit)
    Kept =
        joinErrors(std::move(Kept),
                   inputError(Input, plural(Count - Limit, "more fault") +
                                         (Count - Limit == 1 ? " is" : " are") +
                                         " not listed"));
  Count = 0;
  return std::move(Kept);
}
