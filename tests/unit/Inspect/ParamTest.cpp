//===- ParamTest.cpp - Reading parameters back ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/TestObject.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

/// One entry of a parameter table, right unless a test changes it.
struct Entry {
  std::string Name = "w";
  std::string Data = "@__tvm_param__w";
  unsigned Device = 1;
  int Rank = 1;
  unsigned Code = 0, Bits = 8, Lanes = 1;
  std::string Shape = "@w.shape";
  unsigned ByteOffset = 0;
  uint64_t Size = 4;
  int StorageId = -1;
};

std::string paramIr(StringRef Symbol, StringRef Bytes, unsigned Align = 64) {
  return ("@" + Symbol + " = internal constant " + irBytes(Bytes) +
          ", section \".rodata.tvm\", align " + Twine(Align) + "\n")
      .str();
}

std::string shapeIr(StringRef Symbol, ArrayRef<int64_t> Extents) {
  std::string Ir = ("@" + Symbol + " = internal constant [" +
                    Twine(Extents.size()) + " x i64] [")
                       .str();
  for (size_t Index = 0; Index < Extents.size(); ++Index)
    Ir += (Index ? ", i64 " : "i64 ") + itostr(Extents[Index]);
  return Ir + "]\n";
}

/// The table, its strings and `<prefix>_params`.
std::string tableIr(const TestTarget &Target, ArrayRef<Entry> Entries,
                    StringRef Prefix = "tvmgen_default", unsigned Version = 1) {
  constexpr StringLiteral Type =
      "{ptr, {ptr, {i32, i32}, i32, {i8, i8, i16}, ptr, ptr, i64}, i64, i32, "
      "i32}";
  std::string Strings, Rows;
  for (size_t Index = 0; Index < Entries.size(); ++Index) {
    const Entry &TheEntry = Entries[Index];
    std::string Name = (Prefix + ".name" + Twine(Index)).str();
    Strings +=
        "@" + Name + " = private constant " +
        irBytes(StringRef(TheEntry.Name.c_str(), TheEntry.Name.size() + 1)) +
        "\n";
    Rows += (Twine(Index ? ", " : "") + Type + " {ptr @" + Name + ", {ptr, " +
             "{i32, i32}, i32, {i8, i8, i16}, ptr, ptr, i64} {ptr " +
             TheEntry.Data + ", {i32, i32} {i32 " + Twine(TheEntry.Device) +
             ", i32 0}, i32 " + Twine(TheEntry.Rank) + ", {i8, i8, i16} {i8 " +
             Twine(TheEntry.Code) + ", i8 " + Twine(TheEntry.Bits) + ", i16 " +
             Twine(TheEntry.Lanes) + "}, ptr " + TheEntry.Shape +
             ", ptr null, i64 " + Twine(TheEntry.ByteOffset) + "}, i64 " +
             Twine(TheEntry.Size) + ", i32 " + Twine(TheEntry.StorageId) +
             ", i32 0}")
                .str();
  }
  std::string Count = utostr(Entries.size());
  return Strings +
         ("@" + Prefix + ".entries = internal constant [" + Count + " x " +
          Type + "] [" + Rows + "]\n@" + Prefix +
          ".table = internal constant {i16, i16, i32, ptr} {i16 " +
          Twine(Version) + ", i16 " + Twine(paramEntrySize(Target)) + ", i32 " +
          Count + ", ptr @" + Prefix + ".entries}\ndefine ptr @" + Prefix +
          "_params() nounwind { ret ptr @" + Prefix + ".table }\n")
             .str();
}

/// `_lookup_linked_param` over a table of these pointers.
std::string lookupIr(ArrayRef<StringRef> Pointers,
                     StringRef Function = "_lookup_linked_param") {
  std::string Count = utostr(Pointers.size());
  std::string Table;
  for (StringRef Pointer : Pointers)
    Table += (Table.empty() ? "ptr " : ", ptr ") + Pointer.str();
  return ("@" + Function + ".linked = internal constant [" + Count +
          " x ptr] [" + Table + "]\ndefine i32 @" + Function +
          "(ptr %args, ptr %codes, i32 %n, ptr %ret, ptr %ret.code, ptr %h) "
          "nounwind {\n"
          "  %id = load i64, ptr %args\n"
          "  %is.known = icmp ult i64 %id, " +
          Count +
          "\n"
          "  br i1 %is.known, label %known, label %unknown\n"
          "known:\n"
          "  %slot = getelementptr ptr, ptr @" +
          Function +
          ".linked, i64 %id\n"
          "  %data = load ptr, ptr %slot\n"
          "  store ptr %data, ptr %ret\n"
          "  store i32 3, ptr %ret.code\n"
          "  ret i32 0\n"
          "unknown:\n"
          "  store i32 4, ptr %ret.code\n"
          "  ret i32 0\n"
          "}\n")
      .str();
}

