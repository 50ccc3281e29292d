//===- TemporaryFile.cpp - A file that goes away --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/TemporaryFile.h"

#include "metaobj/Diagnostic.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"

using namespace llvm;
using namespace metaobj;

TemporaryFile::TemporaryFile(StringRef Name, StringRef Extension) {
  if (sys::fs::createTemporaryFile("metaobj-self-test-" + Name, Extension,
                                   Path))
    Path.clear();
  else
    sys::RemoveFileOnSignal(Path);
}

TemporaryFile::~TemporaryFile() {
  if (Path.empty())
    return;
  sys::fs::remove(Path);
  sys::DontRemoveFileOnSignal(Path);
}

Expected<std::unique_ptr<MemoryBuffer>> TemporaryFile::read() const {
  // Not mapped: the file goes away before the buffer does.
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(Path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false,
                            /*IsVolatile=*/true);
  if (!Buffer)
    return inputError(Path, errorCodeToError(Buffer.getError()));
  return std::move(*Buffer);
}
