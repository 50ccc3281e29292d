//===- GraphJsonTest.cpp - Reader of graph executor JSON ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Files.h"

#include <gmock/gmock.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

/// A graph whose parts a test replaces: two inputs, an operator with two
/// outputs, a reshape, and two operators more.
struct GraphText {
  std::string Nodes = R"([
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "p0", "inputs": []},
    {"op": "tvm_op", "name": "b", "attrs": {"func_name": "fused_b"},
     "inputs": [[0, 0, 0], [1, 0, 0]]},
    {"op": "tvm_op", "name": "n", "attrs": {"func_name": "__nop"},
     "inputs": [[2, 1, 0]]},
    {"op": "tvm_op", "name": "a", "param": {"func_name": "fused_a"},
     "inputs": [[3, 0, 0]]},
    {"op": "tvm_op", "name": "b2", "attrs": {"func_name": "fused_b"},
     "inputs": [[4, 0]]}])";
  std::string ArgNodes = "[0, 1]";
  std::string Rows = "[0, 1, 2, 4, 5, 6, 7]";
  std::string StorageId = R"(["list_int", [0, 7, 1, 2, 2, 1, 0]])";
  std::string Shape =
      R"(["list_shape", [[1, 2], [], [1], [1], [1], [1], [1]]])";
  std::string Heads = "[[5, 0, 0]]";
  std::string Devices = R"(["list_int", [1, 1, 1, 1, 1, 1, 1]])";
  std::string DType = R"(["list_str", ["int8", "float32x4", "int4", "int16",
                          "int16", "bool", "handle"]])";

  std::string str() const {
    return "{\"nodes\": " + Nodes + ", \"arg_nodes\": " + ArgNodes +
           ", \"heads\": " + Heads + ", \"node_row_ptr\": " + Rows +
           ", \"attrs\": {\"storage_id\": " + StorageId +
           ", \"device_index\": " + Devices + ", \"shape\": " + Shape +
           ", \"dltype\": " + DType + "}}";
  }
};

std::string refusal(StringRef Text) { return text(readGraph(Text, "g.json")); }

TEST(GraphJson, FunctionsAndInputs) {
  Graph Result = cantFail(readGraph(GraphText().str(), "g.json"));
  EXPECT_THAT(Result.functionNames(), ElementsAre("fused_b", "fused_a"));
  ASSERT_EQ(Result.Inputs.size(), 2u);
  EXPECT_EQ(Result.Inputs[0].Name, "x");
  EXPECT_FALSE(Result.Inputs[0].IsParam);
  const GraphTensor &X = Result.tensorOf(Result.Inputs[0]);
  EXPECT_EQ(X.StorageId, 0u);
  EXPECT_EQ(X.DeviceType, 1);
  EXPECT_THAT(*X.Shape, ElementsAre(1, 2));
  EXPECT_EQ(dtypeName(*X.DType), "int8");
  EXPECT_EQ(Result.Inputs[1].Name, "p0");
  const GraphTensor &P0 = Result.tensorOf(Result.Inputs[1]);
  EXPECT_EQ(P0.StorageId, 7u);
  EXPECT_THAT(*P0.Shape, ElementsAre());
  EXPECT_EQ(dtypeName(*P0.DType), "float32x4");
}

TEST(GraphJson, NodesAndTensors) {
  Graph Result = cantFail(readGraph(GraphText().str(), "g.json"));
  ASSERT_EQ(Result.Tensors.size(), 7u);
  ASSERT_EQ(Result.Nodes.size(), 4u);
  EXPECT_EQ(Result.Nodes[0].Name, "b");
  EXPECT_EQ(Result.Nodes[0].Function, "fused_b");
  EXPECT_THAT(Result.Nodes[0].Inputs, ElementsAre(0, 1));
  EXPECT_THAT(Result.Nodes[0].Outputs, ElementsAre(2, 3));
  EXPECT_TRUE(Result.Nodes[1].isView());
  EXPECT_THAT(Result.Nodes[1].Inputs, ElementsAre(3));
  EXPECT_THAT(Result.Nodes[1].Outputs, ElementsAre(4));
  EXPECT_TRUE(Result.Nodes[1].InPlace.empty());
  EXPECT_THAT(Result.Nodes[3].Inputs, ElementsAre(5));
  EXPECT_THAT(Result.Outputs, ElementsAre(6));
}