std::string hashOf(StringRef Bytes) {
  BLAKE3 Hasher;
  Hasher.update(Bytes);
  return "blake3:" + toHex(Hasher.final(), /*LowerCase=*/true);
}

/// A table of one parameter `w` of four bytes.
std::string oneEntryIr(const Entry &TheEntry) {
  return paramIr("__tvm_param__w", "abcd") + shapeIr("w.shape", {2, 2}) +
         tableIr(X86_64, TheEntry);
}

class ParamsOnTarget : public testing::TestWithParam<TestTarget> {
protected:
  void SetUp() override {
    if (!isAvailable(GetParam()))
      GTEST_SKIP() << "this LLVM has no target for " << GetParam().Triple;
  }
};

TEST_P(ParamsOnTarget, TableSymbolsAndLookupAgree) {
  Entry First, Second;
  First = {.Name = "conv.weight",
           .Data = "@__tvm_param__conv.weight",
           .Rank = 2,
           .Code = 2,
           .Bits = 32,
           .Shape = "@first.shape",
           .Size = 24,
           .StorageId = 3};
  Second = {.Name = "scale",
            .Data = "@__tvm_param__scale",
            .Rank = 0,
            .Code = 1,
            .Bits = 8,
            .Shape = "null",
            .Size = 1,
            .StorageId = 0};
  const StringRef Bytes = "123456789012345678901234";
  auto Object =
      compile(GetParam(), paramIr("__tvm_param__scale", "s", 16) +
                              paramIr("__tvm_param__conv.weight", Bytes) +
                              shapeIr("first.shape", {2, 3}) +
                              tableIr(GetParam(), {First, Second}) +
                              lookupIr({"@__tvm_param__scale", "null", "null",
                                        "@__tvm_param__conv.weight"}));
  Inspection Found = inspectOne(*Object);
  ASSERT_EQ(Found.Params.size(), 2u);
  const InspectedParam &A = Found.Params[0];
  EXPECT_EQ(A.Name, "conv.weight");
  EXPECT_EQ(A.Symbol, "__tvm_param__conv.weight");
  EXPECT_EQ(A.StorageId, 3u);
  EXPECT_EQ(A.DType, "float32");
  EXPECT_THAT(A.Shape.value(), ElementsAre(2, 3));
  EXPECT_EQ(A.Bytes, 24u);
  EXPECT_EQ(A.Align, 64u);
  EXPECT_EQ(A.Section, constantSection(GetParam()));
  EXPECT_EQ(A.Hash, hashOf(Bytes));
  const InspectedParam &B = Found.Params[1];
  EXPECT_EQ(B.Name, "scale");
  EXPECT_EQ(B.StorageId, 0u);
  EXPECT_EQ(B.DType, "uint8");
  EXPECT_TRUE(B.Shape.value().empty());
  EXPECT_EQ(B.Bytes, 1u);
  EXPECT_EQ(B.Hash, hashOf("s"));
}

TEST_P(ParamsOnTarget, SymbolsAndLookupWithoutTable) {
  // As TVM v0.8 links parameters.
  auto Object =
      compile(GetParam(),
              paramIr("__tvm_param__p0", "zero") +
                  paramIr("__tvm_param__p1", "first", 32) +
                  lookupIr({"null", "@__tvm_param__p1", "@__tvm_param__p0"}));
  Inspection Found = inspectOne(*Object);
  ASSERT_EQ(Found.Params.size(), 2u);
  EXPECT_EQ(Found.Params[0].Name, "p0");
  EXPECT_EQ(Found.Params[0].StorageId, 2u);
  EXPECT_EQ(Found.Params[0].DType, std::nullopt);
  EXPECT_EQ(Found.Params[0].Shape, std::nullopt);
  EXPECT_EQ(Found.Params[0].Align, 64u);
  EXPECT_EQ(Found.Params[1].Name, "p1");
  EXPECT_EQ(Found.Params[1].StorageId, 1u);
  EXPECT_EQ(Found.Params[1].Align, 32u);
  EXPECT_EQ(Found.Params[1].Hash, hashOf("first"));
}

