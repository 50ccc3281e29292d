//===- SafetensorsTest.cpp - Reader of safetensors files ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/ParamsFiles.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

namespace {

struct Safetensors : ParamsFileTest {};

std::string file(StringRef Header, StringRef Data) {
  return number(Header.size(), 8) + Header.str() + Data.str();
}

std::string twoSafetensors() {
  return file(R"({"b":{"dtype":"I8","shape":[],"data_offsets":[8,9]},)"
              R"("__metadata__":{"format":"pt"},)"
              R"("weight":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]}})",
              "01234567x");
}

TEST_F(Safetensors, InTheOrderOfTheData) {
  EXPECT_THAT(describe(twoSafetensors()),
              ElementsAre("weight: float32 [2, 1] 3031323334353637 little 4",
                          "b: int8 [] 78 little 1"));
}

TEST_F(Safetensors, EveryType) {
  struct {
    const char *Name;
    unsigned Bytes;
    const char *DType;
    unsigned Unit;
  } Cases[] = {
      {"BOOL", 1, "bool", 1},
      {"U8", 1, "uint8", 1},
      {"I8", 1, "int8", 1},
      {"U16", 2, "uint16", 2},
      {"I16", 2, "int16", 2},
      {"F16", 2, "float16", 2},
      {"BF16", 2, "bfloat16", 2},
      {"U32", 4, "uint32", 4},
      {"I32", 4, "int32", 4},
      {"F32", 4, "float32", 4},
      {"U64", 8, "uint64", 8},
      {"I64", 8, "int64", 8},
      {"F64", 8, "float64", 8},
      {"C64", 8, "complex64", 4},
      {"F8_E4M3", 1, "float8_e4m3fn", 1},
      {"F8_E5M2", 1, "float8_e5m2", 1},
      {"F8_E8M0", 1, "float8_e8m0fnu", 1},
  };
  for (const auto &Case : Cases) {
    std::string Size = std::to_string(2 * Case.Bytes);
    std::string Header = std::string(R"({"w":{"dtype":")") + Case.Name +
                         R"(","shape":[2],"data_offsets":[0,)" + Size + "]}}";
    auto Params = readBytes(file(Header, std::string(2 * Case.Bytes, 'a')));
    ASSERT_EQ(text(Params.takeError()), "") << Case.Name;
    EXPECT_EQ(dtypeName((*Params)[0].DType), Case.DType);
    EXPECT_EQ((*Params)[0].Data.elementSize(), Case.Unit);
  }
}

TEST_F(Safetensors, NoTensors) {
  EXPECT_THAT(describe(file("{}", "")), ElementsAre());
  EXPECT_THAT(describe(file("{ } ", "")), ElementsAre());
}

TEST_F(Safetensors, EveryTruncationIsAnError) {
  refusesEveryPrefix(twoSafetensors());
}

TEST_F(Safetensors, EveryFlippedByteIsReadOrRefused) {
  survivesEveryFlip(twoSafetensors(), 9);
}

TEST_F(Safetensors, HeadersSize) {
  EXPECT_EQ(refusal(number(40, 8) + "{\"a\":1}"),
            "p.bin: ends at byte 15 inside the header (bytes 8 to 48)");
  auto Source =
      cantFail(InputFile::open(Folder.add("q", number(UINT64_MAX, 8) + "{}")));
  EXPECT_EQ(Folder.strip(text(readSafetensors(Source))),
            "q: at byte 0: the header has 18446744073709551615 bytes; at most "
            "100000000 are read");
}

TEST_F(Safetensors, HeadersThatAreNotTheFormats) {
  EXPECT_EQ(refusal(file("{\"a\"", "")),
            "p.bin: the header is not valid JSON: at byte 4: no colon behind a "
            "key");
  EXPECT_EQ(refusal(file("{\"a\":{}} x", "")),
            "p.bin: parameter 'a' has no 'dtype' that is a string");
  EXPECT_EQ(refusal(file("{} x", "")),
            "p.bin: the header is not valid JSON: at "
            "byte 3: something is behind the "
            "object");
  EXPECT_EQ(
      refusal(file("{\"__metadata__\":{} \"a\":1}", "")),
      "p.bin: the header is not valid JSON: at byte 16: Text after end of "
      "document");
  EXPECT_EQ(refusal(file("{\"__metadata__\":{}}}", "")),
            "p.bin: the header is not valid JSON: at byte 19: something is "
            "behind the object");
  EXPECT_EQ(refusal(file("{\"__metadata__\":{},}", "")),
            "p.bin: the header is not valid JSON: at byte 19: no key starts "
            "here");
  EXPECT_EQ(refusal(file("{\"__metadata__\":{]}", "")),
            "p.bin: the header is not valid JSON: at byte 16: Expected object "
            "key");
  EXPECT_EQ(refusal(file("{\"\xff\":1}", "")),
            "p.bin: the header is not valid JSON: at byte 1: Invalid UTF-8 "
            "sequence");
  EXPECT_EQ(refusal(file("{\"a\":" + std::string(70, '['), "")),
            "p.bin: the header nests brackets more than 64 deep");
  EXPECT_EQ(refusal(file("{\"a\":1}", "")),
            "p.bin: parameter 'a' is not described by an object");
  EXPECT_EQ(refusal(file("{\"" + std::string(5000, 'n') + "\":1}", "")),
            "p.bin: a name has 5000 bytes; at most 4096 are read");
}

