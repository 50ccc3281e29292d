//===- ExecutorTest.cpp - A run of a model, decided -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/Simulation.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>
#include <random>
#include <set>

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

constexpr DLDataType Int8 = {kDLInt, 8, 1};

/// A tensor of \p Bytes.
GraphTensor tensor(int64_t Bytes) {
  GraphTensor Result;
  Result.DType = Int8;
  Result.Shape = std::vector<int64_t>{Bytes};
  return Result;
}

GraphNode node(std::string Function, std::vector<TensorIndex> Inputs,
               std::vector<TensorIndex> Outputs) {
  GraphNode Result;
  Result.Name = Function;
  Result.Function = std::move(Function);
  Result.Inputs = std::move(Inputs);
  Result.Outputs = std::move(Outputs);
  return Result;
}

/// x -> f -> 1 -> view -> 2; both 2 and a view of x are outputs.
Model smallModel() {
  Model Result;
  Result.Functions.emplace_back().Name = "f";
  Graph &TheGraph = Result.Graph.emplace();
  TheGraph.Tensors.assign(4, tensor(4));
  TheGraph.Inputs = {{"x", 0}};
  TheGraph.Nodes = {node("f", {0}, {1}), node("", {1}, {2}),
                    node("", {0}, {3})};
  TheGraph.Outputs = {2, 3};
  return Result;
}

std::string refusal(const Model &TheModel, const ExecutorConfig &Config = {}) {
  auto Planned = planExecutor(TheModel, Config, "tvmgen_default", nullptr);
  return Planned ? "" : toString(Planned.takeError());
}

/// Any graph that means something, with parameters among its inputs.
Model anyModel(std::mt19937 &Random) {
  auto Below = [&Random](size_t Limit) { return Random() % Limit; };
  Model Result;
  Graph &TheGraph = Result.Graph.emplace();
  auto Add = [&](int64_t Bytes) {
    TheGraph.Tensors.push_back(tensor(Bytes));
    return TensorIndex(TheGraph.Tensors.size() - 1);
  };
  for (size_t I = 0, E = 1 + Below(4); I != E; ++I) {
    std::string Name = "input" + std::to_string(I);
    int64_t Bytes = 1 + static_cast<int64_t>(Below(40));
    TheGraph.Inputs.push_back({Name, Add(Bytes)});
    if (Below(2)) {
      Param &P = Result.Params.emplace_back();
      P.Name = Name;
      P.DType = Int8;
      P.Shape = {Bytes};
    }
  }
  std::set<TensorIndex> Written; // Over which something was written.
  for (size_t I = 0, E = Below(12); I != E; ++I) {
    TensorIndex First = TensorIndex(Below(TheGraph.Tensors.size()));
    int64_t Bytes = TheGraph.Tensors[First].Shape->front();
    if (Below(4) == 0) {
      TheGraph.Nodes.push_back(node("", {First}, {Add(Bytes)}));
      continue;
    }
    std::string Name = "f" + std::to_string(I);
    Result.Functions.emplace_back().Name = Name;
    std::vector<TensorIndex> Outputs = {Add(Bytes)};
    if (Below(3) == 0)
      Outputs.push_back(Add(1 + static_cast<int64_t>(Below(40))));
    TensorIndex Second = TensorIndex(Below(First + 1));
    GraphNode New = node(Name, {First, Second}, Outputs);
    if (Below(2))
      New.InPlace = {{0, 0}};
    TheGraph.Nodes.push_back(std::move(New));
  }
  for (size_t I = 0, E = 1 + Below(4); I != E; ++I)
    TheGraph.Outputs.push_back(TensorIndex(Below(TheGraph.Tensors.size())));
  return Result;
}

} // namespace

