//===- RelaxGraphTest.cpp - The graph of a Relax executable ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/RelaxGraph.h"

#include "Model/DType.h"
#include "Read/ParamsFiles.h"
#include "Read/RelaxFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <gmock/gmock.h>

#include <functional>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

constexpr uint64_t Void = RelaxProgram::Void, Machine = RelaxProgram::Machine;

uint64_t immediate(int64_t Value) { return RelaxProgram::immediate(Value); }

struct RelaxGraphTest : testing::Test {
  RelaxProgram Program;
  Messages Notes;

  Expected<RelaxGraph> read(StringRef Bytes, StringRef Name = "") {
    return readRelaxGraph(InputFile::ofMemory(Bytes.str(), "vm.bin"), Name,
                          Notes.handler());
  }
  std::string refusal(StringRef Name = "") {
    return text(read(Program.bytes(), Name).takeError());
  }
  /// Of `main(x)`.
  RelaxProgram &main(std::vector<std::string> Params = {"x"}) {
    return Program.function("main", std::move(Params));
  }

  static std::string describeTensor(const Graph &Described, TensorIndex Index) {
    const GraphTensor &Tensor = Described.Tensors[Index];
    std::string Text = "%" + utostr(Index);
    Text += Tensor.DType ? " " + dtypeName(*Tensor.DType) : " any";
    Text += Tensor.Shape ? " [" : " ?";
    if (Tensor.Shape) {
      interleave(
          *Tensor.Shape, [&](int64_t Extent) { Text += itostr(Extent); },
          [&] { Text += ","; });
      Text += "]";
    }
    return Tensor.StorageId ? Text + " s" + utostr(*Tensor.StorageId) : Text;
  }

  /// Inputs, nodes with the tensors that they make, and outputs.
  static std::vector<std::string> describe(const Graph &Described) {
    std::vector<std::string> Lines;
    for (const Graph::Input &Input : Described.Inputs)
      Lines.push_back(Input.Name + (Input.IsParam ? ": param " : ": ") +
                      describeTensor(Described, Input.Tensor));
    auto List = [](const std::vector<TensorIndex> &Tensors) {
      std::string Text;
      for (TensorIndex Tensor : Tensors)
        Text += " %" + utostr(Tensor);
      return Text;
    };
    for (const GraphNode &Node : Described.Nodes) {
      std::string Line = (Node.isView() ? "view" : Node.Function) +
                         List(Node.isView() ? Node.Inputs : Node.arguments()) +
                         " ->";
      for (TensorIndex Output : Node.Outputs)
        Line += " " + describeTensor(Described, Output);
      Lines.push_back(Line);
    }
    Lines.push_back("return" + List(Described.Outputs));
    return Lines;
  }
  std::vector<std::string> graph(StringRef Name = "") {
    Expected<RelaxGraph> Read = read(Program.bytes(), Name);
    if (!Read)
      return {text(Read.takeError())};
    return describe(Read->TheGraph);
  }
};

TEST_F(RelaxGraphTest, OperatorsOnInputsAndConstants) {
  main().check(0, {2, 3});
  uint64_t Weights = Program.tensor(RelaxProgram::Float, {1}, "abcd");
  uint64_t Storage = Program.storage(24);
  uint64_t Sum = Program.tensorIn(Storage, {2, 3});
  Program.call(Storage, "vm.builtin.null_value", {});
  Program.call("add", {0, Weights, Sum});
  uint64_t Product = Program.allocate({3}, {kDLInt, 8, 1});
  Program.call("mul", {Sum, Weights, Product});
  Program.call("vm.builtin.shape_of", {Product});
  Program.ret(Product);
  Expected<RelaxGraph> Read = read(Program.bytes());
  ASSERT_EQ(text(Read.takeError()), "");
  EXPECT_THAT(describe(Read->TheGraph),
              ElementsAre("x: %0 float32 [2,3]", "c3: param %2 float32 [1]",
                          "__tvm_ffi_add %0 %2 %1 -> %1 float32 [2,3] s0",
                          "__tvm_ffi_mul %1 %2 %3 -> %3 int8 [3] s1",
                          "return %3"));
  for (const GraphNode &Node : Read->TheGraph.Nodes)
    EXPECT_EQ(Node.Convention, CallingConvention::Ffi);
  ASSERT_EQ(Read->Params.size(), 1u);
  EXPECT_EQ(ParamsFileTest::describeParam(Read->Params[0]),
            "c3: float32 [1] 61626364 little 4");
  EXPECT_THAT(Notes.Lines, ElementsAre());
}

