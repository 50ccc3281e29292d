//===- ModelBuilderTest.cpp - Models that are built in memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/ModelBuilder.h"
#include "Base/Messages.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gmock/gmock.h>

#include <type_traits>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

static_assert(!std::is_copy_constructible_v<ModelBuilder>);
static_assert(!std::is_convertible_v<ParamRef, TensorRef>);

namespace {

constexpr DLDataType Int8 = {kDLInt, 8, 1};
constexpr DLDataType Float32 = {kDLFloat, 32, 1};

constexpr StringLiteral NetOperators = R"(
source_filename = "ops"
define i32 @net_a(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  ret i32 0
}
define i32 @net_b(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  ret i32 0
}
)";

OperatorObject operators(std::string Name, StringRef Text = NetOperators) {
  return {std::move(Name), MemoryBuffer::getMemBufferCopy(Text)};
}

std::string faultsOf(ModelBuilder &Builder) {
  return text(std::move(Builder).build());
}

/// A tensor of three numbers that counts calls of its deleter.
struct CountedTensor {
  DLManagedTensor Tensor = {};
  int64_t Shape[1] = {3};
  int32_t Numbers[3] = {1, 2, 3};
  int Deleted = 0;

  CountedTensor() {
    Tensor.dl_tensor.data = Numbers;
    Tensor.dl_tensor.device.device_type = kDLCPU;
    Tensor.dl_tensor.ndim = 1;
    Tensor.dl_tensor.dtype = {kDLInt, 32, 1};
    Tensor.dl_tensor.shape = Shape;
    Tensor.manager_ctx = this;
    Tensor.deleter = [](DLManagedTensor *Self) {
      ++static_cast<CountedTensor *>(Self->manager_ctx)->Deleted;
    };
  }
};

TEST(ModelBuilder, PartsInTheOrderOfTheirCalls) {
  ModelBuilder Builder("net");
  Builder.addFunction("first", {.Symbol = "net_a"});
  Builder.addOperators(operators("b.ll"),
                       [](StringRef Name) { return Name == "net_b"; });
  CountedTensor Tensor;
  Builder.addParam("w", Tensor.Tensor.dl_tensor,
                   {.Alignment = Align(16), .Section = ".fast"});
  Builder.addParam("v", {Int8, {2, 3}}, Payload::fill(7, 6), {.StorageId = 5});
  Param Other;
  Other.Name = "u";
  Other.DType = Int8;
  Other.Data = Payload::fill(0, 1);
  Other.Owner = "u.npy";
  Builder.addParam(Other);

  Model Net = cantFail(std::move(Builder).build());
  EXPECT_EQ(Net.Name, "net");
  ASSERT_EQ(Net.Functions.size(), 2u);
  EXPECT_EQ(Net.Functions[0].Name, "first");
  EXPECT_EQ(Net.Functions[0].Symbol, "net_a");
  EXPECT_EQ(Net.Functions[1].Name, "net_b");
  EXPECT_EQ(Net.Functions[1].Owner, "b.ll");
  ASSERT_EQ(Net.Objects.size(), 1u);
  EXPECT_EQ(Net.Objects[0].Name, "b.ll");
  ASSERT_EQ(Net.Params.size(), 3u);
  EXPECT_EQ(Net.Params[0].Alignment, 16u);
  EXPECT_EQ(Net.Params[0].Section, ".fast");
  EXPECT_EQ(Net.Params[0].Data.size(), 12u);
  EXPECT_EQ(Net.Params[1].Alignment, 0u);
  EXPECT_EQ(Net.Params[1].StorageId, 5u);
  EXPECT_THAT(Net.Params[1].Shape, ElementsAre(2, 3));
  EXPECT_EQ(Net.Params[2].Owner, "u.npy");
  EXPECT_FALSE(Net.Graph);
  EXPECT_THAT(Net.ProgramInputs, IsEmpty());
}

TEST(ModelBuilder, OperatorsOfAModule) {
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M =
      parseAssemblyString(NetOperators, Problem, Context);
  ASSERT_TRUE(M);
  ModelBuilder Builder("net");
  Builder.addOperators(*M);
  Builder.addFunction("net_b");
  EXPECT_EQ(faultsOf(Builder), "model 'net': function 'net_b' is given twice: "
                               "by '<string>' and by an unnamed source");
}

