//===- BoardPlacementTest.cpp - Sections that a board gives ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Layout/ParamLayout.h"
#include "Emit/Parts/Executor/Executor.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

constexpr char Yaml[] =
    "regions:\n"
    "- {name: flash, address: 0x0, size: 64K}\n"
    "- {name: ram, address: 0x20000000, size: 1K}\n"
    "- {name: sram, address: 0x30000000, size: 4K, sections: ['.bss.s*']}\n"
    "- {name: ospi, address: 0x60000000, size: 4K, access: read,\n"
    "   sections: ['.weights*']}\n"
    "contents:\n"
    "- {symbols: [__tvm_param__w], memory: ospi, align: 128}\n"
    "- {symbols: [tvmgen_default_arena], memory: sram, align: 256}\n"
    "- {symbols: [tvmgen_default_wide], align: 2M}\n";

MemoryMap board() {
  return cantFail(readMemoryMap(MemoryBufferRef(Yaml, "board.yaml")));
}

/// Parameters "w" of \p Bytes and "b" of 4.
Model params(uint64_t Bytes) {
  Model Result;
  for (auto [Name, Size] : {std::pair("w", Bytes), {"b", uint64_t(4)}}) {
    Param &P = Result.Params.emplace_back();
    P.Name = Name;
    P.DType = {kDLInt, 8, 1};
    P.Shape = {static_cast<int64_t>(Size)};
    P.Data = Payload::fill(*Name, Size);
    P.Owner = "p.bin";
  }
  return Result;
}

Expected<ParamLayout> layOutOnBoard(const Model &TheModel,
                                    EmitConfig Config = {}) {
  Config.Board = board();
  return layOutParams(TheModel, Config, formatRules(Triple::ELF));
}

std::string refusalOnBoard(const Model &TheModel,
                           const EmitConfig &Config = {}) {
  Expected<ParamLayout> Layout = layOutOnBoard(TheModel, Config);
  return Layout ? "" : toString(Layout.takeError());
}

EmitConfig withRule(StringRef Text) {
  EmitConfig Config;
  Config.Params.Rules = {cantFail(parsePlacementRule(Text))};
  return Config;
}

TEST(BoardPlacement, ParamsGetSectionAndAlignment) {
  Model TheModel = params(64);
  ParamLayout Layout = cantFail(layOutOnBoard(TheModel));
  ASSERT_EQ(Layout.Sections.size(), 2u);
  EXPECT_EQ(Layout.Sections[0].Name, ".weights");
  EXPECT_EQ(Layout.Sections[0].Alignment, 128u);
  EXPECT_EQ(Layout.Sections[1].Name, ".rodata.tvm");
  EXPECT_EQ(Layout.Sections[1].Alignment, 64u);
  // A rule that the board agrees with, and one that asks for less.
  Layout = cantFail(
      layOutOnBoard(TheModel, withRule("w:section=.weights.w,align=1")));
  EXPECT_EQ(Layout.Sections[0].Name, ".weights.w");
  EXPECT_EQ(Layout.Sections[0].Alignment, 128u);
}

TEST(BoardPlacement, ParamsElsewhereAreErrors) {
  EXPECT_EQ(refusalOnBoard(params(64), withRule("w:section=.mine")),
            "p.bin: '__tvm_param__w' goes to section '.mine', which lies in "
            "'flash' (board.yaml:2:4), and must lie in 'ospi' "
            "(board.yaml:8:4); 'ospi' takes section '.weights'");
  EXPECT_THAT(refusalOnBoard(params(5000)),
              HasSubstr("5,000 bytes do not fit into 'ospi' (board.yaml:5:4), "
                        "which has 4,096 bytes; '__tvm_param__w' in section "
                        "'.weights' has most of them"));
}

/// x -> f -> a tensor of \p Bytes -> f -> the output.
Model twoCalls(int64_t Bytes) {
  Model Result;
  Result.Functions.emplace_back().Name = "f";
  Graph &TheGraph = Result.Graph.emplace();
  GraphTensor Tensor;
  Tensor.DType = DLDataType{kDLInt, 8, 1};
  Tensor.Shape = std::vector<int64_t>{Bytes};
  TheGraph.Tensors.assign(3, Tensor);
  TheGraph.Inputs = {{"x", 0}};
  for (TensorIndex From : {0, 1}) {
    GraphNode &Node = TheGraph.Nodes.emplace_back();
    Node.Name = Node.Function = "f";
    Node.Inputs = {From};
    Node.Outputs = {From + 1};
  }
  TheGraph.Outputs = {2};
  return Result;
}

Expected<std::shared_ptr<const Executor>> plan(int64_t Bytes,
                                               ExecutorPool Pool) {
  ExecutorConfig Config;
  Config.Pools = {std::move(Pool)};
  return planExecutor(twoCalls(Bytes), Config, "tvmgen_default", nullptr,
                      nullptr, std::nullopt, board());
}

std::string poolRefusal(int64_t Bytes, ExecutorPool Pool) {
  auto Planned = plan(Bytes, std::move(Pool));
  return Planned ? "" : toString(Planned.takeError());
}

TEST(BoardPlacement, PoolsGetSectionAndAlignment) {
  auto Place = [](StringRef Pool) {
    ExecutorMemory Memory =
        cantFail(plan(500, ExecutorPool(Pool.str())))->Pools[0];
    return std::pair(Memory.Pool.Section, Memory.Alignment);
  };
  EXPECT_EQ(Place("other"),
            std::pair(std::string(".bss.noinit.tvm"), uint64_t(16)));
  EXPECT_EQ(Place("sram"), std::pair(std::string(".bss.s"), uint64_t(16)));
  EXPECT_EQ(Place("arena"), std::pair(std::string(".bss.s"), uint64_t(256)));
}

TEST(BoardPlacement, PoolsHaveTheLimitsOfTheirRegions) {
  EXPECT_EQ(poolRefusal(2000, ExecutorPool("sram")), "");
  EXPECT_THAT(poolRefusal(2000, ExecutorPool("other")),
              HasSubstr("'ram' (board.yaml:3:4) has 1,024 bytes"));
  EXPECT_EQ(poolRefusal(8, ExecutorPool("sram", 8192)),
            "board.yaml:4:4: region 'sram' has 4,096 bytes, less than the "
            "limit of pool 'sram', 8,192");
  ExecutorPool Shared("sram");
  Shared.IsShared = true;
  EXPECT_THAT(poolRefusal(8, Shared),
              HasSubstr("goes to section 'COMMON', which lies in 'ram'"));
  ExecutorPool Callers("sram");
  Callers.IsCallers = true;
  EXPECT_THAT(poolRefusal(5000, Callers),
              HasSubstr("'sram' (board.yaml:4:4) has 4,096 bytes"));
  EXPECT_EQ(poolRefusal(8, ExecutorPool("wide")),
            "board.yaml:10:4: alignment 2097152 of pool 'wide' is above the "
            "limit of 1048576");
}

} // namespace
