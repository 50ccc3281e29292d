//===- OnnxTest.cpp - Reader of ONNX models -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/ParamsFiles.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::MatchesRegex;

namespace {

std::string varint(uint64_t Number) {
  std::string Bytes;
  for (; Number >= 0x80; Number >>= 7)
    Bytes.push_back(char(Number | 0x80));
  Bytes.push_back(char(Number));
  return Bytes;
}

std::string varints(std::vector<uint64_t> Numbers) {
  std::string Bytes;
  for (uint64_t Number : Numbers)
    Bytes += varint(Number);
  return Bytes;
}

/// A field with a number.
std::string num(unsigned Field, uint64_t Number) {
  return varint(Field << 3) + varint(Number);
}

/// A field with bytes.
std::string bytes(unsigned Field, StringRef Bytes) {
  return varint(Field << 3 | 2) + varint(Bytes.size()) + Bytes.str();
}

/// A TensorProto with \p More fields behind its name.
std::string tensor(StringRef Name, unsigned Type, std::vector<uint64_t> Dims,
                   StringRef Data, StringRef More = "") {
  std::string Fields;
  for (uint64_t Extent : Dims)
    Fields += num(1, Extent);
  return Fields + num(2, Type) + Data.str() + bytes(8, Name) + More.str();
}

std::string raw(StringRef Bytes) { return bytes(9, Bytes); }

/// A NodeProto with one output and one attribute.
std::string node(StringRef Operator, StringRef Output, StringRef Attribute,
                 StringRef More = "") {
  return bytes(2, Output) + bytes(4, Operator) + bytes(5, Attribute) +
         More.str();
}

/// An AttributeProto that is a tensor.
std::string attribute(StringRef Name, StringRef Tensor) {
  return bytes(1, Name) + bytes(5, Tensor) + num(20, 4);
}

/// A model of these initializers, with fields of other kinds around them.
std::string model(std::vector<std::string> Tensors, StringRef More = "") {
  std::string Graph =
      bytes(1, node("Conv", "c", bytes(1, "group") + num(3, 1)));
  for (const std::string &TheTensor : Tensors)
    Graph += bytes(5, TheTensor);
  return num(1, 8) + bytes(2, "test") + bytes(7, Graph + More.str());
}

std::string sampleOnnx() {
  return model(
      {tensor("w", 1, {2, 1}, raw("aaaabbbb")),
       tensor("b", 3, {2}, bytes(5, varints({1, UINT64_MAX})))},
      bytes(1, node("Constant", "k",
                    attribute("value", tensor("", 3, {1}, raw("k"))))));
}

struct Onnx : ParamsFileTest {};

TEST_F(Onnx, Initializers) {
  EXPECT_THAT(describe(sampleOnnx()),
              ElementsAre("w: float32 [2, 1] 6161616162626262 little 4",
                          "b: int8 [2] 01ff little 1",
                          "k: int8 [1] 6b little 1"));
  EXPECT_THAT(Notes.Lines, ElementsAre());
}

TEST_F(Onnx, Constants) {
  auto With = [](StringRef Node) {
    return model({tensor("w", 3, {1}, raw("w"))}, bytes(1, Node));
  };
  std::string Value = attribute("value", tensor("any", 3, {2}, raw("ab")));
  const char *Before = "w: int8 [1] 77 little 1";
  const char *Node = "n: int8 [2] 6162 little 1";
  EXPECT_THAT(describe(With(node("Constant", "n", Value))),
              ElementsAre(Before, Node));
  EXPECT_THAT(describe(With(node("Constant", "n", Value, bytes(7, "ai.onnx")))),
              ElementsAre(Before, Node));
  // Values of operators of other kinds are no parameters.
  EXPECT_THAT(describe(With(node("ConstantOfShape", "n", Value))),
              ElementsAre(Before));
  EXPECT_THAT(describe(With(node("Constant", "n", Value, bytes(7, "com.me")))),
              ElementsAre(Before));
  EXPECT_THAT(Notes.Lines, ElementsAre());
  // Nor are texts, numbers and lists in attributes.
  EXPECT_THAT(
      describe(With(node("Constant", "n", bytes(1, "value_int") + num(3, 5)))),
      ElementsAre(Before));
  ASSERT_EQ(Notes.Lines.size(), 1u);
  EXPECT_EQ(Folder.strip(Notes.Lines[0]),
            "note: p.bin: 1 Constant node without a tensor left out");
}

TEST_F(Onnx, ConstantsLieBehindInitializers) {
  std::string Value = attribute("value", tensor("", 3, {1}, raw("a")));
  std::string Graph = bytes(1, node("Constant", "n", Value)) +
                      bytes(5, tensor("w", 3, {1}, raw("w")));
  EXPECT_THAT(
      describe(num(1, 8) + bytes(2, "test") + bytes(7, Graph)),
      ElementsAre("w: int8 [1] 77 little 1", "n: int8 [1] 61 little 1"));
}

TEST_F(Onnx, NodesThatAreNotRead) {
  auto With = [](StringRef Node) { return model({}, bytes(1, Node)); };
  std::string Where = "p.bin: at byte [0-9]+: ";
  EXPECT_THAT(refusal(With(bytes(2, std::string(4097, 'n')))),
              MatchesRegex(Where + "the name of an output has 4097 bytes; at "
                                   "most 4096 are read"));
  EXPECT_THAT(refusal(With(num(4, 3))),
              MatchesRegex(Where + "the name of an operator has 3 bytes.*"));
  EXPECT_THAT(refusal(With(num(7, 3))),
              MatchesRegex(Where + "the domain of an operator has 3 bytes.*"));
  EXPECT_THAT(refusal(With(bytes(5, num(1, 3)))),
              MatchesRegex(Where + "the name of an attribute has 3 bytes.*"));
  EXPECT_EQ(
      refusal(With(node("Constant", "n",
                        attribute("value", tensor("", 1, {1}, raw("a")))))),
      "p.bin: parameter 'n' has 1 byte of data, but float32 [1] takes 4");
}

TEST_F(Onnx, FieldsOfNumbers) {
  struct {
    unsigned Type;
    unsigned Field;
    std::string Data;
    const char *Line;
  } Cases[] = {
      {1, 4, "abcd", "t: float32 [1] 61626364 little 4"},
      {11, 10, "abcdefgh", "t: float64 [1] 6162636465666768 little 8"},
      {14, 4, "abcdefgh", "t: complex64 [1] 6162636465666768 little 4"},
      {5, 5, varint(UINT64_MAX - 1), "t: int16 [1] feff little 2"},
      {6, 5, varint(0x12345678), "t: int32 [1] 78563412 little 4"},
      {9, 5, varint(1), "t: bool [1] 01 little 1"},
      {10, 5, varint(0x3C00), "t: float16 [1] 003c little 2"},
      {7, 7, varint(UINT64_MAX), "t: int64 [1] ffffffffffffffff little 8"},
      {12, 11, varint(300), "t: uint32 [1] 2c010000 little 4"},
      {13, 11, varint(300), "t: uint64 [1] 2c01000000000000 little 8"},
      {17, 5, varint(0x38), "t: float8_e4m3fn [1] 38 little 1"},
      {22, 5, varint(0x0F), "t: uint8 [1] 0f little 1"},
  };
  for (const auto &Case : Cases)
    EXPECT_THAT(describe(model({tensor("t", Case.Type, {1},
                                       bytes(Case.Field, Case.Data))})),
                ElementsAre(Case.Line));
}

TEST_F(Onnx, SmallElementsAreBytes) {
  EXPECT_THAT(describe(model({tensor("w", 22, {2, 4}, raw("abcd"))})),
              ElementsAre("w: uint8 [2, 2] 61626364 little 1"));
  ASSERT_EQ(Notes.Lines.size(), 1u);
  EXPECT_EQ(Folder.strip(Notes.Lines[0]),
            "note: p.bin: 1 tensor of types that DLPack does not have taken as "
            "uint8: 1 INT4");
}

TEST_F(Onnx, OtherFiles) {
  Folder.add("data.bin", "0123456789");
  auto Entry = [](StringRef Key, StringRef Value) {
    return bytes(13, bytes(1, Key) + bytes(2, Value));
  };
  auto With = [&](StringRef Location, StringRef Offset, StringRef Length) {
    std::string More =
        Entry("location", Location) + Entry("offset", Offset) + num(14, 1);
    if (!Length.empty())
      More += Entry("length", Length);
    return describe(model({tensor("w", 3, {4}, "", More)}))[0];
  };
  EXPECT_EQ(With("data.bin", "2", "4"), "w: int8 [4] 32333435 little 1");
  EXPECT_EQ(With("data.bin", "2", ""), "w: int8 [4] 32333435 little 1");
  EXPECT_EQ(With("data.bin", "2", "5"),
            "p.bin: parameter 'w' has 5 bytes of data, but int8 [4] takes 4");
  EXPECT_EQ(With("data.bin", "7", "4"),
            "p.bin: parameter 'w' has 4 bytes from byte 7 of file 'data.bin', "
            "which has 10");
  EXPECT_THAT(With("data.bin", "-1", "4"),
              MatchesRegex("p.bin: at byte [0-9]+: 'offset' is '-1', no whole "
                           "number"));
  EXPECT_EQ(With("../data.bin", "2", "4"),
            "p.bin: parameter 'w': file '../data.bin' leads out of the "
            "folder\nhint: name files beside the model, or in folders there");
}

TEST_F(Onnx, TensorsThatAreNotRead) {
  auto With = [&](StringRef Tensor) { return refusal(model({Tensor.str()})); };
  std::string Start = "p.bin: parameter 'w' ";
  std::string Hint = "\nhint: leave it out with InputConfig::SkipParams";
  EXPECT_EQ(With(tensor("w", 8, {1}, bytes(6, "text"))),
            Start +
                "has type STRING, which is no type of numbers that is "
                "known" +
                Hint);
  EXPECT_EQ(With(tensor("w", 99, {1}, raw("a"))),
            Start + "has type 99, which is no type of numbers that is known" +
                Hint);
  EXPECT_EQ(With(tensor("w", 1, {1}, bytes(10, "abcdefgh"))),
            Start + "of type FLOAT has its elements in field 10");
  EXPECT_EQ(With(tensor("w", 1, {2}, raw("abcd"))),
            Start + "has 4 bytes of data, but float32 [2] takes 8");
  EXPECT_EQ(With(tensor("w", 1, {2}, "")),
            Start + "has 0 bytes of data, but float32 [2] takes 8");
  EXPECT_EQ(With(tensor("w", 1, {UINT64_MAX}, "")),
            "p.bin: parameter 'w': float32 [-1]: extent 0 is negative");
  std::string Where = "p.bin: at byte [0-9]+: ";
  EXPECT_THAT(With(tensor("w", 1, {1}, raw("abcd") + raw("efgh"))),
              MatchesRegex(Where +
                           "a tensor has elements in field 9 and again in "
                           "field 9"));
  EXPECT_THAT(With(tensor("w", 1, {1}, bytes(7, varint(1)))),
              MatchesRegex(Where +
                           "a tensor of type 1 has its elements in field "
                           "7"));
  EXPECT_THAT(With(tensor("w", 6, {1}, num(5, 1))),
              MatchesRegex(Where + "the elements of a tensor are not packed"));
  EXPECT_THAT(With(tensor("w", 6, {1}, bytes(3, ""))),
              MatchesRegex(Where + "a tensor is in segments"));
  EXPECT_THAT(With(tensor("w", 6, std::vector<uint64_t>(65, 1), "")),
              MatchesRegex(Where + "a tensor has more than 64 dimensions"));
  EXPECT_THAT(With(tensor(std::string(4097, 'n'), 6, {}, "")),
              MatchesRegex(Where +
                           "the name of a tensor has 4097 bytes; at most "
                           "4096 are read"));
}

TEST_F(Onnx, GraphsAndSparseTensors) {
  EXPECT_EQ(refusal(num(1, 8) + bytes(2, "test")),
            "p.bin: is an ONNX model without a graph");
  EXPECT_EQ(refusal(model({tensor("w", 3, {1}, raw("a"))}, bytes(15, "xy"))),
            "");
  ASSERT_EQ(Notes.Lines.size(), 1u);
  EXPECT_EQ(Folder.strip(Notes.Lines[0]),
            "warning: p.bin: 1 sparse tensor left out");
}

TEST_F(Onnx, Protobuf) {
  auto With = [&](StringRef Graph) {
    return refusal(num(1, 8) + bytes(7, Graph));
  };
  EXPECT_EQ(With("\x03"), "p.bin: at byte 4: field 0 has wire type 3, which "
                          "protobuf does not have");
  EXPECT_EQ(With("\x80"),
            "p.bin: at byte 4: a number does not end in its message");
  EXPECT_EQ(With(std::string(11, '\x80')),
            "p.bin: at byte 4: a number has more than 10 bytes");
  EXPECT_EQ(With("\x0A\x05xyz"), "p.bin: at byte 4: field 1 has 5 bytes, but "
                                 "its message has 3 more");
  EXPECT_EQ(With("\x0Dxyz"), "p.bin: at byte 4: field 1 has 4 bytes, but its "
                             "message has 3 more");
}

TEST_F(Onnx, EveryTruncationIsAnError) { refusesEveryPrefix(sampleOnnx()); }

TEST_F(Onnx, EveryFlippedByteIsReadOrRefused) {
  survivesEveryFlip(sampleOnnx(), 64);
}

} // namespace
