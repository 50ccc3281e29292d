//===- ScratchFile.cpp - A file without a name ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/ScratchFile.h"

#include "Base/Descriptors.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/Support/Path.h"

#include <utility>

#include <unistd.h>

using namespace llvm;
using namespace metaobj;

Error ScratchFile::cannotStore(std::error_code Cause) const {
  return inputError(Output == "-" ? "<stdout>" : StringRef(Output),
                    "cannot store parameters before they are written: " +
                        systemText(Cause),
                    Cause == std::errc::no_space_on_device
                        ? "free some space, or write to another file system"
                        : "");
}

Expected<ScratchFile> ScratchFile::create(StringRef Output) {
  StringRef Folder = sys::path::parent_path(Output);
  int Descriptor = -1;
  if (Output != "-")
    Descriptor = openNamelessFile(Folder.empty() ? "." : Folder);
  if (Descriptor < 0)
    Descriptor = openNamelessTemporary();
  ScratchFile Result(Output.str(), Descriptor);
  if (Descriptor < 0)
    return Result.cannotStore(lastError());
  return Result;
}

ScratchFile::ScratchFile(ScratchFile &&Other)
    : Output(std::move(Other.Output)),
      Descriptor(std::exchange(Other.Descriptor, -1)), Size(Other.Size) {}

ScratchFile::~ScratchFile() {
  if (Descriptor >= 0)
    ::close(Descriptor);
}

Error ScratchFile::append(ArrayRef<uint8_t> Bytes) {
  if (std::error_code Problem = writeAll(Descriptor, Size, Bytes))
    return cannotStore(Problem);
  Size += Bytes.size();
  return Error::success();
}

Expected<std::shared_ptr<const InputFile>> ScratchFile::finish() {
  return InputFile::adopt(std::exchange(Descriptor, -1),
                          "compressed parameters of " + Output);
}
