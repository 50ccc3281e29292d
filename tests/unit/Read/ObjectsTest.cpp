//===- ObjectsTest.cpp - Functions of ELF objects, IR and archives --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Files.h"

#include <gmock/gmock.h>

#include <cstring>

using namespace llvm;
using namespace metaobj;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

struct Objects : testing::Test {
  TemporaryFolder Folder;
};

const char *const PackedIr =
    "define i32 @tvmgen_b(ptr %0, ptr %1, i32 %2, ptr %3, ptr %4, ptr %5) {\n"
    "  ret i32 0\n}\n"
    "define weak i32 @tvmgen_a(ptr, ptr, i32, ptr, ptr, ptr) {\n"
    "  ret i32 0\n}\n"
    "define internal i32 @tvmgen_hidden(ptr, ptr, i32, ptr, ptr, ptr) {\n"
    "  ret i32 0\n}\n"
    "define linkonce i32 @tvmgen_once(ptr, ptr, i32, ptr, ptr, ptr) {\n"
    "  ret i32 0\n}\n"
    "declare i32 @tvmgen_elsewhere(ptr, ptr, i32, ptr, ptr, ptr)\n"
    "@tvmgen_data = global i32 0\n";

TEST_F(Objects, ElfFunctionsInSymbolOrder) {
  std::string Bytes =
      elfObject({{"tvmgen_local", "STB_LOCAL"},
                 {"tvmgen_b"},
                 {"tvmgen_a", "STB_WEAK"},
                 {"fused_c"},
                 {"tvmgen_data", "STB_GLOBAL", "STT_OBJECT"},
                 {"tvmgen_untyped", "STB_GLOBAL", "STT_NOTYPE"},
                 {"tvmgen_ifunc", "STB_GLOBAL", "STT_GNU_IFUNC"},
                 {"tvmgen_away", "STB_GLOBAL", "STT_FUNC", ""}});
  ReadResult Result = readFiles(Folder, {Folder.add("op.o", Bytes)});
  EXPECT_EQ(Result.Refusal, "");
  EXPECT_THAT(Result.functions(),
              ElementsAre("tvmgen_b", "tvmgen_a", "fused_c"));
  EXPECT_EQ(Result.TheModel.Functions[0].Owner, Folder.path("op.o"));
  EXPECT_TRUE(Result.Messages.empty());
  ASSERT_EQ(Result.TheModel.Objects.size(), 1u);
  EXPECT_EQ(Result.TheModel.Objects[0].Name, Folder.path("op.o"));
  EXPECT_EQ(Result.TheModel.Objects[0].Bytes->getBuffer(), Bytes);
}

TEST_F(Objects, ElfOfAllClassesAndByteOrders) {
  for (const char *Class : {"ELFCLASS32", "ELFCLASS64"})
    for (const char *Data : {"ELFDATA2LSB", "ELFDATA2MSB"}) {
      ReadResult Result = readFiles(
          Folder, {Folder.add("op.o", elfObject({{"fused_f"}}, Class, Data))});
      EXPECT_THAT(Result.functions(), ElementsAre("fused_f")) << Class << Data;
    }
}

TEST_F(Objects, LinkedElfIsRefused) {
  struct {
    const char *Type, *Name, *MoreHint;
  } Types[] = {
      {"ET_EXEC", "an executable", "; check compares a program with a board"},
      {"ET_DYN", "a shared object", ""},
      {"ET_CORE", "a core file", ""},
      {"0xFE00", "of ELF type 65024", ""}};
  for (auto [Type, Name, MoreHint] : Types) {
    std::string Path = Folder.add(
        "op.o", elfObject({{"fused_f"}}, "ELFCLASS32", "ELFDATA2LSB", Type));
    EXPECT_EQ(readFiles(Folder, {Path}).Refusal,
              std::string("op.o: is ") + Name +
                  "; expected a relocatable object\nhint: give the objects "
                  "that it was linked from" +
                  MoreHint);
  }
}

TEST_F(Objects, ElfOfUnknownClass) {
  std::string Bytes = elfObject({});
  Bytes[4] = 7;
  EXPECT_EQ(readFiles(Folder, {Folder.add("op.o", Bytes)}).Refusal,
            "op.o: is a damaged ELF object: its class is 7 and its byte order "
            "1; each must be 1 or 2");
}

