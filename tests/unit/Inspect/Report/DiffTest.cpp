//===- DiffTest.cpp - Comparing files through the library -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/Elements.h"

#include "Inspect/Report/Report.h"
#include "metaobj/Emit.h"
#include "metaobj/Inspect.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

constexpr DLDataType Float32 = {kDLFloat, 32, 1};

Param floatParam(std::string Name, std::vector<float> Values) {
  auto Held = std::make_shared<std::vector<float>>(std::move(Values));
  int64_t Shape[1] = {static_cast<int64_t>(Held->size())};
  DLTensor Tensor = {Held->data(), {kDLCPU, 0}, 1, Float32, Shape, nullptr, 0};
  Expected<Param> Made = Param::fromDLTensor(std::move(Name), Tensor);
  EXPECT_TRUE(bool(Made));
  // What is emitted below is still alive then.
  static std::vector<std::shared_ptr<std::vector<float>>> Kept;
  Kept.push_back(Held);
  return std::move(*Made);
}

std::unique_ptr<MemoryBuffer>
emitted(StringRef TripleName, std::vector<Param> Params, StringRef File) {
  Model TheModel;
  TheModel.Params = std::move(Params);
  TargetSpec Target;
  Target.Triple = Triple(TripleName);
  Expected<Emission> Made = emit(TheModel, Target, EmitConfig());
  EXPECT_TRUE(bool(Made)) << toString(Made.takeError());
  Expected<std::unique_ptr<MemoryBuffer>> Bytes = Made->toMemory();
  EXPECT_TRUE(bool(Bytes));
  return MemoryBuffer::getMemBufferCopy((*Bytes)->getBuffer(), File);
}

DiffReport diffOf(const MemoryBuffer &A, const MemoryBuffer &B) {
  Expected<DiffReport> Report = diff(A.getMemBufferRef(), B.getMemBufferRef());
  EXPECT_TRUE(bool(Report)) << toString(Report.takeError());
  return std::move(*Report);
}

TEST(Diff, LibrariesGetPlainData) {
  auto A = emitted("x86_64-none-elf", {floatParam("w", {1, 2, 3})}, "a.o");
  auto B = emitted("s390x-linux-gnu", {floatParam("w", {1, 2.5, 1})}, "b.o");
  EXPECT_TRUE(diffOf(*A, *A).areEqual());
  DiffReport Report = diffOf(*A, *B);
  EXPECT_FALSE(Report.areEqual());
  EXPECT_EQ(Report.A.File, "a.o");
  EXPECT_EQ(Report.B.Format, "ELF64-BE");
  ASSERT_EQ(Report.Params.size(), 1u);
  EXPECT_TRUE(Report.Params[0].Facts.empty());
  ASSERT_TRUE(Report.Params[0].Elements);
  const ElementDifference &Elements = *Report.Params[0].Elements;
  EXPECT_EQ(Elements.NumElements, 3u);
  EXPECT_EQ(Elements.NumDifferent, 2u);
  EXPECT_EQ(Elements.First, 1u);
  EXPECT_EQ(Elements.FirstInA, "2");
  EXPECT_EQ(Elements.FirstInB, "2.5");
  EXPECT_EQ(Elements.Largest, "2");
  EXPECT_EQ(Elements.LargestAt, 2u);
}

/// Differences at, before and behind the end of what is compared at once.
TEST(Diff, ElementsOfEveryPiece) {
  constexpr size_t Count = 100000; // Some pieces, and a part of one.
  for (size_t Changed : {size_t(0), size_t(16383), size_t(16384), Count - 1})
    for (const char *Other : {"aarch64-none-elf", "powerpc64-linux-gnu"}) {
      std::vector<float> Values(Count);
      for (size_t I = 0; I != Count; ++I)
        Values[I] = static_cast<float>(I);
      auto A = emitted("aarch64-none-elf", {floatParam("w", Values)}, "a.o");
      Values[Changed] = -1;
      auto B = emitted(Other, {floatParam("w", Values)}, "b.o");
      DiffReport Report = diffOf(*A, *B);
      ASSERT_EQ(Report.Params.size(), 1u);
      ASSERT_TRUE(Report.Params[0].Elements);
      EXPECT_EQ(Report.Params[0].Elements->NumDifferent, 1u);
      EXPECT_EQ(Report.Params[0].Elements->First, Changed);
      EXPECT_EQ(Report.Params[0].Elements->FirstInB, "-1");
    }
}

