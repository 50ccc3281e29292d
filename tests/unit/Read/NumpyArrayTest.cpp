//===- NumpyArrayTest.cpp - Reader of NumPy arrays ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/NumpyFiles.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

namespace {

struct NumpyArray : ParamsFileTest {
  std::string refuseHeader(StringRef Header) {
    return refusal(numpyFile(Header, ""));
  }
};

TEST_F(NumpyArray, IsNamedAfterItsFile) {
  std::string Bytes = numpyArray("<i2", "(2, 1)", "abcd");
  EXPECT_THAT(describe(Bytes, "conv1.weight.npy"),
              ElementsAre("conv1.weight: int16 [2, 1] 61626364 little 2"));
  EXPECT_THAT(describe(Bytes, "conv1"),
              ElementsAre("conv1: int16 [2, 1] 61626364 little 2"));
}

TEST_F(NumpyArray, EveryType) {
  struct {
    const char *Type;
    unsigned Bytes;
    const char *DType;
    unsigned Unit;
  } Cases[] = {
      {"|b1", 1, "bool", 1},      {"|i1", 1, "int8", 1},
      {"|u1", 1, "uint8", 1},     {"<i2", 2, "int16", 2},
      {"<u2", 2, "uint16", 2},    {"<f2", 2, "float16", 2},
      {"<i4", 4, "int32", 4},     {"<u4", 4, "uint32", 4},
      {"<f4", 4, "float32", 4},   {"<i8", 8, "int64", 8},
      {"<u8", 8, "uint64", 8},    {"<f8", 8, "float64", 8},
      {"<c8", 8, "complex64", 4}, {"<c16", 16, "complex128", 8},
  };
  for (auto Case : Cases)
    for (bool Big : {false, true}) {
      std::string Type = Case.Type;
      if (Big)
        Type[0] = '>';
      auto Params =
          readBytes(numpyArray(Type, "(3,)", std::string(3 * Case.Bytes, 'a')));
      ASSERT_EQ(text(Params.takeError()), "") << Type;
      EXPECT_EQ(dtypeName((*Params)[0].DType), Case.DType);
      EXPECT_EQ((*Params)[0].Data.elementSize(), Case.Unit);
      EXPECT_EQ((*Params)[0].Data.byteOrder() == Endianness::big, Big);
    }
}

TEST_F(NumpyArray, Versions) {
  std::string Header = numpyHeader("|u1", "()");
  for (unsigned Major : {1u, 2u, 3u})
    EXPECT_THAT(describe(numpyFile(Header, "x", Major)),
                ElementsAre("p.bin: uint8 [] 78 little 1"));
  EXPECT_EQ(refusal(numpyFile(Header, "x", 4)),
            "p.bin: has version 4.0 of the format; 1.0, 2.0 and 3.0 are read");
}

TEST_F(NumpyArray, HeadersAsPythonReadsThem) {
  for (const char *Header :
       {"{'shape': (1, 2L), 'fortran_order': False, 'descr': '|u1'}",
        "{\"descr\":\"|u1\",\"fortran_order\":False,\"shape\":(1,2,)}",
        " { 'descr' : '|u1' , 'fortran_order' : False , 'shape' : ( 1 , 2 ) "
        ", } \n"})
    EXPECT_THAT(describe(numpyFile(Header, "xy")),
                ElementsAre("p.bin: uint8 [1, 2] 7879 little 1"));
}

TEST_F(NumpyArray, HeadersThatAreNone) {
  for (const char *Header :
       {"", "{", "{}", "[]", "{'descr': '|u1'}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1.5,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': "
        "(9223372036854775808,)}",
        "{'descr': '|u1', 'fortran_order': 0, 'shape': (1,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)} x",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), 'x': 1}",
        "{'shape': (1,), 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '|u1', 'shape': (1,), 'shape': (1,)}"})
    EXPECT_EQ(
        refuseHeader(Header),
        "p.bin: the header is not a dictionary of 'descr', 'fortran_order' "
        "and 'shape'")
        << Header;
}