TEST(ModelBuilder, NamedFunctionsAreInAnObject) {
  ModelBuilder Builder("net");
  Builder.addObject(operators("", NetOperators));
  Builder.addFunction("add", {.Symbol = "net_aa"});
  Builder.addFunction("sub", {.Symbol = "other"});
  EXPECT_EQ(faultsOf(Builder),
            "model 'net': lists function 'add', but none of its objects "
            "defines 'net_aa'\nhint: did you mean 'net_a' or 'net_b'\nmodel "
            "'net': lists "
            "function 'sub', but none of its objects defines 'other'");
  // Without objects, they are made later.
  ModelBuilder Later("net");
  Later.addFunction("add", {.Symbol = "net_aa"});
  EXPECT_EQ(faultsOf(Later), "");
}

TEST(ModelBuilder, ObjectsWithoutOperators) {
  ModelBuilder Builder("net");
  Builder.addOperators(operators("a.ll"), [](StringRef) { return false; });
  Builder.addOperators({"empty.o", nullptr});
  Builder.addFunction("in_none");
  EXPECT_EQ(faultsOf(Builder),
            "a.ll: has no packed function that is wanted\nhint: add other "
            "functions by their names\nempty.o: has no bytes\nhint: give it "
            "those of an object, bitcode or IR");
}

TEST(ModelBuilder, AllFaultsInOneError) {
  ModelBuilder Builder("net");
  CountedTensor Tensor;
  Tensor.Tensor.dl_tensor.data = nullptr;
  ParamRef Refused = Builder.addParam("w", Tensor.Tensor.dl_tensor);
  Builder.addParam("v", {Int8, {5}}, Payload::fill(0, 4));
  Builder.addFunction("");
  // What follows from a fault is none.
  GraphBuilder &Graph = Builder.graph();
  TensorRef Weights = Graph.param(Refused);
  Graph.output("y", Graph.view(Weights, {3, 1}));
  Graph.call(Builder.function("f"), {Weights}, {Int8, {4}});
  EXPECT_EQ(faultsOf(Builder),
            "parameter 'w': int32 [3]: the data pointer is null\nmodel 'net': "
            "has no function 'f'\nhint: add it before it is asked for\nmodel "
            "'net': function 0 has an empty name\nmodel 'net': parameter 'v' "
            "has 4 bytes of data, but int8 [5] takes 5");
}

TEST(ModelBuilder, FunctionsByName) {
  ModelBuilder Builder("net");
  Builder.addFunction("dense");
  Builder.function("dense");
  Builder.function("densa");
  EXPECT_EQ(faultsOf(Builder),
            "model 'net': has no function 'densa'\nhint: did you mean 'dense'");
}

TEST(ModelBuilder, OneRuntimeForAllFunctions) {
  ModelBuilder Ffi("net");
  Ffi.addFunction("f", {.Convention = CallingConvention::Ffi});
  EXPECT_EQ(faultsOf(Ffi), "");
  ModelBuilder Mixed("net");
  Mixed.addFunction("f", {.Convention = CallingConvention::Ffi});
  Mixed.addFunction("g");
  EXPECT_EQ(faultsOf(Mixed),
            "model 'net': function 'g' has the calling convention 'packed'; "
            "clients of a registry can call 'ffi' only\nhint: leave it out, or "
            "choose another EmitConfig::Abi");
}

TEST(ModelBuilder, ManagedTensorsAreDeletedOnce) {
  CountedTensor Kept, Refused, Unused;
  Refused.Shape[0] = -1;
  {
    ModelBuilder Builder("net");
    Builder.addParam("kept", &Kept.Tensor);
    Model Net = cantFail(std::move(Builder).build());
    EXPECT_EQ(Kept.Deleted, 0);
  }
  EXPECT_EQ(Kept.Deleted, 1);
  {
    // Nobody has to ask for the faults.
    ModelBuilder Builder("net");
    Builder.addParam("refused", &Refused.Tensor);
    EXPECT_EQ(Refused.Deleted, 1);
    Builder.addParam("unused", &Unused.Tensor);
  }
  EXPECT_EQ(Unused.Deleted, 1);
}