TEST_F(Objects, IrAsTextAndAsBitcode) {
  for (const std::string &Bytes : {std::string(PackedIr), bitcode(PackedIr)}) {
    ReadResult Result = readFiles(Folder, {Folder.add("op", Bytes)});
    EXPECT_EQ(Result.Refusal, "");
    EXPECT_THAT(Result.functions(), ElementsAre("tvmgen_b", "tvmgen_a"));
    EXPECT_EQ(Result.TheModel.Objects[0].Bytes->getBuffer(), Bytes);
  }
}

TEST_F(Objects, TextualIrOfWholePagesIsParsed) {
  // Parsers want a NUL behind the text, and such a file, mapped, has none.
  std::string Text = PackedIr;
  Text += ';';
  Text.resize(16384 * 4, 'x');
  ReadResult Result = readFiles(Folder, {Folder.add("op.ll", Text)});
  ASSERT_EQ(Result.Refusal, "");
  EXPECT_EQ(Result.TheModel.Objects[0].Bytes->getBufferSize(), Text.size());
  EXPECT_THAT(Result.functions(), ElementsAre("tvmgen_b", "tvmgen_a"));
}

TEST_F(Objects, IrAliasesAndEscapedNames) {
  ReadResult Result = readFiles(
      Folder,
      {Folder.add("op.ll",
                  "@fused_alias = alias i32 (ptr, ptr, i32, ptr, ptr, ptr), "
                  "ptr @\"\\01fused_f\"\n"
                  "define i32 @\"\\01fused_f\"(ptr, ptr, i32, ptr, ptr, ptr) "
                  "{\n  ret i32 0\n}\n")});
  EXPECT_EQ(Result.Refusal, "");
  EXPECT_THAT(Result.functions(), ElementsAre("fused_f", "fused_alias"));
}

TEST_F(Objects, IrWithAnotherSignatureIsLeftOutWithAWarning) {
  std::string Path = Folder.add(
      "op.ll", "define i32 @fused_plain(ptr, ptr) {\n  ret i32 0\n}\n"
               "define void @fused_void(ptr, ptr, i32, ptr, ptr, ptr) {\n"
               "  ret void\n}\n"
               "define i32 @fused_wide(ptr, ptr, i64, ptr, ptr, ptr) {\n"
               "  ret i32 0\n}\n"
               "define i32 @fused_more(ptr, ptr, i32, ptr, ptr, ptr, ...) {\n"
               "  ret i32 0\n}\n"
               "define i32 @fused_f(ptr, ptr, i32, ptr, ptr, ptr) {\n"
               "  ret i32 0\n}\n");
  ReadResult Result = readFiles(Folder, {Path});
  EXPECT_EQ(Result.Refusal, "");
  EXPECT_THAT(Result.functions(), ElementsAre("fused_f"));
  EXPECT_THAT(
      Result.Messages,
      ElementsAre("warning: op.ll: left out 4 functions that are not packed: "
                  "'fused_plain', 'fused_void', 'fused_wide' and 1 more; "
                  "'fused_plain' is i32 (ptr, ptr), but a registry's clients "
                  "call i32 (ptr, ptr, i32, ptr, ptr, ptr)\nhint: "
                  "InputConfig::Exclude=GLOB says that this is meant"));

  InputConfig Config;
  Config.Files = {Path};
  for (StringRef Name : {"fused_[pwm]*", "fused_[pvm]*", "fused_[pvw]*"}) {
    Config.Exclude = {Name.str()};
    EXPECT_THAT(read(Folder, Config).Messages,
                Contains(HasSubstr("left out function 'fused_")));
  }
  Config.Exclude = {"fused_[pwm]*"};
  EXPECT_THAT(read(Folder, Config).Messages,
              Contains(HasSubstr("void (ptr, ptr, i32, ptr, ptr, ptr), but")));
  Config.Exclude = {"fused_[pvwm]*"};
  EXPECT_THAT(read(Folder, Config).Messages,
              ElementsAre("note: op.ll: excluded 4 functions: 'fused_plain', "
                          "'fused_void', 'fused_wide' and 1 more"));
  Config.Functions = {"fused_plain"};
  EXPECT_EQ(read(Folder, Config).Refusal,
            "InputConfig::Functions: function 'fused_plain' is i32 (ptr, ptr) "
            "in 'op.ll'; "
            "a registry's clients call i32 (ptr, ptr, i32, ptr, ptr, ptr)\n"
            "hint: compile it with TVM's packed API");
}

