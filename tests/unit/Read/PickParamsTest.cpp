//===- PickParamsTest.cpp - Parameters that are picked and skipped --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/NumpyFiles.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::StartsWith;

namespace {

struct PickParams : ParamsFileTest {
  /// Names of the parameters of a file, or the error.
  std::vector<std::string> names(StringRef Bytes, std::vector<std::string> Pick,
                                 std::vector<std::string> Skip,
                                 const char *Name = "p.bin") {
    InputConfig Config;
    Config.PickParams = std::move(Pick);
    Config.SkipParams = std::move(Skip);
    auto Params = readFile(Folder.add(Name, Bytes), Config);
    if (!Params)
      return {Folder.strip(text(Params.takeError()))};
    std::vector<std::string> Names;
    for (const Param &P : *Params) {
      Names.push_back(P.Name);
      EXPECT_EQ(text(contents(P).takeError()), "");
    }
    return Names;
  }
};

TEST_F(PickParams, TvmParams) {
  // The second is of a type that is not read, the third of a device.
  std::string Odd = ParamsBytes().tensor({kDLInt, 4, 1}, {3}, "12").Bytes;
  std::string Gpu = ParamsBytes().tensor({kDLInt, 8, 1}, {1}, "z").Bytes;
  Gpu[16] = 2;
  std::string Bytes = ParamsBytes()
                          .header({"a", "odd", "gpu", "b"})
                          .tensor({kDLInt, 8, 1}, {2}, "ab")
                          .raw(Odd)
                          .raw(Gpu)
                          .tensor({kDLUInt, 8, 1}, {}, "c")
                          .Bytes;
  EXPECT_THAT(names(Bytes, {}, {})[0], StartsWith("p.bin: at byte "));
  EXPECT_THAT(names(Bytes, {}, {"odd", "gpu"}), ElementsAre("a", "b"));
  EXPECT_THAT(names(Bytes, {"?"}, {}), ElementsAre("a", "b"));
  EXPECT_THAT(names(Bytes, {"?"}, {"b"}), ElementsAre("a"));
  EXPECT_THAT(names(Bytes, {"b"}, {}), ElementsAre("b"));
  EXPECT_THAT(names(Bytes, {"none"}, {}), ElementsAre());
  EXPECT_THAT(
      Notes.Lines,
      ElementsAre(
          "warning: InputConfig::PickParams=none: matches no parameter"));
  // Lengths are still compared.
  std::string Cut = Bytes;
  EXPECT_THAT(names(StringRef(Cut).drop_back(3), {"a"}, {})[0],
              StartsWith("p.bin: ends at byte "));
}

TEST_F(PickParams, Safetensors) {
  auto File = [](StringRef Header) {
    return number(Header.size(), 8) + Header.str() + "0123456789";
  };
  std::string Bytes = File(
      R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]},
      "odd": {"dtype": "F4", "shape": [4], "data_offsets": [4, 6]},
      "b": {"dtype": "I16", "shape": [2], "data_offsets": [6, 10]}})");
  EXPECT_THAT(names(Bytes, {}, {})[0],
              StartsWith("p.bin: parameter 'odd' has dtype 'F4'"));
  EXPECT_THAT(names(Bytes, {}, {"odd"}), ElementsAre("a", "b"));
  EXPECT_THAT(names(Bytes, {"b"}, {}), ElementsAre("b"));
  // Holes of what is skipped are none, others are; overlaps stay errors.
  EXPECT_THAT(
      names(File(R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]},
      "odd": {"dtype": "F4", "shape": [4], "data_offsets": [4, 6]}})"),
            {}, {"odd"}),
      ElementsAre("p.bin: bytes 6 to 10 of the data belong to no parameter"));
  EXPECT_THAT(
      names(File(R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]},
      "odd": {"dtype": "F4", "shape": [4], "data_offsets": [1, 2]},
      "b": {"dtype": "U8", "shape": [8], "data_offsets": [2, 10]}})"),
            {}, {"odd"}),
      ElementsAre("p.bin: parameter 'b' shares bytes 2 to 4 of the data with "
                  "parameter 'a'"));
  // What says nothing about its bytes may have any.
  EXPECT_THAT(names(File(R"({"odd": 1,
      "b": {"dtype": "U8", "shape": [2], "data_offsets": [2, 4]}})"),
                    {"b"}, {}),
              ElementsAre("b"));
}