/// Views of views and of constants, tuples in tuples, an item of a tuple, a
/// copy, and outputs that are inputs, constants, or the same once more.
TEST_F(RelaxGraphTest, ViewsAndTuples) {
  main().check(0, {6});
  uint64_t Constant = Program.tensor({kDLInt, 16, 1}, {2}, "abcd");
  uint64_t Rows =
      Program.value("vm.builtin.reshape", {0, Program.shape({2, 3})});
  uint64_t Columns =
      Program.value("vm.builtin.reshape", {Rows, Program.shape({3, 2})});
  uint64_t Flat =
      Program.value("vm.builtin.reshape", {Constant, Program.shape({1, 2})});
  uint64_t Made = Program.allocate({6});
  Program.call("f", {Columns, Flat, Made});
  uint64_t Copy = Program.value("vm.builtin.copy", {Made});
  uint64_t Inner = Program.value("vm.builtin.make_tuple", {Copy, Rows, 0});
  uint64_t Item =
      Program.value("vm.builtin.tuple_getitem", {Inner, immediate(1)});
  Program.ret(
      Program.value("vm.builtin.make_tuple", {Inner, Constant, Item, Made}));
  EXPECT_THAT(graph(),
              ElementsAre("x: %0 float32 [6]", "c3: param %3 int16 [2]",
                          "view %0 -> %1 float32 [2,3]",
                          "view %1 -> %2 float32 [3,2]",
                          "view %3 -> %4 int16 [1,2]",
                          "__tvm_ffi_f %2 %4 %5 -> %5 float32 [6] s0",
                          "return %5 %1 %0 %3 %1 %5"));
}

/// Outputs need not be last, and one tensor may be several inputs.
TEST_F(RelaxGraphTest, OrderOfArguments) {
  main().check(0, {1});
  uint64_t First = Program.allocate({1}), Second = Program.allocate({1});
  Program.call("split", {First, 0, Second, 0}).ret(Second);
  Expected<RelaxGraph> Read = read(Program.bytes());
  ASSERT_EQ(text(Read.takeError()), "");
  const GraphNode &Node = Read->TheGraph.Nodes[0];
  EXPECT_THAT(Node.Inputs, ElementsAre(0, 0));
  EXPECT_THAT(Node.Outputs, ElementsAre(1, 2));
  EXPECT_THAT(Node.arguments(), ElementsAre(1, 0, 2, 0));
}

/// What is written only by the second call has its maker there.
TEST_F(RelaxGraphTest, FunctionsAreCalled) {
  Program.function("layer", {"a", "w"});
  Program.check(0, {1});
  uint64_t Made = Program.allocate({1});
  Program.call("f", {0, 1, Made});
  Program.ret(Program.value("vm.builtin.make_tuple", {Made, 0}));
  main().check(0, {1});
  uint64_t Weights = Program.tensor(RelaxProgram::Float, {1}, "abcd");
  uint64_t First = Program.value("layer", {0, Weights});
  uint64_t Item =
      Program.value("vm.builtin.tuple_getitem", {First, immediate(0)});
  uint64_t Second = Program.value("layer", {Item, Weights});
  Program.ret(
      Program.value("vm.builtin.tuple_getitem", {Second, immediate(0)}));
  std::vector<std::string> Lines = graph();
  EXPECT_THAT(
      Lines,
      ElementsAre("x: %0 float32 [1]",
                  testing::MatchesRegex("c[0-9]+: param %1 float32 .1."),
                  "__tvm_ffi_f %0 %1 %2 -> %2 float32 [1] s0",
                  "__tvm_ffi_f %2 %1 %3 -> %3 float32 [1] s1", "return %3"));
  EXPECT_THAT(Notes.Lines,
              ElementsAre("note: vm.bin: has 2 functions, of which 'main' is "
                          "taken: 'layer' and 'main'\nhint: "
                          "InputConfig::VmFunction=NAME takes another"));
  // A parameter has no checks.
  EXPECT_THAT(graph("layer"),
              ElementsAre("a: %0 float32 [1]", "w: %1 any ?",
                          "__tvm_ffi_f %0 %1 %2 -> %2 float32 [1] s0",
                          "return %2 %0"));
}