INSTANTIATE_TEST_SUITE_P(Inspect, ParamsOnTarget,
                         testing::ValuesIn(testTargets().begin(),
                                           testTargets().end()),
                         [](const auto &Info) { return Info.param.Name; });

TEST(InspectParams, TypesAreNamedAsTvmDoes) {
  const struct {
    unsigned Code, Bits, Lanes;
    uint64_t Size;
    const char *Name;
  } Cases[] = {{0, 8, 1, 4, "int8"},
               {1, 1, 1, 4, "bool"},
               {2, 16, 1, 8, "float16"},
               {4, 16, 1, 8, "bfloat16"},
               {2, 32, 4, 64, "float32x4"}};
  for (const auto &Case : Cases) {
    SCOPED_TRACE(Case.Name);
    Entry TheEntry;
    TheEntry.Rank = 2;
    TheEntry.Code = Case.Code;
    TheEntry.Bits = Case.Bits;
    TheEntry.Lanes = Case.Lanes;
    TheEntry.Size = Case.Size;
    Inspection Found = inspectOne(*compile(
        X86_64, paramIr("__tvm_param__w", std::string(Case.Size, 'x')) +
                    shapeIr("w.shape", {2, 2}) + tableIr(X86_64, TheEntry)));
    ASSERT_EQ(Found.Params.size(), 1u);
    EXPECT_EQ(Found.Params[0].DType, Case.Name);
  }
}

TEST(InspectParams, EqualParametersShareBytes) {
  Entry A, B;
  B.Name = "v";
  A.StorageId = 0;
  B.StorageId = 1;
  Inspection Found = inspectOne(
      *compile(X86_64, paramIr("__tvm_param__w", "abcd") +
                           shapeIr("w.shape", {4}) + tableIr(X86_64, {A, B}) +
                           lookupIr({"@__tvm_param__w", "@__tvm_param__w"})));
  ASSERT_EQ(Found.Params.size(), 2u);
  EXPECT_EQ(Found.Params[0].Symbol, "__tvm_param__w");
  EXPECT_EQ(Found.Params[1].Name, "v");
  EXPECT_EQ(Found.Params[1].Symbol, "");
  EXPECT_EQ(Found.Params[1].Hash, Found.Params[0].Hash);
  EXPECT_EQ(Found.Params[1].StorageId, 1u);
}

TEST(InspectParams, SharedBytesWithoutTableHaveNoCertainId) {
  Inspection Found = inspectOne(*compile(
      X86_64, paramIr("__tvm_param__w", "abcd") +
                  "@__tvm_param__v = internal alias [4 x i8], ptr "
                  "@__tvm_param__w\n@llvm.used = appending global [1 x ptr] "
                  "[ptr @__tvm_param__v], section \"llvm.metadata\"\n" +
                  lookupIr({"@__tvm_param__w", "@__tvm_param__w"})));
  ASSERT_EQ(Found.Params.size(), 2u);
  EXPECT_EQ(Found.Params[0].StorageId, std::nullopt);
  EXPECT_EQ(Found.Params[1].StorageId, std::nullopt);
}

TEST(InspectParams, PrefixesOfSeveralModels) {
  Entry One, Two;
  One.Data = "@one__tvm_param__w";
  Two.Data = "@two__tvm_param__w";
  One.StorageId = Two.StorageId = 0;
  Inspection Found = inspectOne(*compile(
      X86_64, paramIr("one__tvm_param__w", "1111") +
                  paramIr("two__tvm_param__w", "2222") +
                  paramIr("__tvm_param__other", "3") + shapeIr("w.shape", {4}) +
                  tableIr(X86_64, One, "one") + tableIr(X86_64, Two, "two") +
                  lookupIr({"@two__tvm_param__w"}, "two_lookup_linked_param") +
                  lookupIr({"@one__tvm_param__w"}, "one_lookup_linked_param") +
                  "@llvm.used = appending global [1 x ptr] [ptr "
                  "@__tvm_param__other], section \"llvm.metadata\"\n"));
  ASSERT_EQ(Found.Params.size(), 3u);
  EXPECT_EQ(Found.Params[0].Symbol, "one__tvm_param__w");
  EXPECT_EQ(Found.Params[1].Symbol, "two__tvm_param__w");
  EXPECT_EQ(Found.Params[1].Hash, hashOf("2222"));
  EXPECT_EQ(Found.Params[2].Name, "other");
  EXPECT_EQ(Found.Params[2].StorageId, std::nullopt);
}

