//===- TensorFlowJsTest.cpp - Reader of weights of TensorFlow.js ----------===//
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

struct TensorFlowJs : ParamsFileTest {
  TensorFlowJs() {
    Folder.add("1.bin", "aaaabb");
    Folder.add("2.bin", "bb");
    Folder.add("3.bin", "cde");
  }

  std::vector<std::string> read(StringRef Json, InputConfig Config = {}) {
    Notes.Lines.clear();
    auto Params = readFile(Folder.add("model.json", Json), std::move(Config));
    if (!Params)
      return {Folder.strip(metaobj::text(Params.takeError()))};
    std::vector<std::string> Lines;
    for (const Param &P : *Params)
      Lines.push_back(describeParam(P));
    return Lines;
  }

  /// One group of the first file, which has 6 bytes.
  std::vector<std::string> with(StringRef Weights) {
    return read(R"({"modelTopology": {}, "weightsManifest": [{"paths":)"
                R"( ["1.bin"], "weights": [)" +
                Weights.str() + "]}]}");
  }
};

static constexpr StringLiteral Groups =
    R"([{"paths": ["1.bin", "2.bin"], "weights": [
  {"name": "a", "dtype": "int32", "shape": [1]},
  {"name": "b/kernel", "dtype": "float32", "shape": [1, 1]}]},
 {"paths": ["3.bin"], "weights": [
  {"name": "c", "dtype": "float32", "shape": [3],
   "quantization": {"dtype": "uint8", "scale": 0.1, "min": -1.5,
                    "original_dtype": "float32"}}]}])";

TEST_F(TensorFlowJs, Groups) {
  std::string Model =
      R"({"format": "layers-model", "modelTopology": {}, "weightsManifest": )" +
      Groups.str() + "}";
  for (StringRef Json : {StringRef(Groups), StringRef(Model)}) {
    EXPECT_THAT(read(Json),
                ElementsAre("a: int32 [1] 61616161 little 4",
                            // In two files.
                            "b/kernel: float32 [1, 1] 62626262 little 4",
                            "c: uint8 [3] 636465 little 1"));
    ASSERT_EQ(Notes.Lines.size(), 1u);
    EXPECT_EQ(Folder.strip(Notes.Lines[0]),
              "note: model.json: 1 weight quantised: taken as in the files, "
              "without scale and minimum");
  }
}

TEST_F(TensorFlowJs, PickedWeights) {
  InputConfig Config;
  Config.PickParams = {"c"};
  EXPECT_THAT(read(Groups, Config),
              ElementsAre("c: uint8 [3] 636465 little 1"));
}

TEST_F(TensorFlowJs, Damage) {
  auto Is = [](std::string Reason) {
    return ElementsAre("model.json: " + Reason);
  };
  EXPECT_THAT(with(R"({"name": "a", "dtype": "uint8", "shape": [7]})"),
              Is("parameter 'a' takes 7 bytes from byte 0 of its group, whose "
                 "files have 6"));
  EXPECT_THAT(with(R"({"name": "a", "dtype": "uint8", "shape": [5]})"),
              Is("the files of a group have 6 bytes, but its weights take "
                 "5\nhint: a file may belong to another model"));
  EXPECT_THAT(with(R"({"name": "a", "dtype": "string", "shape": [5]})"),
              Is("parameter 'a' has dtype 'string', which is no type of "
                 "numbers that is known\nhint: where the next weights lie "
                 "depends on it"));
  EXPECT_THAT(with(R"({"name": "a", "shape": [5]})"),
              Is("parameter 'a' has no 'dtype' that is a text\nhint: where the "
                 "next weights lie depends on it"));
  EXPECT_THAT(with(R"({"name": "a", "dtype": "uint8"})"),
              Is("parameter 'a' has no 'shape' that is a list of up to 64 "
                 "extents"));
  EXPECT_THAT(with(R"({"name": "a", "dtype": "uint8", "shape": [1, -1]})"),
              Is("parameter 'a': extent 1 of its shape is not a whole number "
                 "from 0 to 2^63 - 1"));
  EXPECT_THAT(with(R"({"name": "a", "dtype": "uint8", "shape": [3]},
                      {"name": "a", "dtype": "uint8", "shape": [3]})"),
              Is("parameter 'a' is there twice"));
  EXPECT_THAT(with(R"({"dtype": "uint8", "shape": [3]})"),
              Is("a weight has no 'name' that is a text of up to 4096 bytes"));
  EXPECT_THAT(with("3"), Is("a weight is not described by an object"));
  EXPECT_THAT(read(R"({"modelTopology": {}})"),
              Is("has no 'weightsManifest' that is a list"));
  EXPECT_THAT(read(R"({"weightsManifest": [3]})"),
              Is("a group of weights is not described by an object"));
  EXPECT_THAT(read(R"({"weightsManifest": [{}]})"),
              Is("a group of weights has no 'paths' that are a list"));
  EXPECT_THAT(read(R"({"weightsManifest": [{"paths": [3]}]})"),
              Is("a group of weights has a path that is no text"));
  EXPECT_THAT(read(R"({"weightsManifest": [{"paths": []}]})"),
              Is("a group of weights has no 'weights' that are a list"));
  EXPECT_THAT(
      read(R"({"weightsManifest": [{"paths": ["../1.bin"]}]})"),
      Is("file '../1.bin' leads out of the folder\nhint: name files beside "
         "the model, or in folders there"));
  EXPECT_THAT(read(R"({"weightsManifest": [{"paths": ["none"]}]})"),
              ElementsAre("none: no such file or directory"));
  EXPECT_THAT(read(R"({"weightsManifest": )" + std::string(70, '[')),
              Is("nests brackets more than 64 deep"));
}

TEST_F(TensorFlowJs, EveryTruncationIsAnError) {
  for (size_t Size = 0; Size != Groups.size(); ++Size)
    ASSERT_THAT(refusal(Groups.take_front(Size)), StartsWith("p.bin")) << Size;
}

} // namespace