TEST_F(RelaxGraphTest, StoragesAreSharedOrSplit) {
  main().check(0, {1});
  uint64_t Storage = Program.storage(8);
  uint64_t First = Program.tensorIn(Storage, {1});
  Program.call("f", {0, First});
  uint64_t Second = Program.tensorIn(Storage, {2});
  Program.call("g", {First, Second}).ret(Second);
  EXPECT_THAT(graph(), ElementsAre("x: %0 float32 [1]",
                                   "__tvm_ffi_f %0 %1 -> %1 float32 [1] s0",
                                   "__tvm_ffi_g %1 %2 -> %2 float32 [2] s0",
                                   "return %2"));
  // Side by side they are no plan by storage ids.
  uint64_t Third = Program.tensorIn(Storage, {1}, RelaxProgram::Float, 4);
  Program.call("h", {0, Third}).ret(Third);
  Program.Offsets.erase(Program.Offsets.end() - 4); // The first end.
  Program.Functions[0].End -= 1;
  EXPECT_THAT(graph(),
              ElementsAre("x: %0 float32 [1]",
                          "__tvm_ffi_f %0 %1 -> %1 float32 [1]",
                          "__tvm_ffi_g %1 %2 -> %2 float32 [2]",
                          "__tvm_ffi_h %0 %3 -> %3 float32 [1]", "return %3"));
}

/// TVM compares no extents of a scalar, and no type where it is any.
TEST_F(RelaxGraphTest, ChecksOfInputs) {
  main({"scalar", "untyped", "unchecked", "unused"});
  Program.check(0, {});
  Program.call("vm.builtin.check_tensor_info",
               {1, immediate(-1), Program.dtype({kDLOpaqueHandle, 0, 0}),
                Program.text("x")});
  Program.call("vm.builtin.check_tensor_info",
               {1, immediate(1), Program.text("x")});
  Program.call("vm.builtin.match_shape", {1, Void, immediate(1), immediate(0),
                                          immediate(4), Program.text("x")});
  Program.check(3, {2});
  uint64_t Unused = Program.allocate({9});
  uint64_t Made = Program.allocate({1});
  Program.call("f", {0, 1, 2, Made}).ret(Made);
  EXPECT_NE(Unused, Made);
  EXPECT_THAT(graph(),
              ElementsAre("scalar: %0 float32 []", "untyped: %1 any [4]",
                          "unchecked: %2 any ?", "unused: %3 float32 [2]",
                          "__tvm_ffi_f %0 %1 %2 %4 -> %4 float32 [1] s1",
                          "return %4"));
}

/// A constant keeps its name unless an input has it.
TEST_F(RelaxGraphTest, NamesOfConstants) {
  main({"c3"}).check(0, {1});
  uint64_t Weights = Program.tensor(RelaxProgram::Float, {1}, "abcd");
  uint64_t Made = Program.allocate({1});
  Program.call("f", {0, Weights, Made}).ret(Made);
  EXPECT_EQ(graph()[1], "c3_: param %2 float32 [1]");
}

