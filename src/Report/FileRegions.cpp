//===- FileRegions.cpp - Parts of an object file --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileRegions.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

Expected<SharedText> FileRegions::addSection(StringRef Name,
                                             SizedSection::KindType Kind,
                                             uint64_t Bytes,
                                             uint64_t FileBytes) {
  // As for names of parameters; no file is near its own size times 16.
  uint64_t Most = SaturatingAdd(SaturatingMultiply(FileBytes, uint64_t(16)),
                                uint64_t(1) << 20);
  NameBytes += Name.size();
  if (NameBytes > Most)
    return createStringError(inconvertibleErrorCode(),
                             "names of sections overlap: together they are far "
                             "longer than the file");
  SharedText Shared(Name);
  Sections.push_back({Shared, Kind, Bytes});
  return Shared;
}