TEST(InspectParams, ParametersWithoutElements) {
  Entry TheEntry;
  TheEntry.Size = 0;
  Inspection Found = inspectOne(
      *compile(X86_64, paramIr("__tvm_param__w", "") + shapeIr("w.shape", {0}) +
                           tableIr(X86_64, TheEntry)));
  ASSERT_EQ(Found.Params.size(), 1u);
  EXPECT_EQ(Found.Params[0].Bytes, 0u);
  EXPECT_EQ(Found.Params[0].Hash, hashOf(""));
}

TEST(InspectParams, SectionsWithoutBytesHoldZeros) {
  Inspection Found = inspectOne(*compile(
      X86_64, "@__tvm_param__w = global [100000 x i8] zeroinitializer, align "
              "16\n"));
  ASSERT_EQ(Found.Params.size(), 1u);
  EXPECT_EQ(Found.Params[0].Section, ".bss");
  EXPECT_EQ(Found.Params[0].Hash, hashOf(std::string(100000, '\0')));
}

TEST(InspectParams, HugeSectionsWithoutBytesAreNotHashed) {
  Inspection Found = inspectOne(*compile(
      X86_64,
      "@__tvm_param__w = global [1099511627776 x i8] zeroinitializer\n"));
  ASSERT_EQ(Found.Params.size(), 1u);
  EXPECT_EQ(Found.Params[0].Bytes, 1099511627776u);
  EXPECT_EQ(Found.Params[0].Hash, "");
}

TEST(InspectParams, AlignmentIsWhatSectionAndPlaceGuarantee) {
  Inspection Found = inspectOne(*compile(
      X86_64, "@__tvm_param__a = constant [68 x i8] zeroinitializer, section "
              "\".rodata.tvm\", align 32\n"
              "@__tvm_param__b = constant [4 x i8] zeroinitializer, section "
              "\".rodata.tvm\", align 1\n"));
  ASSERT_EQ(Found.Params.size(), 2u);
  EXPECT_EQ(Found.Params[0].Align, 32u);
  EXPECT_EQ(Found.Params[1].Align, 4u);
}

TEST(InspectParams, OtherTablesArePassedOver) {
  Entry TheEntry;
  Inspection Found = inspectOne(*compile(
      X86_64, paramIr("__tvm_param__w", "abcd") + shapeIr("w.shape", {4}) +
                  tableIr(X86_64, TheEntry, "tvmgen_default", /*Version=*/3)));
  ASSERT_EQ(Found.Params.size(), 1u);
  EXPECT_EQ(Found.Params[0].DType, std::nullopt);
}

TEST(InspectParams, TablesOfSwitchesAreNotByStorageId) {
  std::string Ir = paramIr("__tvm_param__p0", "zero") +
                   lookupIr({"@__tvm_param__p0"}, "x_lookup_linked_param");
  StringRef Name = "x_lookup_linked_param.linked";
  for (size_t Offset; (Offset = Ir.find(Name)) != std::string::npos;)
    Ir.replace(Offset, Name.size(), "switch.table.lookup");
  Inspection Found = inspectOne(*compile(X86_64, Ir));
  ASSERT_EQ(Found.Params.size(), 1u);
  EXPECT_EQ(Found.Params[0].StorageId, std::nullopt);
}

TEST(InspectParams, RefusesDamagedEntries) {
  auto FailureOf = [](auto Change) {
    Entry TheEntry;
    TheEntry.Rank = 2;
    Change(TheEntry);
    return inspectFailure(*compile(X86_64, oneEntryIr(TheEntry)));
  };
  EXPECT_THAT(FailureOf([](Entry &E) { E.Name = ""; }),
              AllOf(HasSubstr("test.o: parameter table at .rodata+0x"),
                    EndsWith(": entry 0: the name is empty")));
  EXPECT_THAT(FailureOf([](Entry &E) { E.Name = std::string(5000, 'n'); }),
              EndsWith("the name has 5000 bytes"));
  EXPECT_THAT(FailureOf([](Entry &E) { E.Data = "null"; }),
              EndsWith("entry 0 ('w'): the data is not in this file"));
  EXPECT_THAT(FailureOf([](Entry &E) { E.Size = 5; }),
              HasSubstr("5 bytes at .rodata.tvm+0x0 pass the section's end"));
  EXPECT_THAT(FailureOf([](Entry &E) { E.Size = 3; }),
              EndsWith("size 3, but dtype and shape take 4"));
  EXPECT_THAT(FailureOf([](Entry &E) { E.Bits = 16; }),
              EndsWith("size 4, but dtype and shape take 8"));
  EXPECT_THAT(FailureOf([](Entry &E) { E.Device = 2; }),
              EndsWith("device type 2, wanted 1 (CPU)"));
  EXPECT_THAT(FailureOf([](Entry &E) { E.ByteOffset = 8; }),
              EndsWith("byte offset 8, wanted 0"));
  EXPECT_THAT(FailureOf([](Entry &E) { E.Rank = 65; }),
              EndsWith("65 dimensions"));
  EXPECT_THAT(FailureOf([](Entry &E) { E.Shape = "null"; }),
              EndsWith("the shape is not in this file"));
  EXPECT_THAT(FailureOf([](Entry &E) { E.StorageId = -2; }),
              EndsWith("storage id -2"));
}