TEST(ModelBuilder, IsBuiltOnce) {
  ModelBuilder First("net");
  FunctionRef F = First.addFunction("f");
  GraphBuilder &Graph = First.graph();
  TensorRef X = Graph.input("x", {Int8, {4}});
  // References and graph survive a move.
  ModelBuilder Builder = std::move(First);
  Graph.output("y", Graph.call(F, {X}, {Int8, {4}}));
  EXPECT_EQ(&Builder.graph(), &Graph);
  EXPECT_EQ(faultsOf(Builder), "");
  EXPECT_EQ(faultsOf(Builder), "model 'net': is built already\nhint: make "
                               "another ModelBuilder, or copy the model");
}

TEST(GraphBuilder, FillsTheGraph) {
  ModelBuilder Builder("net");
  FunctionRef Dense =
      Builder.addFunction("dense", {.Convention = CallingConvention::Unpacked});
  FunctionRef Split = Builder.addFunction("split");
  ParamRef Weights = Builder.addParam("w", {Float32, {2}}, Payload::fill(0, 8));
  GraphBuilder &Graph = Builder.graph();
  TensorRef X = Graph.input("x", {Float32, {2, 1}});
  TensorRef Flat = Graph.view(X, {2});
  TensorRef Y = Graph.call(
      Dense, {Flat, Graph.param(Weights)}, {Float32, {2}},
      {.Name = "layer", .InPlace = {{Flat}}, .Device = "npu", .Workspace = 9});
  std::vector<TensorRef> Halves = Graph.call(
      Split, {Graph.param(Weights), Y}, {{Float32, {1}}, {Float32, {1}}},
      {.InPlace = {{Y, 1}}, .ArgumentOrder = {0, 2, 1, 3}});
  ASSERT_EQ(Halves.size(), 2u);
  Graph.output("low", Halves[1]);
  Graph.output("all", Y);

  Model Net = cantFail(std::move(Builder).build());
  const metaobj::Graph &Built = *Net.Graph;
  EXPECT_THAT(Net.ProgramInputs, ElementsAre("x"));
  ASSERT_EQ(Built.Tensors.size(), 6u);
  EXPECT_THAT(*Built.Tensors[1].Shape, ElementsAre(2));
  EXPECT_EQ(Built.Tensors[1].DType->code, kDLFloat);
  ASSERT_EQ(Built.Inputs.size(), 2u);
  EXPECT_EQ(Built.Inputs[0].Name, "x");
  EXPECT_FALSE(Built.Inputs[0].IsParam);
  EXPECT_EQ(Built.Inputs[1].Name, "w");
  EXPECT_TRUE(Built.Inputs[1].IsParam);
  EXPECT_EQ(Built.Inputs[1].Tensor, 2u);
  ASSERT_EQ(Built.Nodes.size(), 3u);
  EXPECT_TRUE(Built.Nodes[0].isView());
  const GraphNode &Layer = Built.Nodes[1];
  EXPECT_EQ(Layer.Name, "layer");
  EXPECT_EQ(Layer.Function, "dense");
  EXPECT_EQ(Layer.Convention, CallingConvention::Unpacked);
  EXPECT_THAT(Layer.Inputs, ElementsAre(1, 2));
  EXPECT_THAT(Layer.Outputs, ElementsAre(3));
  EXPECT_THAT(Layer.InPlace, ElementsAre(Pair(0, 0)));
  EXPECT_EQ(Layer.Device, "npu");
  EXPECT_EQ(Layer.Workspace, 9u);
  const GraphNode &Last = Built.Nodes[2];
  EXPECT_EQ(Last.Name, "split");
  EXPECT_EQ(Last.Convention, CallingConvention::Packed);
  EXPECT_THAT(Last.Inputs, ElementsAre(2, 3));
  EXPECT_THAT(Last.InPlace, ElementsAre(Pair(1, 1)));
  EXPECT_THAT(Last.arguments(), ElementsAre(2, 4, 3, 5));
  EXPECT_THAT(Built.Outputs, ElementsAre(5, 3));
  EXPECT_THAT(Built.OutputNames, ElementsAre("low", "all"));
}

