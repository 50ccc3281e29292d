//===- PendingFile.cpp - A new file before it has its name ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On Linux, linkat gives a name to a file without one, but not the name of
// another file. So to replace an old file takes one step more: a temporary
// name, then an immediate rename. If the process ends between the two system
// calls, that name remains.
//
//===----------------------------------------------------------------------===//

#include "Base/PendingFile.h"

#include "Base/Descriptors.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

Error metaobj::cannotWrite(StringRef Path, std::error_code Cause) {
  if (Path.empty())
    return inputError("''", "a file cannot have an empty name",
                      "name the output");
  std::string Hint;
  if (Cause == std::errc::no_space_on_device)
    Hint = "free some space, or write to another file system";
  else if (Cause == std::errc::no_such_file_or_directory &&
           sys::path::has_parent_path(Path))
    Hint =
        "create the folder '" + sys::path::parent_path(Path).str() + "' first";
  else if (Cause == std::errc::permission_denied ||
           Cause == std::errc::read_only_file_system)
    Hint = "the folder must be writable: the output is written next to its "
           "place and renamed";
  return inputError(Path, "cannot write: " + systemText(Cause), Hint);
}

/// Calls \p Claim with names like \p Model until one is free, and stores it in
/// \p Name. The names are short enough for file systems.
static std::error_code
claimName(StringRef Model, std::string &Name,
          function_ref<bool(const char *Candidate)> Claim) {
  constexpr size_t LongestName = 255;
  constexpr StringLiteral Example = ".01234567.tmp";
  StringRef Stem = sys::path::filename(Model);
  if (Stem.size() + Example.size() > LongestName) {
    Stem = Stem.take_front(LongestName - Example.size());
    // Not in the middle of a character: some file systems refuse that.
    while (!Stem.empty() && static_cast<uint8_t>(Stem.back()) >= 0x80)
      Stem = Stem.drop_back();
  }
  constexpr unsigned MostAttempts = 128;
  for (unsigned Attempt = 0; Attempt != MostAttempts; ++Attempt) {
    SmallString<256> Candidate = sys::path::parent_path(Model);
    sys::path::append(Candidate, Stem + "." +
                                     utohexstr(sys::Process::GetRandomNumber(),
                                               /*LowerCase=*/true,
                                               /*Width=*/8) +
                                     ".tmp");
    if (Claim(Candidate.c_str())) {
      Name = Candidate.str().str();
      return {};
    }
    if (errno != EEXIST)
      break;
  }
  return lastError();
}

/// The name of an open file that can be linked to.
static std::string nameInProc(int Descriptor) {
  return "/proc/self/fd/" + std::to_string(Descriptor);
}

