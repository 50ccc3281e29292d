//===- FileRegions.cpp - Parts of an object file --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/FileRegions.h"

#include "Base/NameLimits.h"

using namespace llvm;
using namespace metaobj;

Error FileRegions::addSection(StringRef Name, SizedSection::KindType Kind,
                              uint64_t Bytes, StringRef Stored, ByteUse Use) {
  NameBytes += Name.size();
  if (NameBytes > workLimit(File.size()))
    return createStringError(inconvertibleErrorCode(),
                             "names of sections overlap: together they are far "
                             "longer than the file");
  Sections.push_back({SharedText(Name), Kind, Bytes});
  if (Use == ByteUse::Other && Kind == SizedSection::Code)
    Use = ByteUse::Code;
  if (!Stored.empty())
    add(Use, lastName(), Stored.data() - File.data(), Stored.size(),
        lastName());
  return Error::success();
}