TEST_F(NumpyArray, TypesThatNoTensorHas) {
  auto With = [&](const char *Type) {
    return refusal(numpyArray(Type, "(1,)", std::string(16, 'x')));
  };
  auto Text = [](const char *Type, const char *Kind) {
    return std::string("p.bin: has elements of NumPy type '") + Type + "' (" +
           Kind + "); bools, integers, floats and complex numbers are read";
  };
  std::string Hint =
      "\nhint: InputConfig::SkipParams=GLOB leaves a parameter out";
  EXPECT_EQ(With("|O"), Text("|O", "Python objects") + Hint);
  EXPECT_EQ(With("<U4"), Text("<U4", "text") + Hint);
  EXPECT_EQ(With("|S16"), Text("|S16", "text") + Hint);
  EXPECT_EQ(With("<M8[ns]"), Text("<M8[ns]", "dates or times") + Hint);
  EXPECT_EQ(With("<f16"), Text("<f16", "not numbers that DLPack has") + Hint);
  EXPECT_EQ(With("<V2"), Text("<V2", "bytes without a type") +
                             "\nhint: a manifest can say what the bytes are");
  EXPECT_EQ(With("<"), Text("<", "not numbers that DLPack has") + Hint);
  for (const char *Type : {"|f4", "=f4", "=i8", "f4"})
    EXPECT_EQ(With(Type),
              std::string("p.bin: has elements of NumPy type '") + Type +
                  "', which does not tell their byte order\nhint: numpy.save "
                  "writes '<' for little endian and '>' for big endian before "
                  "the type");
  EXPECT_EQ(
      refuseHeader("{'descr': [('a', '<f4')], 'fortran_order': False, "
                   "'shape': (1,)}"),
      "p.bin: has structures for elements\nhint: save each field as an "
      "array of its own, or leave it out with InputConfig::SkipParams=GLOB");
}

TEST_F(NumpyArray, FortranOrder) {
  auto With = [&](const char *Shape, StringRef Data) {
    return refusal(numpyFile(
        std::string("{'descr': '|u1', 'fortran_order': True, 'shape': ") +
            Shape + "}",
        Data));
  };
  EXPECT_EQ(With("(2, 2)", "1234"), "");
  // Both orders are the same.
  EXPECT_EQ(With("(4,)", "1234"), "");
  EXPECT_EQ(With("(1, 4, 1)", "1234"), "");
  EXPECT_EQ(With("()", "1"), "");
}

TEST_F(NumpyArray, SizesAreCompared) {
  EXPECT_EQ(refusal(numpyArray("<f4", "(2, 3)", std::string(20, 'x'))),
            "p.bin: ends at byte 148 inside the data, which has 24 bytes from "
            "byte 128");
  EXPECT_EQ(refusal(numpyArray("<f4", "(2, 3)", std::string(25, 'x'))),
            "p.bin: at byte 152: 1 byte after the array");
  EXPECT_EQ(refusal(numpyArray("<f8", "(4611686018427387904,)", "")),
            "p.bin: float64 [4611686018427387904]: has more bytes than 64 bits "
            "can count");
  EXPECT_EQ(refusal(numpyFile(std::string(70000, ' '), "", 2)),
            "p.bin: has a header of 70000 bytes; at most 65536 are read");
  EXPECT_EQ(refusal(StringRef(numpyFile(numpyHeader("|u1", "()"), "x"))
                        .take_front(50)
                        .str()),
            "p.bin: ends at byte 50 inside the header of a NumPy array");
}

TEST_F(NumpyArray, EveryTruncationIsAnError) {
  refusesEveryPrefix(numpyArray("<i2", "(2, 3)", "0123456789ab"));
}

TEST_F(NumpyArray, EveryFlippedByteIsReadOrRefused) {
  survivesEveryFlip(numpyArray("<i2", "(2, 3)", "0123456789ab"), 12);
}

} // namespace
