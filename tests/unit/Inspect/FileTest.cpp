//===- FileTest.cpp - Kinds of files, text and JSON -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/TestObject.h"

#include "Base/LlvmVersion.h"

#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/JSON.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;
using testing::HasSubstr;

namespace {

std::string jsonOf(ArrayRef<Inspection> Subject) {
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(Subject, OS);
  return Text;
}

std::string textOf(const Inspection &Inspected) {
  std::string Text;
  raw_string_ostream OS(Text);
  print(Inspected, OS);
  return Text;
}

std::unique_ptr<MemoryBuffer> smallObject(StringRef Name) {
  return compile(X86_64, registryIr(namesBlob(X86_64, 2, {Name}), {"@f0"}));
}

TEST(InspectFile, ArchiveHasOneEntryForEachElfMember) {
  auto First = smallObject("a"), Second = compile(Mips, "@x = constant i8 1\n");
  // An odd size puts the next member where its structures are not aligned.
  auto Text = MemoryBuffer::getMemBuffer("just text", "readme.txt");
  std::vector<NewArchiveMember> Members;
  Members.emplace_back(MemoryBufferRef(First->getBuffer(), "first.o"));
  Members.emplace_back(Text->getMemBufferRef());
  Members.emplace_back(MemoryBufferRef(Second->getBuffer(), "second.o"));
  Expected<std::unique_ptr<MemoryBuffer>> Archive =
      writeArchiveToBuffer(Members, llvm_version::NoSymbolTable,
                           object::Archive::K_GNU, /*Deterministic=*/true,
                           /*Thin=*/false);
  ASSERT_TRUE(bool(Archive)) << toString(Archive.takeError());

  Expected<std::vector<Inspection>> Found =
      inspect(MemoryBufferRef((*Archive)->getBuffer(), "lib.a"));
  ASSERT_TRUE(bool(Found)) << toString(Found.takeError());
  ASSERT_EQ(Found->size(), 2u);
  EXPECT_EQ((*Found)[0].File, "lib.a(first.o)");
  EXPECT_EQ((*Found)[0].Registries.size(), 1u);
  EXPECT_EQ((*Found)[1].File, "lib.a(second.o)");
  EXPECT_EQ((*Found)[1].Format, "ELF32-BE");
  EXPECT_EQ(textOf((*Found)[1]),
            "lib.a(second.o): ELF32-BE, mips-unknown-unknown\nno registry and "
            "no parameter\n");
}

TEST(InspectFile, ErrorsNameTheMember) {
  auto Broken = compile(X86_64, registryIr(StringRef("\5\0a\0\0", 5), {"@a"}));
  std::vector<NewArchiveMember> Members;
  Members.emplace_back(MemoryBufferRef(Broken->getBuffer(), "broken.o"));
  Expected<std::unique_ptr<MemoryBuffer>> Archive =
      writeArchiveToBuffer(Members, llvm_version::NoSymbolTable,
                           object::Archive::K_GNU, true, false);
  ASSERT_TRUE(bool(Archive)) << toString(Archive.takeError());
  EXPECT_THAT(inspectFailure(MemoryBufferRef((*Archive)->getBuffer(), "lib.a")),
              testing::StartsWith("lib.a(broken.o): 'TVMSystemLibEntryPoint'"));
}

TEST(InspectFile, OtherFilesAreRefusedByWhatTheyAre) {
  auto FailureOf = [](StringRef Bytes) {
    return inspectFailure(MemoryBufferRef(Bytes, "in"));
  };
  EXPECT_EQ(FailureOf(""),
            "in: is an empty file; object files and archives are read");
  EXPECT_THAT(FailureOf("plain text"), HasSubstr("is a text file"));
  EXPECT_THAT(FailureOf("BC\xc0\xde rest"), HasSubstr("is LLVM bitcode"));
  EXPECT_THAT(FailureOf(StringRef("\0asm\1\0\0\0", 8)),
              HasSubstr("has no symbols of its data"));
}

TEST(InspectFile, JsonHasTheSchemasKeysInOrder) {
  Inspection Inspected;
  Inspected.File = "m.o";
  Inspected.Format = "ELF32-LE";
  Inspected.Triple = "thumbv7em--";
  Inspected.Registries.push_back(
      {"entry", "tvm-crt-u16", 1, {{0, "alpha", "alpha_impl", 0x8000}}});
  Inspected.Registries.back().Address = 0x8100;
  InspectedParam Param;
  Param.Name = "w";
  Param.Model = "tvmgen_default";
  Param.Address = 0x10000;
  Param.Symbol = "__tvm_param__w";
  Param.StorageId = 7;
  Param.DType = "int8";
  Param.Shape = {2, 3};
  Param.Bytes = 6;
  Param.Codec = "zstd";
  Param.StoredBytes = 5;
  Param.Align = 64;
  Param.Section = ".rodata.tvm";
  Param.Hash = "blake3:00";
  Inspected.Params.push_back(Param);
  EXPECT_EQ(jsonOf(Inspected), R"({
  "schema": 1,
  "file": "m.o",
  "format": "ELF32-LE",
  "triple": "thumbv7em--",
  "stripped": false,
  "registries": [
    {
      "entry": "entry",
      "abi": "tvm-crt-u16",
      "count": 1,
      "address": 33024,
      "functions": [
        {
          "index": 0,
          "name": "alpha",
          "symbol": "alpha_impl",
          "address": 32768
        }
      ]
    }
  ],
  "params": [
    {
      "name": "w",
      "model": "tvmgen_default",
      "symbol": "__tvm_param__w",
      "address": 65536,
      "sid": 7,
      "dtype": "int8",
      "shape": [
        2,
        3
      ],
      "bytes": 6,
      "codec": "zstd",
      "stored_bytes": 5,
      "align": 64,
      "section": ".rodata.tvm",
      "hash": "blake3:00"
    }
  ],
  "executors": [],
  "records": []
}
)");
}