TEST_F(Objects, IrThatDoesNotParse) {
  EXPECT_THAT(
      readFiles(Folder, {Folder.add("op.ll", "define i32 @f(banana) {\n")})
          .Refusal,
      testing::StartsWith("op.ll: line 1, column 15: expected type\nhint: this "
                          "metaobj has LLVM "));
  EXPECT_EQ(readFiles(Folder,
                      {Folder.add("deep.ll",
                                  "@a = global " + std::string(1000000, '['))})
                .Refusal,
            "deep.ll: nests brackets more than 256 deep");
  EXPECT_THAT(
      readFiles(Folder, {Folder.add("op.bc", "BC\xC0\xDE rubbish!")}).Refusal,
      testing::StartsWith("op.bc: "));
}

struct Archives : Objects {
  std::string A = Folder.add("a.o", elfObject({{"tvmgen_a"}}));
  std::string B = Folder.add("b.bc", bitcode(PackedIr));
  std::string Note = Folder.add("readme.txt", "not an object\n");
};

TEST_F(Archives, MembersOfEveryKindOfArchive) {
  std::string C = Folder.add("c.o", elfObject({{"fused_c"}}));
  for (auto Kind : {object::Archive::K_GNU, object::Archive::K_BSD,
                    object::Archive::K_COFF, object::Archive::K_GNU64}) {
    std::string Path =
        writeArchive(Folder.path("lib.a"), {B, C, Note}, false, Kind);
    ReadResult Result = readFiles(Folder, {Path});
    EXPECT_EQ(Result.Refusal, "");
    EXPECT_THAT(Result.functions(),
                ElementsAre("tvmgen_b", "tvmgen_a", "fused_c"));
    EXPECT_EQ(Folder.strip(Result.TheModel.Functions[2].Owner.text()),
              "lib.a(c.o)");
    EXPECT_THAT(
        Result.Messages,
        ElementsAre("note: lib.a: left out 1 member with neither an object, "
                    "bitcode nor IR: 'lib.a(readme.txt)'"));
    // The bytes stay after the archive is read.
    ASSERT_EQ(Result.TheModel.Objects.size(), 2u);
    EXPECT_TRUE(
        Result.TheModel.Objects[1].Bytes->getBuffer().starts_with("\x7F"
                                                                  "ELF"));
  }
}

TEST_F(Archives, ThinMembersLieNextToTheArchive) {
  std::string Path = writeArchive(Folder.path("thin.a"), {A}, /*Thin=*/true);
  InputConfig Config;
  Config.Files = {Path};
  ReadResult Result = read(Folder, Config);
  EXPECT_EQ(Result.Refusal, "");
  EXPECT_THAT(Result.functions(), ElementsAre("tvmgen_a"));
  ASSERT_EQ(Result.TheModel.FilesRead.size(), 2u);
  EXPECT_EQ(sys::path::filename(Result.TheModel.FilesRead[1]), "a.o");

  sys::fs::remove(A);
  EXPECT_THAT(read(Folder, Config).Refusal,
              HasSubstr("a.o: no such file or directory"));
  EXPECT_THAT(read(Folder, Config).Refusal, testing::StartsWith("thin.a("));
}

TEST_F(Archives, ArchiveInsideAnArchive) {
  std::string Inner = writeArchive(Folder.path("inner.a"), {A});
  std::string Outer = writeArchive(Folder.path("outer.a"), {Inner});
  EXPECT_EQ(readFiles(Folder, {Outer}).Refusal,
            "outer.a(inner.a): is an archive inside an archive\nhint: give the "
            "inner archive by itself");
}

TEST_F(Archives, ErrorsNameArchiveAndMember) {
  std::string Bad = Folder.add(
      "bad.o", elfObject({}, "ELFCLASS32", "ELFDATA2LSB", "ET_EXEC"));
  std::string Path = writeArchive(Folder.path("lib.a"), {A, Bad});
  EXPECT_THAT(readFiles(Folder, {Path}).Refusal,
              testing::StartsWith("lib.a(bad.o): is an executable; expected"));
}

TEST_F(Archives, EmptyArchiveIsAWarning) {
  ReadResult Result = readFiles(Folder, {Folder.add("none.a", "!<arch>\n"), A});
  EXPECT_EQ(Result.Refusal, "");
  EXPECT_THAT(Result.functions(), ElementsAre("tvmgen_a"));
  EXPECT_THAT(Result.Messages,
              ElementsAre("warning: none.a: the archive has no members"));
}