TEST(ExecutorTest, OutputsOfOthersAreCopied) {
  auto Planned = cantFail(
      planExecutor(smallModel(), ExecutorConfig(), "tvmgen_default", nullptr));
  TensorPlace First = {TensorPlace::Output, 0}, Input = {TensorPlace::Input, 0};
  // The operator writes the output of which the view is a name.
  EXPECT_EQ(Planned->Places[1], First);
  EXPECT_EQ(Planned->Places[2], First);
  EXPECT_EQ(Planned->Places[3], Input);
  ASSERT_EQ(Planned->Copies.size(), 1U);
  EXPECT_EQ(Planned->Copies[0].Output, 1U);
  EXPECT_EQ(Planned->Outputs[1].Name, "output1");
  EXPECT_TRUE(Planned->Own.empty());
}

TEST(ExecutorTest, OutputsHaveTheNamesOfTheGraph) {
  Model Other = smallModel();
  Other.Graph->OutputNames = {"scores", "seen"};
  auto Planned = cantFail(
      planExecutor(Other, ExecutorConfig(), "tvmgen_default", nullptr));
  EXPECT_EQ(Planned->Outputs[0].Name, "scores");
  EXPECT_EQ(Planned->Outputs[1].Name, "seen");
  Other.Graph->OutputNames = {"scores"};
  EXPECT_THAT(refusal(Other), HasSubstr("has 1 name for 2 outputs"));
}

/// All parameters of the model as parts of one, which is no more in it.
Param takeTogether(Model &From) {
  Param Pool;
  Pool.Name = "pool";
  Pool.DType = {kDLUInt, 8, 1};
  int64_t Size = 0;
  for (const Param &P : From.Params)
    for (Graph::Input &Input : From.Graph->Inputs)
      if (Input.Name == P.Name) {
        Input.In = {Pool.Name, static_cast<uint64_t>(Size)};
        Size += P.Shape[0];
      }
  From.Params.clear();
  Pool.Shape = {Size};
  Pool.Data = Payload::fill(0, static_cast<uint64_t>(Size));
  return Pool;
}

