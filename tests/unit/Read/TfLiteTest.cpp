//===- TfLiteTest.cpp - Reader of TensorFlow Lite models ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/FlatFiles.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::MatchesRegex;

namespace {

/// The fields of a tensor.
std::map<unsigned, flat::Value> tensor(StringRef Name, unsigned Type,
                                       std::vector<uint64_t> Shape,
                                       unsigned Buffer) {
  return {{0, flat::list(std::move(Shape), 4)},
          {1, flat::num(Type, 1)},
          {2, flat::num(Buffer, 4)},
          {3, flat::text(Name)}};
}

flat::Value buffer(StringRef Data) {
  return flat::table({{0, flat::text(Data)}});
}

using Tensors = std::vector<std::map<unsigned, flat::Value>>;

std::string model(std::vector<Tensors> Graphs,
                  std::vector<flat::Value> Buffers) {
  std::vector<flat::Value> GraphTables;
  for (Tensors &Graph : Graphs) {
    std::vector<flat::Value> TensorTables;
    for (auto &Fields : Graph)
      TensorTables.push_back(flat::table(std::move(Fields)));
    GraphTables.push_back(
        flat::table({{0, flat::tables(std::move(TensorTables))}}));
  }
  return flat::file("TFL3",
                    flat::table({{0, flat::num(3, 4)},
                                 {2, flat::tables(std::move(GraphTables))},
                                 {4, flat::tables(std::move(Buffers))}}));
}

/// One tensor with data in buffer 1.
std::string one(std::map<unsigned, flat::Value> Tensor, StringRef Data) {
  return model({{std::move(Tensor)}}, {flat::table({}), buffer(Data)});
}

std::string sampleTfLite() {
  return model({{tensor("input", 0, {1, 4}, 0), tensor("w", 9, {2, 2}, 1),
                 tensor("b", 2, {2}, 2)}},
               {flat::table({}), buffer("wwww"), buffer("bbbbcccc")});
}

struct TfLite : ParamsFileTest {};

TEST_F(TfLite, TensorsWithData) {
  EXPECT_THAT(describe(sampleTfLite()),
              ElementsAre("w: int8 [2, 2] 77777777 little 1",
                          "b: int32 [2] 6262626263636363 little 4"));
  EXPECT_THAT(Notes.Lines, ElementsAre());
}

TEST_F(TfLite, TypesOfNumbers) {
  struct {
    unsigned Type;
    unsigned Bytes;
    const char *DType;
  } Cases[] = {
      {0, 4, "float32"},        {1, 2, "float16"},      {2, 4, "int32"},
      {3, 1, "uint8"},          {4, 8, "int64"},        {6, 1, "bool"},
      {7, 2, "int16"},          {8, 8, "complex64"},    {9, 1, "int8"},
      {10, 8, "float64"},       {11, 16, "complex128"}, {12, 8, "uint64"},
      {15, 4, "uint32"},        {16, 2, "uint16"},      {18, 2, "bfloat16"},
      {21, 1, "float8_e4m3fn"}, {22, 1, "float8_e5m2"},
  };
  for (const auto &Case : Cases) {
    auto Params = readBytes(
        one(tensor("w", Case.Type, {3}, 1), std::string(3 * Case.Bytes, 'a')));
    ASSERT_EQ(metaobj::text(Params.takeError()), "") << Case.DType;
    EXPECT_EQ(dtypeName((*Params)[0].DType), Case.DType);
  }
}

TEST_F(TfLite, SmallElementsAndTextsAreBytes) {
  EXPECT_THAT(describe(one(tensor("w", 17, {2, 4}, 1), "wxyz")),
              ElementsAre("w: uint8 [2, 2] 7778797a little 1"));
  ASSERT_EQ(Notes.Lines.size(), 1u);
  EXPECT_EQ(Folder.strip(Notes.Lines[0]),
            "note: p.bin: 1 tensor of types that DLPack does not have taken as "
            "uint8: 1 INT4");
  // Rows that end inside a byte.
  EXPECT_THAT(describe(one(tensor("w", 20, {3, 3}, 1), "vwxyz")),
              ElementsAre("w: uint8 [5] 767778797a little 1"));
  EXPECT_THAT(describe(one(tensor("w", 19, {}, 1), "z")),
              ElementsAre("w: uint8 [1] 7a little 1"));
  EXPECT_EQ(refusal(one(tensor("w", 17, {2, 4}, 1), "wxy")),
            "p.bin: parameter 'w' has 3 bytes of data, but INT4 [2, 4] takes "
            "4");
  EXPECT_THAT(describe(one(tensor("t", 5, {1}, 1), "texts")),
              ElementsAre("t: uint8 [5] 7465787473 little 1"));
}

TEST_F(TfLite, DataBehindTheTables) {
  auto With = [](uint64_t Offset, uint64_t Size, StringRef Inside = "") {
    std::map<unsigned, flat::Value> Buffer = {{1, flat::num(Offset, 8)},
                                              {2, flat::num(Size, 8)}};
    if (!Inside.empty())
      Buffer[0] = flat::text(Inside);
    std::string File = model({{tensor("w", 3, {4}, 1)}},
                             {flat::table({}), flat::table(std::move(Buffer))});
    File.resize(300, '.');
    return File + "data";
  };
  EXPECT_THAT(describe(With(300, 4)),
              ElementsAre("w: uint8 [4] 64617461 little 1"));
  EXPECT_EQ(refusal(With(301, 4)),
            "p.bin: ends at byte 304 inside buffer 1, which has 4 bytes from "
            "byte 301");
  EXPECT_EQ(refusal(With(uint64_t(1) << 63, 4)),
            "p.bin: ends at byte 304 inside buffer 1, which has 4 bytes from "
            "byte 9223372036854775808");
  EXPECT_EQ(refusal(With(300, UINT64_MAX)),
            "p.bin: ends at byte 304 inside buffer 1, which has "
            "18446744073709551615 bytes from byte 300");
  EXPECT_EQ(refusal(With(300, 3)),
            "p.bin: parameter 'w' has 3 bytes of data, but uint8 [4] takes 4");
  EXPECT_THAT(refusal(With(300, 4, "x")),
              MatchesRegex("p.bin: at byte [0-9]+: buffer 1 has data in the "
                           "tables and at byte 300"));
  // A writer's mark for a place that it fills in later.
  EXPECT_THAT(describe(With(1, 0, "wxyz")),
              ElementsAre("w: uint8 [4] 7778797a little 1"));
}

TEST_F(TfLite, NamesThatAreNotUnique) {
  EXPECT_THAT(describe(model({{tensor("c", 3, {1}, 1), tensor("", 3, {1}, 2)},
                              {tensor("c", 3, {1}, 2), tensor("c", 3, {1}, 1),
                               tensor("c", 3, {}, 1)}},
                             {flat::table({}), buffer("1"), buffer("2")})),
              ElementsAre("c: uint8 [1] 31 little 1",
                          "@0.1: uint8 [1] 32 little 1",
                          "c@1.0: uint8 [1] 32 little 1",
                          "c@1.2: uint8 [] 31 little 1"));
  ASSERT_EQ(Notes.Lines.size(), 1u);
  EXPECT_EQ(Folder.strip(Notes.Lines[0]),
            "note: p.bin: 3 tensors without a name of its own named after its "
            "place: '@0.1' and so on");
  EXPECT_EQ(refusal(model({{tensor("c", 3, {1}, 1), tensor("c@0.2", 3, {1}, 1),
                            tensor("c", 3, {1}, 2)}},
                          {flat::table({}), buffer("1"), buffer("2")})),
            "p.bin: has parameter 'c@0.2' and a second tensor 'c' there, which "
            "would get the same name");
}

TEST_F(TfLite, TensorsThatAreNotRead) {
  auto Sparse = tensor("w", 3, {1}, 1);
  Sparse[6] = flat::table({});
  EXPECT_EQ(refusal(one(Sparse, "w")),
            "p.bin: parameter 'w' is sparse: its bytes are not its "
            "elements\nhint: write the model without sparsity");
  auto External = tensor("w", 3, {1}, 0);
  External[10] = flat::num(7, 4);
  EXPECT_EQ(refusal(one(External, "")),
            "p.bin: parameter 'w' has its bytes in external buffer 7, which is "
            "another file");
  EXPECT_EQ(refusal(one(tensor("w", 13, {1}, 1), "w")),
            "p.bin: parameter 'w' has data of type RESOURCE, which is no data");
  EXPECT_EQ(refusal(one(tensor("w", 23, {1}, 1), "w")),
            "p.bin: parameter 'w' has type 23, which is not known");
  EXPECT_THAT(refusal(one(tensor("w", 3, {UINT32_MAX}, 1), "w")),
              MatchesRegex("p.bin: at byte [0-9]+: the shape of tensor 0.0 has "
                           "extent -1"));
  EXPECT_THAT(
      refusal(one(tensor("w", 3, std::vector<uint64_t>(65, 1), 1), "w")),
      MatchesRegex("p.bin: at byte [0-9]+: the shape of tensor 0.0 has 65 "
                   "dimensions; 0 to 64 are read"));
  EXPECT_THAT(
      refusal(one(tensor("w", 3, {1}, 2), "w")),
      MatchesRegex("p.bin: at byte [0-9]+: tensor 0.0 has buffer 2 of 2"));
  EXPECT_THAT(refusal(one(tensor(std::string(4097, 'n'), 3, {1}, 1), "w")),
              MatchesRegex("p.bin: at byte [0-9]+: the name of tensor 0.0 has "
                           "4097 bytes; at most 4096 are read"));
}

/// Offsets and sizes of tables, at the root.
TEST_F(TfLite, Tables) {
  std::string File = flat::file("TFL3", flat::table({{2, flat::num(0, 4)}}));
  // u32 root, "TFL3", then the list of fields: its size, the table's size, and
  // three offsets; then the table.
  auto With = [&](size_t Position, uint64_t Number, unsigned Size) {
    std::string Damaged = File;
    flat::patch(Damaged, Position, Number, Size);
    return refusal(Damaged);
  };
  EXPECT_EQ(With(0, 0, 4), "p.bin: at byte 0: the offset of the first table "
                           "leads to byte 0, but the tables lie in 26 bytes");
  EXPECT_EQ(With(0, 23, 4), "p.bin: at byte 0: the offset of the first table "
                            "leads to byte 23, but the tables lie in 26 bytes");
  EXPECT_EQ(With(18, 19, 4), "p.bin: at byte 18: the fields of the first table "
                             "are at byte -1, but the tables lie in 26 bytes");
  EXPECT_EQ(With(18, uint64_t(-5), 4),
            "p.bin: at byte 18: the fields of the first table are at byte 23, "
            "but the tables lie in 26 bytes");
  EXPECT_EQ(With(8, 3, 2), "p.bin: at byte 8: the fields of the first table "
                           "claim 3 bytes, and the table 8");
  EXPECT_EQ(With(8, 20, 2), "p.bin: ends at byte 26 inside the fields of the "
                            "first table (20 bytes from byte 8)");
  EXPECT_EQ(With(10, 9, 2), "p.bin: ends at byte 26 inside the first table (9 "
                            "bytes from byte 18)");
  EXPECT_EQ(With(16, 5, 2), "p.bin: at byte 16: the subgraphs is said to be at "
                            "byte 5 of a table of 8 bytes");
  EXPECT_EQ(With(22, 1000, 4),
            "p.bin: at byte 22: the offset of the subgraphs leads to byte "
            "1022, but the tables lie in 26 bytes");
  std::string Long = flat::file("TFL3", flat::table({{2, flat::tables({})}}));
  flat::patch(Long, Long.size() - 4, UINT32_MAX, 4);
  EXPECT_EQ(refusal(Long), "p.bin: ends at byte 30 inside the subgraphs "
                           "(17179869180 bytes from byte 30)");
}

/// Thousands of subgraphs are one, whose tensors are one.
TEST_F(TfLite, SharedTablesAreNotVisitedForEver) {
  auto With = [](const char *Name, unsigned Buffer, uint64_t Count) {
    flat::Value Graph = flat::table(
        {{0,
          flat::repeated(flat::table(tensor(Name, 3, {1}, Buffer)), Count)}});
    return flat::file(
        "TFL3",
        flat::table({{2, flat::repeated(Graph, Count)},
                     {4, flat::tables({flat::table({}), buffer("w")})}}));
  };
  EXPECT_THAT(describe(With("w", 1, 10)),
              ElementsAre("w: uint8 [1] 77 little 1"));
  std::string Large = With("w", 0, 5000);
  EXPECT_EQ(refusal(Large), "p.bin: lists more tensors than its " +
                                std::to_string(Large.size()) +
                                " bytes can describe");
}

TEST_F(TfLite, EveryTruncationIsAnError) { refusesEveryPrefix(sampleTfLite()); }

TEST_F(TfLite, EveryFlippedByteIsReadOrRefused) {
  survivesEveryFlip(sampleTfLite(), 64);
}

} // namespace
