//===- NamelessFile.cpp - Temporary files without a name ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/NamelessFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

int metaobj::openNamelessFile(StringRef Folder) {
#ifdef O_TMPFILE
  int Descriptor =
      ::open(Folder.str().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (Descriptor >= 0)
    return Descriptor;
#endif
  // The system or the file system has no such files. So make one and remove its
  // name, without a signal in between.
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

int metaobj::openNamelessTemporary() {
  SmallString<128> Folder;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Folder);
  return openNamelessFile(Folder);
}
