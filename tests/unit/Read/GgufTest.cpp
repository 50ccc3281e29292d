//===- GgufTest.cpp - Reader of GGUF files --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/ParamsFiles.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::MatchesRegex;

namespace {

/// Writes GGUF files of either byte order.
class GgufBytes {
public:
  explicit GgufBytes(uint64_t Tensors, uint64_t Keys, unsigned Version = 3,
                     bool IsBig = false)
      : IsBig(IsBig) {
    Bytes = "GGUF";
    put(Version, 4).put(Tensors, 8).put(Keys, 8);
  }

  GgufBytes &put(uint64_t Value, unsigned Size) {
    std::string Text = number(Value, Size);
    if (IsBig)
      std::reverse(Text.begin(), Text.end());
    Bytes += Text;
    return *this;
  }
  GgufBytes &text(StringRef Text) {
    put(Text.size(), 8);
    Bytes += Text;
    return *this;
  }
  GgufBytes &raw(StringRef Text) {
    Bytes += Text;
    return *this;
  }
  /// \p Shape innermost first, as in the file.
  GgufBytes &tensor(StringRef Name, std::vector<uint64_t> Shape, unsigned Type,
                    uint64_t Offset) {
    text(Name).put(Shape.size(), 4);
    for (uint64_t Extent : Shape)
      put(Extent, 8);
    return put(Type, 4).put(Offset, 8);
  }
  GgufBytes &pad(unsigned Alignment = 32) {
    while (Bytes.size() % Alignment != 0)
      Bytes.push_back('\0');
    return *this;
  }