/// With the first instruction that the text is about. Lines behind it are
/// hints.
TEST_F(RelaxGraphTest, WhatAStaticExecutorCannotDo) {
  using Builder = std::function<void(RelaxProgram &)>;
  const std::string Static =
      "\nhint: import the model with static shapes, because memory is planned "
      "before it runs; of ONNX models, from_onnx takes an extent of 0 for one "
      "that varies, unless shape_dict gives it";
  auto Call = [](StringRef Name) -> Builder {
    return [Name](RelaxProgram &P) { P.call(Name, {0}); };
  };
  const std::pair<Builder, std::string> Cases[] = {
      {[](RelaxProgram &P) { P.instruction({4, 0, 2}); },
       "branches, depending on what the model computes\n"
       "hint: a static executor has no branches"},
      {[](RelaxProgram &P) { P.instruction({3, 1}); },
       "branches, depending on what the model computes\n"
       "hint: a static executor has no branches"},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.match_shape", {0, Void, immediate(1), immediate(1),
                                           immediate(0), P.text("x")});
       },
       "the extent of dimension 0 is only known when the model runs" + Static},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.match_shape",
                {0, Void, immediate(2), immediate(0)});
       },
       "the extents of 'vm.builtin.match_shape' are missing"},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.match_shape", {0, Void, immediate(1), immediate(0),
                                           immediate(3), P.text("x")});
       },
       "a tensor [2] is compared with [3]"},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.check_tensor_info",
                {0, immediate(1), P.dtype({kDLInt, 8, 1}), P.text("x")});
       },
       "a tensor of float32 is compared with int8"},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.check_tensor_info",
                {0, immediate(2), P.dtype(RelaxProgram::Float), P.text("x")});
       },
       "a tensor [2] is compared with rank 2"},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.check_tensor_info",
                {P.text("x"), immediate(2), P.text("x")});
       },
       "'vm.builtin.check_tensor_info' checks no tensor\n"
       "hint: give the model inputs that are tensors"},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.alloc_storage",
                {Machine, P.shape({4}), immediate(0), P.dtype({kDLUInt, 8, 1}),
                 P.text("global.vtcm")});
       },
       "a tensor is in another memory than 'global': 'global.vtcm'\n"
       "hint: build the model for a target of kind llvm"},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.alloc_tensor",
                {P.storage(4), immediate(0), P.shape({1}),
                 P.dtype({kDLInt, 8, 1}), P.text(std::string(300, 'a'))});
       },
       "a tensor is in another memory than 'global': ''\n"
       "hint: build the model for a target of kind llvm"},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.alloc_tensor",
                {P.storage(4), immediate(0), 0, P.dtype({kDLInt, 8, 1})});
       },
       "the shape of a tensor is only known when the model runs" + Static},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.alloc_tensor",
                {0, immediate(0), P.shape({1}), P.dtype({kDLInt, 8, 1})});
       },
       "a tensor is in no storage, or has no type"},
      {[](RelaxProgram &P) {
         P.tensorIn(P.storage(4), std::vector<uint64_t>(65, 1));
       },
       "a tensor has 65 dimensions; at most 64 are read"},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.reshape",
                {0, P.shape(std::vector<uint64_t>(65, 1))});
       },
       "a tensor has 65 dimensions; at most 64 are read"},
      {[](RelaxProgram &P) { P.call("vm.builtin.reshape", {0, 0}); },
       "a tensor gets a shape that is only known when the model runs" + Static},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.reshape", {P.allocate({1}), P.shape({1, 1})});
       },
       "a tensor gets another shape before it has a value"},
      {[](RelaxProgram &P) {
         P.call("vm.builtin.tuple_getitem",
                {P.value("vm.builtin.make_tuple", {0}), immediate(1)});
       },
       "item 1 of a tuple with 1"},
      {[](RelaxProgram &P) {
         uint64_t Tuple = 0;
         for (unsigned I = 0; I != 33; ++I)
           Tuple = P.value("vm.builtin.make_tuple", {Tuple});
       },
       "tuples lie in each other more than 32 deep"},
      {Call("vm.builtin.alloc_shape_heap"),
       "calls 'vm.builtin.alloc_shape_heap', for extents that are only known "
       "when the model runs" +
           Static},
      {Call("vm.builtin.make_shape"),
       "calls 'vm.builtin.make_shape', for extents that are only known when "
       "the model runs" +
           Static},
      {Call("vm.builtin.call_tir_dyn"),
       "calls 'vm.builtin.call_tir_dyn', for extents that are only known when "
       "the model runs" +
           Static},
      {Call("vm.builtin.check_tuple_info"),
       "calls 'vm.builtin.check_tuple_info': an input is no tensor\n"
       "hint: give the model inputs that are tensors"},
      {Call("vm.builtin.read_if_cond"),
       "depends on a condition that the model computes\n"
       "hint: a static executor has no branches"},
      {Call("vm.builtin.attention_kv_cache_append"),
       "calls 'vm.builtin.attention_kv_cache_append', a function of TVM's "
       "runtime for hosts\nhint: build the model without it, or run it with "
       "TVM's runtime"},
      {Call("tvm.contrib.sort.argsort"),
       "calls 'tvm.contrib.sort.argsort', a function of TVM's runtime for "
       "hosts\nhint: build the model without it, or run it with TVM's runtime"},
      {Call("f"),
       "operator 'f' gets no memory for a result\n"
       "hint: build the model without operators that work in place, or that "
       "return what they make"},
      {[](RelaxProgram &P) {
         uint64_t Made = P.allocate({1});
         P.call("f", {0, Made, Made});
       },
       "operator 'f' gets the memory of a result twice"},
      {[](RelaxProgram &P) { P.call("f", {0, immediate(3), P.allocate({1})}); },
       "argument 1 of operator 'f' is no tensor\n"
       "hint: operators that take numbers need TVM's runtime"},
      {[](RelaxProgram &P) {
         P.Functions.push_back({2, "compiled", {}, 0, 0});
         P.call("compiled", {0});
       },
       "calls 'compiled', which has no instructions\n"
       "hint: build the model with exec_mode='bytecode'"},
      {[](RelaxProgram &P) { P.call("main", {0}); },
       "functions call each other more than 32 deep"},
  };
  for (const auto &[Build, Wanted] : Cases) {
    Program = RelaxProgram();
    main().check(0, {2});
    Build(Program);
    std::string Last = utostr(Program.Offsets.size() - 1);
    Program.ret(0);
    if (Wanted.find("32 deep") != std::string::npos &&
        Wanted.find("functions") == 0)
      Last = "2";
    EXPECT_EQ(refusal(),
              "vm.bin: function 'main', instruction " + Last + ": " + Wanted);
  }
}