TEST(InspectParams, RefusesShapesThatAreNoSizes) {
  auto FailureOf = [](ArrayRef<int64_t> Extents) {
    Entry TheEntry;
    TheEntry.Rank = Extents.size();
    return inspectFailure(*compile(X86_64, paramIr("__tvm_param__w", "abcd") +
                                               shapeIr("w.shape", Extents) +
                                               tableIr(X86_64, TheEntry)));
  };
  EXPECT_THAT(FailureOf({4, -1}), EndsWith("dimension 1 is negative"));
  EXPECT_THAT(FailureOf({int64_t(1) << 62, 4}),
              EndsWith("take more than 64 bits can count"));
}

TEST(InspectParams, EmptyTensorsOfCompilersHaveAnElement) {
  Entry Empty;
  Empty.Size = 0;
  Inspection Found = inspectOne(
      *compile(X86_64, paramIr("__tvm_param__w", "a") +
                           shapeIr("w.shape", {0}) + tableIr(X86_64, Empty)));
  ASSERT_EQ(Found.Params.size(), 1u);
  EXPECT_EQ(Found.Params[0].Symbol, "__tvm_param__w");
  EXPECT_EQ(Found.Params[0].Bytes, 0u);
}

TEST(InspectParams, RefusesSymbolsThatContradictTheTable) {
  Entry TheEntry;
  TheEntry.Data = "@elsewhere";
  EXPECT_THAT(
      inspectFailure(*compile(
          X86_64, "@elsewhere = internal constant [4 x i8] c\"abcd\"\n"
                  "@__tvm_param__w = constant [4 x i8] c\"abcd\"\n" +
                      shapeIr("w.shape", {4}) + tableIr(X86_64, TheEntry))),
      AllOf(HasSubstr("parameter 'w': the table leads to .rodata"),
            HasSubstr("symbol '__tvm_param__w' is at .rodata")));

  Entry Short;
  Short.Size = 3;
  EXPECT_THAT(
      inspectFailure(*compile(X86_64, paramIr("__tvm_param__w", "abcd") +
                                          shapeIr("w.shape", {3}) +
                                          tableIr(X86_64, Short))),
      EndsWith("the table says 3 bytes, its symbol says 4"));
}

TEST(InspectParams, RefusesLookupsThatContradictTheTable) {
  Entry TheEntry, Other;
  TheEntry.StorageId = 1;
  Other.Name = "v";
  Other.Data = "@__tvm_param__v";
  std::string Ir = paramIr("__tvm_param__w", "abcd") +
                   paramIr("__tvm_param__v", "efgh") + shapeIr("w.shape", {4}) +
                   tableIr(X86_64, {TheEntry, Other});
  EXPECT_THAT(
      inspectFailure(*compile(X86_64, Ir + lookupIr({"@__tvm_param__w"}))),
      AllOf(HasSubstr("parameter 'w' has storage id 1"), EndsWith("nothing")));
  EXPECT_THAT(inspectFailure(
                  *compile(X86_64, Ir + lookupIr({"null", "@__tvm_param__v"}))),
              EndsWith("has .rodata.tvm+0x40"));
  EXPECT_THAT(
      inspectFailure(*compile(
          X86_64, Ir + lookupIr({"@__tvm_param__v", "@__tvm_param__w"}))),
      EndsWith("storage id 0 leads to .rodata.tvm+0x40, where no "
               "parameter has this id"));
  EXPECT_THAT(
      inspectFailure(*compile(X86_64, "@x = internal global i32 1\n" + Ir +
                                          lookupIr({"@x", "@__tvm_param__w"}))),
      AllOf(HasSubstr("table of linked parameters: storage id 0 at "),
            EndsWith("does not lead to a parameter")));
}

} // namespace