/// A file without a name in the folder of \p Place, or -1.
static int openNameless(StringRef Place) {
#ifdef O_TMPFILE
  std::string Folder = sys::path::parent_path(Place).str();
  int Descriptor = ::open(Folder.empty() ? "." : Folder.c_str(),
                          O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (Descriptor < 0)
    return -1;
  // Where /proc is missing it could never get a name.
  if (::access(nameInProc(Descriptor).c_str(), F_OK) == 0)
    return Descriptor;
  ::close(Descriptor);
#else
  (void)Place;
#endif
  return -1;
}

PendingFile::PendingFile(StringRef ThePath, std::string ThePlace,
                         StringRef Folder)
    : Path(ThePath), Place(std::move(ThePlace)), Model(Place) {
  if (Folder.empty())
    return;
  SmallString<256> Inside = Folder;
  sys::path::append(Inside, sys::path::filename(Place));
  Model = Inside.str().str();
}

Expected<PendingFile> PendingFile::create(StringRef Path, std::string Place,
                                          StringRef Folder, bool MayBeNameless,
                                          SignalHandling Handling) {
  PendingFile Result(Path, std::move(Place), Folder);
  if (MayBeNameless)
    Result.Descriptor = openNameless(Result.Place);
  if (Result.Descriptor >= 0)
    return Result;
  // A signal in between would leave the file.
  SignalBlock Block;
  auto Create = [&Result](const char *Name) {
    Result.Descriptor =
        ::open(Name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
    return Result.Descriptor >= 0;
  };
  if (std::error_code Problem =
          claimName(Result.Model, Result.Temporary, Create))
    return cannotWrite(Path, Problem);
  Result.IsRemovedOnSignal = Handling == SignalHandling::RemoveFiles;
  if (Result.IsRemovedOnSignal)
    sys::RemoveFileOnSignal(Result.Temporary);
  return Result;
}

PendingFile PendingFile::adopt(StringRef Path, std::string Place,
                               StringRef Folder, StringRef Made,
                               SignalHandling Handling) {
  PendingFile Result(Path, std::move(Place), Folder);
  Result.Temporary = Made.str();
  Result.IsRemovedOnSignal = Handling == SignalHandling::RemoveFiles;
  if (Result.IsRemovedOnSignal)
    sys::RemoveFileOnSignal(Result.Temporary);
  return Result;
}

PendingFile::PendingFile(PendingFile &&Other)
    : Path(std::move(Other.Path)), Place(std::move(Other.Place)),
      Model(std::move(Other.Model)),
      Descriptor(std::exchange(Other.Descriptor, -1)),
      Temporary(std::exchange(Other.Temporary, {})),
      Old(std::exchange(Other.Old, {})), WasAbsent(Other.WasAbsent),
      IsRemovedOnSignal(Other.IsRemovedOnSignal) {}

PendingFile::~PendingFile() {
  forgetOld();
  if (Descriptor >= 0)
    ::close(Descriptor);
  if (Temporary.empty())
    return;
  ::unlink(Temporary.c_str());
  if (IsRemovedOnSignal)
    sys::DontRemoveFileOnSignal(Temporary);
}

std::error_code PendingFile::endWriting() {
  if (isNameless())
    return {};
  return sys::Process::SafelyCloseFileDescriptor(std::exchange(Descriptor, -1));
}

bool PendingFile::equalsOld() const {
  int OldFile = ::open(Place.c_str(), O_RDONLY | O_CLOEXEC);
  if (OldFile < 0)
    return false;
  struct stat NewStatus, OldStatus;
  bool AreEqual = ::fstat(Descriptor, &NewStatus) == 0 &&
                  ::fstat(OldFile, &OldStatus) == 0 &&
                  NewStatus.st_size == OldStatus.st_size;
  std::array<char, 1 << 14> New, Before;
  for (off_t Offset = 0; AreEqual && Offset < NewStatus.st_size;) {
    ssize_t Count = ::pread(Descriptor, New.data(), New.size(), Offset);
    AreEqual =
        Count > 0 &&
        ::pread(OldFile, Before.data(), static_cast<size_t>(Count), Offset) ==
            Count &&
        std::memcmp(New.data(), Before.data(), static_cast<size_t>(Count)) == 0;
    Offset += Count;
  }
  ::close(OldFile);
  return AreEqual;
}

bool PendingFile::linkTo(const char *Name) const {
  return ::linkat(AT_FDCWD, nameInProc(Descriptor).c_str(), AT_FDCWD, Name,
                  AT_SYMLINK_FOLLOW) == 0;
}

std::error_code PendingFile::nameTemporarily() {
  return claimName(Model, Temporary,
                   [this](const char *Name) { return linkTo(Name); });
}

std::error_code PendingFile::keepOld() {
  return claimName(Model, Old, [this](const char *Name) {
    return ::link(Place.c_str(), Name) == 0;
  });
}

std::error_code PendingFile::install(bool KeepOld) {
  struct stat Status;
  WasAbsent = ::lstat(Place.c_str(), &Status) != 0 && errno == ENOENT;
  if (WasAbsent && isNameless()) {
    if (linkTo(Place.c_str()))
      return {};
    if (errno != EEXIST)
      return lastError();
    WasAbsent = false; // Somebody was faster.
  }
  // Where it cannot have a second name restore() says so.
  if (KeepOld && !WasAbsent)
    (void)keepOld();
  if (isNameless())
    if (std::error_code Problem = nameTemporarily())
      return Problem;
  if (::rename(Temporary.c_str(), Place.c_str()) != 0)
    return lastError();
  if (IsRemovedOnSignal)
    sys::DontRemoveFileOnSignal(Temporary);
  Temporary.clear();
  return {};
}

std::string PendingFile::restore() {
  if (WasAbsent)
    return ::unlink(Place.c_str()) == 0 ? "" : quoted(Path) + " is there";
  if (Old.empty())
    return quoted(Path) + " is new already";
  std::string Kept = std::exchange(Old, {});
  if (::rename(Kept.c_str(), Place.c_str()) == 0)
    return "";
  return quoted(Path) + " is new already, and the old one is " + quoted(Kept);
}

void PendingFile::forgetOld() {
  if (!Old.empty())
    ::unlink(std::exchange(Old, {}).c_str());
}