TEST(InspectFile, JsonHasNullForWhatIsUnknown) {
  Inspection Inspected;
  Inspected.Registries.push_back({"", "tvm-crt-u8", 1, {{0, "a", ""}}});
  Inspected.Params.emplace_back();
  std::string Text = jsonOf(Inspected);
  for (const char *Key : {"entry", "address", "model", "symbol", "sid", "dtype",
                          "shape", "codec", "hash"})
    EXPECT_THAT(Text, HasSubstr(std::string("\"") + Key + "\": null"));
}

TEST(InspectFile, JsonIsValidForAnyNames) {
  Inspection Inspected;
  Inspected.File = "\xff\"\n.o";
  Inspected.Registries.push_back(
      {"e\x80", "tvm-crt-u8", 1, {{0, "\xc3\x28\1", "\xfe"}}});
  Inspected.Params.emplace_back();
  Inspected.Params.front().Name = "\xf0\x9f";
  Expected<json::Value> Parsed = json::parse(jsonOf(Inspected));
  ASSERT_TRUE(bool(Parsed)) << toString(Parsed.takeError());
  EXPECT_EQ(Parsed->getAsObject()->getInteger("schema"), 1);
}

TEST(InspectFile, JsonOfSeveralFilesIsAnArray) {
  EXPECT_EQ(jsonOf({}), "[]\n");
  std::vector<Inspection> Two(2);
  Expected<json::Value> Parsed = json::parse(jsonOf(Two));
  ASSERT_TRUE(bool(Parsed)) << toString(Parsed.takeError());
  ASSERT_NE(Parsed->getAsArray(), nullptr);
  EXPECT_EQ(Parsed->getAsArray()->size(), 2u);
}

TEST(InspectFile, TextIsAligned) {
  Inspection Inspected;
  Inspected.File = "m.o";
  Inspected.Format = "ELF64-BE";
  Inspected.Triple = "s390x--";
  Inspected.Registries.push_back(
      {"entry",
       "tvm-crt-u16",
       2,
       {{0, "alpha", "alpha"}, {1, "b\x1b[2J", "impl"}}});
  InspectedParam Param;
  Param.Name = "w";
  Param.Bytes = 6;
  Param.Align = 64;
  Param.Section = ".rodata.tvm";
  Param.Hash = "blake3:0123456789abcdef0123";
  Inspected.Params.push_back(Param);
  Param.StorageId = 12;
  Param.DType = "float32";
  Param.Shape = {2, 3};
  Inspected.Params.push_back(Param);
  EXPECT_EQ(textOf(Inspected), R"(m.o: ELF64-BE, s390x--

entry: tvm-crt-u16, 2 functions
  index  name     symbol, if other
  0      alpha
  1      b\1B[2J  impl

2 parameters
  name  sid  dtype    shape   bytes  align  section      blake3
  w     -    ?        ?       6      64     .rodata.tvm  0123456789abcdef
  w     12   float32  [2, 3]  6      64     .rodata.tvm  0123456789abcdef
)");
}

} // namespace