TEST(GraphJson, OutputsWithAnInputsStorageAreInPlace) {
  GraphText Text;
  Text.StorageId = R"(["list_int", [0, 7, 1, 2, 2, 1, 1]])";
  Graph Result = cantFail(readGraph(Text.str(), "g.json"));
  EXPECT_TRUE(Result.Nodes[2].InPlace.empty());
  EXPECT_THAT(Result.Nodes[3].InPlace, ElementsAre(testing::Pair(0, 0)));
}

TEST(GraphJson, StorageIdsGoByOutputNotByNode) {
  // The first node has two outputs: the input is entry 2, not 1.
  Graph Result = cantFail(readGraph(
      R"({"nodes": [{"op": "tvm_op", "attrs": {"func_name": "f"}},
                    {"op": "null", "name": "w"}],
          "arg_nodes": [1], "node_row_ptr": [0, 2, 3],
          "attrs": {"storage_id": ["list_int", [5, 6, 9]]}})",
      "g.json"));
  ASSERT_EQ(Result.Inputs.size(), 1u);
  const GraphTensor &W = Result.tensorOf(Result.Inputs[0]);
  EXPECT_EQ(W.StorageId, 9u);
  EXPECT_FALSE(W.Shape);
  EXPECT_FALSE(W.DType);
  EXPECT_TRUE(Result.Outputs.empty());
}

TEST(GraphJson, EmptyGraph) {
  Graph Result = cantFail(readGraph(
      R"({"nodes": [], "arg_nodes": [], "node_row_ptr": [0],
          "attrs": {"storage_id": ["list_int", []]}})",
      "g.json"));
  EXPECT_TRUE(Result.functionNames().empty());
}

TEST(GraphJson, TextThatIsNoGraph) {
  EXPECT_THAT(refusal("{\"nodes\": [}"),
              StartsWith("g.json: is not valid JSON: [1:"));
  EXPECT_EQ(refusal("[]"),
            "g.json: is an array, not the object that a graph is");
  EXPECT_EQ(refusal("{}"), "g.json: has no 'nodes': not graph executor JSON");
  EXPECT_EQ(refusal("{\"nodes\": 3}"), "g.json: 'nodes' is 3, not an array");
  EXPECT_EQ(refusal("{\"modules\": {}, \"version\": 7}"),
            "g.json: is Model Library Format metadata\nhint: give the graph of "
            "its executor-config/graph folder");
  EXPECT_EQ(refusal("{\"metadata\": {}, \"weight_map\": {\"w\": \"a-1.bin\"}}"),
            "g.json: is an index of safetensors files, which has no parameters "
            "itself\nhint: give the files that it names");
  EXPECT_THAT(
      refusal("{\"format\": \"layers-model\", \"weightsManifest\": []}"),
      StartsWith("g.json: is a model of TensorFlow.js\nhint: its "
                 "weights are raw bytes in the files of 'paths'"));
}

TEST(GraphJson, DeepNestingDoesNotUseUpTheStack) {
  std::string Deep = "{\"nodes\":" + std::string(1000000, '[');
  EXPECT_EQ(refusal(Deep), "g.json: nests brackets more than 64 deep");
  // Brackets in strings are no nesting.
  GraphText Text;
  Text.Nodes.replace(Text.Nodes.find("fused_a"), 7, std::string(100, '['));
  EXPECT_EQ(refusal(Text.str()), "");
}

TEST(GraphJson, Rows) {
  GraphText Text;
  Text.Rows = "[0, 1, 2, 4, 5, 6]";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: node_row_ptr has 6 values, but 6 nodes take 7");
  Text.Rows = "[0, 1, 2, 4, 3, 6, 7]";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: node_row_ptr[4] is 3, less than the value before it");
  Text.Rows = "[1, 1, 2, 4, 5, 6, 7]";
  EXPECT_EQ(refusal(Text.str()), "g.json: node_row_ptr[0] is 1, not 0");
  Text.Rows = "[0, 1, 2, -4, 5, 6, 7]";
  EXPECT_EQ(refusal(Text.str()), "g.json: node_row_ptr[3] is -4, not an index");
  Text.Rows = "[0, 0, 2, 4, 5, 6, 7]";
  EXPECT_THAT(refusal(Text.str()), HasSubstr("node 0 is an input without an "
                                             "output"));
  Text.Rows = "[0, 2, 2, 4, 5, 6, 7]";
  EXPECT_EQ(refusal(Text.str()), "g.json: node 0 is an input with 2 outputs");
  Text.Rows = "[0, 1, 2, 4, 5, 6, 2147483648]";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: node_row_ptr[6] is 2147483648, not an index");
  Text.Rows = "[0, 1, 2, 4, 5, 6, 2147483647]";
  EXPECT_EQ(refusal(Text.str()), "g.json: attrs.storage_id has 7 values, but "
                                 "the nodes have 2147483647 outputs");
}

