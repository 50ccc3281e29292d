//===- LibraryMetadataTest.cpp - metadata.json of TVM's models ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/LibraryMetadata.h"

#include "Base/Messages.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

ModelLibrary readMetadataText(StringRef Text) {
  ModelLibrary Library{"m.tar"};
  cantFail(readLibraryMetadata(Text, "m.tar(metadata.json)", Library));
  return Library;
}

/// The error, without the name of the file and the hint.
std::string metadataRefusal(StringRef Text) {
  ModelLibrary Library{"m.tar"};
  std::string Message =
      text(readLibraryMetadata(Text, "m.tar(metadata.json)", Library));
  StringRef Rest = Message;
  EXPECT_TRUE(Rest.consume_front("m.tar(metadata.json): ")) << Message;
  EXPECT_TRUE(Rest.consume_back(
      "\nhint: the metadata is damaged: export the model again"))
      << Message;
  return Rest.str();
}

TEST(LibraryMetadata, ReadsAllOfVersion7) {
  ModelLibrary Library =
      readMetadataText(R"({"version": 7, "modules": {"b": {}, "a": {
    "style": "full-model", "executors": ["aot"], "target": ["c -keys=cpu ", "ethos-u"],
    "memory": {"functions": {
      "main": [{"device": 1, "workspace_size_bytes": 3088, "constants_size_bytes": 0,
                "io_size_bytes": 2059,
                "inputs": {"x:0": {"dtype": "int8", "size": 5},
                           "a": {"dtype": "bool", "size": 1}},
                "outputs": {"y": {"dtype": "float32", "size": 2048}}},
               {"device": 14}],
      "operator_functions": [{"function_name": "tvmgen_a_f",
        "workspace": [{"device": 1, "workspace_size_bytes": 2048}]}]}}}}})");
  EXPECT_EQ(Library.Version, 7);
  ASSERT_EQ(Library.Modules.size(), 2u);
  EXPECT_EQ(Library.used(), nullptr);
  const LibraryModule &A = Library.Modules[0];
  EXPECT_EQ(A.Name, "a");
  EXPECT_EQ(A.Style, "full-model");
  EXPECT_THAT(A.Executors, ElementsAre("aot"));
  EXPECT_THAT(A.Targets, ElementsAre("c -keys=cpu ", "ethos-u"));
  ASSERT_EQ(A.Main.size(), 2u);
  const LibraryMain &Main = A.Main[0];
  EXPECT_EQ(Main.Device, 1);
  EXPECT_EQ(Main.WorkspaceSize, 3088u);
  EXPECT_EQ(Main.ConstantsSize, 0u);
  EXPECT_EQ(Main.IoSize, 2059u);
  ASSERT_TRUE(Main.Inputs && Main.Outputs);
  ASSERT_EQ(Main.Inputs->size(), 2u);
  EXPECT_EQ((*Main.Inputs)[0].Name, "a");
  EXPECT_EQ((*Main.Inputs)[0].DType.bits, 1);
  EXPECT_EQ((*Main.Inputs)[1].Name, "x:0");
  EXPECT_EQ((*Main.Inputs)[1].Size, 5u);
  ASSERT_EQ(Main.Outputs->size(), 1u);
  EXPECT_EQ((*Main.Outputs)[0].DType.code, kDLFloat);
  EXPECT_EQ((*Main.Outputs)[0].Size, 2048u);
  EXPECT_EQ(A.Main[1].Device, 14);
  EXPECT_FALSE(A.Main[1].WorkspaceSize || A.Main[1].Inputs);
  ASSERT_EQ(A.Operators.size(), 1u);
  EXPECT_EQ(A.Operators[0].Function, "tvmgen_a_f");
  ASSERT_EQ(A.Operators[0].Workspaces.size(), 1u);
  EXPECT_EQ(A.Operators[0].Workspaces[0].Device, 1);
  EXPECT_EQ(A.Operators[0].Workspaces[0].Size, 2048u);
  EXPECT_EQ(Library.Modules[1].Name, "b");
  Library.Picked = "b";
  EXPECT_EQ(Library.used(), &Library.Modules[1]);
}

TEST(LibraryMetadata, ReadsVersion1) {
  ModelLibrary Library = readMetadataText(R"({"version": 1, "model_name": "m",
    "target": {"2": "ethos", "1": "c"}, "runtimes": ["graph"],
    "memory": [{"storage_id": 0, "size_bytes": 4, "input_binding": "x"},
               {"storage_id": 1, "size_bytes": 64}]})");
  const LibraryModule *Module = Library.used();
  ASSERT_TRUE(Module);
  EXPECT_EQ(Module->Name, "m");
  EXPECT_THAT(Module->Executors, ElementsAre("graph"));
  EXPECT_THAT(Module->Targets, ElementsAre("c", "ethos"));
  ASSERT_EQ(Module->Storage.size(), 2u);
  EXPECT_EQ(Module->Storage[0].Input, "x");
  EXPECT_EQ(Module->Storage[1].Id, 1u);
  EXPECT_EQ(Module->Storage[1].Size, 64u);
  EXPECT_EQ(Module->Storage[1].Input, "");
}

