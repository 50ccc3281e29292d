//===- LinkTest.cpp - Tests of linking in a process -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Link.h"

#include "Inspect/TestObject.h"
#include "Link/Lld.h"
#include "Read/Files.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(LldMessagesTest, AreSplit) {
  LldMessages Found = splitMessages("ld.lld: error: undefined symbol: f\n"
                                    ">>> referenced by a.o\n"
                                    ">>>               b.o\n"
                                    "\n"
                                    "ld.lld: warning: odd\n"
                                    "something else\n",
                                    "ld.lld");
  EXPECT_THAT(Found.Errors,
              ElementsAre("undefined symbol: f\n>>> referenced by a.o\n"
                          ">>>               b.o"));
  EXPECT_THAT(Found.Warnings, ElementsAre("odd"));
  EXPECT_EQ(Found.Rest, "something else");
}

TEST(LldDeathTest, FaultsAreErrors) {
  auto Reason = [](function_ref<bool()> Body) {
    Expected<bool> Result = runGuarded("ld.lld", "at work", Body);
    return Result ? std::string() : toString(Result.takeError());
  };
  auto Run = [&Reason] {
    std::string First = Reason([] { return std::raise(SIGSEGV) == 0; });
    std::string Second = Reason([] { return true; });
    errs() << First << Second;
    std::exit(7);
  };
  EXPECT_EXIT(Run(), testing::ExitedWithCode(7),
              "crashed: at work.*crashed before in this process");
}

namespace {

/// Two objects that belong together.
class LinkTest : public testing::Test {
protected:
  LinkTest() {
    Config.Inputs = {add("main.o", "declare i32 @f()\n"
                                   "define i32 @_start() {\n"
                                   "  %r = call i32 @f()\n"
                                   "  ret i32 %r\n}\n"),
                     add("f.o", "@big = constant [1000 x i8] zeroinitializer\n"
                                "define i32 @f() {\n"
                                "  %p = ptrtoint ptr @big to i32\n"
                                "  ret i32 %p\n}\n")};
  }

  std::string add(StringRef Name, StringRef Ir) {
    return Folder.add(Name, test::compile(test::X86_64, Ir.str())->getBuffer());
  }
  std::string reasonOfLink(StringRef Output) {
    Expected<LinkResult> Result = link(Config, Folder.path(Output));
    return Result ? "" : Folder.strip(toString(Result.takeError()));
  }
  std::string contents(StringRef Name) {
    auto Buffer = MemoryBuffer::getFile(Folder.path(Name));
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }
  /// Everything in the folder.
  std::vector<std::string> names() {
    std::vector<std::string> Result;
    std::error_code Problem;
    for (sys::fs::directory_iterator Entry(Folder.path("."), Problem), End;
         !Problem && Entry != End; Entry.increment(Problem))
      Result.push_back(sys::path::filename(Entry->path()).str());
    llvm::sort(Result);
    return Result;
  }

  TemporaryFolder Folder;
  LinkConfig Config;
};

} // namespace

TEST_F(LinkTest, ImageOfMemories) {
  Config.Memory.emplace();
  Config.Memory->Regions = {{"flash", 0x4010, 0x10000, false, {}},
                            {"ram", 0x20000000, 0x1000, true, {}}};
  Config.Images = {Folder.path("out.bin"), Folder.path("out.hex"),
                   Folder.path("out.uf2"), 0x1234};
  Expected<LinkResult> Result = link(Config, Folder.path("out.elf"));
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  ASSERT_EQ(Result->Regions.size(), 2u);
  EXPECT_EQ(Result->Regions[0].Name, "flash");
  EXPECT_GE(Result->Regions[0].Used, 1000u);
  EXPECT_LE(Result->Regions[0].Used, 1200u);
  EXPECT_EQ(Result->Regions[1].Used, 0u);
  // No ELF headers in front of the first address.
  EXPECT_EQ(contents("out.bin").size(), Result->Regions[0].Used);
  EXPECT_EQ(contents("out.uf2").size() % 512, 0u);
  EXPECT_EQ(StringRef(contents("out.uf2")).take_front(4), "UF2\n");
  EXPECT_EQ(StringRef(contents("out.hex")).take_front(1), ":");
  EXPECT_THAT(names(), ElementsAre("f.o", "main.o", "out.bin", "out.elf",
                                   "out.hex", "out.uf2"));
}

