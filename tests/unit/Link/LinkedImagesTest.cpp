//===- LinkedImagesTest.cpp - Damaged linked files ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked PE, Mach-O and WebAssembly files of lld, with every byte damaged and
// cut at every place. Not one may crash, hang or take memory beyond its size.
//
//===----------------------------------------------------------------------===//

#include "metaobj/Link.h"

#include "Inspect/TestObject.h"
#include "Read/Files.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;
using testing::HasSubstr;

namespace {

/// A way to link a small program.
struct LinkedFile {
  const char *Name;
  TestTarget Target;
  std::vector<std::string> Arguments;
};

/// For the test framework, which would print all bytes.
std::ostream &operator<<(std::ostream &OS, const LinkedFile &File) {
  return OS << File.Name;
}

const std::vector<std::string> AppleProgram = {
    "-arch", "arm64", "-platform_version",      "macos", "12",
    "12",    "-e",    "_TVMSystemLibEntryPoint"};

std::vector<std::string> with(std::vector<std::string> Some,
                              std::initializer_list<const char *> More) {
  Some.insert(Some.end(), More.begin(), More.end());
  return Some;
}

std::vector<LinkedFile> linkedFiles() {
  return {
      {"PeProgram",
       CoffX86_64,
       {"/machine:x64", "/nodefaultlib", "/subsystem:console",
        "/entry:TVMSystemLibEntryPoint", "/debug:symtab"}},
      {"PeLibrary",
       CoffI386,
       {"/machine:x86", "/nodefaultlib", "/dll", "/noentry", "/safeseh:no",
        "/include:_TVMSystemLibEntryPoint", "/export:f"}},
      {"MachOChains", MachOArm64, with(AppleProgram, {"-fixup_chains"})},
      {"MachOPlain", MachOArm64, with(AppleProgram, {"-no_fixup_chains"})},
      {"Wasm",
       Wasm32,
       {"--no-entry", "--export=TVMSystemLibEntryPoint", "--export=f"}},
      {"Wasm64",
       Wasm64,
       {"--no-entry", "-mwasm64", "--export=TVMSystemLibEntryPoint"}},
  };
}

/// A model of one function and one parameter, with a record whose hashes are
/// zeros.
std::string modelWithRecord(const TestTarget &Target) {
  std::string Size =
      std::to_string(StringRef(Target.Triple).contains("64") ? 8 : 4);
  std::string RecordSize = Size == "8" ? "56" : "40";
  return "@names = internal constant [5 x i8] c\"\\01\\00f\\00\\00\"\n"
         "@functions = internal constant [1 x ptr] [ptr @f]\n"
         "@model = internal constant [2 x i8] c\"m\\00\"\n"
         "@hashes = internal constant [44 x i8] zeroinitializer\n"
         "%record = type {ptr, ptr, i64, i16, i16, i16, i16, i32, i32, ptr, "
         "ptr, ptr, ptr}\n"
         "@registry = internal constant %record {ptr @names, ptr @functions, "
         "i64 " +
         std::to_string(METAOBJ_RECORD_MAGIC) + ", i16 1, i16 " + RecordSize +
         ", i16 " + Size +
         ", i16 1, i32 1, i32 1, ptr @registry, ptr @model, ptr @hashes, "
         "ptr @table}\n"
         "@_tvm_crt_module = internal constant [1 x ptr] [ptr @registry]\n"
         "define ptr @TVMSystemLibEntryPoint() nounwind { "
         "ret ptr @_tvm_crt_module }\n"
         "define i32 @f(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %g) "
         "nounwind { ret i32 0 }\n"
         "@__tvm_param__w = internal constant [4 x i8] c\"abcd\", align 16\n"
         "@name = internal constant [2 x i8] c\"w\\00\"\n"
         "@shape = internal constant [1 x i64] [i64 4]\n"
         "%entry = type {ptr, {ptr, {i32, i32}, i32, {i8, i8, i16}, ptr, ptr, "
         "i64}, i64, i32, i32}\n"
         "@entry = internal constant %entry {ptr @name, {ptr, {i32, i32}, i32, "
         "{i8, i8, i16}, ptr, ptr, i64} {ptr @__tvm_param__w, {i32, i32} {i32 "
         "1, i32 0}, i32 1, {i8, i8, i16} {i8 0, i8 8, i16 1}, ptr @shape, ptr "
         "null, i64 0}, i64 4, i32 -1, i32 0}\n"
         "@table = internal constant {i16, i16, i32, ptr} {i16 1, i16 " +
         std::to_string(paramEntrySize(Target)) + ", i32 1, ptr @entry}\n";
}

class LinkedImages : public testing::TestWithParam<LinkedFile> {
protected:
  void SetUp() override {
    if (!isAvailable(GetParam().Target))
      GTEST_SKIP() << "this LLVM has no target for "
                   << GetParam().Target.Triple;
    TemporaryFolder Folder;
    LinkConfig Config;
    Config.Inputs = {Folder.add(
        "m.o", compile(GetParam().Target, modelWithRecord(GetParam().Target))
                   ->getBuffer())};
    Config.Arguments = GetParam().Arguments;
    Expected<LinkResult> Result = link(Config, Folder.path("linked"));
    ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
    auto Buffer = MemoryBuffer::getFile(Folder.path("linked"));
    ASSERT_TRUE(bool(Buffer));
    Bytes = (*Buffer)->getBuffer().str();
  }