TEST_F(PickParams, Gguf) {
  auto Tensor = [](StringRef Name, uint64_t Type, uint64_t Offset) {
    return number(Name.size(), 8) + Name.str() + number(1, 4) + number(4, 8) +
           number(Type, 4) + number(Offset, 8);
  };
  std::string Bytes = "GGUF" + number(3, 4) + number(3, 8) + number(0, 8) +
                      Tensor("a", 24, 0) + Tensor("odd", 999, 32) +
                      Tensor("b", 24, 64);
  Bytes.resize((Bytes.size() + 31) / 32 * 32 + 68);
  EXPECT_THAT(names(Bytes, {}, {})[0],
              testing::HasSubstr("parameter 'odd' has ggml type 999"));
  EXPECT_THAT(names(Bytes, {}, {"o*"}), ElementsAre("a", "b"));
  EXPECT_THAT(names(Bytes, {"b"}, {}), ElementsAre("b"));
}

TEST_F(PickParams, Manifest) {
  Folder.add("raw", "1234");
  StringRef Text = "metaobj-params: 1\nparams:\n"
                   "  - {name: a, file: raw, dtype: uint8, shape: [4]}\n"
                   "  - {name: odd, file: none, dtype: thing, shape: [4]}\n";
  EXPECT_THAT(names(Text, {}, {"odd"}), ElementsAre("a"));
  EXPECT_THAT(names(Text, {"a"}, {}), ElementsAre("a"));
  EXPECT_THAT(names(Text, {}, {"a"})[0],
              StartsWith("p.bin: line 4: 'dtype' is 'thing'"));
}

TEST_F(PickParams, ASingleArray) {
  std::string Array = numpyArray("|u1", "(2,)", "ab");
  EXPECT_THAT(names(Array, {"w"}, {}, "w.npy"), ElementsAre("w"));
  // It is not even looked at.
  EXPECT_THAT(names(Array.substr(0, 20), {}, {"w"}, "w.npy"), ElementsAre());
}

TEST_F(PickParams, PatternsThatAreNone) {
  EXPECT_THAT(names(numpyArray("|u1", "()", "a"), {"[a"}, {})[0],
              StartsWith("InputConfig::PickParams=[a: "));
  EXPECT_THAT(names(numpyArray("|u1", "()", "a"), {}, {"[a"})[0],
              StartsWith("InputConfig::SkipParams=[a: "));
}

TEST_F(PickParams, PatternsOfNoUseAreTold) {
  std::string Array = numpyArray("|u1", "()", "a");
  EXPECT_THAT(names(Array, {"w", "v"}, {"x"}, "w.npy"), ElementsAre("w"));
  EXPECT_THAT(names(Array, {}, {"w"}, "w.npy"), ElementsAre());
  EXPECT_THAT(
      Notes.Lines,
      ElementsAre("warning: InputConfig::PickParams=v: matches no parameter",
                  "warning: InputConfig::SkipParams=x: matches no parameter"));
}

TEST_F(PickParams, APatternOfUseIsNotTold) {
  // What is not picked may be skipped as well.
  std::string Array = numpyArray("|u1", "()", "a");
  EXPECT_THAT(names(Array, {"v"}, {"w"}, "w.npy"), ElementsAre());
  EXPECT_THAT(
      Notes.Lines,
      ElementsAre("warning: InputConfig::PickParams=v: matches no parameter"));
}

} // namespace
