//===- GraphTest.cpp - Graphs that compilers hand over --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Graph.h"
#include "Base/Messages.h"
#include "metaobj/Model.h"

#include <gmock/gmock.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

namespace {

GraphTensor int8(int64_t Size) {
  return {DLDataType{kDLInt, 8, 1}, std::vector<int64_t>{Size}};
}

GraphNode call(std::string Name, std::vector<TensorIndex> Inputs,
               std::vector<TensorIndex> Outputs) {
  GraphNode Node;
  Node.Name = Name;
  Node.Function = "fused_" + Name;
  Node.Inputs = std::move(Inputs);
  Node.Outputs = std::move(Outputs);
  return Node;
}

/// x, w -> conv -> view -> conv -> out.
Graph valid() {
  Graph Result;
  Result.Tensors = {int8(4), int8(9), int8(4), int8(4), int8(4)};
  Result.Inputs = {{"x", 0}, {"w", 1, true}};
  Result.Nodes = {call("conv", {0, 1}, {2}), call("view", {2}, {3}),
                  call("conv", {3, 1}, {4})};
  Result.Nodes[1].Function.clear();
  Result.Outputs = {4};
  return Result;
}

std::string refusal(const Graph &Checked) {
  return text(checkGraph(Checked, "net"));
}

TEST(Graph, FunctionsInOrderOfFirstUse) {
  Graph Net = valid();
  EXPECT_EQ(refusal(Net), "");
  EXPECT_THAT(Net.functionNames(), ElementsAre("fused_conv"));
  EXPECT_EQ(refusal(Graph()), "");
}

TEST(Graph, OrderOfArguments) {
  Graph Net = valid();
  EXPECT_THAT(Net.Nodes[0].arguments(), ElementsAre(0, 1, 2));
  Net.Nodes[0].ArgumentOrder = {0, 2, 1};
  EXPECT_EQ(refusal(Net), "");
  EXPECT_THAT(Net.Nodes[0].arguments(), ElementsAre(0, 2, 1));
  Net.Nodes[0].ArgumentOrder = {0, 2, 2};
  EXPECT_EQ(refusal(Net), "net: 'conv' (node 0) has argument 2 twice, or has "
                          "no such argument");
  Net.Nodes[0].ArgumentOrder = {0, 3, 1};
  EXPECT_EQ(refusal(Net), "net: 'conv' (node 0) has argument 3 twice, or has "
                          "no such argument");
  Net.Nodes[0].ArgumentOrder = {1, 0};
  EXPECT_EQ(refusal(Net), "net: 'conv' (node 0) orders 2 arguments of 3");
}

TEST(Graph, TensorsOutOfRange) {
  Graph Net = valid();
  Net.Nodes[0].Inputs[1] = 5;
  EXPECT_EQ(refusal(Net), "net: input 1 of 'conv' (node 0) is tensor 5, but "
                          "there are 5 tensors");
  Net = valid();
  Net.Nodes[0].Name = "";
  Net.Nodes[0].Outputs[0] = 77;
  EXPECT_EQ(refusal(Net),
            "net: output 0 of node 0 is tensor 77, but there are 5 tensors");
  Net = valid();
  Net.Inputs[0].Tensor = 5;
  EXPECT_EQ(refusal(Net),
            "net: input 'x' is tensor 5, but there are 5 tensors");
  Net = valid();
  Net.Outputs[0] = 5;
  EXPECT_EQ(refusal(Net),
            "net: output 0 of the graph is tensor 5, but there are 5 tensors");
}

TEST(Graph, EachTensorIsMadeOnceAndBeforeItIsRead) {
  Graph Net = valid();
  Net.Nodes[0].Inputs[0] = 4;
  EXPECT_EQ(refusal(Net), "net: input 0 of 'conv' (node 0) is tensor 4, which "
                          "nothing before it makes");
  Net = valid();
  Net.Nodes[2].Outputs[0] = 2;
  EXPECT_EQ(refusal(Net), "net: output 0 of 'conv' (node 2) is tensor 2, which "
                          "something before it makes already");
  Net = valid();
  Net.Tensors.push_back(int8(1));
  EXPECT_EQ(refusal(Net), "net: nothing makes tensor 5");
  Net.Outputs.push_back(5);
  EXPECT_EQ(refusal(Net),
            "net: output 1 of the graph is tensor 5, which nothing makes");
}

TEST(Graph, AllFaultsInOneError) {
  Graph Net = valid();
  Net.Tensors[0] = int8(-1);
  Net.Inputs[1].Name = "";
  Net.Nodes[0].Inputs[0] = 5;
  Net.Nodes[0].InPlace = {{2, 0}};
  // Its sizes are not known, and nothing follows from the fault.
  Net.Nodes[1].Inputs[0] = 0;
  Net.Nodes[2].Outputs[0] = 9;
  EXPECT_EQ(refusal(Net),
            "net: tensor 0: int8 [-1]: extent 0 is negative\n"
            "net: input 1 has no name\n"
            "net: input 0 of 'conv' (node 0) is tensor 5, but there are 5 "
            "tensors\n"
            "net: 'conv' (node 0) writes output 0 over input 2, but has 2 "
            "inputs and 1 output\n"
            "net: output 0 of 'conv' (node 2) is tensor 9, but there are 5 "
            "tensors");
}

TEST(Graph, Inputs) {
  Graph Net = valid();
  Net.Inputs[1].Name = "x";
  EXPECT_EQ(refusal(Net), "net: a second input is named 'x'");
  Net.Inputs[1].Name = "";
  EXPECT_EQ(refusal(Net), "net: input 1 has no name");
}

TEST(Graph, ViewsAndPlaces) {
  Graph Net = valid();
  Net.Tensors[3] = int8(5);
  EXPECT_EQ(refusal(Net),
            "net: 'view' (node 1) is a view of 4 bytes as 5 bytes");
  Net = valid();
  Net.Nodes[1].Inputs.push_back(0);
  EXPECT_EQ(refusal(Net), "net: 'view' (node 1) is a view with 2 inputs and 1 "
                          "output; it has one of each");
  Net = valid();
  Net.Nodes[2].InPlace = {{0, 1}};
  EXPECT_EQ(refusal(Net), "net: 'conv' (node 2) writes output 1 over input 0, "
                          "but has 2 inputs and 1 output");
}

TEST(Graph, Sizes) {
  Graph Net = valid();
  Net.Tensors[2].Shape = std::vector<int64_t>{-1};
  EXPECT_EQ(refusal(Net), "net: tensor 2: int8 [-1]: extent 0 is negative");
  Net.Tensors[2].Shape = std::vector<int64_t>{INT64_MAX, 4};
  EXPECT_EQ(refusal(Net), "net: tensor 2: int8 [9223372036854775807, 4]: has "
                          "more bytes than 64 bits can count");
  // Handles and small types take whole bytes.
  EXPECT_EQ(cantFail(storageBytes(*parseDType("handle"), {2})), 16u);
  EXPECT_EQ(cantFail(storageBytes(*parseDType("int4"), {3})), 3u);
  EXPECT_EQ(cantFail(storageBytes(*parseDType("float32x4"), {})), 16u);
  EXPECT_EQ(text(storageBytes({kDLInt, 8, 0}, {1})),
            "type 'int8x0': has no bits");
}

} // namespace
