//===- NumberFormatTest.cpp - Bits of an element as a number --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/NumberFormat.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Config/llvm-config.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace llvm;
using namespace metaobj;

namespace {

struct KnownFloat {
  const char *DType;
  const fltSemantics &Semantics;
};

/// Every value against LLVM's.
TEST(NumberFormat, SmallFloatsAreLlvms) {
  const KnownFloat Floats[] = {
      {"float16", APFloat::IEEEhalf()},
      {"bfloat16", APFloat::BFloat()},
      {"float8_e5m2", APFloat::Float8E5M2()},
      {"float8_e4m3fn", APFloat::Float8E4M3FN()},
#if LLVM_VERSION_MAJOR >= 17
      {"float8_e5m2fnuz", APFloat::Float8E5M2FNUZ()},
      {"float8_e4m3fnuz", APFloat::Float8E4M3FNUZ()},
      {"float8_e4m3b11fnuz", APFloat::Float8E4M3B11FNUZ()},
#endif
#if LLVM_VERSION_MAJOR >= 20
      {"float8_e4m3", APFloat::Float8E4M3()},
      {"float8_e3m4", APFloat::Float8E3M4()},
      {"float8_e8m0fnu", APFloat::Float8E8M0FNU()},
#endif
  };
  for (const KnownFloat &Float : Floats) {
    std::optional<NumberFormat> Format = numberFormat(Float.DType);
    ASSERT_TRUE(Format) << Float.DType;
    unsigned NumBits = Format->Bytes * 8;
    for (unsigned Bits = 0; Bits != 1u << NumBits; ++Bits) {
      APFloat Expected(Float.Semantics, APInt(NumBits, Bits));
      bool LosesInfo;
      Expected.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                       &LosesInfo);
      double Found = Format->real(Bits);
      if (Expected.isNaN())
        EXPECT_TRUE(std::isnan(Found)) << Float.DType << " " << Bits;
      else
        EXPECT_EQ(Found, Expected.convertToDouble())
            << Float.DType << " " << Bits;
    }
  }
}

TEST(NumberFormat, Texts) {
  EXPECT_EQ(numberFormat("int8")->text(0x80), "-128");
  EXPECT_EQ(numberFormat("int64")->text(UINT64_MAX), "-1");
  EXPECT_EQ(numberFormat("uint64")->text(UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(numberFormat("bool")->text(1), "1");
  EXPECT_EQ(numberFormat("float32")->text(0x3DCCCCCD), "0.1");
  EXPECT_EQ(numberFormat("float32")->text(0xFFC00000), "nan");
  EXPECT_EQ(numberFormat("float32")->text(0xFF800000), "-inf");
  EXPECT_EQ(numberFormat("float64")->text(0x3FB999999999999A), "0.1");
  EXPECT_EQ(numberFormat("float8_e8m0fnu")->text(0xFF), "nan");
  EXPECT_EQ(numberFormat("float8_e8m0fnu")->text(128), "2");
  // Types that LLVM 19 does not have.
  EXPECT_EQ(numberFormat("float8_e4m3")->text(0x78), "inf");
  EXPECT_EQ(numberFormat("float8_e3m4")->text(0x6F), "15.5");
}

TEST(NumberFormat, NumbersOfAnElement) {
  EXPECT_EQ(numberFormat("float32x4")->Numbers, 4u);
  EXPECT_EQ(numberFormat("float32x4")->elementBytes(), 16u);
  EXPECT_EQ(numberFormat("complex64")->Numbers, 2u);
  EXPECT_EQ(numberFormat("complex64")->Bytes, 4u);
  EXPECT_EQ(numberFormat("complex32")->text(0x3C00), "1");
  EXPECT_EQ(numberFormat("complex128")->text(0x3FF0000000000000), "1");
}

TEST(NumberFormat, UnknownTypes) {
  for (const char *DType : {"", "handle", "int4", "code99_8", "float4_e2m1fn",
                            "float8", "float128", "x"})
    EXPECT_FALSE(numberFormat(DType)) << DType;
}

} // namespace
