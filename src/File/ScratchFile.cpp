//===- ScratchFile.cpp - A file without a name ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScratchFile.h"

#include "Model/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

/// A file in \p Folder, or -1 and errno.
static int openNameless(StringRef Folder) {
#ifdef O_TMPFILE
  int Descriptor =
      ::open(Folder.str().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (Descriptor >= 0)
    return Descriptor;
#endif
  // The file system, or the system, has no such files: one is made and its name
  // taken away. No signal may come in between.
  SmallString<256> Path(Folder);
  sys::path::append(Path, ".metaobj-XXXXXX");
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_BLOCK, &All, &Before);
  int Named = ::mkstemp(const_cast<char *>(Path.c_str()));
  if (Named >= 0)
    ::unlink(Path.c_str());
  int Cause = errno;
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  errno = Cause;
  return Named;
}

Error ScratchFile::cannotStore(std::error_code Cause) const {
  return inputError(Output == "-" ? "<stdout>" : StringRef(Output),
                    "cannot store compressed parameters: " + systemText(Cause),
                    Cause == std::errc::no_space_on_device
                        ? "free some space, or write to another file system"
                        : "");
}

Expected<ScratchFile> ScratchFile::create(StringRef Output) {
  StringRef Folder = sys::path::parent_path(Output);
  int Descriptor = -1;
  if (Output != "-")
    Descriptor = openNameless(Folder.empty() ? "." : Folder);
  if (Descriptor < 0) {
    SmallString<128> Temporary;
    sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Temporary);
    Descriptor = openNameless(Temporary);
  }
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
