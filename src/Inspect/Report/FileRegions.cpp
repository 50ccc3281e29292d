//===- FileRegions.cpp - Parts of an object file --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/FileRegions.h"

#include "Base/NameLimits.h"

using namespace llvm;
using namespace metaobj;

Expected<SharedText> FileRegions::addSection(StringRef Name,
                                             SizedSection::KindType Kind,
                                             uint64_t Bytes,
                                             uint64_t FileBytes) {
  NameBytes += Name.size();
  if (NameBytes > workLimit(FileBytes))
    return createStringError(inconvertibleErrorCode(),
                             "names of sections overlap: together they are far "
                             "longer than the file");
  SharedText Shared(Name);
  Sections.push_back({Shared, Kind, Bytes});
  return Shared;
}