TEST(GraphBuilder, ReferencesOfOthers) {
  ModelBuilder Other("other");
  FunctionRef F = Other.addFunction("f");
  ParamRef W = Other.addParam("w", {Int8, {1}}, Payload::fill(0, 1));
  TensorRef X = Other.graph().input("x", {Int8, {1}});

  ModelBuilder Builder("net");
  // The same positions mean something here, too.
  FunctionRef G = Builder.addFunction("g");
  Builder.addParam("v", {Int8, {1}}, Payload::fill(0, 1));
  GraphBuilder &Graph = Builder.graph();
  TensorRef Own = Graph.input("own", {Int8, {1}});
  TensorRef Missing = Graph.param(W);
  Graph.call(F, {Own}, {Int8, {1}});
  Graph.call(G, {Own, X, Missing}, {Int8, {1}}, {.InPlace = {{X}}});
  Graph.view(TensorRef(), {1});
  Graph.output("y", X);
  std::string Hint = "\nhint: take what input(), param(), call() or view() of "
                     "this builder returned\n";
  EXPECT_EQ(
      faultsOf(Builder) + "\n",
      "model 'net': a parameter of the graph belongs to another builder\nhint: "
      "take what addParam() of this builder returned\nmodel 'net': the "
      "function of node 0 belongs to another builder\nhint: take what "
      "addFunction() or function() of this builder returned\nmodel 'net': "
      "input 1 of 'g' (node 1) belongs to another builder" +
          Hint +
          "model 'net': the input under output 0 of 'g' (node 1) belongs to "
          "another builder" +
          Hint + "model 'net': the input of node 2, a view, refers to nothing" +
          Hint + "model 'net': output 'y' belongs to another builder" + Hint);
}

TEST(GraphBuilder, ReferencesOutliveTheirBuilder) {
  TensorRef Old;
  {
    ModelBuilder Gone("gone");
    Old = Gone.graph().input("x", {Int8, {1}});
  }
  ModelBuilder Builder("net");
  Builder.graph().input("x", {Int8, {1}});
  Builder.graph().output("y", Old);
  EXPECT_THAT(faultsOf(Builder),
              testing::HasSubstr("output 'y' belongs to another builder"));
}

TEST(GraphBuilder, OverwritesInputsOnly) {
  ModelBuilder Builder("net");
  FunctionRef F = Builder.addFunction("f");
  GraphBuilder &Graph = Builder.graph();
  TensorRef X = Graph.input("x", {Int8, {1}});
  TensorRef Y = Graph.input("y", {Int8, {1}});
  Graph.call(F, {X}, {Int8, {1}}, {.InPlace = {{Y}}});
  EXPECT_EQ(faultsOf(Builder),
            "model 'net': output 0 of 'f' (node 0) may be written over a "
            "tensor that is not an input\nhint: take one of the node's inputs");
}

TEST(GraphBuilder, NamesOfInputsAndOutputs) {
  ModelBuilder Builder("net");
  Builder.addParam("w", {Int8, {1}}, Payload::fill(0, 1));
  TensorRef X = Builder.graph().input("w", {Int8, {1}});
  Builder.graph().output("y", X);
  EXPECT_EQ(faultsOf(Builder),
            "model 'net': input 'w' has the name of a parameter\nhint: give it "
            "another name, or take the parameter with GraphBuilder::param");

  ModelBuilder Outputs("net");
  X = Outputs.graph().input("x", {Int8, {1}});
  Outputs.graph().output("y", X);
  Outputs.graph().output("y", X);
  Outputs.graph().output("", X);
  EXPECT_EQ(faultsOf(Outputs),
            "model 'net': a second output is named 'y'\nhint: give it another "
            "name\nmodel 'net': output 2 has no name\nhint: give it one");
}

TEST(GraphBuilder, GraphsAreChecked) {
  ModelBuilder Builder("net");
  TensorRef X = Builder.graph().input("x", {Int8, {4}});
  Builder.graph().view(X, {5});
  Builder.graph().input("x", {Int8, {4}});
  EXPECT_EQ(faultsOf(Builder),
            "model 'net': a second input is named 'x'\nmodel 'net': node 0 is "
            "a view of 4 bytes as 5 bytes");
}

} // namespace
