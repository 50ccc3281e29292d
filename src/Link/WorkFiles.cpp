//===- WorkFiles.cpp - Files that a linker names --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkFiles.h"

#include "File/PendingFile.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace metaobj;

Expected<WorkFolder> WorkFolder::create(StringRef Output) {
  SmallString<256> Model = sys::path::parent_path(Output);
  sys::path::append(Model, ".link-%%%%%%%%.tmp");
  SmallString<256> Path;
  constexpr unsigned MostAttempts = 128;
  for (unsigned Attempt = 0;; ++Attempt) {
    sys::fs::createUniquePath(Model, Path, /*MakeAbsolute=*/false);
    std::error_code Problem =
        sys::fs::create_directory(Path, /*IgnoreExisting=*/false);
    if (!Problem)
      return WorkFolder(Path.str().str());
    if (Problem != std::errc::file_exists || Attempt == MostAttempts)
      return cannotWrite(Output, Problem);
  }
}

Expected<WorkFolder> WorkFolder::createTemporary() {
  SmallString<128> Output;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Output);
  sys::path::append(Output, "metaobj");
  return create(Output);
}

WorkFolder::WorkFolder(WorkFolder &&Other)
    : Path(std::exchange(Other.Path, std::string())) {}

WorkFolder::~WorkFolder() {
  if (!Path.empty())
    (void)sys::fs::remove_directories(Path);
}

std::string WorkFolder::file(StringRef Name) const {
  SmallString<256> Result = StringRef(Path);
  sys::path::append(Result, Name);
  return Result.str().str();
}

Expected<std::vector<std::string>> WorkFolder::names() const {
  std::vector<std::string> Result;
  std::error_code Problem;
  for (sys::fs::directory_iterator At(Path, Problem), End;
       !Problem && At != End; At.increment(Problem))
    Result.push_back(sys::path::filename(At->path()).str());
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