TEST(ExecutorTest, EveryReadSeesWhatWasWritten) {
  std::mt19937 Random(20);
  unsigned Accepted = 0;
  for (unsigned Round = 0; Round != 1500; ++Round) {
    SCOPED_TRACE(Round);
    Model TheModel = anyModel(Random);
    ExecutorConfig Config;
    Config.Alignment = 1 + Round % 2 * 3;
    Config.WorkspaceIo = Round % 3 == 0;
    Config.Effort.Level = 0;
    if (Round % 5 == 0)
      Config.Pools = {ExecutorPool("fast", 48), ExecutorPool("slow")};
    Param Pool;
    if (Round % 4 == 0)
      Pool = takeTogether(TheModel);
    bool IsCallers = Round % 8 == 0;
    if (!Pool.Name.empty() && !IsCallers)
      TheModel.Params.push_back(Pool);
    auto Planned = planExecutor(TheModel, Config, "tvmgen_default", nullptr,
                                IsCallers ? &Pool : nullptr);
    if (!Planned) {
      EXPECT_THAT(toString(Planned.takeError()),
                  HasSubstr("is a parameter, which lies in no pool"));
      continue;
    }
    ++Accepted;
    Simulation(**Planned, [](bool IsRight) { EXPECT_TRUE(IsRight); }).run();
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(Accepted, 1000U);
}

TEST(ExecutorTest, RefusesWhatItCannotRun) {
  EXPECT_EQ(refusal(smallModel()), "");
  Model Other = smallModel();
  Other.Graph.reset();
  EXPECT_THAT(refusal(Other), HasSubstr("has no graph"));

  Other = smallModel();
  Other.Functions.clear();
  EXPECT_THAT(refusal(Other),
              HasSubstr("has no function 'f', which the graph calls"));

  Other = smallModel();
  Other.Graph->Nodes[0].Convention = CallingConvention::Ffi;
  EXPECT_THAT(refusal(Other), HasSubstr("in another way than the model says"));

  Other.Functions[0].Convention = CallingConvention::Ffi;
  EXPECT_THAT(refusal(Other), HasSubstr("operators of tvm-ffi need 64"));

  Other = smallModel();
  Other.Graph->Nodes[0].Convention = CallingConvention::Unpacked;
  EXPECT_THAT(refusal(Other), HasSubstr("in another way than the model says"));

  Other = smallModel();
  Other.Graph->Tensors[1].Shape.reset();
  EXPECT_THAT(refusal(Other), HasSubstr("has no shape of"));

  Other = smallModel();
  Other.Graph->Inputs[0].IsParam = true;
  EXPECT_THAT(refusal(Other),
              HasSubstr("parameter 'x' of the graph is missing"));

  Other = smallModel();
  Param &Wrong = Other.Params.emplace_back();
  Wrong.Name = "x";
  Wrong.DType = Int8;
  Wrong.Shape = {5};
  EXPECT_THAT(refusal(Other), HasSubstr("which differs from the graph"));

  // A compiler's own graph is checked like one of a file.
  Other = smallModel();
  Other.Graph->Nodes[0].Inputs = {1};
  EXPECT_NE(refusal(Other), "");

  ExecutorConfig Config;
  Config.Pools.clear();
  EXPECT_THAT(refusal(smallModel(), Config), HasSubstr("has no pool"));
  Config = {};
  Config.Alignment = 3;
  EXPECT_THAT(refusal(smallModel(), Config),
              HasSubstr("is not a power of two"));
}

TEST(ExecutorTest, ForgottenParametersAreNoInputsInSilence) {
  std::vector<std::string> Told;
  auto Plan = [&Told](const Model &TheModel) {
    Told.clear();
    return planExecutor(TheModel, ExecutorConfig(), "tvmgen_default",
                        [&Told](const Diagnostic &TheDiagnostic) {
                          Told.push_back(TheDiagnostic.Reason.text());
                        });
  };
  Model Other = smallModel();
  Param &Weight = Other.Params.emplace_back();
  Weight.Name = "x";
  Weight.DType = Int8;
  Weight.Shape = {4};
  // Nobody has marked the input.
  auto Planned = cantFail(Plan(Other));
  EXPECT_TRUE(Planned->Inputs.empty());
  EXPECT_THAT(Told, testing::IsEmpty());

  Weight.Name = "model.x";
  Planned = cantFail(Plan(Other));
  EXPECT_EQ(Planned->Inputs.size(), 1U);
  EXPECT_THAT(Told, testing::ElementsAre(
                        "the program has to set 'x', and 1 parameter is no "
                        "input of the graph: 'model.x'"));

  Other.ProgramInputs = {"x"};
  cantFail(Plan(Other));
  EXPECT_THAT(Told, testing::IsEmpty());
  Other.ProgramInputs = {"image"};
  EXPECT_THAT(refusal(Other), HasSubstr("input 'x' has no parameter, and the "
                                        "program's inputs are 'image'"));
}

TEST(ExecutorTest, UnpackedCallsOfOneFunctionAreAlike) {
  Model Other = smallModel();
  Other.Functions[0].Convention = CallingConvention::Unpacked;
  Graph &TheGraph = *Other.Graph;
  TheGraph.Nodes[0].Convention = CallingConvention::Unpacked;
  TheGraph.Tensors.push_back(tensor(4));
  GraphNode Second = node("f", {1, 2}, {4});
  Second.Convention = CallingConvention::Unpacked;
  TheGraph.Nodes.push_back(Second);
  EXPECT_THAT(refusal(Other), HasSubstr("with different numbers of arguments"));
  TheGraph.Nodes.back().Inputs = {1};
  EXPECT_EQ(refusal(Other), "");
  TheGraph.Nodes.back().Device = "npu";
  EXPECT_THAT(refusal(Other), HasSubstr("with different numbers of arguments"));
}

TEST(ExecutorTest, NamesOfHooksAreThoseOfTvm) {
  Model Other = smallModel();
  Other.Graph->Nodes[0].Device = "ethos-U55 NPU";
  auto Planned = cantFail(
      planExecutor(Other, ExecutorConfig(), "tvmgen_default", nullptr));
  ASSERT_EQ(Planned->Devices.size(), 1U);
  EXPECT_EQ(Planned->Devices[0].InHooks, "EthosUNpu");
}
