//===- SafetensorsIndexTest.cpp - Parameters in several safetensors files -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/ParamsFiles.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::StartsWith;

namespace {

/// A file with a byte for each name: its last letter.
std::string shard(std::vector<std::string> Names) {
  std::string Header, Data;
  for (const std::string &Name : Names) {
    std::string Begin = std::to_string(Data.size());
    Data += Name.back();
    Header += (Header.empty() ? "\"" : ",\"") + Name +
              R"(":{"dtype":"U8","shape":[1],"data_offsets":[)" + Begin + "," +
              std::to_string(Data.size()) + "]}";
  }
  Header = "{" + Header + "}";
  return number(Header.size(), 8) + Header + Data;
}

struct SafetensorsIndex : ParamsFileTest {
  SafetensorsIndex() {
    Folder.add("2.safetensors", shard({"b", "extra"}));
    Folder.add("1.safetensors", shard({"a", "z"}));
  }

  /// Parameters of the index with this map, or the error.
  std::vector<std::string> with(StringRef Map, InputConfig Config = {}) {
    Notes.Lines.clear();
    auto Params = readFile(
        Folder.add("i.json",
                   "{\"metadata\": {\"total_size\": 3}, \"weight_map\": " +
                       Map.str() + "}"),
        std::move(Config));
    if (!Params)
      return {Folder.strip(metaobj::text(Params.takeError()))};
    std::vector<std::string> Lines;
    for (const Param &P : *Params)
      Lines.push_back(describeParam(P));
    return Lines;
  }
};

static constexpr StringLiteral Map =
    R"({"b": "2.safetensors", "a": "1.safetensors", "z": "1.safetensors"})";

TEST_F(SafetensorsIndex, FilesByTheirNames) {
  EXPECT_THAT(with(Map), ElementsAre("a: uint8 [1] 61 little 1",
                                     "z: uint8 [1] 7a little 1",
                                     "b: uint8 [1] 62 little 1"));
  ASSERT_EQ(Notes.Lines.size(), 1u);
  EXPECT_EQ(Folder.strip(Notes.Lines[0]),
            "warning: 2.safetensors: 1 parameter that the index does not name "
            "left out");
}

TEST_F(SafetensorsIndex, PickedParameters) {
  InputConfig Config;
  Config.SkipParams = {"z", "b"};
  EXPECT_THAT(with(Map, Config), ElementsAre("a: uint8 [1] 61 little 1"));
}

TEST_F(SafetensorsIndex, FilesAreInputs) {
  InputConfig Config;
  Config.Files = {Folder.add("i.json", "{\"weight_map\": " + Map.str() + "}")};
  ReadResult Result = read(Folder, Config);
  EXPECT_EQ(Result.Refusal, "");
  std::vector<std::string> Files;
  for (const std::string &File : Result.TheModel.FilesRead)
    Files.push_back(Folder.strip(File));
  EXPECT_THAT(Files, ElementsAre("i.json", "1.safetensors", "2.safetensors"));
}

TEST_F(SafetensorsIndex, Damage) {
  EXPECT_THAT(with(R"({"c": "1.safetensors", "d": "1.safetensors"})"),
              ElementsAre("1.safetensors: lacks 'c' and 'd', which index "
                          "'i.json' finds there"));
  EXPECT_THAT(with(R"({"a": "none.safetensors"})"),
              ElementsAre("none.safetensors: no such file or directory"));
  EXPECT_THAT(with(R"({"a": "../1.safetensors"})"),
              ElementsAre("i.json: file '../1.safetensors' leads out of the "
                          "folder\nhint: name files beside the index, or in "
                          "folders there"));
  EXPECT_THAT(with(R"({"a": 3})"),
              ElementsAre("i.json: has no file's name for parameter 'a'"));
  EXPECT_THAT(with("3"),
              ElementsAre("i.json: has no 'weight_map' that is an object"));
  EXPECT_THAT(with("{"), ElementsAre(StartsWith("i.json: is not valid JSON")));
  EXPECT_THAT(with(std::string(70, '[')),
              ElementsAre("i.json: nests brackets more than 64 deep"));
  Folder.add("lfs", "version https://git-lfs.github.com/spec/v1\n");
  EXPECT_THAT(with(R"({"a": "lfs"})"),
              ElementsAre("lfs: is a pointer of Git LFS, not the file itself; "
                          "expected a safetensors file, as the index says"));
}

TEST_F(SafetensorsIndex, EveryTruncationIsAnError) {
  std::string Text = "{\"weight_map\": " + Map.str() + "}";
  for (size_t Size = 0; Size != Text.size(); ++Size)
    ASSERT_THAT(refusal(StringRef(Text).take_front(Size)), StartsWith("p.bin"))
        << Size;
}

} // namespace