// Shape and type of storage ids are of the wrong tensors, and not read.
TEST(LibraryMetadata, ReadsStorageWithoutItsType) {
  ModelLibrary Library = readMetadataText(
      R"({"version": 2, "model_name": "m", "memory": {"functions": {},
    "sids": [{"storage_id": 3, "size_bytes": 4, "dtype": 7, "shape": "?"}]}})");
  ASSERT_TRUE(Library.used());
  ASSERT_EQ(Library.used()->Storage.size(), 1u);
  EXPECT_EQ(Library.used()->Storage[0].Id, 3u);
}

TEST(LibraryMetadata, ReadsOperatorStyle) {
  ModelLibrary Library = readMetadataText(R"({"version": 7, "model_name": "add",
    "style": "operator", "executors": [], "target": ["llvm"],
    "memory": {"add": [{"size_bytes": 8, "shape": [2], "dtype": "int32",
                        "input_binding": "a"}]}})");
  ASSERT_TRUE(Library.used());
  EXPECT_EQ(Library.used()->Style, "operator");
  ASSERT_EQ(Library.used()->Operators.size(), 1u);
  EXPECT_EQ(Library.used()->Operators[0].Function, "add");
  EXPECT_THAT(Library.used()->Main, IsEmpty());
}

TEST(LibraryMetadata, TakesNothingFromOtherText) {
  for (StringRef Text : {"", "not JSON", "[]", "{}", "{\"version\": \"7\"}"}) {
    ModelLibrary Library = readMetadataText(Text);
    EXPECT_FALSE(Library.Version) << Text.str();
    EXPECT_THAT(Library.Modules, IsEmpty());
    EXPECT_EQ(Library.used(), nullptr);
  }
  std::string Deep(100000, '[');
  EXPECT_FALSE(readMetadataText(Deep).Version);
}

TEST(LibraryMetadata, RefusesOtherTypes) {
  auto Item = [](StringRef Module) {
    return metadataRefusal(
        (R"({"version": 7, "modules": {"m": )" + Module + "}}").str());
  };
  auto OfMain = [&](StringRef Main) {
    return Item(
        (R"({"memory": {"functions": {"main": [)" + Main + "]}}}").str());
  };
  EXPECT_EQ(metadataRefusal(R"({"version": 7, "modules": []})"),
            "modules is an array; expected an object");
  EXPECT_EQ(metadataRefusal(R"({"model_name": 5})"),
            "model_name is 5; expected a string");
  EXPECT_EQ(Item("3"), "modules.m is 3; expected an object");
  EXPECT_EQ(Item(R"({"style": null})"),
            "modules.m.style is null; expected a string");
  EXPECT_EQ(Item(R"({"executors": "aot"})"),
            "modules.m.executors is 'aot'; expected an array");
  EXPECT_EQ(Item(R"({"executors": [1]})"),
            "modules.m.executors[0] is 1; expected a string");
  EXPECT_EQ(Item(R"({"target": "c"})"),
            "modules.m.target is 'c'; expected an array");
  EXPECT_EQ(Item(R"({"target": {"1": 2}})"),
            "modules.m.target.1 is 2; expected a string");
  EXPECT_EQ(Item(R"({"memory": true})"),
            "modules.m.memory is a boolean; expected an object");
  EXPECT_EQ(Item(R"({"memory": [{"storage_id": -1, "size_bytes": 1}]})"),
            "modules.m.memory[0].storage_id is -1; expected a storage id");
  EXPECT_EQ(Item(R"({"memory": [{"storage_id": 1}]})"),
            "modules.m.memory[0].size_bytes is missing; expected a number of "
            "bytes");
  EXPECT_EQ(Item(R"({"memory": {"functions": 1}})"),
            "modules.m.memory.functions is 1; expected an object");
  EXPECT_EQ(OfMain("{}"), "modules.m.memory.functions.main[0].device is "
                          "missing; expected a kind of device");
  EXPECT_EQ(OfMain(R"({"device": 1, "workspace_size_bytes": -8})"),
            "modules.m.memory.functions.main[0].workspace_size_bytes is -8; "
            "expected a number of bytes");
  EXPECT_EQ(OfMain(R"({"device": 1, "io_size_bytes": 1.5})"),
            "modules.m.memory.functions.main[0].io_size_bytes is a number that "
            "is not whole; expected a number of bytes");
  EXPECT_EQ(OfMain(R"({"device": 1, "inputs": {"x": {"size": 1}}})"),
            "modules.m.memory.functions.main[0].inputs.x.dtype is missing; "
            "expected a string");
  EXPECT_EQ(
      OfMain(
          R"({"device": 1, "inputs": {"x": {"size": 1, "dtype": "int7.5"}}})"),
      "modules.m.memory.functions.main[0].inputs.x.dtype is 'int7.5'; "
      "expected a data type");
  EXPECT_EQ(
      Item(
          R"({"memory": {"functions": {"operator_functions": [{"function_name": 1}]}}})"),
      "modules.m.memory.functions.operator_functions[0].function_name is 1; "
      "expected a string");
}

