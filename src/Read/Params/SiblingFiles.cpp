//===- SiblingFiles.cpp - Files that a file of parameters names -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/SiblingFiles.h"

#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace metaobj;

Expected<std::shared_ptr<const InputFile>>
SiblingFiles::open(StringRef Name, const Twine &Where) {
  auto Known = Files.find(Name);
  if (Known != Files.end())
    return Known->second;
  if (!HasFolder)
    return inputError(Path,
                      Where + "file " + quoted(Name) +
                          " is named, but no files are beside what is "
                          "compressed or in an archive",
                      "unpack it first");
  if (sys::path::is_absolute(Name) ||
      is_contained(make_range(sys::path::begin(Name), sys::path::end(Name)),
                   StringRef("..")))
    return inputError(
        Path, Where + "file " + quoted(Name) + " leads out of the folder",
        "name files beside the " + Noun + ", or in folders there");
  SmallString<128> Full = sys::path::parent_path(Path);
  sys::path::append(Full, Name);
  // "-" means standard input elsewhere.
  if (Full == "-")
    Full = "./-";
  Expected<std::shared_ptr<const InputFile>> File = InputFile::open(Full);
  if (!File)
    return File.takeError();
  if (FilesRead && !(*File)->isStored())
    FilesRead->push_back(std::string(Full));
  Files.try_emplace(Name, *File);
  return *File;
}