TEST_F(Safetensors, FieldsOfATensor) {
  auto With = [&](StringRef Tensor, StringRef Data = "1234") {
    return refusal(file("{\"w\":" + Tensor.str() + "}", Data));
  };
  EXPECT_EQ(With(R"({"shape":[1],"data_offsets":[0,4]})"),
            "p.bin: parameter 'w' has no 'dtype' that is a string");
  EXPECT_EQ(With(R"({"dtype":"F31","shape":[1],"data_offsets":[0,4]})"),
            "p.bin: parameter 'w' has dtype 'F31', which is not known");
  EXPECT_EQ(With(R"({"dtype":"F4","shape":[1],"data_offsets":[0,4]})"),
            "p.bin: parameter 'w' has dtype 'F4': elements smaller than one "
            "byte cannot be linked\nhint: store the packed bytes as U8");
  EXPECT_EQ(With(R"({"dtype":"I8","data_offsets":[0,4]})"),
            "p.bin: parameter 'w' has no 'shape' that is an array");
  EXPECT_EQ(With(R"({"dtype":"I8","shape":[4,-1],"data_offsets":[0,4]})"),
            "p.bin: parameter 'w': extent 1 of its shape is not a whole number "
            "from 0 to 2^63 - 1");
  EXPECT_EQ(With(R"({"dtype":"I8","shape":[9223372036854775808],)"
                 R"("data_offsets":[0,4]})"),
            "p.bin: parameter 'w': extent 0 of its shape is not a whole number "
            "from 0 "
            "to 2^63 - 1");
  EXPECT_EQ(With(R"({"dtype":"I8","shape":[9223372036854775807,4],)"
                 R"("data_offsets":[0,4]})"),
            "p.bin: parameter 'w': int8 [9223372036854775807, 4]: has more "
            "bytes than 64 bits can count");
  std::string Many = "1";
  for (unsigned I = 0; I != 64; ++I)
    Many += ",1";
  EXPECT_EQ(
      With(R"({"dtype":"I8","shape":[)" + Many + R"(],"data_offsets":[0,4]})"),
      "p.bin: parameter 'w' has 65 dimensions; 0 to 64 are read");
  EXPECT_EQ(With(R"({"dtype":"I8","shape":[4],"data_offsets":[0]})"),
            "p.bin: parameter 'w' has no 'data_offsets' that are two whole "
            "numbers");
  EXPECT_EQ(With(R"({"dtype":"I8","shape":[4],"data_offsets":[-4,0]})"),
            "p.bin: parameter 'w' has no 'data_offsets' that are two whole "
            "numbers");
  EXPECT_EQ(With(R"({"dtype":"I8","shape":[4],"data_offsets":[4,0]})"),
            "p.bin: parameter 'w' has bytes 4 to 0 of the data, which end "
            "before they start");
  EXPECT_EQ(With(R"({"dtype":"I8","shape":[5],"data_offsets":[0,5]})"),
            "p.bin: parameter 'w' has bytes 0 to 5 of the data, which has 4");
  EXPECT_EQ(With(R"({"dtype":"I8","shape":[3],"data_offsets":[0,4]})"),
            "p.bin: parameter 'w' has 4 bytes of data, but int8 [3] takes 3");
}

TEST_F(Safetensors, EachByteHasOneOwner) {
  auto Tensor = [](StringRef Name, unsigned Begin, unsigned End) {
    return ("\"" + Name + R"(":{"dtype":"I8","shape":[)" + Twine(End - Begin) +
            R"(],"data_offsets":[)" + Twine(Begin) + "," + Twine(End) + "]}")
        .str();
  };
  auto With = [&](const std::string &A, const std::string &B) {
    return refusal(file("{" + A + "," + B + "}", "01234567"));
  };
  EXPECT_EQ(With(Tensor("a", 0, 4), Tensor("b", 4, 8)), "");
  EXPECT_EQ(With(Tensor("a", 0, 5), Tensor("b", 4, 8)),
            "p.bin: parameter 'b' shares bytes 4 to 5 of the data with "
            "parameter 'a'");
  EXPECT_EQ(With(Tensor("a", 0, 8), Tensor("b", 2, 4)),
            "p.bin: parameter 'b' shares bytes 2 to 4 of the data with "
            "parameter 'a'");
  EXPECT_EQ(With(Tensor("a", 1, 4), Tensor("b", 4, 8)),
            "p.bin: bytes 0 to 1 of the data belong to no parameter");
  EXPECT_EQ(With(Tensor("a", 0, 3), Tensor("b", 4, 8)),
            "p.bin: bytes 3 to 4 of the data belong to no parameter");
  EXPECT_EQ(With(Tensor("a", 0, 4), Tensor("b", 4, 7)),
            "p.bin: bytes 7 to 8 of the data belong to no parameter");
  EXPECT_EQ(With(Tensor("a", 0, 4), Tensor("a", 4, 8)),
            "p.bin: parameter 'a' is there twice");
}

TEST_F(Safetensors, TellsItselfFromObjects) {
  // A COFF object whose symbol table is at an offset that reads as JSON.
  std::string Coff("\x64\x86\x01\x00\x00\x00\x00\x00{\"\x00\x00", 12);
  EXPECT_NE(identify(Coff + std::string(40, '\0')), FileKind::Safetensors);
  // A header whose size starts with a brace and a quote.
  std::string Header = "{\"a\":{}" + std::string(0x227B - 8, ' ') + "}";
  EXPECT_EQ(identify(file(Header, "").substr(0, 4096)), FileKind::Safetensors);
}

} // namespace