  std::string Bytes;

private:
  bool IsBig;
};

std::string sample(bool IsBig = false, unsigned Version = 3) {
  GgufBytes File(2, 4, Version, IsBig);
  File.text("general.architecture").put(8, 4).text("llama");
  File.text("count").put(4, 4).put(7, 4);
  File.text("tokens").put(9, 4).put(8, 4).put(2, 8).text("a").text("bc");
  File.text("nested").put(9, 4).put(9, 4).put(1, 8).put(0, 4).put(3, 8).raw(
      "xyz");
  File.tensor("weight", {2, 1}, 0, 32).tensor("b", {}, 25, 0);
  return File.pad().raw("bb").pad().raw("01234567").Bytes;
}

struct Gguf : ParamsFileTest {};

TEST_F(Gguf, BothByteOrdersAndVersions) {
  EXPECT_THAT(describe(sample()),
              ElementsAre("weight: float32 [1, 2] 3031323334353637 little 4",
                          "b: int16 [] 6262 little 2"));
  EXPECT_THAT(describe(sample(false, 2)),
              ElementsAre("weight: float32 [1, 2] 3031323334353637 little 4",
                          "b: int16 [] 6262 little 2"));
  EXPECT_THAT(describe(sample(true)),
              ElementsAre("weight: float32 [1, 2] 3031323334353637 big 4",
                          "b: int16 [] 6262 big 2"));
  EXPECT_THAT(Notes.Lines, ElementsAre());
}

TEST_F(Gguf, TypesOfNumbers) {
  struct {
    unsigned Type;
    unsigned Bytes;
    const char *DType;
  } Cases[] = {
      {0, 4, "float32"},  {1, 2, "float16"},   {24, 1, "int8"},
      {25, 2, "int16"},   {26, 4, "int32"},    {27, 8, "int64"},
      {28, 8, "float64"}, {30, 2, "bfloat16"},
  };
  for (const auto &Case : Cases) {
    auto Params = readBytes(GgufBytes(1, 0)
                                .tensor("w", {3}, Case.Type, 0)
                                .pad()
                                .raw(std::string(3 * Case.Bytes, 'a'))
                                .Bytes);
    ASSERT_EQ(metaobj::text(Params.takeError()), "") << Case.DType;
    EXPECT_EQ(dtypeName((*Params)[0].DType), Case.DType);
    EXPECT_EQ((*Params)[0].Data.elementSize(), Case.Bytes);
  }
}

TEST_F(Gguf, QuantisedTypesAreBytes) {
  // Elements and bytes of a block of each type.
  struct {
    unsigned Type;
    unsigned Elements;
    unsigned Bytes;
  } Cases[] = {
      {2, 32, 18},    {3, 32, 20},    {6, 32, 22},    {7, 32, 24},
      {8, 32, 34},    {10, 256, 84},  {11, 256, 110}, {12, 256, 144},
      {13, 256, 176}, {14, 256, 210}, {15, 256, 292}, {16, 256, 66},
      {17, 256, 74},  {18, 256, 98},  {19, 256, 50},  {20, 32, 18},
      {21, 256, 110}, {22, 256, 82},  {23, 256, 136}, {29, 256, 56},
      {34, 256, 54},  {35, 256, 66},  {39, 32, 17},
  };
  for (const auto &Case : Cases) {
    auto Params = readBytes(
        GgufBytes(1, 0)
            .tensor("w", {uint64_t(Case.Elements) * 2, 3}, Case.Type, 0)
            .pad()
            .raw(std::string(size_t(Case.Bytes) * 6, 'a'))
            .Bytes);
    ASSERT_EQ(metaobj::text(Params.takeError()), "") << Case.Type;
    EXPECT_EQ(dtypeName((*Params)[0].DType), "uint8");
    EXPECT_THAT((*Params)[0].Shape,
                testing::ElementsAre(3, int64_t(Case.Bytes) * 2));
  }
}

TEST_F(Gguf, QuantisedTypesAreTold) {
  GgufBytes File(4, 0);
  File.tensor("a", {256}, 12, 0).tensor("b", {32}, 2, 160);
  File.tensor("c", {32}, 2, 192).tensor("d", {1}, 24, 224);
  EXPECT_EQ(refusal(File.pad().raw(std::string(225, 'x')).Bytes), "");
  ASSERT_EQ(Notes.Lines.size(), 1u);
  EXPECT_EQ(Folder.strip(Notes.Lines[0]),
            "note: p.bin: 3 tensors of quantised types taken as uint8: 2 Q4_0, "
            "1 Q4_K");
}

TEST_F(Gguf, AlignmentOfTheFile) {
  auto With = [&](unsigned Type, uint64_t Value, uint64_t Offset) {
    return refusal(GgufBytes(2, 1)
                       .text("general.alignment")
                       .put(Type, 4)
                       .put(Value, 4)
                       .tensor("a", {8}, 24, 0)
                       .tensor("b", {8}, 24, Offset)
                       .pad(unsigned(Value ? Value : 1))
                       .raw(std::string(300, 'x'))
                       .Bytes);
  };
  EXPECT_EQ(With(4, 8, 8), "");
  EXPECT_EQ(With(4, 8, 12), "p.bin: parameter 'b' has offset 12, which is not "
                            "aligned to 8");
  EXPECT_EQ(With(4, 24, 8), "p.bin: at byte 53: the value of key "
                            "'general.alignment' is 24, no power of two");
  EXPECT_EQ(With(4, 0, 8), "p.bin: at byte 53: the value of key "
                           "'general.alignment' is 0, no power of two");
  EXPECT_EQ(With(5, 8, 8), "p.bin: at byte 53: the value of key "
                           "'general.alignment' has type 5, not 4 (uint32)");
}

TEST_F(Gguf, NoTensors) {
  EXPECT_THAT(describe(GgufBytes(0, 0).Bytes), ElementsAre());
  ASSERT_EQ(Notes.Lines.size(), 1u);
  EXPECT_EQ(Folder.strip(Notes.Lines[0]), "warning: p.bin: holds no parameter");
}

TEST_F(Gguf, BytesBehindTheLastTensor) {
  auto With = [&](const char *Behind) {
    Notes.Lines.clear();
    EXPECT_EQ(refusal(GgufBytes(2, 0)
                          .tensor("a", {8}, 24, 32)
                          .tensor("b", {1}, 24, 0)
                          .pad()
                          .raw("b")
                          .pad()
                          .raw("aaaaaaaa")
                          .pad()
                          .raw(Behind)
                          .Bytes),
              "");
    return Notes.Lines.empty() ? "" : Folder.strip(Notes.Lines[0]);
  };
  EXPECT_EQ(With(""), "");
  EXPECT_THAT(
      With("x"),
      MatchesRegex("warning: p.bin: 25 bytes from byte [0-9]+ on belong "
                   "to no tensor\nhint: the file may be damaged, or two "
                   "files in one"));
}

TEST_F(Gguf, EveryTruncationIsAnError) { refusesEveryPrefix(sample()); }

TEST_F(Gguf, EveryFlippedByteIsReadOrRefused) {
  survivesEveryFlip(sample(), 64);
}

TEST_F(Gguf, Header) {
  EXPECT_EQ(refusal("GGUF" + number(1, 4)),
            "p.bin: at byte 4: has version 1 of the format; 2 and 3 are read");
  EXPECT_EQ(refusal("GGUF" + number(0x04000000, 4)),
            "p.bin: at byte 4: has version 4 of the format; 2 and 3 are read");
  EXPECT_EQ(refusal("GGUF"), "p.bin: ends at byte 4 inside the header of a "
                             "GGUF file (bytes 0 to 8)");
  EXPECT_EQ(refusal(GgufBytes(UINT64_MAX, 0).raw(std::string(48, 'x')).Bytes),
            "p.bin: at byte 8: the number of tensors is 18446744073709551615, "
            "but the file has room for 2");
  EXPECT_EQ(refusal(GgufBytes(0, UINT64_MAX).raw(std::string(26, 'x')).Bytes),
            "p.bin: at byte 16: the number of keys is 18446744073709551615, "
            "but the file has room for 2");
}

TEST_F(Gguf, ValuesOfKeys) {
  auto With = [&](GgufBytes File) { return refusal(File.Bytes); };
  auto Key = [] { return GgufBytes(0, 1).text("k"); };
  EXPECT_EQ(With(GgufBytes(0, 1).put(5000, 8).raw(std::string(5000, 'k'))),
            "p.bin: at byte 24: key 0 has 5000 bytes; at most 4096 are read");
  EXPECT_EQ(With(Key().put(13, 4)), "p.bin: at byte 37: the value of key 'k' "
                                    "has type 13, which is not known");
  EXPECT_EQ(With(Key().put(10, 4).put(0, 4)),
            "p.bin: ends at byte 41 inside the value of key 'k' (bytes 37 to "
            "45)");
  EXPECT_EQ(With(Key().put(8, 4).put(UINT64_MAX, 8)),
            "p.bin: at byte 37: a string of key 'k' has 18446744073709551615 "
            "bytes, but the file has 0 more");
  EXPECT_EQ(With(Key().put(9, 4).put(12, 4).put(UINT64_MAX / 8, 8).put(0, 8)),
            "p.bin: at byte 41: the number of elements of key 'k' is "
            "2305843009213693951, but the file has room for 1");
  EXPECT_EQ(With(Key().put(9, 4).put(13, 4).put(1, 8)),
            "p.bin: at byte 37: the value of key 'k' has type 13, which is not "
            "known");
  GgufBytes Deep = Key().put(9, 4);
  for (unsigned I = 0; I != 9; ++I)
    Deep.put(9, 4).put(1, 8);
  EXPECT_EQ(With(Deep.put(0, 4).put(0, 8)),
            "p.bin: at byte 133: the value of key 'k' nests arrays more than 8 "
            "deep");
}

TEST_F(Gguf, FieldsOfATensor) {
  auto With = [&](GgufBytes File) {
    return refusal(File.pad().raw(std::string(64, 'x')).Bytes);
  };
  auto One = [] { return GgufBytes(1, 0); };
  EXPECT_EQ(With(One().put(5000, 8).raw(std::string(5000, 'k'))),
            "p.bin: at byte 24: the name of tensor 0 has 5000 bytes; at most "
            "4096 are read");
  EXPECT_EQ(With(One().text("w").put(65, 4)),
            "p.bin: at byte 33: parameter 'w' has 65 dimensions; 0 to 64 are "
            "read");
  EXPECT_EQ(With(One().tensor("w", {1, UINT64_MAX}, 24, 0)),
            "p.bin: at byte 33: parameter 'w': extent 1 has more than 63 bits");
  EXPECT_EQ(With(One().tensor("w", {1}, 4, 0)),
            "p.bin: at byte 45: parameter 'w' has ggml type 4, whose size is "
            "not known");
  EXPECT_EQ(With(One().tensor("w", {48, 2}, 2, 0)),
            "p.bin: at byte 53: parameter 'w' has rows of 48 elements; Q4_0 "
            "has blocks of 32");
  EXPECT_EQ(With(One().tensor("w", {}, 2, 0)),
            "p.bin: at byte 37: parameter 'w' has rows of 1 elements; Q4_0 has "
            "blocks of 32");
  EXPECT_EQ(With(One().tensor("w", {uint64_t(INT64_MAX) / 32 * 32}, 8, 0)),
            "p.bin: at byte 45: parameter 'w' has rows of more bytes than 64 "
            "bits count");
  EXPECT_EQ(With(One().tensor("w", {INT64_MAX, 4}, 0, 0)),
            "p.bin: parameter 'w': float32 [4, 9223372036854775807]: has more "
            "bytes than 64 bits can count");
  EXPECT_EQ(With(One().tensor("w", {65}, 24, 0)),
            "p.bin: ends at byte 128 inside the data of parameter 'w', which "
            "has 65 bytes at offset 0 from byte 64");
  EXPECT_EQ(With(One().tensor("w", {1}, 24, uint64_t(1) << 63)),
            "p.bin: ends at byte 128 inside the data of parameter 'w', which "
            "has 1 byte at offset 9223372036854775808 from byte 64");
}

TEST_F(Gguf, TensorsThatMeet) {
  auto With = [&](StringRef Second, uint64_t Offset) {
    return refusal(GgufBytes(2, 0)
                       .tensor("a", {40}, 24, 0)
                       .tensor(Second, {8}, 24, Offset)
                       .pad()
                       .raw(std::string(72, 'x'))
                       .Bytes);
  };
  EXPECT_EQ(With("b", 64), "");
  EXPECT_EQ(With("b", 32), "p.bin: parameter 'b' at offset 32 shares bytes "
                           "with parameter 'a' at offset 0");
  EXPECT_EQ(With("b", 0), "p.bin: parameter 'a' at offset 0 shares bytes with "
                          "parameter 'b' at offset 0");
  EXPECT_EQ(With("a", 64), "p.bin: at byte 57: parameter 'a' is named a second "
                           "time; the first is at byte 24");
}

} // namespace
