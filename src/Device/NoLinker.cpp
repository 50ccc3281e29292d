//===- NoLinker.cpp - A device without the linker -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In place of LinkProgram.cpp where metaobj is built without metaobj::link.
//
//===----------------------------------------------------------------------===//

#include "Device/LoadedProgram.h"

using namespace llvm;
using namespace metaobj;

Error metaobj::requireLinker(StringRef Device) {
  return inputError(Device,
                    "operators are linked before they are loaded, and this "
                    "metaobj is built without its linker",
                    "build it with lld and -DMETAOBJ_LINK=ON");
}

Expected<LoadedProgram>
metaobj::linkProgram(StringRef Device, const DeviceProgram &,
                     const SessionMemory &, ArrayRef<DeviceGap>,
                     ArrayRef<StringRef>, ArrayRef<const LoadedProgram *>) {
  return requireLinker(Device);
}
