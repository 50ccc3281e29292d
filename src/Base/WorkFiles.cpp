//===- WorkFiles.cpp - Files that a linker names --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/WorkFiles.h"

#include "Base/Descriptors.h"
#include "Base/PendingFile.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral NameStart = ".link-", NameEnd = ".tmp";
static constexpr size_t RandomDigits = 8;

static bool isWorkFolder(StringRef Name) {
  return Name.consume_front(NameStart) && Name.consume_back(NameEnd) &&
         Name.size() == RandomDigits && all_of(Name, isHexDigit);
}

/// Opens and locks the folder \p Path. Why it cannot: no_such_file_or_directory
/// if it is not there (any more), permission_denied if it is another user's,
/// operation_would_block if somebody else holds the lock; else, there are no
/// locks here.
static ErrorOr<int> lockFolder(const char *Path) {
  int Descriptor =
      ::open(Path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (Descriptor < 0)
    return lastError();
  struct stat Opened, Named;
  std::error_code Problem;
  if (::fstat(Descriptor, &Opened) != 0 || Opened.st_uid != ::geteuid())
    Problem = std::make_error_code(std::errc::permission_denied);
  else if (::flock(Descriptor, LOCK_EX | LOCK_NB) != 0 ||
           ::lstat(Path, &Named) != 0)
    Problem = lastError();
  else if (Named.st_ino != Opened.st_ino || Named.st_dev != Opened.st_dev)
    Problem = std::make_error_code(std::errc::no_such_file_or_directory);
  else
    return Descriptor;
  ::close(Descriptor);
  return Problem;
}

/// Removes what processes left in \p Parent that nothing could stop, such as
/// those that were killed: nobody holds its lock.
static void removeLeftFolders(StringRef Parent) {
  std::error_code Problem;
  std::vector<std::string> Left;
  for (sys::fs::directory_iterator
           Entry(Parent.empty() ? "." : Parent, Problem),
       End;
       !Problem && Entry != End; Entry.increment(Problem))
    if (isWorkFolder(sys::path::filename(Entry->path())))
      Left.push_back(Entry->path());
  for (const std::string &Path : Left) {
    ErrorOr<int> Lock = lockFolder(Path.c_str());
    if (!Lock)
      continue;
    (void)sys::fs::remove_directories(Path);
    ::close(*Lock);
  }
}

Expected<WorkFolder> WorkFolder::create(StringRef Output) {
  StringRef Parent = sys::path::parent_path(Output);
  removeLeftFolders(Parent);
  SmallString<256> Model = Parent;
  sys::path::append(Model,
                    NameStart + std::string(RandomDigits, '%') + NameEnd);
  SmallString<256> Path;
  constexpr unsigned MostAttempts = 128;
  for (unsigned Attempt = 0;; ++Attempt) {
    sys::fs::createUniquePath(Model, Path, /*MakeAbsolute=*/false);
    std::error_code Problem =
        sys::fs::create_directory(Path, /*IgnoreExisting=*/false);
    if (!Problem) {
      ErrorOr<int> Lock = lockFolder(Path.c_str());
      if (Lock)
        return WorkFolder(Path.str().str(), *Lock);
      // Who was faster to lock it takes it for a left one, and removes it.
      if (Lock.getError() != std::errc::operation_would_block &&
          Lock.getError() != std::errc::no_such_file_or_directory)
        return WorkFolder(Path.str().str(), -1);
      Problem = std::make_error_code(std::errc::file_exists);
    }
    if (Problem != std::errc::file_exists || Attempt == MostAttempts)
      return cannotWrite(Output, Problem);
  }
}

Expected<WorkFolder> WorkFolder::createTemporary() {
  SmallString<128> Folder, Output;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Folder);
  // Linkers write paths in their shortest form, or resolve them.
  if (sys::fs::real_path(Folder, Output))
    Output = Folder;
  sys::path::append(Output, "metaobj");
  return create(Output);
}

WorkFolder::WorkFolder(WorkFolder &&Other)
    : Path(std::exchange(Other.Path, std::string())),
      Lock(std::exchange(Other.Lock, -1)) {}

WorkFolder::~WorkFolder() {
  if (!Path.empty())
    (void)sys::fs::remove_directories(Path);
  if (Lock >= 0)
    ::close(Lock);
}

std::string WorkFolder::file(StringRef Name) const {
  SmallString<256> Result = StringRef(Path);
  sys::path::append(Result, Name);
  return Result.str().str();
}

Expected<std::vector<std::string>> WorkFolder::names() const {
  std::vector<std::string> Result;
  std::error_code Problem;
  for (sys::fs::directory_iterator Entry(Path, Problem), End;
       !Problem && Entry != End; Entry.increment(Problem))
    Result.push_back(sys::path::filename(Entry->path()).str());
  if (Problem)
    return cannotWrite(Path, Problem);
  sort(Result);
  return Result;
}

Expected<std::unique_ptr<MemoryBuffer>> metaobj::mapFile(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return inputError(Path, errorCodeToError(Buffer.getError()));
  return std::move(*Buffer);
}
