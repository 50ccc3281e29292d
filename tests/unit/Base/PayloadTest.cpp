//===- PayloadTest.cpp - Input files and payloads -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Payload.h"
#include "Base/Messages.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

namespace {

/// A file that is gone after the test.
struct TemporaryFile {
  explicit TemporaryFile(StringRef Contents) {
    int Descriptor = -1;
    EXPECT_FALSE(
        sys::fs::createTemporaryFile("metaobj", "bin", Descriptor, Path));
    raw_fd_ostream(Descriptor, /*shouldClose=*/true) << Contents;
  }
  ~TemporaryFile() { sys::fs::remove(Path); }
  SmallString<128> Path;
};

std::string readAll(const Payload &Data, uint64_t Offset, size_t Size) {
  std::vector<uint8_t> Bytes(Size);
  if (Error E = Data.read(Offset, Bytes))
    return toString(std::move(E));
  return std::string(Bytes.begin(), Bytes.end());
}

TEST(InputFile, ReadsRanges) {
  TemporaryFile Temporary("0123456789");
  auto File = InputFile::open(Temporary.Path);
  ASSERT_EQ(text(File.takeError()), "");
  EXPECT_EQ((*File)->path(), Temporary.Path);
  EXPECT_EQ((*File)->size(), 10u);
  Payload Range = Payload::fileRange(*File, 2, 6);
  EXPECT_EQ(Range.size(), 6u);
  EXPECT_EQ(readAll(Range, 0, 6), "234567");
  EXPECT_EQ(readAll(Range, 4, 2), "67");
  EXPECT_EQ(readAll(Range, 6, 0), "");
}

TEST(InputFile, RangesKeepTheFileOpen) {
  TemporaryFile Temporary("abcdef");
  auto File = InputFile::open(Temporary.Path);
  ASSERT_EQ(text(File.takeError()), "");
  Payload Range = Payload::fileRange(*File, 3, 3);
  std::weak_ptr<const InputFile> Watched = *File;
  File->reset();
  sys::fs::remove(Temporary.Path);
  EXPECT_EQ(readAll(Range, 0, 3), "def");
  Range = Payload();
  EXPECT_TRUE(Watched.expired());
}

TEST(InputFile, ShortenedFileIsNamedWithTheBytes) {
  TemporaryFile Temporary("0123456789");
  auto File = InputFile::open(Temporary.Path);
  ASSERT_EQ(text(File.takeError()), "");
  ASSERT_EQ(truncate(Temporary.Path.c_str(), 4), 0);
  EXPECT_EQ(readAll(Payload::fileRange(*File, 2, 6), 0, 6),
            (Temporary.Path +
             ": ended at byte 4 while reading bytes 2 to 8: it "
             "was changed since it was opened")
                .str());
  EXPECT_EQ(readAll(Payload::fileRange(*File, 8, 2), 0, 2),
            (Temporary.Path + ": ended at byte 4 while reading bytes 8 to 10: "
                              "it was changed since it was opened")
                .str());
}

TEST(InputFile, RefusesWhatIsNoRegularFile) {
  EXPECT_EQ(text(InputFile::open("/")), "/: is a directory");
  EXPECT_EQ(text(InputFile::open("/nowhere/at/all")),
            "/nowhere/at/all: no such file or directory");
  EXPECT_EQ(text(InputFile::open("")), "'': a file cannot have an empty name");
  EXPECT_EQ(text(InputFile::open("/dev/null")),
            "/dev/null: is neither a regular file nor a pipe");
  EXPECT_EQ(text(InputFile::open(StringRef("a\0b", 3))),
            "'a\\00b': a path cannot hold a NUL");
}

/// Writes \p Contents to the pipe \p Path in a process of its own.
pid_t writeToPipe(const char *Path, StringRef Contents) {
  pid_t Writer = fork();
  if (Writer != 0)
    return Writer;
  int To = open(Path, O_WRONLY);
  while (!Contents.empty()) {
    ssize_t Count = write(To, Contents.data(), Contents.size());
    if (Count <= 0)
      _exit(1);
    Contents = Contents.drop_front(size_t(Count));
  }
  _exit(0);
}

TEST(InputFile, PipesAreReadToTheirEnd) {
  // In memory, and in a file.
  for (size_t Size : {size_t(0), size_t(200000), (size_t(64) << 20) + 12345}) {
    std::string Contents(Size, '\0');
    for (size_t I = 0; I != Size; ++I)
      Contents[I] = char(I * 7 + (I >> 9) + (I >> 20));
    TemporaryFile Temporary("");
    sys::fs::remove(Temporary.Path);
    ASSERT_EQ(mkfifo(Temporary.Path.c_str(), 0600), 0);
    pid_t Writer = writeToPipe(Temporary.Path.c_str(), Contents);
    ASSERT_GE(Writer, 0);
    auto File = InputFile::open(Temporary.Path);
    ASSERT_EQ(text(File.takeError()), "");
    int Status = -1;
    ASSERT_EQ(waitpid(Writer, &Status, 0), Writer);
    EXPECT_EQ(Status, 0);
    EXPECT_TRUE((*File)->isStored());
    EXPECT_EQ((*File)->path(), Temporary.Path);
    EXPECT_EQ((*File)->size(), Size);
    Payload All = Payload::fileRange(*File, 0, Size);
    EXPECT_TRUE(readAll(All, 0, Size) == Contents) << Size;
    EXPECT_EQ(text((*File)->checkUnchanged()), "");
  }
}

TEST(InputFile, BufferIsOfTheFileThatWasOpened) {
  TemporaryFile Temporary("old bytes");
  auto File = InputFile::open(Temporary.Path);
  ASSERT_EQ(text(File.takeError()), "");
  TemporaryFile Other("new");
  ASSERT_FALSE(sys::fs::rename(Other.Path, Temporary.Path));
  auto Buffer = (*File)->buffer();
  ASSERT_EQ(text(Buffer.takeError()), "");
  File->reset();
  EXPECT_EQ((*Buffer)->getBuffer(), "old bytes");
  EXPECT_EQ((*Buffer)->getBufferIdentifier(), Temporary.Path);
}

TEST(InputFile, PipesThatCannotBeStored) {
  TemporaryFile Temporary("");
  sys::fs::remove(Temporary.Path);
  ASSERT_EQ(mkfifo(Temporary.Path.c_str(), 0600), 0);
  pid_t Writer =
      writeToPipe(Temporary.Path.c_str(), std::string(65 << 20, 'x'));
  ASSERT_GE(Writer, 0);
  const char *Set = getenv("TMPDIR");
  std::string Before = Set ? Set : "";
  setenv("TMPDIR", "/nowhere/at/all", 1);
  std::string Refusal = text(InputFile::open(Temporary.Path));
  if (Set)
    setenv("TMPDIR", Before.c_str(), 1);
  else
    unsetenv("TMPDIR");
  waitpid(Writer, nullptr, 0);
  EXPECT_EQ(Refusal, (Temporary.Path +
                      ": cannot store what comes out of the pipe: no such file "
                      "or directory\nhint: TMPDIR names the folder of "
                      "temporary files")
                         .str());
}

TEST(InputFile, UnreadableFile) {
  TemporaryFile Temporary("x");
  ASSERT_EQ(chmod(Temporary.Path.c_str(), 0), 0);
  // Root may read every file.
  bool Root = geteuid() == 0;
  if (Root) {
    ASSERT_EQ(seteuid(65534), 0);
  }
  std::string Refusal = text(InputFile::open(Temporary.Path));
  if (Root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  EXPECT_EQ(Refusal, (Temporary.Path + ": permission denied").str());
}

TEST(InputFile, DashReadsAPipeToItsEnd) {
  // Longer than the buffers on the way.
  std::string Contents;
  for (unsigned I = 0; I != 40000; ++I)
    Contents += std::to_string(I) + ",";
  int Pipe[2];
  ASSERT_EQ(pipe(Pipe), 0);
  pid_t Writer = fork();
  ASSERT_GE(Writer, 0);
  if (Writer == 0) {
    close(Pipe[0]);
    size_t Done = 0;
    while (Done != Contents.size()) {
      ssize_t Count =
          write(Pipe[1], Contents.data() + Done, Contents.size() - Done);
      if (Count <= 0)
        _exit(1);
      Done += Count;
    }
    _exit(0);
  }
  close(Pipe[1]);
  int Saved = dup(0);
  dup2(Pipe[0], 0);
  close(Pipe[0]);
  auto File = InputFile::open("-");
  dup2(Saved, 0);
  close(Saved);
  ASSERT_EQ(text(File.takeError()), "");
  EXPECT_EQ((*File)->path(), "<stdin>");
  EXPECT_EQ((*File)->size(), Contents.size());
  Payload Range = Payload::fileRange(*File, 5, Contents.size() - 5);
  EXPECT_EQ(readAll(Range, 0, Range.size()), Contents.substr(5));
  std::vector<uint8_t> Two(2);
  EXPECT_EQ(text((*File)->read(Contents.size() - 1, Two)),
            "<stdin>: ended at byte " + std::to_string(Contents.size()) +
                " while reading bytes " + std::to_string(Contents.size() - 1) +
                " to " + std::to_string(Contents.size() + 1) +
                ": it was changed since it was opened");
}

TEST(InputFile, ReadsBeyondFourGibibytes) {
  TemporaryFile Temporary("");
  constexpr uint64_t Far = (uint64_t(1) << 32) + 5;
  ASSERT_EQ(truncate(Temporary.Path.c_str(), Far), 0);
  {
    std::error_code Code;
    raw_fd_ostream End(Temporary.Path, Code, sys::fs::OF_Append);
    End << "end";
  }
  auto File = InputFile::open(Temporary.Path);
  ASSERT_EQ(text(File.takeError()), "");
  EXPECT_EQ((*File)->size(), Far + 3);
  EXPECT_EQ(readAll(Payload::fileRange(*File, 1, Far + 2), Far - 1, 3), "end");
}

TEST(Payload, DefaultHasNoBytes) {
  Payload Nothing;
  EXPECT_EQ(Nothing.size(), 0u);
  EXPECT_EQ(readAll(Nothing, 0, 0), "");
  EXPECT_EQ(Nothing.elementSize(), 1u);
}

TEST(Payload, MemoryIsNotCopiedAndItsOwnerKept) {
  auto Owner = std::make_shared<std::vector<uint8_t>>(4, 'x');
  std::weak_ptr<std::vector<uint8_t>> Watched = Owner;
  Payload First = Payload::memory(*Owner, Owner);
  (*Owner)[1] = 'y';
  Owner.reset();
  Payload Second = First;
  First = Payload();
  EXPECT_FALSE(Watched.expired());
  EXPECT_EQ(readAll(Second, 0, 4), "xyxx");
  Second = Payload();
  EXPECT_TRUE(Watched.expired());
}

TEST(Payload, FillRepeatsTheByte) {
  Payload Fill = Payload::fill('z', uint64_t(1) << 40);
  EXPECT_EQ(Fill.size(), uint64_t(1) << 40);
  EXPECT_EQ(readAll(Fill, (uint64_t(1) << 40) - 3, 3), "zzz");
}

TEST(Payload, ReadOutsideTheDataIsRefused) {
  Payload Fill = Payload::fill(0, 10);
  EXPECT_EQ(readAll(Fill, 8, 3), "payload: 3 bytes from byte 8 are asked for, "
                                 "but the data has 10");
  EXPECT_EQ(readAll(Fill, UINT64_MAX, 2),
            "payload: 2 bytes from byte 18446744073709551615 are asked for, "
            "but the data has 10");
}

TEST(Payload, ElementTravelsWithCopies) {
  Payload Fill = Payload::fill(0, 8);
  Fill.setElement(4, Endianness::big);
  Payload Copy = Fill;
  EXPECT_EQ(Copy.elementSize(), 4u);
  EXPECT_EQ(Copy.byteOrder(), Endianness::big);
}

} // namespace
