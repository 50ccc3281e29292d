//===- InputFile.cpp - Positioned reads of input files --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Payload.h"

#include <algorithm>
#include <cstring>
#include <sys/uio.h>

#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#endif

using namespace llvm;
namespace fs = llvm::sys::fs;

namespace metaobj {

/// One system call reads at most this many bytes: some systems refuse counts
/// that do not fit a signed 32-bit number.
static constexpr size_t LargestRead = size_t(1) << 30;

/// And one call fills at most this many ranges: POSIX promises 16, all systems
/// that have the call 1024.
static constexpr size_t LargestRangeCount = 1024;

static Error checkRegular(StringRef Path, const fs::file_status &Status) {
  if (Status.type() == fs::file_type::directory_file)
    return inputError(Path, "is a directory");
  if (Status.type() != fs::file_type::regular_file)
    return inputError(Path, "is not a regular file",
                      "'-' reads from a pipe on standard input");
  return Error::success();
}

/// All bytes up to the end of standard input.
static Expected<std::string> readStandardInput() {
  fs::file_t Handle = fs::getStdinHandle();
  if (Handle == fs::kInvalidFile)
    return inputError("<stdin>", "standard input is closed");
  std::string Contents;
  size_t Used = 0;
  for (;;) {
    // Doubling keeps the copies of a long input linear.
    if (Contents.size() - Used < 4096)
      Contents.resize(std::max<size_t>(65536, Contents.size() * 2));
    size_t Room = std::min(Contents.size() - Used, LargestRead);
    Expected<size_t> Count = fs::readNativeFile(
        Handle, MutableArrayRef<char>(Contents.data() + Used, Room));
    if (!Count)
      return inputError("<stdin>", Count.takeError());
    if (*Count == 0)
      break;
    Used += *Count;
  }
  Contents.resize(Used);
  Contents.shrink_to_fit();
  return Contents;
}

Expected<std::shared_ptr<const InputFile>> InputFile::open(StringRef Path) {
  if (Path == "-") {
    Expected<std::string> Contents = readStandardInput();
    if (!Contents)
      return Contents.takeError();
    std::shared_ptr<InputFile> File(new InputFile("<stdin>"));
    File->Contents = std::move(*Contents);
    File->Size = File->Contents.size();
    return File;
  }
  if (Path.empty())
    return inputError("''", "a file cannot have an empty name");
  if (Path.contains('\0'))
    return inputError(quoted(Path), "a path cannot hold a NUL");

  // The kind is asked before opening, because opening a pipe without a writer
  // waits for ever, and again after it, for what was opened.
  fs::file_status Status;
  if (std::error_code Code = fs::status(Path, Status))
    return inputError(Path, systemText(Code));
  if (Error E = checkRegular(Path, Status))
    return E;
  Expected<fs::file_t> Handle = fs::openNativeFileForRead(Path);
  if (!Handle)
    return inputError(Path, systemText(errorToErrorCode(Handle.takeError())));
  return adopt(*Handle, Path.str());
}

Expected<std::shared_ptr<const InputFile>> InputFile::adopt(fs::file_t Handle,
                                                            std::string Path) {
  std::shared_ptr<InputFile> File(new InputFile(std::move(Path)));
  File->Handle = Handle;
  if (Error E = File->measure())
    return E;
  return File;
}

Error InputFile::measure() {
  fs::file_status Status;
  if (std::error_code Code = fs::status(Handle, Status))
    return inputError(Path, systemText(Code));
  if (Error E = checkRegular(Path, Status))
    return E;
  Size = Status.getSize();
  Changed = Status.getLastModificationTime();
  return Error::success();
}

InputFile::~InputFile() {
  // Nothing was written, so a failing close loses nothing.
  if (Handle != fs::kInvalidFile)
    (void)fs::closeFile(Handle);
}

static Error endedEarly(StringRef Path, uint64_t End, uint64_t Offset,
                        size_t Size) {
  return inputError(Path, "ended at byte " + Twine(End) +
                              " while reading bytes " + Twine(Offset) + " to " +
                              Twine(Offset + Size) +
                              ": it was changed since it was opened");
}

Error InputFile::read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const {
  if (Out.empty())
    return Error::success();
  if (Handle == fs::kInvalidFile) {
    if (Offset > Contents.size() || Out.size() > Contents.size() - Offset)
      return endedEarly(Path, Contents.size(), Offset, Out.size());
    std::memcpy(Out.data(), Contents.data() + Offset, Out.size());
    return Error::success();
  }
  for (size_t Done = 0; Done != Out.size();) {
    size_t Wanted = std::min(Out.size() - Done, LargestRead);
    Expected<size_t> Count = fs::readNativeFileSlice(
        Handle,
        MutableArrayRef<char>(reinterpret_cast<char *>(Out.data()) + Done,
                              Wanted),
        Offset + Done);
    if (!Count)
      return inputError(Path, systemText(errorToErrorCode(Count.takeError())));
    if (*Count == 0) {
      fs::file_status Status;
      uint64_t End = Offset + Done;
      if (!fs::status(Handle, Status))
        End = std::min<uint64_t>(End, Status.getSize());
      return endedEarly(Path, End, Offset, Out.size());
    }
    Done += *Count;
  }
  return Error::success();
}

Error InputFile::read(uint64_t Offset,
                      ArrayRef<MutableArrayRef<uint8_t>> Out) const {
  SmallVector<iovec, 0> Ranges;
  uint64_t Total = 0;
  for (MutableArrayRef<uint8_t> Each : Out) {
    Ranges.push_back({Each.data(), Each.size()});
    Total += Each.size();
  }
  // What one call does not do is left to single reads: a file that ends early,
  // a signal, more ranges than the system takes.
  uint64_t Done = 0;
  if (Handle != fs::kInvalidFile && Out.size() > 1) {
    ssize_t Count = ::preadv(
        Handle, Ranges.data(),
        static_cast<int>(std::min<size_t>(Ranges.size(), LargestRangeCount)),
        static_cast<off_t>(Offset));
    Done = Count > 0 ? static_cast<uint64_t>(Count) : 0;
  }
  if (Done == Total)
    return Error::success();
  for (MutableArrayRef<uint8_t> Each : Out) {
    size_t Skipped = std::min<uint64_t>(Done, Each.size());
    if (Error E = read(Offset + Skipped, Each.drop_front(Skipped)))
      return E;
    Done -= Skipped;
    Offset += Each.size();
  }
  return Error::success();
}

bool InputFile::shareBlocks(uint64_t Offset, uint64_t Size, int Target,
                            uint64_t TargetOffset) const {
#ifdef FICLONERANGE
  if (Handle == fs::kInvalidFile)
    return false;
  // Not copy_file_range, which copies where it cannot share, and does that
  // slower than reads and writes.
  file_clone_range Range = {Handle, Offset, Size, TargetOffset};
  return ::ioctl(Target, FICLONERANGE, &Range) == 0;
#else
  (void)Offset, (void)Size, (void)Target, (void)TargetOffset;
  return false;
#endif
}

Error InputFile::checkUnchanged() const {
  if (Handle == fs::kInvalidFile)
    return Error::success();
  fs::file_status Status;
  if (std::error_code Code = fs::status(Handle, Status))
    return inputError(Path, systemText(Code));
  if (Status.getSize() == Size && Status.getLastModificationTime() == Changed)
    return Error::success();
  return inputError(Path, "was changed while it was read",
                    "run again when nothing writes to it");
}

} // namespace metaobj
