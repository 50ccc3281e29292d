// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the graph executor reads from JSON; hostile_graph_test.cpp has what it
// refuses.

#include "graph_executor_fixture.h"

using namespace graph_test;

namespace {

TEST_F(GraphExecutor, OperatorMayHaveSeveralOutputs) {
  use(GraphModel({{"x", "", "", {{"[2]", 0}}},
                  {"s", "split", "[0, 0, 0]", {{"[2]", 1}, {"[2]", 2}}},
                  {"y", "add", "[1, 1, 0], [1, 1, 0]", {{"[2]", 3}}}},
                 "[1, 0, 0], [1, 1, 0], [2, 0, 0]"));
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  ASSERT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{1, 2}));
  EXPECT_EQ(output(1, 2), (std::vector<float>{-1, -2}));
  EXPECT_EQ(output(2, 2), (std::vector<float>{-2, -4}));
}

// TVM copies them into an array of TVM_CRT_MAX_ARGS.
TEST_F(GraphExecutor, OperatorMayHaveManyArguments) {
  std::string Inputs;
  for (int I = 0; I < 3 * TVM_CRT_MAX_ARGS; I++)
    Inputs += (I == 0 ? "[0, 0, 0]" : ", [0, 0, 0]");
  use(GraphModel(
      {{"x", "", "", {{"[2]", 0}}}, {"y", "add", Inputs, {{"[2]", 1}}}},
      "[1, 0, 0]"));
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  ASSERT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2)[1], 2 * 3 * TVM_CRT_MAX_ARGS);
}

TEST_F(GraphExecutor, LongestNameOfAFunctionIsFound) {
  use(chain(LongName));
  ASSERT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  EXPECT_EQ(create(chain(LongName + "n").json()), kTvmErrorExecutorBadGraph);
}

TEST_F(GraphExecutor, MissingOperatorIsNamed) {
  EXPECT_EQ(create(chain("nothing").json()), kTvmErrorFunctionNameNotFound);
  EXPECT_STREQ(TVMGetLastError(),
               "TVMModGetFunction: no such function: nothing");
  EXPECT_EQ(
      TVMGraphExecutor_Create(chain().json().c_str(), nullptr, &Cpu, &Executor),
      kTvmErrorFunctionCallInvalidArg);
}

// TVM reads types and storages of the kinds it wrote.
TEST_F(GraphExecutor, ElementTypesAreUnderstood) {
  const std::pair<const char *, DLDataType> Types[] = {
      {"int8", {kDLInt, 8, 1}},          {"uint16", {kDLUInt, 16, 1}},
      {"float32x4", {kDLFloat, 32, 4}},  {"bfloat16", {kDLBfloat, 16, 1}},
      {"bool", {kDLUInt, 1, 1}},         {"uint1", {kDLUInt, 1, 1}},
      {"int4", {kDLInt, 4, 1}},          {"handle64", {kDLOpaqueHandle, 64, 1}},
      {"complex64", {kDLComplex, 64, 1}}};
  for (const auto &Each : Types) {
    use(GraphModel({{"x", "", "", {{"[3]", 0, Each.first}}}}, "[0, 0, 0]"));
    const DLDataType Type = TVMGraphExecutor_InputTensor(Executor, 0)->dtype;
    EXPECT_EQ(Type.code, Each.second.code) << Each.first;
    EXPECT_EQ(Type.bits, Each.second.bits);
    EXPECT_EQ(Type.lanes, Each.second.lanes);
    ASSERT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  }
  for (const char *Type :
       {"", "int", "8", "int0", "int256", "int8x", "int8x0", "int8x65536",
        "int8y", "int8 ", "boolean", "float8_e4m3", "int8x4x4", "Int8"})
    EXPECT_EQ(
        create(GraphModel({{"x", "", "", {{"[3]", 0, Type}}}}, "").json()),
        kTvmErrorExecutorBadGraph)
        << Type;
}

// TVM has room for nineteen letters.
TEST_F(GraphExecutor, KeysMayBeLong) {
  const std::string Key(300, 'k');
  EXPECT_EQ(create("{\"" + Key + "\": {\"" + Key + "\": 1}, " +
                   chain().json().substr(1)),
            0);
}

} // namespace