TEST(GraphJson, StorageIds) {
  GraphText Text;
  Text.StorageId = R"(["list_int", [0, 7, 1, 2, 2, 1]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.storage_id has 6 values, but the nodes have 7 "
            "outputs");
  Text.StorageId = R"(["list_int", [0, -7, 1, 2, 2, 1, 0]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.storage_id[1] is -7, not an id");
  Text.StorageId = R"(["list_int", [0, 1, 1, 2, 2, 1, 2147483648]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.storage_id[6] is 2147483648, not an id");
  Text.StorageId = R"(["list_int", [0, 1.5, 1, 2, 2, 1, 0]])";
  EXPECT_EQ(refusal(Text.str()), "g.json: attrs.storage_id[1] is a number that "
                                 "is not whole, not an id");
  Text.StorageId = R"(["list_str", [0, 1, 1, 2, 2, 1, 0]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.storage_id is not [\"list_int\", [...]]");
  EXPECT_EQ(refusal(R"({"nodes": [], "node_row_ptr": [0], "attrs": {}})"),
            "g.json: has no attrs.storage_id: not graph executor JSON");
  EXPECT_EQ(refusal(R"({"nodes": [], "node_row_ptr": [0], "attrs": []})"),
            "g.json: 'attrs' is an array, not an object");
  EXPECT_EQ(refusal(R"({"nodes": [], "node_row_ptr": [0]})"),
            "g.json: has no 'attrs': not graph executor JSON");
}

TEST(GraphJson, ShapesAndTypes) {
  GraphText Text;
  Text.Shape = R"(["list_shape", [[1, -2], [], [], [], [], [], []]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.shape of node 0 holds -2, not an extent");
  Text.Shape = R"(["list_shape", ["x", [], [], [], [], [], []]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.shape of node 0 is a string, not an array");
  Text = GraphText();
  Text.DType = R"(["list_str", ["int8", "posit", "", "", "", "", ""]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.dltype of node 1 is 'posit', which is not a type");
  Text.DType = R"(["list_str", [true, "", "", "", "", "", ""]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.dltype of node 0 is a boolean, not a string");
}

TEST(GraphJson, Nodes) {
  auto With = [](StringRef Old, StringRef New) {
    GraphText Text;
    size_t Offset = Text.Nodes.find(Old);
    Text.Nodes.replace(Offset, Old.size(), New);
    return refusal(Text.str());
  };
  EXPECT_EQ(With("\"op\": \"null\"", "\"op\": \"conv\""),
            "g.json: node 0 has op 'conv'; graph executors know 'null' and "
            "'tvm_op'");
  EXPECT_EQ(With("\"op\": \"null\"", "\"o\": 1"), "g.json: node 0 has no 'op'");
  EXPECT_EQ(With("\"name\": \"x\"", "\"name\": 1"),
            "g.json: node 0 has no 'name'");
  EXPECT_EQ(With("\"name\": \"p0\"", "\"name\": \"x\""),
            "g.json: node 1: a second input is named 'x'");
  EXPECT_EQ(With("{\"func_name\": \"fused_b\"}", "{}"),
            "g.json: node 2 has no attrs.func_name");
  EXPECT_EQ(With("\"fused_b\"", "\"\""),
            "g.json: node 2 has an empty attrs.func_name");
  EXPECT_EQ(With("[[0, 0, 0], [1, 0, 0]]", "[[2, 0, 0]]"),
            "g.json: the inputs of node 2 name node 2, which is not before it");
  EXPECT_EQ(With("[[2, 1, 0]]", "[[2, 2, 0]]"),
            "g.json: the inputs of node 3 name output 2 of node 2, which has "
            "2");
  EXPECT_EQ(With("[[2, 1, 0]]", "[[2]]"), "g.json: the inputs of node 3 are "
                                          "not arrays of [node, output, "
                                          "version]");
  EXPECT_EQ(With("[[2, 1, 0]]", "[[-1, 0, 0]]"),
            "g.json: the inputs of node 3 are not arrays of [node, output, "
            "version]");
  EXPECT_EQ(With("[[2, 1, 0]]", "null"),
            "g.json: the inputs of node 3 are null, not an array");
  EXPECT_EQ(With("[[2, 1, 0]]", "[[2, 1, 0], [2, 0, 0]]"),
            "g.json: node 3 is '__nop' with 2 inputs and 1 output; it has one "
            "of each");
  EXPECT_EQ(With("[[2, 1, 0]]", "[[2, 1, 0], [9, 0, 0]]"),
            "g.json: the inputs of node 3 name node 9, but there are 6 nodes");
}