TEST_F(RelaxGraphTest, DamagedInstructions) {
  auto Refused = [this](const std::vector<uint64_t> &Words) {
    Program = RelaxProgram();
    main().instruction(Words).ret(0);
    std::string Text = refusal();
    StringRef Reason = Text;
    EXPECT_TRUE(Reason.consume_front("vm.bin: "));
    // The byte of a word: behind a header that has the same size for all.
    if (Reason.consume_front("at byte "))
      Reason = Reason.drop_while(isDigit).drop_front(2);
    return Reason.str();
  };
  EXPECT_EQ(Refused({0, 0}), "an instruction has code 0; 1 to 4 are known");
  EXPECT_EQ(Refused({5, 0}), "an instruction has code 5; 1 to 4 are known");
  EXPECT_EQ(Refused({2, 7}), "register 7 is read before it is set");
  EXPECT_EQ(Refused({1, 0, 1, 0}), "function 1 of 1");
  EXPECT_EQ(Refused({1, 0, ~uint64_t(0), 0}), "function -1 of 1");
  EXPECT_EQ(Refused({1, 0, 0, 9}),
            "a call has 9 arguments, but there is room for 2");
  EXPECT_EQ(Refused({1, 0, 0, ~uint64_t(0)}),
            "a call has -1 arguments, but there is room for 2");
  EXPECT_EQ(Refused({2, RelaxProgram::constant(0)}), "constant 0 of 0");
  EXPECT_EQ(Refused({2, RelaxProgram::constant(-1)}), "constant -1 of 0");
  EXPECT_EQ(Refused({2, RelaxProgram::argument(4, 0)}),
            "an argument has kind 4; 0 to 3 are known");
  EXPECT_EQ(Refused({2, Void}),
            "function 'main' returns something that is no tensor\n"
            "hint: a static executor returns tensors");
  EXPECT_EQ(Refused({1, 0, 0, 0}),
            "function 'main' takes 1 argument and is called with 0");

  Program = RelaxProgram();
  main().instruction({1, 0});
  EXPECT_THAT(refusal(), HasSubstr("a call ends behind the last word"));
  Program = RelaxProgram();
  main().call("vm.builtin.null_value", {});
  EXPECT_EQ(refusal(), "vm.bin: function 'main' ends without a result");
  Program.Offsets = {3};
  EXPECT_EQ(refusal(),
            "vm.bin: function 'main', instruction 0: begins at word 3 of 4");
  Program.Offsets = {uint64_t(-1)};
  EXPECT_EQ(refusal(),
            "vm.bin: function 'main', instruction 0: begins at word -1 of 4");
  // The difference of the last exceeds 63 bits.
  constexpr uint64_t Least = uint64_t(1) << 63, Most = Least - 1;
  for (auto [Start, End] : {std::pair<uint64_t, uint64_t>(0, 2),
                            {1, 0},
                            {uint64_t(-1), 1},
                            {Most, Most},
                            {Least, Most}}) {
    Program.Functions[0].Start = Start;
    Program.Functions[0].End = End;
    EXPECT_EQ(refusal(), "vm.bin: function 'main' has the instructions from " +
                             itostr(int64_t(Start)) + " to " +
                             itostr(int64_t(End)) + " of 1");
  }
}

