//===- CSourceTest.cpp - C through the library ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Testing/Support/SupportHelpers.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

class CSourceTest : public testing::Test {
protected:
  /// The source, or the error.
  static std::string source(const Model &TheModel,
                            const EmitConfig &Config = {}) {
    // The target is not looked at.
    Expected<Emission> Emitted =
        emit(TheModel, TargetSpec(), Config, OutputKind::C);
    if (!Emitted)
      return toString(Emitted.takeError());
    return cantFail(Emitted->toMemory())->getBuffer().str();
  }

  /// A model of one parameter: \p Bytes, of numbers of \p Size bytes.
  static Model modelOf(DLDataType DType, SmallVector<int64_t, 2> Shape,
                       ArrayRef<uint8_t> Bytes, unsigned Size,
                       Endianness Order = Endianness::little) {
    Param P;
    P.Name = "w";
    P.Owner = "test";
    P.DType = DType;
    P.Shape = std::move(Shape);
    P.Data = Payload::memory(Bytes);
    P.Data.setElement(Size, Order);
    Model Result;
    Result.Params.push_back(std::move(P));
    return Result;
  }
};

TEST_F(CSourceTest, SourcesOfEitherByteOrder) {
  const uint8_t Bytes[] = {1, 2, 0xff, 0xfe};
  EXPECT_THAT(source(modelOf({kDLInt, 16, 1}, {2}, Bytes, 2)),
              HasSubstr("{\n  513, -257,\n}"));
  EXPECT_THAT(source(modelOf({kDLInt, 16, 1}, {2}, Bytes, 2, Endianness::big)),
              HasSubstr("{\n  258, -2,\n}"));
  EXPECT_THAT(
      source(modelOf({kDLFloat, 32, 1}, {1}, Bytes, 4, Endianness::big)),
      HasSubstr("uint32_t __tvm_param__w[1] = {\n  0x0102fffe,\n}"));
}

TEST_F(CSourceTest, Lanes) {
  const uint8_t Bytes[] = {1, 2, 3, 4};
  std::string Text = source(modelOf({kDLInt, 8, 2}, {2}, Bytes, 1));
  EXPECT_THAT(Text, HasSubstr("int8_t __tvm_param__w[4] = {\n  1, 2, 3, 4,"));
  EXPECT_THAT(Text, HasSubstr("{0, 8, 2}"));
}

TEST_F(CSourceTest, BytesOfUnknownNumbers) {
  const uint8_t Bytes[] = {1, 2, 3, 4};
  EXPECT_THAT(source(modelOf({kDLInt, 32, 1}, {1}, Bytes, 1)),
              HasSubstr("uint8_t __tvm_param__w[4] = {\n  0x01, 0x02, "));
}

TEST_F(CSourceTest, ASourceThatFailsIsTold) {
  Model TheModel = modelOf({kDLInt, 8, 1}, {1}, {}, 1);
  EXPECT_THAT(source(TheModel), HasSubstr("has 0 bytes of data, but"));
}

TEST_F(CSourceTest, TwoNamesOfOneSymbol) {
  Model TheModel;
  for (StringRef Name : {"first", "second"}) {
    metaobj::Function F;
    F.Name = Name.str();
    F.Symbol = "shared";
    TheModel.Functions.push_back(F);
  }
  std::string Text = source(TheModel);
  EXPECT_THAT(Text, HasSubstr("[2] = {\n  shared,\n  shared,\n}"));
  EXPECT_EQ(Text.find("metaobj_function_t shared;"),
            Text.rfind("metaobj_function_t shared;"));
}

} // namespace