TEST_F(Archives, MembersEndInsideTheArchive) {
  // LLVM's reader looks at the next member only, and that is too late.
  auto Member = [](const char *Name, const char *Size) {
    std::string Header(60, ' ');
    Header.replace(0, strlen(Name), Name);
    Header.replace(48, strlen(Size), Size);
    Header.replace(58, 2, "`\n");
    return "!<arch>\n" + Header;
  };
  auto Refusal = [&](const std::string &Bytes) {
    return readFiles(Folder, {Folder.add("lib.a", Bytes)}).Refusal;
  };
  EXPECT_EQ(Refusal(Member("a.o/", "100") + "short"),
            "lib.a: ends at byte 73 inside the member at byte 8, which has 100 "
            "bytes from byte 68");
  EXPECT_EQ(Refusal(Member("#1/50", "100") + "name"),
            "lib.a: ends at byte 72 inside the member at byte 8, which has 100 "
            "bytes from byte 68");
  EXPECT_EQ(Refusal(Member("a.o/", "many")),
            "lib.a: the member at byte 8 has no number for its size: 'many'");
  EXPECT_EQ(Refusal(Member("a.o/", "9999999999")),
            "lib.a: ends at byte 68 inside the member at byte 8, which has "
            "9999999999 bytes from byte 68");
  EXPECT_EQ(Refusal("!<arch>\nabc"),
            "lib.a: ends at byte 11 inside the header of the member at byte 8");
}

/// Reads what is damaged: any result will do, as long as errors name the file.
void readDamaged(const TemporaryFolder &Folder, StringRef Bytes) {
  InputConfig Config;
  Config.OpenFiles = {InputFile::ofMemory(Bytes.str(), "damaged")};
  ReadResult Result = read(Folder, std::move(Config));
  if (!Result.Refusal.empty()) {
    ASSERT_THAT(Result.Refusal, testing::StartsWith("damaged"));
    ASSERT_EQ(StringRef(Result.Refusal).count('\n'),
              StringRef(Result.Refusal).count("\nhint: "));
  }
}

TEST_F(Archives, OpenFilesAreReadAfterPaths) {
  InputConfig Config;
  Config.OpenFiles = {
      InputFile::ofMemory(elfObject({{"tvmgen_in_memory"}}), "memory.o"),
      cantFail(InputFile::open(A))};
  Config.Files = {Folder.add("b.o", elfObject({{"tvmgen_b"}}))};
  ReadResult Result = read(Folder, Config);
  EXPECT_THAT(Result.functions(),
              ElementsAre("tvmgen_b", "tvmgen_in_memory", "tvmgen_a"));
  EXPECT_THAT(Result.TheModel.FilesRead, ElementsAre(Folder.path("b.o"), A));
  EXPECT_EQ(Result.TheModel.Functions[1].Owner, "memory.o");

  Config.OpenFiles = {nullptr};
  EXPECT_EQ(read(Folder, Config).Refusal,
            "open input: is a null pointer, not a file");
}

TEST_F(Archives, EveryPrefixOfAnObject) {
  std::string Elf = elfObject({{"tvmgen_a"}, {"fused_b"}});
  std::string Ir = bitcode(PackedIr);
  for (const std::string &Bytes : {Elf, Ir})
    for (size_t Size = 0; Size != Bytes.size(); ++Size)
      readDamaged(Folder, StringRef(Bytes).take_front(Size));
}

TEST_F(Archives, EveryPrefixOfAnArchive) {
  std::string Path = writeArchive(Folder.path("lib.a"), {A, Note});
  auto Bytes = cantFail(errorOrToExpected(MemoryBuffer::getFile(Path)));
  for (size_t Size = 0; Size != Bytes->getBufferSize(); ++Size)
    readDamaged(Folder, Bytes->getBuffer().take_front(Size));
}

TEST_F(Archives, EveryFlippedByteOfElfAndArchive) {
  std::string Path = writeArchive(Folder.path("lib.a"), {A});
  auto Archive = cantFail(errorOrToExpected(MemoryBuffer::getFile(Path)));
  for (const std::string &Bytes :
       {elfObject({{"tvmgen_a"}, {"fused_b"}}, "ELFCLASS64", "ELFDATA2MSB"),
        Archive->getBuffer().str()})
    for (size_t I = 0; I != Bytes.size(); ++I)
      for (unsigned Flip : {0x01u, 0xFFu}) {
        std::string Damaged = Bytes;
        Damaged[I] = char(Damaged[I] ^ Flip);
        readDamaged(Folder, Damaged);
      }
}

} // namespace
