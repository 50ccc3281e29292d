//===- Convention.cpp - Names of calling conventions ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/Convention.h"

#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace metaobj;

StringRef metaobj::conventionName(CallingConvention Convention) {
  switch (Convention) {
  case CallingConvention::Packed:
    return "packed";
  case CallingConvention::Unpacked:
    return "unpacked";
  case CallingConvention::Ffi:
    return "ffi";
  case CallingConvention::Other:
    return "other";
  }
  llvm_unreachable("unknown calling convention");
}

std::optional<CallingConvention> metaobj::parseConvention(StringRef Name) {
  for (CallingConvention Convention :
       {CallingConvention::Packed, CallingConvention::Unpacked,
        CallingConvention::Ffi})
    if (conventionName(Convention) == Name)
      return Convention;
  return std::nullopt;
}