/// checkGraph() sees some of these.
TEST_F(RelaxGraphTest, GraphsThatCannotRun) {
  main();
  Program.ret(Program.value("vm.builtin.make_tuple", {}));
  EXPECT_EQ(refusal(), "vm.bin: function 'main' returns an empty tuple\n"
                       "hint: a static executor returns tensors");
  Program = RelaxProgram();
  main().check(0, {2});
  Program.ret(Program.allocate({1}));
  EXPECT_EQ(refusal(),
            "vm.bin: function 'main' returns a tensor without a value");
  Program = RelaxProgram();
  main({"x", "x"}).check(0, {1}).ret(0);
  EXPECT_EQ(refusal(), "vm.bin: a second input is named 'x'");
  Program = RelaxProgram();
  main().check(0, {2});
  Program.ret(Program.value("vm.builtin.reshape", {0, Program.shape({3})}));
  EXPECT_EQ(refusal(),
            "vm.bin: 'reshape' (node 0) is a view of 8 bytes as 12 bytes");
  for (uint64_t Extent : {uint64_t(-1), uint64_t(1) << 62}) {
    Program = RelaxProgram();
    main().check(0, {1});
    uint64_t Made = Program.allocate({Extent});
    Program.call("f", {0, Made}).ret(Made);
    EXPECT_THAT(refusal(), StartsWith("vm.bin: tensor 1: ")) << Extent;
  }
}

TEST_F(RelaxGraphTest, TheFunctionIsChosen) {
  EXPECT_EQ(refusal(), "vm.bin: has no function\n"
                       "hint: build the model with a function 'main'");
  Program.function("main", {}, /*Kind=*/2);
  for (const char *Name : {"", "other"})
    EXPECT_EQ(refusal(Name),
              "vm.bin: its functions are compiled and have no instructions\n"
              "hint: build the model with exec_mode='bytecode'");
  Program = RelaxProgram();
  Program.function("one", {"x"}).check(0, {1}).ret(0);
  EXPECT_EQ(graph().front(), "x: %0 float32 [1]");
  EXPECT_EQ(refusal("on"), "vm.bin: has no function 'on', but 'one'\n"
                           "hint: InputConfig::VmFunction=one picks one");
  Program.function("two", {"y"}).check(0, {1}).ret(0);
  EXPECT_EQ(refusal(), "vm.bin: has 2 functions: 'one' and 'two'\n"
                       "hint: InputConfig::VmFunction=one picks one");
  EXPECT_EQ(graph("two").front(), "y: %0 float32 [1]");
  EXPECT_THAT(Notes.Lines, ElementsAre());
}

TEST_F(RelaxGraphTest, AnotherVersionIsRefused) {
  main().check(0, {1}).ret(0);
  std::string Bytes = Program.bytes();
  Bytes.replace(Bytes.find("0.14"), 4, "0.15");
  EXPECT_EQ(text(read(Bytes).takeError()),
            "vm.bin: is a Relax executable of version '0.15', whose "
            "instructions are not known\n"
            "hint: TVM v0.22 to v0.27 write version 0.14");
}

/// Each function calls the next one twice: of a few hundred bytes, two thousand
/// million calls.
TEST_F(RelaxGraphTest, FunctionsThatCallEachOtherTooOften) {
  Program.function("f0", {"x"});
  Program.call("operator", {0, Program.allocate({1})}).ret(0);
  std::string Before = "f0";
  for (unsigned I = 1; I != 32; ++I) {
    std::string Name = "f" + utostr(I);
    Program.function(Name, {"x"}).call(Before, {0}).call(Before, {0}).ret(0);
    Before = Name;
  }
  EXPECT_THAT(refusal("f31"),
              testing::MatchesRegex(
                  "vm.bin: function 'f[0-9]+', instruction [0-9]+: the model "
                  "is far longer than its [0-9]+ words of instructions\n"
                  "hint: build it so that its functions call others less "
                  "often"));
  // The same for what it returns.
  Program = RelaxProgram();
  uint64_t Tuple = 0;
  main().check(0, {1});
  for (unsigned I = 0; I != 31; ++I)
    Tuple = Program.value("vm.builtin.make_tuple", {Tuple, Tuple});
  Program.ret(Tuple);
  EXPECT_EQ(refusal(),
            "vm.bin: function 'main' returns more than 4096 tensors");
}

