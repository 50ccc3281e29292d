//===- PendingOutputs.cpp - Files that appear together --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/PendingOutputs.h"

#include "Base/Descriptors.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Output.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace llvm;
using namespace metaobj;

static Error writeDirectly(StringRef Path, PendingOutputs::FileFiller Fill) {
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

/// Where a file at \p Path will be: follows symbolic links, also if there is no
/// file yet.
static ErrorOr<std::string> placeOf(StringRef Path) {
  constexpr unsigned MostLinks = 40;
  SmallString<256> Place(Path);
  for (unsigned Links = 0; Links != MostLinks; ++Links) {
    sys::fs::file_status Status;
    std::error_code Problem = sys::fs::status(Place, Status, /*Follow=*/false);
    if (Problem && Problem != std::errc::no_such_file_or_directory)
      return Problem;
    if (Problem || Status.type() != sys::fs::file_type::symlink_file)
      return Place.str().str();
    char Target[4096];
    ssize_t Size = ::readlink(Place.c_str(), Target, sizeof(Target));
    if (Size < 0)
      return lastError();
    StringRef Next(Target, static_cast<size_t>(Size));
    if (sys::path::is_relative(Next))
      sys::path::remove_filename(Place);
    else
      Place.clear();
    sys::path::append(Place, Next);
  }
  return std::make_error_code(std::errc::too_many_symbolic_link_levels);
}

Error PendingOutputs::claim(StringRef Path, sys::fs::UniqueID Id,
                            StringRef Name) {
  if (Places.emplace(Id.getDevice(), Id.getFile(), Name.str()).second)
    return Error::success();
  return inputError(Path, "is the place of two outputs",
                    "name another file for one of them");
}

/// Refuses a place that another file of the transaction will have.
Error PendingOutputs::claimPlace(StringRef Path, StringRef Place) {
  StringRef Folder = sys::path::parent_path(Place);
  sys::fs::UniqueID Id;
  if (std::error_code Problem =
          sys::fs::getUniqueID(Folder.empty() ? "." : Folder, Id))
    return cannotWrite(Path, Problem);
  return claim(Path, Id, sys::path::filename(Place));
}

/// Refuses a pipe that already has an output, under any name: nobody could tell
/// two outputs in one stream apart. Devices such as /dev/null may have many.
Error PendingOutputs::claimPipe(StringRef Path,
                                const sys::fs::file_status &Status) {
  if (Status.type() != sys::fs::file_type::fifo_file &&
      Status.type() != sys::fs::file_type::socket_file)
    return Error::success();
  return claim(Path, Status.getUniqueID(), "");
}

/// The place of the regular file that will be at \p Path.
Expected<std::string> PendingOutputs::claimRegular(StringRef Path) {
  ErrorOr<std::string> Place = placeOf(Path);
  if (!Place)
    return cannotWrite(Path, Place.getError());
  if (Error E = claimPlace(Path, *Place))
    return E;
  return *Place;
}

/// Where the temporary names of \p Place are; empty: next to it.
StringRef PendingOutputs::folderFor(StringRef Place) const {
  StringRef Own = sys::path::parent_path(Place);
  StringRef Around = sys::path::parent_path(Folder);
  bool IsThere =
      !Folder.empty() && sys::fs::equivalent(Own.empty() ? "." : Own,
                                             Around.empty() ? "." : Around);
  return IsThere ? StringRef(Folder) : "";
}

Error PendingOutputs::add(StringRef Path, FileFiller Fill, EqualFile IfEqual) {
  sys::fs::file_status Status;
  if (Path == "-") {
    if (!sys::fs::status(STDOUT_FILENO, Status))
      if (Error E = claimPipe("<stdout>", Status))
        return E;
    outs().flush();
    return Fill(STDOUT_FILENO, /*IsRegular=*/false);
  }
  bool Exists = !sys::fs::status(Path, Status);
  if (Exists && Status.type() == sys::fs::file_type::directory_file)
    return cannotWrite(Path, std::make_error_code(std::errc::is_a_directory));
  if (Exists && Status.type() != sys::fs::file_type::regular_file) {
    if (Error E = claimPipe(Path, Status))
      return E;
    return writeDirectly(Path, Fill);
  }

  Expected<std::string> Place = claimRegular(Path);
  if (!Place)
    return Place.takeError();
  Expected<PendingFile> New = PendingFile::create(
      Path, *Place, folderFor(*Place), NamelessFiles < MostNameless, Handling);
  if (!New)
    return New.takeError();
  if (Error Failure = Fill(New->descriptor(), /*IsRegular=*/true))
    return Failure;
  if (IfEqual == EqualFile::Kept && New->equalsOld())
    return Error::success();
  if (std::error_code Problem = New->endWriting())
    return cannotWrite(Path, Problem);
  NamelessFiles += New->isNameless();
  Files.push_back(std::move(*New));
  return Error::success();
}

Error PendingOutputs::adopt(StringRef Path, StringRef Made) {
  sys::fs::file_status Status;
  if (Path == "-" || (!sys::fs::status(Path, Status) &&
                      Status.type() != sys::fs::file_type::regular_file))
    return inputError(Path, "is not a regular file",
                      "write to a file first, and copy that");
  Expected<std::string> Place = claimRegular(Path);
  if (!Place)
    return Place.takeError();
  StringRef In = folderFor(*Place);
  Files.push_back(
      PendingFile::adopt(Path, std::move(*Place), In, Made, Handling));
  return Error::success();
}

Error PendingOutputs::undo(ArrayRef<PendingFile *> Installed,
                           const PendingFile &Failed, std::error_code Cause) {
  std::vector<std::string> Left;
  for (PendingFile *ThePendingFile : reverse(Installed))
    if (std::string State = ThePendingFile->restore(); !State.empty())
      Left.push_back(State);
  Error Failure = cannotWrite(Failed.path(), Cause);
  if (Left.empty())
    return Failure;
  return handleErrors(std::move(Failure), [&](const InputError &Plain) {
    return inputError(Plain.input(), Plain.reason() + "; " + join(Left, "; "),
                      "the outputs do not belong together: write them again");
  });
}

Error PendingOutputs::commit() {
  // A signal in the middle would leave some files new and some old.
  SignalBlock Block;
  std::vector<PendingFile *> Installed;
  for (PendingFile &ThePendingFile : reverse(Files)) {
    // Nothing can fail behind the last one.
    bool IsLast = &ThePendingFile == &Files.front();
    if (std::error_code Problem = ThePendingFile.install(/*KeepOld=*/!IsLast))
      return undo(Installed, ThePendingFile, Problem);
    Installed.push_back(&ThePendingFile);
  }
  for (PendingFile *ThePendingFile : Installed)
    ThePendingFile->forgetOld();
  Files.clear();
  NamelessFiles = 0;
  Places.clear();
  return Error::success();
}

OutputTransaction::OutputTransaction(SignalHandling Handling)
    : Pending(std::make_unique<PendingOutputs>(Handling)) {}

OutputTransaction::~OutputTransaction() = default;

Error OutputTransaction::commit() { return Pending->commit(); }

Error OutputPlace::write(function_ref<Error(OutputTransaction &)> Write) const {
  if (Together)
    return Write(*Together);
  OutputTransaction Alone;
  if (Error E = Write(Alone))
    return E;
  return Alone.commit();
}