  std::string Bytes;
};

/// Any answer will do.
void inspectAnything(StringRef Bytes) {
  Expected<std::vector<Inspection>> Found =
      inspect(MemoryBufferRef(Bytes, "damaged"));
  if (!Found) {
    EXPECT_FALSE(toString(Found.takeError()).empty());
    return;
  }
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*Found, OS);
}

} // namespace

TEST_P(LinkedImages, UndamagedFileIsRead) {
  Inspection Found = inspectOne(MemoryBufferRef(Bytes, "whole"));
  EXPECT_TRUE(Found.IsLinked);
  ASSERT_EQ(Found.Registries.size(), 1u);
  ASSERT_EQ(Found.Registries[0].Functions.size(), 1u);
  EXPECT_EQ(Found.Registries[0].Functions[0].Symbol, "f");
  EXPECT_TRUE(Found.Registries[0].Functions[0].Address);
  ASSERT_EQ(Found.Params.size(), 1u);
  EXPECT_EQ(Found.Params[0].Name, "w");
  EXPECT_EQ(Found.Params[0].Bytes, 4u);
  ASSERT_EQ(Found.Records.size(), 1u);
  EXPECT_FALSE(Found.Records[0].Damage.empty());
}

TEST_P(LinkedImages, EveryDamagedByte) {
  for (size_t Offset = 0; Offset != Bytes.size(); ++Offset) {
    char Whole = Bytes[Offset];
    // Most zeros fill pages.
    if (Whole == 0 && Offset % 16 != 0 && Offset > 4096)
      continue;
    for (unsigned char Damage : {0x01, 0x80, 0xff}) {
      Bytes[Offset] = Whole ^ Damage;
      inspectAnything(Bytes);
    }
    Bytes[Offset] = Whole;
  }
}

TEST_P(LinkedImages, EveryPrefix) {
  // Copies of exactly this length let the address sanitizer see an overrun.
  size_t Step = Bytes.size() > 8192 ? 13 : 1;
  for (size_t Size = 0; Size < Bytes.size(); Size += Step) {
    std::vector<char> Prefix(Bytes.begin(), Bytes.begin() + Size);
    inspectAnything(StringRef(Prefix.data(), Size));
  }
}

INSTANTIATE_TEST_SUITE_P(Lld, LinkedImages, testing::ValuesIn(linkedFiles()),
                         [](const testing::TestParamInfo<LinkedFile> &Info) {
                           return std::string(Info.param.Name);
                         });
