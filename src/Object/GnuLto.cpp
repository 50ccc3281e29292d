//===- GnuLto.cpp - Objects of GCC's link-time optimisation ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/GnuLto.h"

#include "metaobj/Diagnostic.h"

using namespace llvm;
using namespace metaobj;

Error metaobj::slimLtoError(StringRef Name) {
  return inputError(Name,
                    "is a slim LTO object of GCC: it has no machine code, and "
                    "only GCC's plugin reads what it has",
                    "compile it with -ffat-lto-objects, or without -flto");
}
