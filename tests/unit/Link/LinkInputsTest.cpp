//===- LinkInputsTest.cpp - Tests of bytes that are linked ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/LinkerInputs.h"

#include "Inspect/TestObject.h"
#include "Read/Files.h"
#include "metaobj/Link.h"
#include "metaobj/Payload.h"

#include "llvm/Object/Archive.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>

using namespace llvm;
using namespace metaobj;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

static LinkInput inMemory(StringRef Name, StringRef Bytes) {
  return InputFile::ofMemory(Bytes.str(), Name.str());
}

namespace {

class LinkInputsTest : public testing::Test {
protected:
  LinkInputsTest() {
    const char *Old = ::getenv("TMPDIR");
    OldTemporary = Old ? std::optional<std::string>(Old) : std::nullopt;
    EXPECT_FALSE(sys::fs::create_directory(Folder.path("tmp")));
    ::setenv("TMPDIR", Folder.path("tmp").c_str(), 1);
  }
  ~LinkInputsTest() override {
    std::error_code Problem;
    sys::fs::directory_iterator Left(Folder.path("tmp"), Problem);
    EXPECT_TRUE(!Problem && Left == sys::fs::directory_iterator());
    if (OldTemporary)
      ::setenv("TMPDIR", OldTemporary->c_str(), 1);
    else
      ::unsetenv("TMPDIR");
  }

  std::string object(StringRef Ir,
                     const test::TestTarget &Target = test::X86_64) {
    return test::compile(Target, Ir.str())->getBuffer().str();
  }
  std::string contents(const Twine &Name) {
    auto Buffer = MemoryBuffer::getFile(Folder.path(Name));
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }
  /// The linked file, which is not empty.
  std::string linked(std::vector<LinkInput> Inputs, StringRef Output = "out") {
    Config.Inputs = std::move(Inputs);
    Expected<LinkResult> Result = link(Config, Folder.path(Output));
    if (!Result) {
      ADD_FAILURE() << toString(Result.takeError());
      return "";
    }
    Said = Result->LinkerOutput;
    return contents(Output);
  }
  /// The reason, and what stands behind it.
  std::string failure(std::vector<LinkInput> Inputs) {
    Config.Inputs = std::move(Inputs);
    Expected<LinkResult> Result = link(Config, Folder.path("out"));
    std::string Text;
    if (Result)
      return Text;
    handleAllErrors(Result.takeError(), [&](const InputError &E) {
      Text += toString(
          make_error<InputError>(E.input(), E.reason(), E.hint(), E.details()));
    });
    return Text;
  }

  const std::string Main = object("declare i32 @f()\n"
                                  "define i32 @_start() {\n"
                                  "  %r = call i32 @f()\n"
                                  "  ret i32 %r\n}\n");
  const std::string One = object("define i32 @f() {\n  ret i32 1\n}\n"
                                 "define i32 @g() {\n  ret i32 3\n}\n");
  TemporaryFolder Folder;
  LinkConfig Config;
  std::string Said;
  std::optional<std::string> OldTemporary;
};

} // namespace

/// Of one object with a function of this name.
static std::string archiveOf(StringRef Object, bool IsThin) {
  NewArchiveMember Member;
  Member.Buf = MemoryBuffer::getMemBuffer(Object, "f.o", false);
  Member.MemberName = "f.o";
  auto Bytes = writeArchiveToBuffer(ArrayRef(Member),
#if LLVM_VERSION_MAJOR >= 18
                                    SymtabWritingMode::NormalSymtab,
#else
                                    /*WriteSymtab=*/true,
#endif
                                    object::Archive::K_GNU,
                                    /*Deterministic=*/true, IsThin);
  return Bytes ? (*Bytes)->getBuffer().str() : toString(Bytes.takeError());
}

