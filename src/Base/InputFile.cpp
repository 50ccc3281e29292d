//===- InputFile.cpp - Positioned reads of input files --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Descriptors.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/uio.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#endif

using namespace llvm;
using namespace metaobj;
namespace fs = llvm::sys::fs;

/// One system call reads at most this many bytes: some systems refuse counts
/// that do not fit a signed 32-bit number.
static constexpr size_t LargestRead = size_t(1) << 30;

/// And one call fills at most this many ranges: POSIX promises 16, all systems
/// that have the call 1024.
static constexpr size_t LargestRangeCount = 1024;

/// Of a pipe this much is kept in memory; more goes into a temporary file.
static constexpr size_t LargestInMemory = size_t(64) << 20;

static Error checkRegular(StringRef Path, const fs::file_status &Status) {
  if (Status.type() == fs::file_type::directory_file)
    return inputError(Path, "is a directory");
  if (Status.type() != fs::file_type::regular_file)
    return inputError(Path, "is neither a regular file nor a pipe");
  return Error::success();
}

static Error cannotStore(StringRef Path, std::error_code Cause) {
  return inputError(
      Path, "cannot store what comes out of the pipe: " + systemText(Cause),
      "TMPDIR names the folder of temporary files");
}

/// Ranges cannot be read from a pipe later: takes all bytes of \p From.
Error InputFile::store(fs::file_t From) {
  IsStored = true;
  for (size_t Used = 0;;) {
    if (Used == LargestInMemory)
      return storeOnDisk(From);
    // Doubling keeps the copies of a long input linear.
    if (Used == Contents.size())
      Contents.resize(
          std::clamp<size_t>(Contents.size() * 2, 65536, LargestInMemory));
    Expected<size_t> Count =
        fs::readNativeFile(From, MutableArrayRef<char>(Contents.data() + Used,
                                                       Contents.size() - Used));
    if (!Count)
      return inputError(Path, Count.takeError());
    Used += *Count;
    if (*Count != 0)
      continue;
    Contents.resize(Used);
    Contents.shrink_to_fit();
    Size = Used;
    return Error::success();
  }
}

/// Contents is full, and \p From may have more.
Error InputFile::storeOnDisk(fs::file_t From) {
  Handle = openNamelessTemporary();
  if (Handle < 0) {
    std::error_code Cause = lastError();
    Handle = fs::kInvalidFile;
    return cannotStore(Path, Cause);
  }
  for (size_t Used = Contents.size(); Used != 0;) {
    if (std::error_code Problem = writeAll(
            Handle, std::nullopt,
            arrayRefFromStringRef(StringRef(Contents).take_front(Used))))
      return cannotStore(Path, Problem);
    Contents.resize(size_t(1) << 20);
    Contents.shrink_to_fit();
    Expected<size_t> Count = fs::readNativeFile(
        From, MutableArrayRef<char>(Contents.data(), Contents.size()));
    if (!Count)
      return inputError(Path, Count.takeError());
    Used = *Count;
  }
  Contents = std::string();
  return measure();
}

Expected<std::shared_ptr<const InputFile>> InputFile::openStandardInput() {
  fs::file_t Handle = fs::getStdinHandle();
  if (Handle == fs::kInvalidFile)
    return inputError("<stdin>", "standard input is closed");
  std::shared_ptr<InputFile> File(new InputFile("<stdin>"));
  if (Error E = File->store(Handle))
    return E;
  return File;
}

Expected<std::shared_ptr<const InputFile>> InputFile::open(StringRef Path) {
  if (Path == "-")
    return openStandardInput();
  if (Path.empty())
    return inputError("''", "a file cannot have an empty name");
  if (Path.contains('\0'))
    return inputError(quoted(Path), "a path cannot hold a NUL");

  // Checks the kind before opening, because opening has effects on some
  // devices, and again afterwards, because the path may mean another file by
  // then.
  fs::file_status Status;
  if (std::error_code Code = fs::status(Path, Status))
    return inputError(Path, systemText(Code));
  bool IsPipe = Status.type() == fs::file_type::fifo_file;
  if (!IsPipe)
    if (Error E = checkRegular(Path, Status))
      return E;
  Expected<fs::file_t> Handle = fs::openNativeFileForRead(Path);
  if (!Handle)
    return inputError(Path, systemText(errorToErrorCode(Handle.takeError())));
  if (!IsPipe)
    return adopt(*Handle, Path.str());
  std::shared_ptr<InputFile> File(new InputFile(Path.str()));
  Error E = File->store(*Handle);
  (void)fs::closeFile(*Handle);
  if (E)
    return E;
  return File;
}

Expected<std::shared_ptr<const InputFile>> InputFile::adopt(fs::file_t Handle,
                                                            std::string Path) {
  std::shared_ptr<InputFile> File(new InputFile(std::move(Path)));
  File->Handle = Handle;
  if (Error E = File->measure())
    return E;
  return File;
}

std::shared_ptr<const InputFile> InputFile::ofMemory(std::string Bytes,
                                                     std::string Path) {
  std::shared_ptr<InputFile> File(new InputFile(std::move(Path)));
  File->Contents = std::move(Bytes);
  File->Size = File->Contents.size();
  File->IsStored = true;
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
  for (MutableArrayRef<uint8_t> Piece : Out) {
    Ranges.push_back({Piece.data(), Piece.size()});
    Total += Piece.size();
  }
  // Single reads do the rest if one call does not do all: a file that ends
  // early, a signal, too many ranges for the system.
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
  for (MutableArrayRef<uint8_t> Piece : Out) {
    size_t Skipped = std::min<uint64_t>(Done, Piece.size());
    if (Error E = read(Offset + Skipped, Piece.drop_front(Skipped)))
      return E;
    Done -= Skipped;
    Offset += Piece.size();
  }
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>> InputFile::buffer() const {
  if (Handle == fs::kInvalidFile)
    return MemoryBuffer::getMemBufferCopy(Contents, Path);
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getOpenFile(
      Handle, Path, Size, /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return inputError(Path, systemText(Buffer.getError()));
  if (Error E = checkUnchanged())
    return E;
  return std::move(*Buffer);
}

bool InputFile::shareBlocks(uint64_t Offset, uint64_t Size, int Target,
                            uint64_t TargetOffset) const {
#ifdef FICLONERANGE
  if (Handle == fs::kInvalidFile)
    return false;
  // Not copy_file_range: if it cannot share, it copies, and more slowly than
  // reads and writes.
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