TEST_F(LinkTest, WhatDoesNotFitIsNamed) {
  Config.Memory.emplace();
  Config.Memory->Regions = {{"flash", 0, 512, false, {}},
                            {"ram", 0x20000000, 0x1000, true, {}}};
  Folder.add("out.elf", "old");
  Expected<LinkResult> Result = link(Config, Folder.path("out.elf"));
  ASSERT_FALSE(bool(Result));
  std::string Details;
  handleAllErrors(Result.takeError(), [&](const InputError &E) {
    EXPECT_EQ(E.reason(), "does not fit into the memories");
    Details = E.details().text();
  });
  EXPECT_THAT(Details, HasSubstr("region 'flash': "));
  EXPECT_THAT(Details, HasSubstr(" of 512 bytes, "));
  EXPECT_THAT(Details, HasSubstr("1,000  big (.rodata)"));
  EXPECT_EQ(contents("out.elf"), "old");
  EXPECT_THAT(names(), ElementsAre("f.o", "main.o", "out.elf"));
}

TEST_F(LinkTest, InitialValuesOnlyWhereSomethingCopiesThem) {
  Config.Inputs.push_back(add("v.o",
                              "@v = global i32 5, section \".fast\"\n"
                              "@z = global i32 0, section \".fast0\"\n"));
  Config.Memory.emplace();
  Config.Memory->Regions = {{"flash", 0, 4096, false, {}},
                            {"ram", 0x20000000, 0x1000, true, {}},
                            {"fast", 0x10000000, 64, true, {".fast"}}};
  Config.GcSections = false;
  EXPECT_THAT(reasonOfLink("out.elf"),
              HasSubstr("section '.fast.placed' has initial values in region "
                        "'fast', and no start-up code that copies them"));
}

TEST_F(LinkTest, LongNames) {
  for (size_t Size : {243, 244, 251, 252, 255}) {
    std::string Name(Size, 'n');
    EXPECT_EQ(reasonOfLink(Name), "") << Size;
    EXPECT_THAT(names(), testing::Contains(Name));
  }
  std::string Name(255, 'n');
  Config.Inputs.pop_back();
  EXPECT_THAT(reasonOfLink(Name), HasSubstr(Name + ": undefined symbol: f"));
}

TEST_F(LinkTest, FoldersOfKilledProcessesAreRemoved) {
  auto Make = [this](StringRef Name) {
    std::string Path = Folder.path(Name);
    EXPECT_EQ(::mkdir(Path.c_str(), 0700), 0);
    Folder.add((Name + "/output").str(), "half");
    return Path;
  };
  Make(".link-0123abcd.tmp");
  Make(".link-other.tmp");
  int Lock = ::open(Make(".link-89abcdef.tmp").c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(::flock(Lock, LOCK_EX), 0);
  EXPECT_EQ(reasonOfLink("out"), "");
  EXPECT_THAT(names(), ElementsAre(".link-89abcdef.tmp", ".link-other.tmp",
                                   "f.o", "main.o", "out"));
  ::close(Lock);
}

TEST_F(LinkTest, UndefinedSymbols) {
  Config.Inputs.pop_back();
  Folder.add("out", "old");
  EXPECT_THAT(reasonOfLink("out"), HasSubstr("undefined symbol: f"));
  EXPECT_EQ(contents("out"), "old");
}

TEST_F(LinkTest, InputsThatAreNone) {
  Config.Inputs = {Folder.add("text", "no object")};
  EXPECT_THAT(reasonOfLink("out"),
              HasSubstr("is not an object or archive of objects"));
  Config.Inputs = {Folder.path("missing.o")};
  EXPECT_THAT(reasonOfLink("out"), HasSubstr("no such file"));
  Config.Inputs = {};
  EXPECT_THAT(reasonOfLink("out"), HasSubstr("there is no object to link"));
  EXPECT_THAT(names(), ElementsAre("f.o", "main.o", "text"));
}

TEST_F(LinkTest, SettingsThatContradict) {
  Config.Localize = true;
  EXPECT_THAT(reasonOfLink("out"),
              HasSubstr("only symbols of a joined object become local"));
  Config.Localize = false;
  Config.Relocatable = true;
  Config.GcSections = true;
  EXPECT_THAT(reasonOfLink("out"),
              HasSubstr("objects that are joined have no addresses yet: "
                        "memories, images and dropped sections belong to the "
                        "last link"));
  Config.Relocatable = false;
  Config.Script = Folder.add("own.ld", "SECTIONS { }");
  Config.Memory.emplace();
  Config.Memory->Regions = {{"flash", 0, 0x1000, false, {}},
                            {"ram", 0x20000000, 0x1000, true, {}}};
  EXPECT_THAT(reasonOfLink("out"),
              HasSubstr("own.ld: a linker script and memories exclude each "
                        "other"));
  EXPECT_THAT(names(), ElementsAre("f.o", "main.o", "own.ld"));
}

TEST_F(LinkTest, OutputsThatAreNoFiles) {
  Expected<LinkResult> Result = link(Config, Folder.path("no/out"));
  ASSERT_FALSE(bool(Result));
  EXPECT_THAT(toString(Result.takeError()),
              HasSubstr("cannot write: no such file or directory"));
  std::string Fifo = Folder.path("fifo");
  ASSERT_EQ(::mkfifo(Fifo.c_str(), 0600), 0);
  EXPECT_THAT(reasonOfLink("fifo"), HasSubstr("fifo: is not a regular file"));
}

/// lld's state is global, and it resets it.
TEST_F(LinkTest, ManyAtATime) {
  auto Run = [this](unsigned Thread) {
    for (unsigned I = 0; I != 10; ++I) {
      Expected<LinkResult> Result =
          link(Config, Folder.path("out" + Twine(Thread)));
      EXPECT_TRUE(bool(Result)) << toString(Result.takeError());
    }
  };
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != 4; ++I)
    Threads.emplace_back(Run, I);
  for (std::thread &Item : Threads)
    Item.join();
  for (unsigned I = 1; I != 4; ++I)
    EXPECT_EQ(contents("out0"), contents(("out" + Twine(I)).str()));
}

