//===- GraphBuffersTest.cpp - A graph's tensors become buffers ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Messages.h"
#include "metaobj/Graph.h"

#include <gmock/gmock.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::Optional;

namespace {

GraphTensor bytes(int64_t Size, uint64_t StorageId) {
  return {DLDataType{kDLInt, 8, 1}, std::vector<int64_t>{Size}, StorageId};
}

GraphNode node(std::string Name, std::vector<TensorIndex> Inputs,
               std::vector<TensorIndex> Outputs) {
  GraphNode Node;
  Node.Name = Node.Function = std::move(Name);
  Node.Inputs = std::move(Inputs);
  Node.Outputs = std::move(Outputs);
  return Node;
}

/// x, w -> a -> b -> c (reads a as well) -> out.
Graph net() {
  Graph Result;
  Result.Tensors = {bytes(10, 0), bytes(99, 1), bytes(20, 2),
                    bytes(30, 3), bytes(40, 4), bytes(50, 5)};
  Result.Inputs = {{"x", 0}, {"w", 1, true}};
  Result.Nodes = {node("a", {0, 1}, {2}), node("b", {2}, {3}),
                  node("c", {3, 2}, {4}), node("d", {4}, {5})};
  Result.Outputs = {5};
  return Result;
}

GraphBuffers buffers(const Graph &TheGraph, GraphPlanConfig Config = {}) {
  cantFail(checkGraph(TheGraph, "net"));
  return cantFail(graphBuffers(TheGraph, "net", Config));
}

MATCHER_P3(Lives, Lower, Upper, Size, "") {
  return arg.Lower == uint64_t(Lower) && arg.Upper == uint64_t(Upper) &&
         arg.Size == uint64_t(Size);
}

TEST(GraphBuffers, WhatOperatorsWriteAndRead) {
  GraphBuffers Found = buffers(net());
  EXPECT_THAT(Found.Problem.Buffers,
              ElementsAre(Lives(0, 3, 20), Lives(1, 3, 30), Lives(2, 4, 40)));
  EXPECT_EQ(Found.Problem.Buffers[0].Name, "a");
  EXPECT_EQ(Found.Problem.Buffers[0].Alignment, 16u);
  EXPECT_THAT(Found.BufferOf,
              ElementsAre(std::nullopt, std::nullopt, Optional(0u),
                          Optional(1u), Optional(2u), std::nullopt));
  // 20 and 30 take 32 bytes each.
  EXPECT_THAT(Found.StorageIdSize, Optional(32u + 32u + 40u));
}

TEST(GraphBuffers, InputsAndOutputsOnRequest) {
  GraphPlanConfig Config;
  Config.WorkspaceIo = true;
  Config.Alignment = 1;
  GraphBuffers Found = buffers(net(), Config);
  EXPECT_THAT(Found.Problem.Buffers,
              ElementsAre(Lives(0, 1, 10), Lives(0, 3, 20), Lives(1, 3, 30),
                          Lives(2, 4, 40), Lives(3, 5, 50)));
  EXPECT_EQ(Found.BufferOf[1], std::nullopt);
}

TEST(GraphBuffers, InPlaceOnlyWhereNothingReadsTheInputLater) {
  Graph Net = net();
  Net.Nodes[1].InPlace = {{0, 0}}; // b over a, which c still reads.
  Net.Nodes[2].InPlace = {{0, 0}}; // c over b.
  GraphBuffers Found = buffers(Net);
  EXPECT_THAT(Found.Problem.Buffers,
              ElementsAre(Lives(0, 3, 20), Lives(1, 4, 40)));
  EXPECT_EQ(Found.BufferOf[3], Found.BufferOf[4]);
}

TEST(GraphBuffers, OneOutputIsWrittenOverOneInput) {
  Graph Net = net();
  // c over b, and over a: both have to be there when it is called.
  Net.Nodes[2].InPlace = {{0, 0}, {1, 0}};
  GraphBuffers Found = buffers(Net);
  EXPECT_EQ(Found.BufferOf[3], Found.BufferOf[4]);
  EXPECT_NE(Found.BufferOf[2], Found.BufferOf[3]);
  EXPECT_EQ(Found.Problem.Buffers.size(), 2u);
}

TEST(GraphBuffers, ViewsLiveAsLongAsWhatReadsThem) {
  Graph Net = net();
  Net.Tensors[3] = bytes(20, 2);
  Net.Nodes[1].Function.clear(); // A view of a.
  GraphBuffers Found = buffers(Net);
  EXPECT_THAT(Found.Problem.Buffers,
              ElementsAre(Lives(0, 3, 20), Lives(2, 4, 40)));
  EXPECT_EQ(Found.BufferOf[2], Found.BufferOf[3]);
  // A view of an input is the caller's, and so is what it shows of an output.
  Net = net();
  Net.Tensors[5] = bytes(40, 4);
  Net.Nodes[3].Function.clear();
  EXPECT_EQ(buffers(Net).BufferOf[4], std::nullopt);
}

TEST(GraphBuffers, TheOwnPlanIsKnown) {
  Graph Net = net();
  Net.Tensors[4].StorageId = 3; // c after b? b is read by c: it overlaps.
  std::vector<std::string> Messages;
  GraphPlanConfig Config;
  Config.Diagnostics = [&](const Diagnostic &TheDiagnostic) {
    Messages.push_back(TheDiagnostic.Reason.text());
  };
  EXPECT_EQ(buffers(Net, Config).StorageIdSize, std::nullopt);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_THAT(Messages[0], testing::HasSubstr("storage id 3 holds 'b' and 'c' "
                                              "at the same time"));
  Net = net();
  Net.Nodes.push_back(node("e", {4}, {6}));
  Net.Nodes.push_back(node("f", {6}, {7}));
  Net.Tensors.push_back(bytes(8, 2)); // In the place of a.
  Net.Tensors.push_back(bytes(8, 6));
  Net.Outputs = {5, 7};
  GraphBuffers Found = buffers(Net);
  EXPECT_THAT(Found.StorageIdSize, Optional(32u + 32u + 40u));
  EXPECT_EQ(Found.Problem.Known[3].Offset, Found.Problem.Known[0].Offset);
  MemoryPlan Plan = cantFail(planBuffers(Found.Problem, "net"));
  EXPECT_LE(Plan.totalSize(), *Found.StorageIdSize);
}

TEST(GraphBuffers, Refusals) {
  Graph Net = net();
  Net.Outputs.clear();
  EXPECT_THAT(text(graphBuffers(Net, "net")),
              testing::StartsWith("net: has no outputs ('heads')"));
  Net = net();
  Net.Tensors[3].Shape.reset();
  EXPECT_EQ(text(graphBuffers(Net, "net")),
            "net: has no shape of what 'b' writes, so that it cannot be "
            "planned");
  GraphPlanConfig Config;
  Config.Alignment = 3;
  EXPECT_EQ(text(graphBuffers(net(), "net", Config)),
            "GraphPlanConfig::Alignment: 3 is not a power of two");
}

} // namespace
