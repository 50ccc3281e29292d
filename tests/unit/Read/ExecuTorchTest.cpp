//===- ExecuTorchTest.cpp - Readers of programs and data of ExecuTorch ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/FlatFiles.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

namespace {

using FieldMap = std::map<unsigned, flat::Value>;

flat::Value segments(std::vector<std::pair<uint64_t, uint64_t>> Ranges) {
  std::vector<flat::Value> Result;
  for (auto [Offset, Size] : Ranges)
    Result.push_back(
        flat::table({{0, flat::num(Offset, 8)}, {1, flat::num(Size, 8)}}));
  return flat::tables(std::move(Result));
}

flat::Value named(StringRef Name, uint64_t Segment) {
  return flat::table({{0, flat::text(Name)}, {1, flat::num(Segment, 4)}});
}

/// The fields of a tensor of a program.
FieldMap tensor(unsigned Type, std::vector<uint64_t> Sizes,
                std::vector<uint64_t> Order, uint64_t Data) {
  return {{0, flat::num(Type, 1)},
          {2, flat::list(std::move(Sizes), 4)},
          {3, flat::list(std::move(Order), 1)},
          {5, flat::num(Data, 4)}};
}

flat::Value value(FieldMap Tensor) {
  return flat::table(
      {{0, flat::num(5, 1)}, {1, flat::table(std::move(Tensor))}});
}

/// A program with one method.
FieldMap program(std::vector<flat::Value> Values) {
  return {
      {1, flat::tables({flat::table({{2, flat::tables(std::move(Values))}})})}};
}

/// With the header that segments need, which says the sizes of \p Data.
std::string withSegments(FieldMap Program, StringRef Data,
                         unsigned HeaderSize = 32) {
  std::string Tables =
      flat::file("ET12", flat::table(Program), std::string(HeaderSize, '\0'));
  uint64_t End = Tables.size();
  std::string Header =
      "eh00" + number(HeaderSize, 4) + number(End, 8) + number(End + 3, 8);
  if (HeaderSize > 24)
    Header += number(Data.size(), 8);
  return Tables.replace(8, HeaderSize, Header) + "..." + Data.str();
}

struct ExecuTorch : ParamsFileTest {
  std::string note() {
    std::string Result;
    for (const std::string &Line : Notes.Lines)
      Result += Folder.strip(Line) + "\n";
    Notes.Lines.clear();
    return Result;
  }
};

std::string sampleProgram() {
  FieldMap Program = program({
      flat::table({{0, flat::num(2, 1)},
                   {1, flat::table({{0, flat::num(1, 8)}})}}), // A number.
      value(tensor(6, {1, 4}, {0, 1}, 0)),                     // An input.
      value(tensor(6, {1, 2}, {0, 1}, 1)),
      value(tensor(1, {3}, {0}, 2)),
  });
  Program[4] = segments({{0, 32}, {32, 5}});
  Program[5] =
      flat::table({{0, flat::num(0, 4)}, {1, flat::list({0, 0, 16}, 8)}});
  Program[7] = flat::tables({named("blob", 1)});
  return withSegments(Program, "aaaabbbb........ccc.............delta");
}

TEST_F(ExecuTorch, Program) {
  EXPECT_THAT(
      describe(sampleProgram()),
      ElementsAre("constant_1: float32 [1, 2] 6161616162626262 little 4",
                  "constant_2: int8 [3] 636363 little 1",
                  "blob: uint8 [5] 64656c7461 little 1"));
  EXPECT_EQ(note(), "");
}

TEST_F(ExecuTorch, ConstantsInTables) {
  FieldMap Program = program({value(tensor(6, {1}, {0}, 1))});
  Program[2] =
      flat::tables({flat::table({}), flat::table({{0, flat::text("abcd")}})});
  EXPECT_THAT(describe(flat::file("ET12", flat::table(Program))),
              ElementsAre("constant_1: float32 [1] 61626364 little 4"));
  Program[2] = flat::tables({flat::table({})});
  EXPECT_EQ(refusal(flat::file("ET12", flat::table(Program))),
            "p.bin: parameter 'constant_1' has data 1 of 1");
}

TEST_F(ExecuTorch, NamesAndFirstValues) {
  FieldMap Mutable = tensor(0, {2}, {0}, 1);
  Mutable[6] = flat::table({{0, flat::num(1, 4)}});
  FieldMap Named = Mutable;
  Named[5] = flat::num(2, 4);
  Named[9] = flat::table({{0, flat::num(1, 8)}, {1, flat::text("fc.weight")}});
  FieldMap External = tensor(0, {2}, {0}, 3);
  External[9] =
      flat::table({{1, flat::text("elsewhere")}, {2, flat::num(1, 1)}});
  FieldMap Program = program({value(Mutable), value(Named), value(External)});
  auto Places = [](std::vector<uint64_t> Offsets) {
    return flat::table(
        {{0, flat::num(0, 4)}, {1, flat::list(std::move(Offsets), 8)}});
  };
  Program[4] = segments({{0, 6}});
  Program[6] = flat::tables({Places({0, 2}), Places({0, 2, 4})});
  EXPECT_THAT(describe(withSegments(Program, "aabbcc")),
              ElementsAre("mutable_1: uint8 [2] 6262 little 1",
                          "fc.weight: uint8 [2] 6363 little 1"));
  Program[6] = flat::tables({Places({0, 2})});
  EXPECT_EQ(refusal(withSegments(Program, "aabbcc")),
            "p.bin: parameter 'fc.weight' has its first value in list 1 of 1");
}

TEST_F(ExecuTorch, MethodsShareConstants) {
  FieldMap Program;
  auto Method = [](std::vector<uint64_t> Sizes) {
    return flat::table(
        {{2, flat::tables({value(tensor(0, std::move(Sizes), {}, 1))})},
         {7, flat::tables({flat::table({}), flat::table({})})}});
  };
  Program[1] = flat::tables({Method({4}), Method({4}), Method({2, 2})});
  Program[4] = segments({{0, 4}});
  Program[5] = flat::table({{1, flat::list({0, 0}, 8)}});
  EXPECT_THAT(describe(withSegments(Program, "abcd")),
              ElementsAre("constant_1: uint8 [4] 61626364 little 1",
                          "constant_1@2.0: uint8 [2, 2] 61626364 little 1"));
  EXPECT_EQ(note(), "note: p.bin: 1 tensor without a name of its own named "
                    "after its place: 'constant_1@2.0'\n"
                    "note: p.bin: operators of 6 delegates left out\n");
}

TEST_F(ExecuTorch, OrdersOfDimensions) {
  auto With = [&](std::vector<uint64_t> Sizes, std::vector<uint64_t> Order) {
    FieldMap Program =
        program({value(tensor(0, std::move(Sizes), std::move(Order), 1))});
    Program[4] = segments({{0, 6}});
    Program[5] = flat::table({{1, flat::list({0, 0}, 8)}});
    return withSegments(Program, "abcdef");
  };
  // Channels last.
  EXPECT_THAT(describe(With({1, 3, 2, 1}, {0, 2, 3, 1})),
              ElementsAre("constant_1: uint8 [1, 2, 1, 3] 616263646566 little "
                          "1"));
  EXPECT_EQ(note(), "note: p.bin: 1 tensor not in C order (channels last): "
                    "extents are taken in the order of the bytes\n");
  // Only an extent of 1 is elsewhere.
  EXPECT_THAT(describe(With({1, 6}, {1, 0})),
              ElementsAre("constant_1: uint8 [1, 6] 616263646566 little 1"));
  EXPECT_EQ(note(), "");
  EXPECT_EQ(refusal(With({2, 3}, {0, 0})),
            "p.bin: parameter 'constant_1' lists dimension 0 of 2 in its "
            "order, or lists it twice");
  EXPECT_EQ(refusal(With({2, 3}, {0, 2})),
            "p.bin: parameter 'constant_1' lists dimension 2 of 2 in its "
            "order, or lists it twice");
  EXPECT_THAT(refusal(With({2, 3}, {0})),
              MatchesRegex("p.bin: at byte [0-9]+: tensor 0.0 has 2 dimensions "
                           "in an order of 1; 0 to 64 are read"));
}

TEST_F(ExecuTorch, TensorsThatAreNotRead) {
  auto With = [&](FieldMap Tensor, uint64_t Offset = 0, uint64_t Segment = 0) {
    FieldMap Program = program({value(std::move(Tensor))});
    Program[4] = segments({{0, 6}});
    Program[5] = flat::table(
        {{0, flat::num(Segment, 4)}, {1, flat::list({0, Offset}, 8)}});
    return refusal(withSegments(Program, "abcdef"));
  };
  std::string Start = "p.bin: parameter 'constant_1' ";
  EXPECT_EQ(With(tensor(30, {1}, {0}, 1)),
            Start + "has type 30, which is not known");
  EXPECT_EQ(With(tensor(0, {UINT32_MAX}, {0}, 1)), Start + "has extent -1");
  EXPECT_EQ(With(tensor(0, {7}, {0}, 1)),
            Start + "has 6 bytes of data at most, but uint8 [7] takes 7");
  EXPECT_EQ(With(tensor(0, {3}, {0}, 1), 4),
            Start + "has 2 bytes of data at most, but uint8 [3] takes 3");
  EXPECT_EQ(With(tensor(0, {3}, {0}, 1), 7),
            Start + "is at byte 7 of segment 0, which has 6");
  EXPECT_EQ(With(tensor(0, {3}, {0}, 2)), "p.bin: parameter 'constant_2' has "
                                          "data 2 of 2");
  EXPECT_EQ(With(tensor(0, {3}, {0}, 1), 0, 1), Start + "is in segment 1 of 1");
  FieldMap Shifted = tensor(0, {3}, {0}, 1);
  Shifted[1] = flat::num(UINT32_MAX, 4);
  EXPECT_EQ(With(Shifted),
            Start + "has storage offset -1; 0 is read, as in the runtime");
}

TEST_F(ExecuTorch, HeaderOfPrograms) {
  FieldMap Program = program({value(tensor(0, {4}, {0}, 1))});
  Program[4] = segments({{0, 4}});
  Program[5] = flat::table({{1, flat::list({0, 0}, 8)}});
  // Older ones do not tell the size of the segments.
  EXPECT_THAT(describe(withSegments(Program, "abcd", 24)),
              ElementsAre("constant_1: uint8 [4] 61626364 little 1"));
  std::string File = withSegments(Program, "abcd");
  auto With = [&](size_t Position, uint64_t Number, unsigned Size) {
    std::string Damaged = File;
    flat::patch(Damaged, Position, Number, Size);
    return refusal(Damaged);
  };
  std::string End = std::to_string(File.size());
  EXPECT_EQ(With(12, 23, 4),
            "p.bin: at byte 12: the header has 23 bytes; 24 and more are read, "
            "and the file ends at byte " +
                End);
  EXPECT_EQ(With(16, 1000, 8), "p.bin: ends at byte " + End +
                                   " inside the tables, which end at byte "
                                   "1000");
  EXPECT_EQ(With(24, 1000, 8),
            "p.bin: ends at byte " + End +
                " inside the segments, which have 4 bytes from byte 1000");
  EXPECT_THAT(With(32, UINT64_MAX, 8),
              HasSubstr(" inside the segments, which have "
                        "18446744073709551615 bytes from byte "));
  EXPECT_EQ(With(32, 3, 8), "p.bin: segment 0 has 4 bytes from byte 0 of the "
                            "segments, which have 3");
}

std::string dataFile(std::vector<flat::Value> Named, flat::Value Segments,
                     StringRef Data, uint64_t Version = 0) {
  std::string Tables =
      flat::file("FT01",
                 flat::table({{0, flat::num(Version, 4)},
                              {1, std::move(Segments)},
                              {2, flat::tables(std::move(Named))}}),
                 std::string(48, '\0'));
  uint64_t End = Tables.size();
  std::string Header = "FH01" + number(40, 4) + number(48, 8) +
                       number(End - 48, 8) + number(End, 8) +
                       number(Data.size(), 8);
  return Tables.replace(8, 40, Header) + Data.str();
}

flat::Value namedTensor(StringRef Name, uint64_t Segment, unsigned Type,
                        std::vector<uint64_t> Sizes) {
  return flat::table(
      {{0, flat::text(Name)},
       {1, flat::num(Segment, 4)},
       {2, flat::table({{0, flat::num(Type, 1)},
                        {1, flat::list(std::move(Sizes), 4)}})}});
}

std::string dataSample() {
  return dataFile({namedTensor("w", 0, 6, {2, 1}), named("blob", 1),
                   namedTensor("same", 0, 4, {}),
                   namedTensor("packed", 1, 16, {2, 3})},
                  segments({{0, 8}, {16, 3}}), "aaaabbbb........xyz");
}

TEST_F(ExecuTorch, Data) {
  EXPECT_THAT(describe(dataSample()),
              ElementsAre("w: float32 [2, 1] 6161616162626262 little 4",
                          "blob: uint8 [3] 78797a little 1",
                          "same: int64 [] 6161616162626262 little 8",
                          "packed: uint8 [3] 78797a little 1"));
  EXPECT_EQ(note(), "note: p.bin: 1 tensor of types that DLPack does not have "
                    "taken as uint8: 1 QUINT4X2\n");
}

TEST_F(ExecuTorch, DamagedData) {
  EXPECT_EQ(refusal(dataFile({}, segments({}), "", 1)),
            "p.bin: has version 1 of the format; 0 is read");
  EXPECT_EQ(refusal(flat::file("FT01", flat::table({}), std::string(48, '\0'))),
            "p.bin: is a data file of ExecuTorch without its header (FH01) at "
            "byte 8");
  EXPECT_EQ(refusal(dataFile({namedTensor("w", 0, 6, {3})}, segments({{0, 8}}),
                             "aaaabbbb")),
            "p.bin: parameter 'w' has 8 bytes of data, but float32 [3] takes "
            "12");
  EXPECT_EQ(refusal(dataFile({named("w", 1)}, segments({{0, 8}}), "aaaabbbb")),
            "p.bin: parameter 'w' is in segment 1 of 1");
}

TEST_F(ExecuTorch, EveryTruncationIsAnError) {
  refusesEveryPrefix(sampleProgram());
  refusesEveryPrefix(dataSample());
}

TEST_F(ExecuTorch, EveryFlippedByteIsReadOrRefused) {
  survivesEveryFlip(sampleProgram(), 64);
  survivesEveryFlip(dataSample(), 64);
}

} // namespace