TEST_F(LinkTest, ErrorsBeforeLeaveNoState) {
  std::vector<LinkInput> Good = Config.Inputs;
  ASSERT_EQ(reasonOfLink("first"), "");
  Config.Inputs = {Good.front()};
  EXPECT_NE(reasonOfLink("bad"), "");
  // lld leaves by exit() at some errors.
  Config.Arguments = {"--no-such-option", "-T", Folder.path("missing.ld")};
  EXPECT_NE(reasonOfLink("bad"), "");
  Config.Arguments = {};
  Config.Inputs = Good;
  EXPECT_EQ(reasonOfLink("second"), "");
  EXPECT_EQ(contents("first"), contents("second"));
}

#ifdef __GLIBC__
TEST_F(LinkTest, MemoryStaysFlat) {
  auto Link = [this](unsigned Times) {
    for (unsigned I = 0; I != Times; ++I)
      ASSERT_EQ(reasonOfLink("out"), "");
  };
  Link(100);
  size_t Before = ::mallinfo2().uordblks;
  if (Before == 0)
    GTEST_SKIP() << "the sanitizer's allocator counts elsewhere";
  Link(1000);
  // lld and LLVM keep 1,680 bytes of each link; a link's own memory is 20 times
  // as much, at least.
  constexpr size_t BytesOfLink = 4096;
  EXPECT_LT(::mallinfo2().uordblks, Before + 1000 * BytesOfLink);
}
#endif

TEST_F(LinkTest, HandlersOfSignalsAreRestored) {
  auto Handlers = [] {
    std::vector<void (*)(int)> All;
    for (int Signal = 1; Signal != SIGRTMIN; ++Signal) {
      struct sigaction Action = {};
      ::sigaction(Signal, nullptr, &Action);
      All.push_back(Action.sa_handler);
    }
    return All;
  };
  auto All = Handlers();
  EXPECT_EQ(reasonOfLink("out"), "");
  EXPECT_EQ(Handlers(), All);
  struct sigaction Before, After;
  // A program that recovers from faults itself goes on doing so.
  CrashRecoveryContext::Enable();
  ::sigaction(SIGSEGV, nullptr, &Before);
  EXPECT_EQ(reasonOfLink("out"), "");
  ::sigaction(SIGSEGV, nullptr, &After);
  EXPECT_EQ(Before.sa_handler, After.sa_handler);
  CrashRecoveryContext::Disable();
}
