//===- SizeTest.cpp - Where bytes went, through the library ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/TestObject.h"

#include "Inspect/Report/Report.h"

#include "llvm/Object/COFF.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;
using testing::HasSubstr;

namespace {

/// Each byte of the file once, in order.
void expectWhole(const SizeReport &Report) {
  uint64_t End = 0;
  for (const SizedPiece &Piece : Report.Pieces) {
    EXPECT_EQ(Piece.FileOffset, End) << Piece.Name.str();
    EXPECT_GT(Piece.Bytes, 0u) << Piece.Name.str();
    End = Piece.FileOffset + Piece.Bytes;
  }
  EXPECT_EQ(End, Report.FileBytes);
}

SizeReport measureOne(MemoryBufferRef Buffer) {
  Expected<std::vector<SizeReport>> Found = measure(Buffer);
  EXPECT_TRUE(bool(Found)) << toString(Found.takeError());
  EXPECT_EQ(Found->size(), 1u);
  return std::move(Found->front());
}

class Size : public testing::TestWithParam<TestTarget> {};

/// What a C compiler would make: no section and no symbol of metaobj's.
TEST_P(Size, TablesAreFoundByTheirStructure) {
  if (!isAvailable(GetParam()))
    GTEST_SKIP() << "this LLVM has no such target";
  std::string Blob = namesBlob(GetParam(), 2, {"f", "gg"});
  auto Buffer = compile(GetParam(), registryIr(Blob, {"@f", "@gg"}) +
                                        "@__tvm_param__w = constant [3 x i8] "
                                        "c\"abc\", section \".rodata.tvm\"\n");
  SizeReport Report = measureOne(Buffer->getMemBufferRef());
  expectWhole(Report);
  EXPECT_EQ(Report.bytesOf(ByteUse::Names), Blob.size());
  unsigned PointerSize = GetParam().Format == StringRef("ELF32-LE") ||
                                 GetParam().Format == StringRef("ELF32-BE") ||
                                 GetParam().Format == StringRef("COFF-i386")
                             ? 4
                             : 8;
  EXPECT_EQ(Report.bytesOf(ByteUse::Tables), 5 * PointerSize);
  EXPECT_GT(Report.bytesOf(ByteUse::Code), 0u);
}

INSTANTIATE_TEST_SUITE_P(Targets, Size,
                         testing::Values(X86_64, Thumb, Mips, CoffX86_64,
                                         CoffI386, MachOArm64),
                         [](const auto &Info) { return Info.param.Name; });

/// Every byte of an object is changed once: no report counts a byte twice or
/// leaves one out.
TEST(SizeOfHostile, EachByteCountsOnce) {
  for (const TestTarget &Target : {X86_64, CoffX86_64, MachOArm64, Wasm32}) {
    if (!isAvailable(Target))
      continue;
    auto Buffer =
        compile(Target, registryIr(namesBlob(Target, 2, {"f"}), {"@f"}) +
                            "@__tvm_param__w = constant [3 x i8] c\"abc\"\n");
    std::string Bytes = Buffer->getBuffer().str();
    unsigned NumRead = 0;
    for (size_t Offset = 0; Offset != Bytes.size(); ++Offset)
      for (char Value : {'\0', '\x7f', '\xff'}) {
        std::string Changed = Bytes;
        Changed[Offset] = Value;
        Expected<std::vector<SizeReport>> Found =
            measure(MemoryBufferRef(Changed, "changed.o"));
        if (!Found) {
          consumeError(Found.takeError());
          continue;
        }
        ++NumRead;
        expectWhole(Found->front());
      }
    EXPECT_GT(NumRead, 0u) << Target.Name;
  }
}

/// Old compilers for COFF wrote them; LLVM does not.
TEST(SizeOfCoff, LineNumbersAreNamed) {
  if (!isAvailable(CoffX86_64))
    GTEST_SKIP() << "this LLVM has no such target";
  std::string Bytes = compile(CoffX86_64, "define void @f() {\n  ret void\n}\n")
                          ->getBuffer()
                          .str();
  auto *Section = reinterpret_cast<object::coff_section *>(
      &Bytes[sizeof(object::coff_file_header)]);
  Section->PointerToLinenumbers = static_cast<uint32_t>(Bytes.size());
  Section->NumberOfLinenumbers = 2;
  Bytes.append(12, '\0');
  SizeReport Report = measureOne(MemoryBufferRef(Bytes, "old.obj"));
  expectWhole(Report);
  EXPECT_EQ(Report.Pieces.back().Name.str(), "line numbers");
  EXPECT_EQ(Report.Pieces.back().Bytes, 12u);
}

TEST(Budget, LimitsOfLibraries) {
  SizeReport Report;
  Report.FileBytes = 100;
  Report.Flash = 60;
  Report.Ram = 8;
  Report.Sections = {{".rodata.a", SizedSection::ReadOnly, 40},
                     {".rodata.b", SizedSection::ReadOnly, 20}};
  Report.Params = {{"w", "", ".rodata.a", 40, 40, 40, false},
                   {"v", "", ".rodata.a", 40, 40, 0, false}};
  SizeBudget Budget;
  Budget.Path = "limits.json";
  Budget.File = 100;
  Budget.Flash = 119;
  Budget.Ram = 16;
  Budget.Sections = {{".rodata.*", 119}};
  Budget.Params = {{"?", 79}, {"none", 0}};
  std::vector<std::string> Warnings;
  // Both files together.
  std::vector<BudgetExcess> Found = cantFail(checkBudget(
      {Report, Report}, Budget, [&](const Diagnostic &TheDiagnostic) {
        Warnings.push_back(
            (TheDiagnostic.Input + ": " + TheDiagnostic.Reason).text());
      }));
  ASSERT_EQ(Found.size(), 4u);
  EXPECT_EQ(Found[0].Subject, "file");
  EXPECT_EQ(Found[0].Bytes, 200u);
  EXPECT_EQ(Found[1].Subject, "flash");
  EXPECT_EQ(Found[1].Bytes, 120u);
  EXPECT_EQ(Found[2].Subject, "section '.rodata.*'");
  EXPECT_EQ(Found[2].Bytes, 120u);
  EXPECT_EQ(Found[3].Subject, "parameter '?'");
  EXPECT_EQ(Found[3].Bytes, 80u);
  EXPECT_EQ(Warnings, std::vector<std::string>{
                          "limits.json: pattern 'none' matches no parameter"});
  // A limit that could never be exceeded.
  Budget.Sections = {{"[", 0}};
  auto Bad = checkBudget(Report, Budget, nullptr);
  ASSERT_FALSE(bool(Bad));
  EXPECT_TRUE(StringRef(toString(Bad.takeError()))
                  .starts_with("limits.json: bad pattern '[' of 'section'"));
}

TEST(Budget, Units) {
  StringRef Text = R"({"file": "2M", "flash": "64K", "ram": 0})";
  Expected<SizeBudget> Budget = readBudget(MemoryBufferRef(Text, "b.json"));
  ASSERT_TRUE(bool(Budget)) << toString(Budget.takeError());
  EXPECT_EQ(Budget->Path, "b.json");
  EXPECT_EQ(Budget->File, 2u << 20);
  EXPECT_EQ(Budget->Flash, 64u << 10);
  EXPECT_EQ(Budget->Ram, 0u);
  for (const char *Bad :
       {R"("99999999999999999999")", R"("99999999999999999K")", "-1", "1.5",
        R"("K")", R"("0x10")", R"("1 K")", "null", "[1]", "1e30"}) {
    std::string Wrong = std::string(R"({"ram": )") + Bad + "}";
    Expected<SizeBudget> Read = readBudget(MemoryBufferRef(Wrong, "b.json"));
    ASSERT_FALSE(bool(Read)) << Bad;
    EXPECT_THAT(toString(Read.takeError()), HasSubstr("limit of 'ram'"));
  }
}

TEST(SizeText, NamesAreEscapedInTextAndJson) {
  SizeReport Report;
  Report.File = "a\x1b.o";
  Report.FileBytes = 1;
  Report.Pieces = {{ByteUse::Other, "n\x1b\xff", "s\xff", 0, 1}};
  std::string Text, Json;
  raw_string_ostream TextStream(Text), JsonStream(Json);
  print(Report, TextStream);
  printJson(Report, JsonStream);
  EXPECT_EQ(TextStream.str().find('\x1b'), std::string::npos);
  Expected<json::Value> Parsed = json::parse(JsonStream.str());
  EXPECT_TRUE(bool(Parsed)) << toString(Parsed.takeError());
}

} // namespace
