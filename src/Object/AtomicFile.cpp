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

#include <csignal>
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

/// Lets \p Write write to \p Descriptor, which stays open.
static Error writeAll(int Descriptor, StringRef Path, ContentsWriter Write) {
  raw_fd_ostream OS(Descriptor, /*shouldClose=*/false);
  Error Failure = Write(OS);
  OS.flush();
  std::error_code Problem = OS.error();
  OS.clear_error();
  if (Failure)
    return Failure;
  return Problem ? cannotWrite(Path, Problem) : Error::success();
}

static Error writeDirectly(StringRef Path, ContentsWriter Write) {
  int Descriptor = -1;
  if (std::error_code Problem =
          sys::fs::openFileForWrite(Path, Descriptor, sys::fs::CD_OpenExisting))
    return cannotWrite(Path, Problem);
  Error Failure = writeAll(Descriptor, Path, Write);
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

Error metaobj::writeFileAtomically(StringRef Path, StringRef Contents) {
  return writeFileAtomically(Path, [Contents](raw_ostream &OS) {
    OS << Contents;
    return Error::success();
  });
}

Error metaobj::writeFileAtomically(StringRef Path, ContentsWriter Write) {
  if (Path == "-") {
    outs().flush();
    return writeAll(STDOUT_FILENO, "<stdout>", Write);
  }

  sys::fs::file_status Status;
  bool Exists = !sys::fs::status(Path, Status);
  if (Exists && Status.type() == sys::fs::file_type::directory_file)
    return cannotWrite(Path, std::make_error_code(std::errc::is_a_directory));
  if (Exists && Status.type() != sys::fs::file_type::regular_file)
    return writeDirectly(Path, Write);

  SmallString<256> Place(Path);
  if (Exists)
    if (std::error_code Problem = sys::fs::real_path(Path, Place))
      return cannotWrite(Path, Problem);

  Expected<sys::fs::TempFile> Temporary = createTemporary(Place);
  if (!Temporary)
    return cannotWrite(Path, errorToErrorCode(Temporary.takeError()));
  if (Error Failure = writeAll(Temporary->FD, Path, Write)) {
    consumeError(Temporary->discard());
    return Failure;
  }
  if (Error E = Temporary->keep(Place))
    return cannotWrite(Path, errorToErrorCode(std::move(E)));
  return Error::success();
}
