//===- AtomicFile.cpp - Output that appears whole or not at all -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicFile.h"

#include "Model/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

static Error cannotWrite(StringRef Path, std::error_code Cause) {
  std::string Hint;
  if (Cause == std::errc::no_space_on_device)
    Hint = "free some space, or write to another file system";
  else if (Cause == std::errc::no_such_file_or_directory)
    Hint =
        "create the folder '" + sys::path::parent_path(Path).str() + "' first";
  else if (Cause == std::errc::permission_denied ||
           Cause == std::errc::read_only_file_system)
    Hint = "the folder must be writable: the output is written next to its "
           "place and renamed";
  return inputError(Path, "cannot write: " + systemText(Cause), Hint);
}

namespace {

/// Fills an open file.
using FileFiller = function_ref<Error(int Descriptor, bool IsRegular)>;

} // namespace

static Error writeDirectly(StringRef Path, FileFiller Fill) {
  int Descriptor = -1;
  if (std::error_code Problem =
          sys::fs::openFileForWrite(Path, Descriptor, sys::fs::CD_OpenExisting))
    return cannotWrite(Path, Problem);
  Error Failure = Fill(Descriptor, /*IsRegular=*/false);
  std::error_code Problem = sys::Process::SafelyCloseFileDescriptor(Descriptor);
  if (Failure)
    return Failure;
  return Problem ? cannotWrite(Path, Problem) : Error::success();
}

/// LLVM creates the file first and then asks for its removal on signals: none
/// may come in between.
static Expected<sys::fs::TempFile> createTemporary(const Twine &Place) {
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_BLOCK, &All, &Before);
  Expected<sys::fs::TempFile> Temporary =
      sys::fs::TempFile::create(Place + ".%%%%%%%%.tmp");
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  return Temporary;
}

static Error fillAtomically(StringRef Path, FileFiller Fill) {
  if (Path == "-") {
    outs().flush();
    return Fill(STDOUT_FILENO, /*IsRegular=*/false);
  }

  sys::fs::file_status Status;
  bool Exists = !sys::fs::status(Path, Status);
  if (Exists && Status.type() == sys::fs::file_type::directory_file)
    return cannotWrite(Path, std::make_error_code(std::errc::is_a_directory));
  if (Exists && Status.type() != sys::fs::file_type::regular_file)
    return writeDirectly(Path, Fill);

  SmallString<256> Place(Path);
  if (Exists)
    if (std::error_code Problem = sys::fs::real_path(Path, Place))
      return cannotWrite(Path, Problem);

  Expected<sys::fs::TempFile> Temporary = createTemporary(Place);
  if (!Temporary)
    return cannotWrite(Path, errorToErrorCode(Temporary.takeError()));
  if (Error Failure = Fill(Temporary->FD, /*IsRegular=*/true)) {
    consumeError(Temporary->discard());
    return Failure;
  }
  if (Error E = Temporary->keep(Place))
    return cannotWrite(Path, errorToErrorCode(std::move(E)));
  return Error::success();
}

static StringRef shownPath(StringRef Path) {
  return Path == "-" ? "<stdout>" : Path;
}

Error metaobj::writeFileAtomically(StringRef Path, StringRef Contents) {
  return writeFileAtomically(Path, [Contents](raw_ostream &OS) {
    OS << Contents;
    return Error::success();
  });
}

Error metaobj::writeFileAtomically(StringRef Path, ContentsWriter Write) {
  return fillAtomically(Path, [&](int Descriptor, bool) -> Error {
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
/// the file when it takes the place of an old one. Where they cannot reserve
/// nothing is lost.
static std::error_code reserve(int Descriptor, uint64_t Begin, uint64_t End) {
#ifdef __linux__
  // The system's own call: the library's writes zeros where there is none.
  if (Begin == End || ::fallocate(Descriptor, 0, static_cast<off_t>(Begin),
                                  static_cast<off_t>(End - Begin)) == 0)
    return {};
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
    return std::error_code(errno, std::generic_category());
#else
  (void)Descriptor, (void)Begin, (void)End;
#endif
  return {};
}

/// Reserves \p Size bytes but for what is \p Shared.
static std::error_code reserve(int Descriptor, uint64_t Size,
                               ArrayRef<FileContents::Range> Shared) {
  uint64_t Begin = 0;
  for (const FileContents::Range &Each : Shared) {
    if (std::error_code Problem = reserve(Descriptor, Begin, Each.Begin))
      return Problem;
    Begin = Each.End;
  }
  return reserve(Descriptor, Begin, Size);
}

/// Writes all of \p Bytes, at \p Offset when the file can be written anywhere.
static std::error_code writeBytes(int Descriptor, bool IsRegular,
                                  uint64_t Offset, ArrayRef<uint8_t> Bytes) {
  while (!Bytes.empty()) {
    ssize_t Count = IsRegular ? ::pwrite(Descriptor, Bytes.data(), Bytes.size(),
                                         static_cast<off_t>(Offset))
                              : ::write(Descriptor, Bytes.data(), Bytes.size());
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count < 0)
      return std::error_code(errno, std::generic_category());
    Offset += static_cast<uint64_t>(Count);
    Bytes = Bytes.drop_front(static_cast<size_t>(Count));
  }
  return {};
}

Error metaobj::writeFileAtomically(StringRef Path, const FileContents &Contents,
                                   const WriteOptions &Options) {
  auto Fill = [&](int Descriptor, bool IsRegular) -> Error {
    std::vector<FileContents::Range> Shared;
    if (IsRegular) {
      Shared = Contents.shareBlocks(Descriptor);
      if (std::error_code Problem =
              reserve(Descriptor, Contents.size(), Shared))
        return cannotWrite(Path, Problem);
    }
    auto Write = [&](uint64_t Offset, ArrayRef<uint8_t> Bytes) -> Error {
      std::error_code Problem =
          writeBytes(Descriptor, IsRegular, Offset, Bytes);
      if (Problem)
        return cannotWrite(shownPath(Path), Problem);
      if (Options.Progress)
        Options.Progress(Offset + Bytes.size(), Contents.size());
      return Error::success();
    };
    if (Error E = Contents.write(Write, {Options.Threads, Shared}))
      return E;
    if (Options.Sync && IsRegular && ::fsync(Descriptor) != 0)
      return cannotWrite(Path, std::error_code(errno, std::generic_category()));
    return Error::success();
  };
  return fillAtomically(Path, Fill);
}