TEST_F(LinkInputsTest, GiveTheBytesOfPaths) {
  std::string MainPath = Folder.add("main.o", Main);
  std::string OnePath = Folder.add("f.o", One);
  std::string Wanted = linked({MainPath, OnePath});
  std::string Reversed = linked({OnePath, MainPath});
  EXPECT_NE(Wanted, Reversed);
  EXPECT_EQ(linked({inMemory("main.o", Main), OnePath}), Wanted);
  EXPECT_EQ(linked({MainPath, inMemory("f.o", One)}), Wanted);
  EXPECT_EQ(linked({inMemory("f.o", One), MainPath}), Reversed);
  // Names are free: equal, empty, long, of folders.
  for (const char *Name :
       {"", "/", "..", "a/b/", "<bytes>", "-o", "@file", "x y"})
    EXPECT_EQ(linked({inMemory(Name, Main), inMemory(Name, One)}), Wanted)
        << Name;
  std::string Long(5000, 'n');
  EXPECT_EQ(linked({inMemory(Long, Main), inMemory(Long, One)}), Wanted);
  // An input in memory may have the output's name.
  EXPECT_EQ(linked({inMemory(Folder.path("main.o"), Main), OnePath}, "main.o"),
            Wanted);
  // An open file has its own bytes, whatever its path names now.
  Expected<std::shared_ptr<const InputFile>> Open =
      InputFile::open(Folder.add("other.o", Main));
  ASSERT_TRUE(bool(Open));
  sys::fs::remove(Folder.path("other.o"));
  EXPECT_EQ(linked({*Open, OnePath}), Wanted);
}

TEST_F(LinkInputsTest, GiveTheBytesOfPathsForEachFormat) {
  struct {
    const test::TestTarget &Target;
    std::vector<std::string> Arguments;
  } Cases[] = {{test::CoffX86_64,
                {"/machine:x64", "/nodefaultlib", "/subsystem:console",
                 "/entry:_start"}},
               {test::MachOArm64,
                {"-arch", "arm64", "-platform_version", "macos", "12", "12",
                 "-e", "__start"}},
               {test::Wasm32, {}}};
  for (const auto &[Target, Arguments] : Cases) {
    Config.Arguments = Arguments;
    std::string Bytes =
        object("define i32 @_start() nounwind {\n  ret i32 1\n}\n", Target);
    std::string Wanted = linked({Folder.add("m.o", Bytes)});
    EXPECT_EQ(linked({inMemory("m.o", Bytes)}), Wanted) << Target.Name;
  }
}

TEST_F(LinkInputsTest, ArchivesAndPackages) {
  std::string MainPath = Folder.add("main.o", Main);
  std::string Archive = archiveOf(One, /*IsThin=*/false);
  std::string Wanted = linked({MainPath, Folder.add("lib.a", Archive)});
  EXPECT_EQ(linked({MainPath, inMemory("lib.a", Archive)}), Wanted);
  std::string Thin = archiveOf(One, /*IsThin=*/true);
  Folder.add("f.o", One);
  EXPECT_EQ(failure({MainPath, inMemory("lib.a", Thin)}),
            "lib.a: is a thin archive, whose members are other files; name it "
            "by its path, or make an archive of its members");
}

TEST_F(LinkInputsTest, MessagesHaveTheirNames) {
  EXPECT_EQ(failure({inMemory("net/main.o", Main)}),
            Folder.path("out") + ": undefined symbol: f\n"
                                 ">>> referenced by <string>\n"
                                 ">>>               net/main.o:(_start)");
  EXPECT_EQ(failure({inMemory("text", "no object")}),
            "text: is not an object or archive of objects (ELF, COFF, Mach-O "
            "or WebAssembly)");
  // Notes of ours have them, too.
  std::vector<std::string> Notes;
  Config.Memory.emplace();
  Config.Memory->Regions = {{"flash", 0, 0x10000, false, {}},
                            {"ram", 0x20000000, 0x1000, true, {}}};
  Config.Diagnostics = [&Notes](const Diagnostic &TheDiagnostic) {
    Notes.push_back(TheDiagnostic.Input.text());
  };
  linked(
      {inMemory("net/own.o", object("define i32 @_start() section \".own\" {\n"
                                    "  ret i32 0\n}\n"))});
  EXPECT_THAT(Notes, ElementsAre("net/own.o"));
}

