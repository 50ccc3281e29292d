//===- ScratchFile.cpp - A file without a name ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScratchFile.h"

#include "File/NamelessFile.h"
#include "Text/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/Support/Path.h"

#include <cerrno>
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
    return Result.cannotStore(std::error_code(errno, std::generic_category()));
  return Result;
}

ScratchFile::ScratchFile(ScratchFile &&Other)
    : Output(std::move(Other.Output)), Descriptor(Other.Descriptor),
      Size(Other.Size) {
  Other.Descriptor = -1;
}

ScratchFile::~ScratchFile() {
  if (Descriptor >= 0)
    ::close(Descriptor);
}

Error ScratchFile::append(ArrayRef<uint8_t> Bytes) {
  while (!Bytes.empty()) {
    ssize_t Count = ::pwrite(Descriptor, Bytes.data(), Bytes.size(),
                             static_cast<off_t>(Size));
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count < 0)
      return cannotStore(std::error_code(errno, std::generic_category()));
    Size += static_cast<uint64_t>(Count);
    Bytes = Bytes.drop_front(static_cast<size_t>(Count));
  }
  return Error::success();
}

Expected<std::shared_ptr<const InputFile>> ScratchFile::finish() {
  int Taken = Descriptor;
  Descriptor = -1;
  return InputFile::adopt(Taken, "compressed parameters of " + Output);
}
