//===- AtomicFileTest.cpp - Output whole or not at all --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/AtomicFile.h"
#include "Base/Wording.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Testing/Support/SupportHelpers.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>

using namespace llvm;
using namespace metaobj;

namespace {

class AtomicFileTest : public testing::Test {
protected:
  unittest::TempDir Folder{"atomic-file", /*Unique=*/true};

  std::string path(StringRef Name) { return Folder.path(Name).str().str(); }

  static std::string contents(StringRef Path) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "<absent>";
  }

  std::vector<std::string> files() {
    std::vector<std::string> Names;
    std::error_code Problem;
    for (sys::fs::directory_iterator It(Folder.path(), Problem), End;
         It != End && !Problem; It.increment(Problem))
      Names.push_back(sys::path::filename(It->path()).str());
    return Names;
  }
};

TEST_F(AtomicFileTest, ReplacesAndLeavesNothingElse) {
  std::string Path = path("out.o");
  ASSERT_FALSE(errorToBool(writeFileAtomically(Path, "old")));
  ASSERT_FALSE(errorToBool(writeFileAtomically(Path, "new and longer")));
  EXPECT_EQ(contents(Path), "new and longer");
  EXPECT_THAT(files(), testing::ElementsAre("out.o"));
}

TEST_F(AtomicFileTest, EmptyNamesAreNoFolders) {
  EXPECT_EQ(toString(writeFileAtomically("", "new")),
            "'': a file cannot have an empty name; name the output");
}

/// Files with names, too, of which there are some when there are many.
TEST_F(AtomicFileTest, SignalsAreLeftToTheProgram) {
  auto Handlers = [] {
    std::vector<void (*)(int)> All;
    for (int Signal : {SIGINT, SIGTERM, SIGSEGV, SIGABRT}) {
      struct sigaction Action;
      EXPECT_EQ(sigaction(Signal, nullptr, &Action), 0);
      All.push_back(Action.sa_handler);
    }
    return All;
  };
  std::vector<void (*)(int)> Before = Handlers();
  constexpr unsigned Many = 200;
  for (SignalHandling Handling :
       {SignalHandling::None, SignalHandling::RemoveFiles}) {
    OutputTransaction Outputs(Handling);
    for (unsigned Number = 0; Number != Many; ++Number)
      ASSERT_FALSE(errorToBool(writeFileAtomically(
          {Outputs, path("out" + std::to_string(Number))}, "new")));
    EXPECT_EQ(Handlers() == Before, Handling == SignalHandling::None);
  }
}

TEST_F(AtomicFileTest, FollowsALink) {
  std::string Path = path("out.o"), Link = path("link.o");
  ASSERT_FALSE(errorToBool(writeFileAtomically(Path, "old")));
  ASSERT_FALSE(sys::fs::create_link(Path, Link));
  ASSERT_FALSE(errorToBool(writeFileAtomically(Link, "new")));
  EXPECT_EQ(contents(Path), "new");
  EXPECT_TRUE(sys::fs::is_symlink_file(Link));
}

TEST_F(AtomicFileTest, RefusesAFolder) {
  EXPECT_THAT(toString(writeFileAtomically(Folder.path(), "x")),
              testing::HasSubstr("cannot write: is a directory"));
}

TEST_F(AtomicFileTest, NamesTheMissingFolder) {
  std::string Path = path("absent/out.o");
  std::string Message = withoutHints(writeFileAtomically(Path, "x")).text();
  EXPECT_EQ(Message, Path + ": cannot write: no such file or directory");
}

TEST_F(AtomicFileTest, PiecesThatFailLeaveTheOldFile) {
  std::string Path = path("out.c");
  ASSERT_FALSE(errorToBool(writeFileAtomically(Path, "old")));
  auto Write = [](raw_ostream &OS) -> Error {
    OS << "half";
    return createStringError(inconvertibleErrorCode(), "the source is gone");
  };
  EXPECT_EQ(toString(writeFileAtomically(Path, Write)), "the source is gone");
  EXPECT_EQ(contents(Path), "old");
  EXPECT_THAT(files(), testing::ElementsAre("out.c"));
}

} // namespace
