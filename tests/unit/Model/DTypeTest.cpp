//===- DTypeTest.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/DType.h"
#include "Base/Messages.h"
#include "metaobj/Model.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

namespace {

struct TypeCase {
  DLDataType DType;
  const char *Name;
  uint64_t Bytes; ///< 0: refused.
  unsigned Unit;
};

const TypeCase Cases[] = {
    {{0, 8, 1}, "int8", 1, 1},
    {{0, 16, 1}, "int16", 2, 2},
    {{0, 32, 1}, "int32", 4, 4},
    {{0, 64, 1}, "int64", 8, 8},
    {{1, 8, 1}, "uint8", 1, 1},
    {{1, 16, 1}, "uint16", 2, 2},
    {{1, 32, 1}, "uint32", 4, 4},
    {{1, 64, 1}, "uint64", 8, 8},
    {{1, 1, 1}, "bool", 1, 1},
    {{2, 16, 1}, "float16", 2, 2},
    {{2, 32, 1}, "float32", 4, 4},
    {{2, 64, 1}, "float64", 8, 8},
    {{4, 16, 1}, "bfloat16", 2, 2},
    {{5, 64, 1}, "complex64", 8, 4},
    {{5, 128, 1}, "complex128", 16, 8},
    {{2, 32, 4}, "float32x4", 16, 4},
    {{0, 8, 65535}, "int8x65535", 65535, 1},
    {{6, 8, 4}, "boolx4", 4, 1},
    {{7, 8, 1}, "float8_e3m4", 1, 1},
    {{8, 8, 1}, "float8_e4m3", 1, 1},
    {{9, 8, 1}, "float8_e4m3b11fnuz", 1, 1},
    {{10, 8, 1}, "float8_e4m3fn", 1, 1},
    {{11, 8, 1}, "float8_e4m3fnuz", 1, 1},
    {{12, 8, 1}, "float8_e5m2", 1, 1},
    {{13, 8, 2}, "float8_e5m2fnuzx2", 2, 1},
    {{14, 8, 1}, "float8_e8m0fnu", 1, 1},
    {{15, 6, 1}, "float6_e2m3fn", 0, 1},
    {{17, 4, 1}, "float4_e2m1fn", 0, 1},
    {{0, 4, 1}, "int4", 0, 1},
    {{1, 4, 8}, "uint4x8", 0, 1},
    {{1, 1, 8}, "uint1x8", 0, 1},
    {{3, 64, 1}, "handle", 0, 1},
    {{0, 24, 1}, "int24", 0, 3},
    {{2, 8, 1}, "float8", 0, 1},
    {{77, 9, 1}, "code77_9", 0, 1},
};

TEST(DType, NamesSizesAndUnits) {
  for (const TypeCase &Case : Cases) {
    EXPECT_EQ(dtypeName(Case.DType), Case.Name);
    std::optional<DLDataType> Parsed = parseDType(Case.Name);
    ASSERT_TRUE(Parsed) << Case.Name;
    EXPECT_EQ(Parsed->code, Case.DType.code) << Case.Name;
    EXPECT_EQ(Parsed->bits, Case.DType.bits) << Case.Name;
    EXPECT_EQ(Parsed->lanes, Case.DType.lanes) << Case.Name;
    EXPECT_EQ(byteOrderUnit(Case.DType), Case.Unit) << Case.Name;
    Expected<uint64_t> Bytes = elementBytes(Case.DType);
    EXPECT_EQ(bool(Bytes), Case.Bytes != 0) << Case.Name;
    if (Bytes) {
      EXPECT_EQ(*Bytes, Case.Bytes) << Case.Name;
      EXPECT_EQ(*Bytes % Case.Unit, 0u) << Case.Name;
    } else {
      consumeError(Bytes.takeError());
    }
  }
}

TEST(DType, EveryNameOfEveryTypeParsesBack) {
  for (unsigned Code = 0; Code != 256; ++Code)
    for (unsigned Bits = 1; Bits != 256; ++Bits)
      for (unsigned Lanes : {1u, 2u, 65535u}) {
        DLDataType DType = {uint8_t(Code), uint8_t(Bits), uint16_t(Lanes)};
        // Handles of all sizes have one name.
        if (Code == 3 && Bits != 64)
          continue;
        std::optional<DLDataType> Parsed = parseDType(dtypeName(DType));
        ASSERT_TRUE(Parsed) << dtypeName(DType);
        EXPECT_TRUE(sameDType(*Parsed, DType)) << dtypeName(DType);
      }
}

TEST(DType, BothBoolsAreOneType) {
  DLDataType Newer = {6, 8, 1};
  EXPECT_EQ(dtypeName(Newer), "bool");
  EXPECT_EQ(elementBytes(Newer).get(), 1u);
  EXPECT_TRUE(sameDType(Newer, {1, 1, 1}));
  EXPECT_FALSE(sameDType(Newer, {1, 8, 1}));
}

TEST(DType, WhatIsNoTypeIsRefused) {
  for (const char *Name : {"",
                           "float",
                           "int",
                           "float32x",
                           "float32x0",
                           "float32x65536",
                           "int08",
                           "int256",
                           "int8 ",
                           " int8",
                           "int-8",
                           "bfloat",
                           "code",
                           "code300_8",
                           "code1",
                           "Bool",
                           "float8_e4m3f",
                           "xint8",
                           "x4",
                           "int99999999999999999"})
    EXPECT_FALSE(parseDType(Name)) << Name;
}

TEST(DType, RefusalsNameTheType) {
  const char *Hint = "\nhint: widen them to int8 or uint8, or hand the packed "
                     "bytes over as uint8";
  EXPECT_EQ(text(elementBytes({0, 4, 1})),
            std::string("type 'int4': elements smaller than one byte cannot be "
                        "linked") +
                Hint);
  EXPECT_EQ(text(elementBytes({1, 2, 4})),
            std::string("type 'uint2x4': elements smaller than one byte cannot "
                        "be linked") +
                Hint);
  EXPECT_EQ(text(elementBytes({3, 64, 1})),
            "type 'handle': opaque handles mean nothing outside their process");
  EXPECT_EQ(text(elementBytes({0, 24, 1})),
            "type 'int24': int can have 8, 16, 32, 64 bits");
  EXPECT_EQ(text(elementBytes({99, 8, 1})), "type 'code99_8': is not known");
  EXPECT_EQ(text(elementBytes({2, 32, 0})), "type 'float32x0': has no lanes");
}

TEST(DType, TensorSizes) {
  EXPECT_EQ(tensorBytes({2, 32, 1}, {2, 3}).get(), 24u);
  EXPECT_EQ(tensorBytes({2, 32, 1}, {}).get(), 4u);
  EXPECT_EQ(tensorBytes({2, 32, 4}, {2}).get(), 32u);
  EXPECT_EQ(tensorBytes({1, 1, 1}, {9}).get(), 9u);
  EXPECT_EQ(tensorBytes({0, 8, 1}, {INT64_MAX, 2}).get(), UINT64_MAX - 1);
  // However large the others are, nothing is left.
  EXPECT_EQ(tensorBytes({2, 32, 1}, {INT64_MAX, INT64_MAX, 0}).get(), 0u);
  EXPECT_EQ(text(tensorBytes({2, 32, 1}, {0, -1})),
            "float32 [0, -1]: extent 1 is negative");
  EXPECT_EQ(text(tensorBytes({2, 32, 1}, {4294967296, 1073741824})),
            "float32 [4294967296, 1073741824]: has more bytes than 64 bits can "
            "count");
  EXPECT_EQ(text(tensorBytes({0, 8, 1}, {INT64_MAX, 3})),
            "int8 [9223372036854775807, 3]: has more bytes than 64 bits can "
            "count");
}

} // namespace
