//===- Descriptors.cpp - Files by their descriptors -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Descriptors.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

std::error_code metaobj::lastError() {
  return std::error_code(errno, std::generic_category());
}

SignalBlock::SignalBlock() {
  sigset_t All;
  sigfillset(&All);
  pthread_sigmask(SIG_BLOCK, &All, &Before);
}

SignalBlock::~SignalBlock() { pthread_sigmask(SIG_SETMASK, &Before, nullptr); }

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
  SignalBlock Block;
  int Named = ::mkstemp(const_cast<char *>(Path.c_str()));
  if (Named >= 0)
    ::unlink(Path.c_str());
  return Named;
}

int metaobj::openNamelessTemporary() {
  SmallString<128> Folder;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Folder);
  return openNamelessFile(Folder);
}

std::error_code metaobj::writeAll(int Descriptor,
                                  std::optional<uint64_t> Offset,
                                  ArrayRef<uint8_t> Bytes) {
  while (!Bytes.empty()) {
    ssize_t Count = Offset ? ::pwrite(Descriptor, Bytes.data(), Bytes.size(),
                                      static_cast<off_t>(*Offset))
                           : ::write(Descriptor, Bytes.data(), Bytes.size());
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count < 0)
      return lastError();
    if (Offset)
      *Offset += static_cast<uint64_t>(Count);
    Bytes = Bytes.drop_front(static_cast<size_t>(Count));
  }
  return {};
}