TEST(LibraryMetadata, RefusesSizesOfMoreThan63Bits) {
  for (StringRef Size : {"9223372036854775808", "18446744073709551616", "1e30",
                         "-9223372036854775809"})
    EXPECT_THAT(metadataRefusal(
                    (R"({"model_name": "m", "memory": {"functions": {"main": [
                  {"device": 1, "workspace_size_bytes": )" +
                     Size + "}]}}}")
                        .str()),
                testing::HasSubstr("; expected a number of bytes"))
        << Size.str();
  std::string Long(1 << 20, '9');
  EXPECT_THAT(
      metadataRefusal(R"({"model_name": "m", "memory": [{"storage_id": 0,
                      "size_bytes": )" +
                      Long + "}]}"),
      testing::HasSubstr("expected a number of bytes"));
}

/// Metadata that TVM wrote.
struct RealMetadata : testing::Test {
  void SetUp() override {
    if (!std::ifstream(METAOBJ_TEST_DATA "/vww/metadata.json"))
      GTEST_SKIP() << "SKIPPED LOUDLY: no real TVM files in "
                   << METAOBJ_TEST_DATA;
  }

  static LibraryModule load(const std::string &Name) {
    std::ifstream File(METAOBJ_TEST_DATA "/" + Name + "/metadata.json");
    std::stringstream Text;
    Text << File.rdbuf();
    ModelLibrary Library = readMetadataText(Text.str());
    EXPECT_TRUE(Library.used()) << Name;
    return Library.used() ? *Library.used() : LibraryModule();
  }
};

TEST_F(RealMetadata, Vww) {
  LibraryModule Module = load("vww");
  EXPECT_EQ(Module.Name, "default");
  EXPECT_THAT(Module.Executors, ElementsAre("aot"));
  ASSERT_EQ(Module.Main.size(), 1u);
  EXPECT_EQ(Module.Main[0].WorkspaceSize, 150816u);
  EXPECT_EQ(Module.Main[0].ConstantsSize, 460008u);
  EXPECT_EQ(Module.Main[0].IoSize, 551434u);
  ASSERT_TRUE(Module.Main[0].Inputs);
  ASSERT_EQ(Module.Main[0].Inputs->size(), 1u);
  EXPECT_EQ(Module.Main[0].Inputs->front().Name, "input_1_int8");
  EXPECT_EQ(Module.Main[0].Inputs->front().Size, 27648u);
  EXPECT_EQ(Module.Operators.size(), 32u);
  EXPECT_THAT(Module.Storage, IsEmpty());
}

TEST_F(RealMetadata, OlderOnes) {
  LibraryModule Sine = load("sine");
  EXPECT_THAT(Sine.Executors, ElementsAre("aot"));
  ASSERT_EQ(Sine.Main.size(), 1u);
  EXPECT_EQ(Sine.Main[0].WorkspaceSize, 1184u);
  EXPECT_FALSE(Sine.Main[0].Inputs);
  ASSERT_EQ(Sine.Targets.size(), 1u);
  EXPECT_TRUE(StringRef(Sine.Targets[0]).starts_with("c -keys=cpu"));

  LibraryModule Conv1d = load("conv1d");
  EXPECT_THAT(Conv1d.Executors, ElementsAre("graph"));
  ASSERT_EQ(Conv1d.Storage.size(), 5u);
  EXPECT_EQ(Conv1d.Storage[1].Input, "p0");
  EXPECT_EQ(Conv1d.Storage[1].Size, 1048576u);

  LibraryModule Mobilenet = load("mobilenet");
  ASSERT_EQ(Mobilenet.Main.size(), 1u);
  EXPECT_EQ(Mobilenet.Main[0].WorkspaceSize, 13545152u);
  LibraryModule Gvsoc = load("gvsoc");
  ASSERT_EQ(Gvsoc.Main.size(), 1u);
  ASSERT_TRUE(Gvsoc.Main[0].Outputs);
  EXPECT_EQ(Gvsoc.Main[0].Outputs->front().Name, "output");
}

} // namespace
