//===- AtomicFile.cpp - Output that appears whole or not at all -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/AtomicFile.h"

#include "Base/Descriptors.h"
#include "Base/PendingFile.h"
#include "metaobj/Diagnostic.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

using FileFiller = PendingOutputs::FileFiller;

static Error fillAtomically(const OutputPlace &To, EqualFile IfEqual,
                            FileFiller Fill) {
  return To.write([&](OutputTransaction &Outputs) {
    return Outputs.pending().add(To.path(), Fill, IfEqual);
  });
}

static StringRef shownPath(StringRef Path) {
  return Path == "-" ? "<stdout>" : Path;
}

Error metaobj::writingWasStopped(StringRef Path) {
  return inputError(Path, "writing was stopped");
}

Error metaobj::writeFileAtomically(const OutputPlace &To, StringRef Contents,
                                   EqualFile IfEqual) {
  auto Write = [Contents](raw_ostream &OS) {
    OS << Contents;
    return Error::success();
  };
  return writeFileAtomically(To, Write, IfEqual);
}

Error metaobj::writeFileAtomically(const OutputPlace &To, ContentsWriter Write,
                                   EqualFile IfEqual) {
  StringRef Path = To.path();
  return fillAtomically(To, IfEqual, [&](int Descriptor, bool) -> Error {
    raw_fd_ostream OS(Descriptor, /*shouldClose=*/false);
    Error Failure = Write(OS);
    OS.flush();
    std::error_code Problem = OS.error();
    OS.clear_error();
    if (Failure)
      return Failure;
    return Problem ? cannotWrite(shownPath(Path), Problem) : Error::success();
  });
}

/// Reserves a range. File systems then write in large pieces, and do not flush
/// the file when it takes the place of an old one. It does no harm if they
/// cannot.
static std::error_code reserve(int Descriptor, uint64_t Begin, uint64_t End) {
#ifdef __linux__
  // The system's own call: the library's writes zeros where there is none.
  if (Begin == End || ::fallocate(Descriptor, 0, static_cast<off_t>(Begin),
                                  static_cast<off_t>(End - Begin)) == 0)
    return {};
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
    return lastError();
#else
  (void)Descriptor, (void)Begin, (void)End;
#endif
  return {};
}

/// Reserves \p Size bytes but for what is \p Shared.
static std::error_code reserve(int Descriptor, uint64_t Size,
                               ArrayRef<FileContents::Range> Shared) {
  uint64_t Begin = 0;
  for (const FileContents::Range &TheRange : Shared) {
    if (std::error_code Problem = reserve(Descriptor, Begin, TheRange.Begin))
      return Problem;
    Begin = TheRange.End;
  }
  return reserve(Descriptor, Begin, Size);
}

Error metaobj::writeFileAtomically(const OutputPlace &To,
                                   const FileContents &Contents,
                                   const ProgressFunction &Progress) {
  StringRef Path = To.path();
  auto Fill = [&](int Descriptor, bool IsRegular) -> Error {
    std::vector<FileContents::Range> Shared;
    if (IsRegular) {
      Shared = Contents.shareBlocks(Descriptor);
      if (std::error_code Problem =
              reserve(Descriptor, Contents.size(), Shared))
        return cannotWrite(Path, Problem);
    }
    auto Write = [&](uint64_t Offset, ArrayRef<uint8_t> Bytes) -> Error {
      if (std::error_code Problem =
              writeAll(Descriptor,
                       IsRegular ? std::optional(Offset) : std::nullopt, Bytes))
        return cannotWrite(shownPath(Path), Problem);
      if (Progress && !Progress(Offset + Bytes.size(), Contents.size()))
        return writingWasStopped(shownPath(Path));
      return Error::success();
    };
    return Contents.write(Write, Shared);
  };
  return fillAtomically(To, EqualFile::Replaced, Fill);
}
