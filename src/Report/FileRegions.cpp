//===- FileRegions.cpp - Parts of an object file --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileRegions.h"

using namespace llvm;
using namespace metaobj;

Expected<SharedText> FileRegions::addSection(StringRef Name,
                                             SizedSection::KindType Kind,
                                             uint64_t Bytes,
                                             uint64_t FileBytes) {
  constexpr uint64_t MostTimes = 4; // Also in the message.
  NameBytes += Name.size();
  if (NameBytes / MostTimes > FileBytes)
    return createStringError(inconvertibleErrorCode(),
                             "names of sections are together more than four "
                             "times as long as the file: it is damaged");
  SharedText Shared(Name);
  Sections.push_back({Shared, Kind, Bytes});
  return Shared;
}