/// A program with everything that is read.
RelaxProgram largest() {
  RelaxProgram Program;
  Program.function("layer", {"a", "w"}).check(0, {2, 2});
  uint64_t Made = Program.allocate({2, 2});
  Program.call("f", {0, 1, Made});
  Program.ret(Program.value("vm.builtin.make_tuple", {Made, 0}));
  Program.function("main", {"x", "y"}).check(0, {4}).check(1, {});
  uint64_t Constant = Program.tensor({kDLInt, 8, 1}, {4}, "abcd");
  uint64_t View =
      Program.value("vm.builtin.reshape", {0, Program.shape({2, 2})});
  uint64_t Pair = Program.value("layer", {View, Constant});
  uint64_t First =
      Program.value("vm.builtin.tuple_getitem", {Pair, immediate(0)});
  uint64_t Storage = Program.storage(64);
  uint64_t Result = Program.tensorIn(Storage, {4});
  Program.call(Storage, "vm.builtin.null_value", {});
  Program.call("g", {First, 1, Result});
  Program.ret(Program.value("vm.builtin.make_tuple", {Result, First, 0}));
  return Program;
}

/// \p Bytes are refused with their name, or give a graph that can be planned.
void survives(StringRef Bytes) {
  Expected<RelaxGraph> Read = readRelaxGraph(
      InputFile::ofMemory(Bytes.str(), "vm.bin"), "", DiagnosticConsumer());
  if (!Read) {
    ASSERT_THAT(text(Read.takeError()), StartsWith("vm.bin: "));
    return;
  }
  ASSERT_EQ(text(checkGraph(Read->TheGraph, "graph")), "");
  for (const Param &P : Read->Params) {
    Expected<std::string> Data = contents(P);
    ASSERT_EQ(text(Data.takeError()), "");
    Expected<uint64_t> Size = tensorBytes(P.DType, P.Shape);
    ASSERT_EQ(text(Size.takeError()), "");
    ASSERT_EQ(*Size, Data->size());
  }
  Expected<GraphBuffers> Buffers = graphBuffers(Read->TheGraph, "graph");
  if (!Buffers) {
    ASSERT_THAT(text(Buffers.takeError()), StartsWith("graph: "));
  }
}

TEST_F(RelaxGraphTest, NoPrefixIsTakenForTheWhole) {
  std::string Bytes = largest().bytes();
  ASSERT_EQ(text(read(Bytes).takeError()), "");
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    ASSERT_THAT(text(read(StringRef(Bytes).take_front(Size)).takeError()),
                StartsWith("vm.bin: "))
        << Size;
}

/// Every word of the instructions, and every offset, becomes something else.
TEST_F(RelaxGraphTest, EveryWordDamaged) {
  const RelaxProgram Good = largest();
  std::vector<uint64_t> Others = {Void, Machine, uint64_t(1) << 63,
                                  ~uint64_t(0) >> 1, ~uint64_t(0)};
  for (uint64_t Kind = 0; Kind != 5; ++Kind)
    for (int64_t Value : {-1, 0, 1, 3, 101})
      Others.push_back(RelaxProgram::argument(Kind, Value));
  for (bool IsOffset : {false, true})
    for (size_t I = 0; I != (IsOffset ? Good.Offsets : Good.Words).size(); ++I)
      for (uint64_t Other : Others) {
        RelaxProgram Damaged = Good;
        (IsOffset ? Damaged.Offsets : Damaged.Words)[I] = Other;
        ASSERT_NO_FATAL_FAILURE(survives(Damaged.bytes())) << I;
      }
}

TEST_F(RelaxGraphTest, EveryByteDamaged) {
  const std::string Good = largest().bytes();
  for (size_t I = 0; I != Good.size(); ++I)
    for (unsigned Flip : {0x01u, 0x80u, 0xFFu}) {
      std::string Damaged = Good;
      Damaged[I] = char(uint8_t(Damaged[I]) ^ Flip);
      ASSERT_NO_FATAL_FAILURE(survives(Damaged)) << I;
    }
}

} // namespace