TEST_F(LinkInputsTest, TextsHaveTheirNames) {
  Config.MapFile = Folder.path("map");
  Config.Arguments = {"--trace", "--dependency-file=" + Folder.path("rule")};
  std::string OnePath = Folder.add("f.o", One);
  linked({inMemory("<bytes>", Main), OnePath});
  EXPECT_EQ(Said, "<bytes>\n" + OnePath);
  EXPECT_THAT(contents("map"), AllOf(HasSubstr(" <bytes>:(.text)\n"),
                                     HasSubstr(" " + OnePath + ":(.text)\n"),
                                     Not(HasSubstr(".link-"))));
  // No file stands behind the other one.
  EXPECT_EQ(contents("rule"), Folder.path("out") + ": \\\n  " + OnePath +
                                  "\n\n" + OnePath + ":\n");
}

/// Debug maps store paths and times.
TEST_F(LinkInputsTest, DebugMapsHaveNoFolders) {
  Config.Arguments = {"-arch", "arm64", "-platform_version",
                      "macos", "12",    "12",
                      "-e",    "_main"};
  std::string Bytes =
      object("define i32 @main() !dbg !3 {\n  ret i32 0, !dbg !6\n}\n"
             "!llvm.dbg.cu = !{!0}\n"
             "!llvm.module.flags = !{!2, !7}\n"
             "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, "
             "producer: \"p\", emissionKind: FullDebug)\n"
             "!1 = !DIFile(filename: \"m.c\", directory: \"/d\")\n"
             "!2 = !{i32 2, !\"Dwarf Version\", i32 4}\n"
             "!3 = distinct !DISubprogram(name: \"main\", scope: !1, file: !1, "
             "line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)\n"
             "!4 = !DISubroutineType(types: !5)\n"
             "!5 = !{null}\n"
             "!6 = !DILocation(line: 1, scope: !3)\n"
             "!7 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
             test::MachOArm64);
  std::string First = linked({inMemory("net.o", Bytes)});
  EXPECT_THAT(First, AllOf(HasSubstr("net.o"), Not(HasSubstr(".link-"))));
  EXPECT_EQ(linked({inMemory("net.o", Bytes)}), First);
}

TEST(LinkerInputsTest, DependenciesAreTheCallersFiles) {
  Expected<WorkFolder> Folder = WorkFolder::createTemporary();
  ASSERT_TRUE(bool(Folder));
  std::vector<LinkerInput> Inputs = {
      {"a.o", "a.o", "a.o"},
      {Folder->file("0/b.tar(x.o)"), "b.tar(x.o)", "d/b.tar"},
      {Folder->file("1/c.o"), "c.o", ""}};
  std::string Rule = "out: \\\n a.o \\\n " + Folder->file("0/b.tar(x.o)") +
                     " \\\n " + Folder->file("1/c.o") + " \\\n " +
                     Folder->file("memory.ld") +
                     " \\\n x\\ y\\\\\\ z\\#$$.o\n\na.o:\n\nrest:\n";
  EXPECT_THAT(dependencies(Rule, Inputs, *Folder),
              ElementsAre("a.o", "d/b.tar", "x y\\ z#$.o"));
  EXPECT_EQ(withInputNames(Folder->file("1/c.o") + ":(.text) " +
                               Folder->file("0/b.tar(x.o)") + " " +
                               Folder->file("10/c.o") + " " +
                               Folder->file("99999999999999999999") + " " +
                               Folder->file("map") + "\n",
                           Inputs, *Folder),
            "c.o:(.text) b.tar(x.o) 10/c.o 99999999999999999999 map\n");
}