TEST(GraphJson, WhatOperatorsWriteIsChecked) {
  GraphText Text;
  Text.Shape = R"(["list_shape", [[1, 2], [], [1], [-1], [1], [1], [1]]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.shape of output 1 of node 2 holds -1, not an "
            "extent");
  Text.Shape = R"(["list_shape", [[1, 2], [], [1], [1], [2], [1], [1]]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: node 3 is '__nop' on 2 bytes, but has 4 bytes");
  Text.Shape = R"(["list_shape", [[1, 2], [], [1], [1], [1], [1],
                   [4611686018427387904, 2]]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: node 5: handle [4611686018427387904, 2]: has more bytes "
            "than 64 bits can count");
  Text = GraphText();
  Text.DType = R"(["list_str", ["int8", "int8", "int8", "int8", "int8", "int8",
                   "posit"]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.dltype of node 5 is 'posit', which is not a type");
  Text = GraphText();
  Text.Devices = R"(["list_int", [1, 1, 1, 1, 1, -1, 1]])";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: attrs.device_index of node 4 is -1, not a kind of device");
  Text.Devices = R"(["list_int", [1]])";
  EXPECT_EQ(refusal(Text.str()), "g.json: attrs.device_index has 1 value, but "
                                 "the nodes have 7 outputs");
}

TEST(GraphJson, CountsOfNodes) {
  auto With = [](StringRef Attribute) {
    GraphText Text;
    StringRef Function = "\"func_name\": \"fused_a\"";
    size_t Offset = Text.Nodes.find(Function);
    Text.Nodes.insert(Offset, (Attribute + ", ").str());
    return refusal(Text.str());
  };
  EXPECT_EQ(With(R"("num_inputs": "1", "num_outputs": "1")"), "");
  EXPECT_EQ(With(R"("num_inputs": "2")"),
            "g.json: attrs.num_inputs of node 4 is 2, but the graph gives it "
            "1");
  EXPECT_EQ(With(R"("num_outputs": "0")"),
            "g.json: attrs.num_outputs of node 4 is 0, but the graph gives it "
            "1");
  EXPECT_EQ(With(R"("num_outputs": "-1")"),
            "g.json: attrs.num_outputs of node 4 is '-1', not a number");
}

TEST(GraphJson, Heads) {
  GraphText Text;
  Text.Heads = "[[2, 1, 0], [0, 0]]";
  EXPECT_THAT(cantFail(readGraph(Text.str(), "g.json")).Outputs,
              ElementsAre(3, 0));
  Text.Heads = "[[6, 0, 0]]";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: heads name node 6, but there are 6 nodes");
  Text.Heads = "[[5, 1, 0]]";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: heads name output 1 of node 5, which has 1");
  Text.Heads = "[5]";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: heads are not arrays of [node, output, version]");
  Text.Heads = "{}";
  EXPECT_EQ(refusal(Text.str()), "g.json: 'heads' is an object, not an array");
}

TEST(GraphJson, ArgumentNodes) {
  GraphText Text;
  Text.ArgNodes = "[0, 6]";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: arg_nodes[1] is 6, not one of the 6 nodes");
  Text.ArgNodes = "[2]";
  EXPECT_EQ(refusal(Text.str()),
            "g.json: arg_nodes[0] is node 2, which is not an input");
  Text.ArgNodes = "{}";
  EXPECT_EQ(refusal(Text.str()), "g.json: 'arg_nodes' is an object, not an "
                                 "array");
}

TEST(GraphJson, EveryPrefixIsRefused) {
  std::string Text = GraphText().str();
  for (size_t Size = 0; Size != Text.size(); ++Size)
    ASSERT_THAT(refusal(StringRef(Text).take_front(Size)),
                StartsWith("g.json: is not valid JSON: "));
}

} // namespace