InspectedFile fileOf(StringRef Bytes, std::optional<std::string> DType,
                     bool IsLittleEndian = true) {
  InspectedFile File;
  File.Inspected.File = "f.o";
  File.Inspected.IsLittleEndian = IsLittleEndian;
  File.Bytes = MemoryBuffer::getMemBufferCopy(Bytes, "f.o");
  InspectedParam Param;
  Param.IsLittleEndian = IsLittleEndian;
  Param.Name = "w";
  Param.DType = std::move(DType);
  Param.Bytes = Param.StoredBytes = Bytes.size();
  Param.FileOffset = 0;
  Param.Hash = Bytes.str();
  File.Inspected.Params = {Param};
  return File;
}

ComparedElements compared(const InspectedFile &A, const InspectedFile &B) {
  uint64_t Work = 0;
  Expected<ComparedElements> Result = compareElements(
      {A.Inspected.Params[0], A}, {B.Inspected.Params[0], B}, Work);
  EXPECT_TRUE(bool(Result)) << toString(Result.takeError());
  return std::move(*Result);
}

/// The shape counts elements, so that it does not say where a byte is.
TEST(Diff, BytesOfTypesBelowOneByte) {
  InspectedFile A = fileOf("01234567", "int4"), B = fileOf("01234568", "int4");
  A.Inspected.Params[0].Shape = B.Inspected.Params[0].Shape = {4, 4};
  ComparedElements Found = compared(A, B);
  ASSERT_TRUE(Found.Difference);
  EXPECT_TRUE(Found.Difference->AreBytes);
  EXPECT_EQ(Found.Difference->NumElements, 8u);
  EXPECT_EQ(Found.Difference->NumDifferent, 1u);
  EXPECT_EQ(Found.Difference->First, 7u);
  EXPECT_TRUE(Found.Difference->FirstPosition.empty());
  EXPECT_TRUE(Found.Difference->LargestPosition.empty());
}

/// Only whole elements can be turned.
TEST(Diff, BytesThatAreNoElementsInTwoByteOrders) {
  ComparedElements Found =
      compared(fileOf("abc", "int16"), fileOf("abd", std::nullopt, false));
  EXPECT_FALSE(Found.Difference);
  EXPECT_EQ(Found.NotCompared,
            "the byte orders differ, and type int16 does not fit the bytes");
}

TEST(Diff, NamesAreEscapedInTextAndJson) {
  auto A = emitted("x86_64-none-elf", {floatParam("w\x1b[1m\xff", {1})}, "a.o");
  auto B = emitted("x86_64-none-elf", {floatParam("w\x1b[1m\xff", {2})}, "b.o");
  DiffReport Report = diffOf(*A, *B);
  std::string Text, Json;
  raw_string_ostream TextStream(Text), JsonStream(Json);
  print(Report, TextStream);
  printJson(Report, JsonStream);
  EXPECT_THAT(TextStream.str(), HasSubstr("parameter w\\1B[1m\\FF"));
  Expected<json::Value> Parsed = json::parse(JsonStream.str());
  EXPECT_TRUE(bool(Parsed)) << toString(Parsed.takeError());
  EXPECT_EQ(Json.find('\x1b'), std::string::npos);
}

TEST(Inspect, BytesOfAParameterAreInItsFile) {
  auto A = emitted("x86_64-none-elf", {floatParam("w", {1.5, -2})}, "a.o");
  Expected<std::vector<InspectedFile>> Found =
      inspectWithBytes(A->getMemBufferRef());
  ASSERT_TRUE(bool(Found)) << toString(Found.takeError());
  ASSERT_EQ(Found->size(), 1u);
  const InspectedParam &Param = Found->front().Inspected.Params.at(0);
  EXPECT_TRUE(Found->front().Inspected.IsLittleEndian);
  EXPECT_FALSE(Found->front().Inspected.IsLinked);
  EXPECT_EQ(Param.TableIndex, 0u);
  ASSERT_TRUE(Param.FileOffset);
  EXPECT_EQ(Found->front().Bytes->getBuffer().substr(*Param.FileOffset,
                                                     Param.StoredBytes),
            StringRef("\0\0\xC0\x3F\0\0\0\xC0", 8));
}

} // namespace
