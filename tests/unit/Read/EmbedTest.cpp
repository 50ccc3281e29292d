//===- EmbedTest.cpp - Any files become data of a program -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Embed.h"

#include "Read/Files.h"

#include "gmock/gmock.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

namespace {

/// "unsigned char [0] const 1"
std::string describe(StringRef Text) {
  std::optional<CArrayType> Type = parseArrayType(Text);
  if (!Type)
    return "none";
  std::string Result = Type->Element;
  for (uint64_t Extent : Type->Extents)
    Result += " [" + std::to_string(Extent) + "]";
  if (Type->IsConst)
    Result += " const";
  EXPECT_EQ(Type->DType.lanes, 1);
  return Result + " " + std::to_string(Type->Alignment);
}

TEST(CArrayType, IsRead) {
  EXPECT_EQ(describe("const unsigned char[]"), "unsigned char [0] const 1");
  EXPECT_EQ(describe("unsigned char const [ ]"), "unsigned char [0] const 1");
  EXPECT_EQ(describe(" const  float [2][ 3 ] "), "float [2] [3] const 4");
  EXPECT_EQ(describe("double[]"), "double [0] 8");
  EXPECT_EQ(describe("alignas(64) const int8_t[5]"), "int8_t [5] const 64");
  EXPECT_EQ(describe("alignas( 2 ) const uint64_t[5]"), "uint64_t [5] const 8");
}

TEST(CArrayType, EachElementHasItsSize) {
  for (StringRef Name : elementTypes()) {
    std::optional<CArrayType> Type = parseArrayType((Name + "[]").str());
    ASSERT_TRUE(Type) << Name.str();
    EXPECT_EQ(Type->Element, Name);
    EXPECT_EQ(Type->DType.bits, 8 * Type->Alignment) << Name.str();
  }
}

TEST(CArrayType, RefusesAllElse) {
  for (StringRef Text : {"",
                         "const",
                         "[]",
                         "float",
                         "float[",
                         "float]",
                         "float[][]",
                         "float[2][]",
                         "float[0]",
                         "float[-1]",
                         "float[x]",
                         "float[2]x",
                         "floats[]",
                         "const const float[]",
                         "int[]",
                         "long[]",
                         "unsigned[]",
                         "char *[]",
                         "alignas float[]",
                         "alignas(3) float[]",
                         "alignas(0) float[]",
                         "alignas(4 float[]",
                         "float[9223372036854775808]",
                         "float[99999999999999999999]"})
    EXPECT_EQ(describe(Text), "none") << Text.str();
}

TEST(CArrayType, EndsAnywhere) {
  std::string Whole = "alignas(16) const unsigned char [12][3]";
  for (size_t Length = 0; Length != Whole.size(); ++Length)
    parseArrayType(StringRef(Whole).take_front(Length));
}

TEST(SymbolPattern, IsANameWithPlaceholders) {
  for (StringRef Text :
       {"a", "_1", "{name}", "w{index}_{name}", "{stem}{path}"})
    EXPECT_TRUE(isSymbolPattern(Text, /*IsOfParams=*/false)) << Text.str();
  for (StringRef Text : {"", "a b", "a-b", "{", "}", "{}", "{name", "{x}", "é"})
    EXPECT_FALSE(isSymbolPattern(Text, /*IsOfParams=*/false)) << Text.str();
  EXPECT_TRUE(isSymbolPattern("w{index}_{name}", /*IsOfParams=*/true));
  EXPECT_FALSE(isSymbolPattern("{stem}", /*IsOfParams=*/true));
  EXPECT_FALSE(isSymbolPattern("{path}", /*IsOfParams=*/true));
}

struct EmbedTest : testing::Test {
  void add(std::string Name, std::string Bytes) {
    Reading.OpenFiles.push_back(
        InputFile::ofMemory(std::move(Bytes), std::move(Name)));
  }

  /// "symbol: path dtype size", or the error.
  std::vector<std::string> read() {
    Expected<FileModel> Model = readEmbedded(Reading, Config);
    if (!Model)
      return {text(Model.takeError())};
    EXPECT_EQ(Model->Concluded.Abi, RuntimeAbi::None);
    EXPECT_TRUE(Model->Functions.empty() && Model->Objects.empty());
    std::vector<std::string> Result;
    for (const Param &P : Model->Params) {
      EXPECT_EQ(P.Data.elementSize(), 1u);
      Result.push_back(P.Symbol.str() + ": " + P.Name + " " +
                       dtypeName(P.DType) + " " +
                       std::to_string(P.Data.size()));
    }
    return Result;
  }

  InputConfig Reading;
  EmbedConfig Config;
};

TEST_F(EmbedTest, NamesFiles) {
  add("dir/a-b.c", "xyz");
  add("1", "x");
  EXPECT_THAT(read(), ElementsAre("a_b_c: dir/a-b.c uint8 3", "1: 1 uint8 1"));
  Config.Style = DataStyle::Xxd;
  EXPECT_THAT(read(),
              ElementsAre("dir_a_b_c: dir/a-b.c uint8 3", "1: 1 uint8 1"));
  Config.Style = DataStyle::Objcopy;
  EXPECT_THAT(read(),
              ElementsAre("dir_a_b_c: dir/a-b.c uint8 3", "1: 1 uint8 1"));
  Config.Style = DataStyle::EspIdf;
  EXPECT_THAT(read(), ElementsAre("a_b_c: dir/a-b.c uint8 3", "1: 1 uint8 1"));
  Config.Symbol = "{stem}_{index}";
  EXPECT_THAT(read(),
              ElementsAre("a_b_1: dir/a-b.c uint8 3", "1_2: 1 uint8 1"));
}

TEST_F(EmbedTest, RefusesWhatNobodyMeans) {
  add("a", "");
  EXPECT_THAT(read(), ElementsAre("a: has no bytes to embed"));
  Reading.OpenFiles.clear();
  EXPECT_THAT(read(), ElementsAre("embed: there is no file to embed"));
  Reading.OpenFiles = {nullptr};
  EXPECT_THAT(read(), ElementsAre("open input: is a null pointer, not a file"));
  Reading.OpenFiles.clear();
  add("<bytes>", "x");
  EXPECT_THAT(read(), ElementsAre(testing::StartsWith(
                          "<bytes>: has no name to make a symbol of")));
  Config.Symbol = "x y";
  EXPECT_THAT(read(), ElementsAre(testing::StartsWith(
                          "EmbedConfig::Symbol: 'x y' is not a name of C")));
}

TEST_F(EmbedTest, RefusesSubstitutes) {
  add("m.bin", "version https://git-lfs.github.com/spec/v1\nsize 1\n");
  EXPECT_THAT(read(), ElementsAre(testing::StartsWith(
                          "m.bin: is a pointer of Git LFS")));
  Reading.OpenFiles.clear();
  add("m.bin", "  <HTML lang=en>");
  EXPECT_THAT(read(),
              ElementsAre(testing::StartsWith("m.bin: is an HTML page")));
  Reading.OpenFiles.clear();
  add("m.htm", "  <HTML lang=en>");
  EXPECT_THAT(read(), ElementsAre("m_htm: m.htm uint8 16"));
}

TEST_F(EmbedTest, FitsItsType) {
  add("a", "12345678");
  Config.Type = *parseArrayType("const int16_t[2][2]");
  EXPECT_THAT(read(), ElementsAre("a: a int16 8"));
  Config.Type = *parseArrayType("const int16_t[][3]");
  EXPECT_THAT(read(), ElementsAre(testing::StartsWith(
                          "a: has 8 bytes, and its type takes a multiple of "
                          "6")));
}

} // namespace
