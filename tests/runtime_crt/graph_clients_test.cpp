// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs that were written for TVM's graph executor do, right or wrong:
// they get what they get there, or an error that shows. docs/clients.md has the
// list.

#include "graph_executor_fixture.h"

using namespace graph_test;

namespace {

constexpr int NotReady = kTvmErrorExecutorNotReady;

class GraphClients : public GraphExecutor {
protected:
  // What TVM's applications fill in of a tensor; the rest is what the stack
  // held before.
  DLTensor sloppy(void *Data, int64_t *Shape,
                  DLDataType Type = {kDLFloat, 32, 0}) {
    DLTensor Tensor;
    memset(&Tensor, 0xa5, sizeof(Tensor));
    Tensor.data = Data;
    Tensor.device = {kDLCPU, 1};
    Tensor.ndim = 1;
    Tensor.dtype = Type;
    Tensor.shape = Shape;
    return Tensor;
  }
  void useChain() {
    use(chain());
    ASSERT_EQ(load(paramsFile({{"p", floatsInFile({2}, {10, 20})}})), 0);
  }
  // The chain with its input and a first run.
  void runChain() {
    useChain();
    ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
    ASSERT_EQ(TVMGraphExecutor_Run(Executor), 0);
    ASSERT_EQ(output(0, 2), (std::vector<float>{12, 24}));
    Platform.Log.clear();
  }
  // Run and GetOutput fail, and no earlier result is left.
  void expectNoOutput(const char *Log) {
    Platform.Log.clear();
    EXPECT_EQ(TVMGraphExecutor_Run(Executor), NotReady);
    EXPECT_EQ(Platform.Log, std::string("graph executor: ") + Log + "\n");
    std::vector<uint8_t> Out(2 * sizeof(float), 7);
    const std::vector<uint8_t> Spoilt(2 * sizeof(float), 0xff);
    DLTensor Tensor = XTensor;
    Tensor.data = Out.data();
    EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), NotReady);
    EXPECT_EQ(Out, Spoilt);
    EXPECT_NE(Platform.Log.find("no good run"), std::string::npos);
  }
  void expectRunsAgain() {
    EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
    EXPECT_EQ(output(0, 2), (std::vector<float>{12, 24}));
  }
};

TEST_F(GraphClients, LanesZeroIsOneLane) {
  useChain();
  DLTensor Input = XTensor;
  Input.dtype.lanes = 0;
  EXPECT_EQ(TVMGraphExecutor_CopyInput(Executor, "x", &Input), 0);
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &Input), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  float Out[2] = {};
  DLTensor Output = Input;
  Output.data = Out;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Output), 0);
  EXPECT_EQ(Out[1], 24);
  EXPECT_EQ(Platform.Log, "");
}

TEST_F(GraphClients, CodeOfTheTypeIsNotLookedAt) {
  useChain();
  DLTensor Input = XTensor;
  Input.dtype.code = kDLUInt;
  EXPECT_EQ(TVMGraphExecutor_CopyInput(Executor, "x", &Input), 0);
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &Input), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  float Out[2] = {};
  DLTensor Output = Input;
  Output.data = Out;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Output), 0);
  EXPECT_EQ(Out[1], 24);
}

// Strides and byte_offset are what the memory held.
TEST_F(GraphClients, WhatTheProgramDoesNotFillInIsNotLookedAt) {
  useChain();
  DLTensor Input = sloppy(X, &Two);
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &Input), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  float Out[2] = {};
  DLTensor Output = sloppy(Out, &Two);
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Output), 0);
  EXPECT_EQ(Out[0], 12);
  EXPECT_EQ(Out[1], 24);
}

TEST_F(GraphClients, NumberOfTheCpuIsNotLookedAt) {
  for (int32_t Number : {0, 1, 7, -1}) {
    const DLDevice Device = {kDLCPU, Number};
    ASSERT_EQ(TVMGraphExecutor_Create(chain().json().c_str(), Handle, &Device,
                                      &Executor),
              0);
    // Operators see one device, and so does the platform.
    EXPECT_EQ(TVMGraphExecutor_InputTensor(Executor, 0)->device.device_id, 0);
    EXPECT_EQ(Platform.LastDevice.device_id, 0);
    EXPECT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  }
}

TEST_F(GraphClients, JsonEndsAtItsBrace) {
  const std::string Json = chain().json();
  for (const char *Behind : {"", "x", "}", "{\"nodes\"", "\xb7\x9c\x04\xf7"}) {
    // Nothing can be read behind the last byte.
    const GuardedBytes Bytes(Json + Behind);
    ASSERT_EQ(TVMGraphExecutor_Create(Bytes.data(), Handle, &Cpu, &Executor), 0)
        << Behind;
    EXPECT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  }
}

// An error shows the text from the fault on, and nothing behind its brace.
TEST_F(GraphClients, FaultOfJsonWithoutNulIsShownUpToItsBrace) {
  for (std::string Json :
       {std::string("{\"nodes\": [], \"heads\" 5}"), std::string("{}"),
        std::string("{\"attrs\": {\"shape\": [\"list_shape\", [[2]]]}}"),
        chain().json()}) {
    // All but the whole graph lack something.
    if (Json == chain().json())
      Json.replace(Json.find("node_row_ptr"), 12, "node_row_pty");
    const GuardedBytes Bytes(Json);
    EXPECT_EQ(TVMGraphExecutor_Create(Bytes.data(), Handle, &Cpu, &Executor),
              kTvmErrorExecutorBadGraph);
    EXPECT_EQ(
        std::string(TVMGetLastError()).find("graph executor: bad graph: "), 0u);
  }
}

TEST_F(GraphClients, NamesOfInputsArePublic) {
  use(chain());
  ASSERT_EQ(TVMGraphExecutor_GetNumInputs(Executor), 2);
  const char *Name = nullptr;
  ASSERT_EQ(TVMGraphExecutor_GetInputName(Executor, 0, &Name), 0);
  EXPECT_STREQ(Name, "x");
  ASSERT_EQ(TVMGraphExecutor_GetInputName(Executor, 1, &Name), 0);
  EXPECT_STREQ(Name, "p");
  for (int Index : {2, -1, INT32_MAX, INT32_MIN})
    EXPECT_EQ(TVMGraphExecutor_GetInputName(Executor, Index, &Name),
              kTvmErrorExecutorModuleNoSuchInput);
  EXPECT_EQ(TVMGraphExecutor_GetInputName(Executor, 0, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMGraphExecutor_GetInputName(nullptr, 0, &Name),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_STREQ(Name, "p");
}

// TVM v0.8 ends the program, v0.18 frees twice when this is done in a loop.
TEST_F(GraphClients, LinkedParamsMayBeLoadedToo) {
  LinkedId = 1;
  for (int I = 0; I < 5; I++) {
    use(chain());
    ASSERT_EQ(load(paramsFile({{"p", floatsInFile({2}, {100, 200})}})), 0);
    ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
    ASSERT_EQ(TVMGraphExecutor_Run(Executor), 0);
    EXPECT_EQ(output(0, 2), (std::vector<float>{102, 204}));
    ASSERT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  }
}

// The linked ones cannot be written; to go on with them would be a silent
// difference.
TEST_F(GraphClients, ParamsThatAreNotTheLinkedOnesAreRefused) {
  LinkedId = 1;
  use(chain());
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  EXPECT_EQ(load(paramsFile({{"p", floatsInFile({2}, {100, 201})}})),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(Platform.Log, "graph executor: linked, but differs: p\n");
  expectNoOutput("input is not set: p");
  EXPECT_EQ(load(paramsFile({{"p", floatsInFile({2}, {100, 200})}})), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{102, 204}));
}

TEST_F(GraphClients, ExecutorsMayBeMadeAgainOrNeverReleased) {
  for (int I = 0; I < 3; I++) {
    runChain();
    ASSERT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  }
  runChain();
  TVMGraphExecutor *First = Executor;
  runChain();
  EXPECT_EQ(TVMGraphExecutor_Run(First), 0);
  EXPECT_EQ(TVMGraphExecutor_Release(&First), 0);
}

// TVM runs with what the memory held: status 0, and nonsense.
TEST_F(GraphClients, RunNeedsEveryInput) {
  use(chain());
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  expectNoOutput("input is not set: p");
  EXPECT_EQ(Calls, 0);
  ASSERT_EQ(load(paramsFile({{"p", floatsInFile({2}, {10, 20})}})), 0);
  expectRunsAgain();
  ASSERT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  useChain();
  expectNoOutput("input is not set: x");
}

TEST_F(GraphClients, EveryWayToSetAnInputCounts) {
  use(chain());
  ASSERT_EQ(TVMGraphExecutor_CopyInput(Executor, "p", &XTensor), 0);
  DLTensor *Own = TVMGraphExecutor_InputTensor(Executor, 0);
  memcpy(Own->data, X, sizeof(X));
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{3, 6}));
}

// Nothing can go wrong for want of them.
TEST_F(GraphClients, InputsThatNobodyReadsNeedNotBeSet) {
  use(GraphModel({{"x", "", "", {{"[2]", 0}}},
                  {"unused", "", "", {{"[2]", 1}}},
                  {"empty", "", "", {{"[0]", 2}}},
                  {"y", "add", "[0, 0, 0], [2, 0, 0]", {{"[2]", 3}}}},
                 "[3, 0, 0]"));
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  EXPECT_NE(TVMGraphExecutor_Run(Executor), NotReady);
}

TEST_F(GraphClients, OutputThatIsAnInputNeedsThatInput) {
  use(GraphModel({{"x", "", "", {{"[2]", 0}}}}, "[0, 0, 0]"));
  float Out[2] = {};
  DLTensor Tensor = XTensor;
  Tensor.data = Out;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), NotReady);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), NotReady);
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), 0);
  EXPECT_EQ(Out[1], 2);
}

TEST_F(GraphClients, NoOutputBeforeARun) {
  useChain();
  float Out[2] = {};
  DLTensor Tensor = XTensor;
  Tensor.data = Out;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), NotReady);
  EXPECT_EQ(Platform.Log, "graph executor: no good run\n");
}

// The program looks at no result.
TEST_F(GraphClients, RefusedInputStopsTheRun) {
  runChain();
  int64_t Three = 3;
  DLTensor Bad = sloppy(X, &Three);
  (void)TVMGraphExecutor_SetInput(Executor, "x", &Bad);
  EXPECT_EQ(Platform.Log, "graph executor: type or size: x\n");
  expectNoOutput("input is not set: x");
  expectNoOutput("input is not set: x");
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  expectRunsAgain();
  Bad = sloppy(X, &Two, {kDLFloat, 16, 0});
  EXPECT_NE(TVMGraphExecutor_CopyInput(Executor, "x", &Bad), 0);
  expectNoOutput("input is not set: x");
  (void)TVMGraphExecutor_SetInput(Executor, "x", nullptr);
  expectNoOutput("input is not set: x");
}

TEST_F(GraphClients, NameThatThereIsNotStopsTheNextRun) {
  runChain();
  (void)TVMGraphExecutor_SetInput(Executor, "inptu", &XTensor);
  EXPECT_EQ(Platform.Log, "graph executor: no input: inptu\n");
  expectNoOutput("refused before");
  expectRunsAgain();
  EXPECT_NE(TVMGraphExecutor_CopyInput(Executor, nullptr, &XTensor), 0);
  // A good call does not make up for it.
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  expectNoOutput("refused before");
  expectRunsAgain();
}

// Some of the old parameters, some of the new ones: no run before a whole file.
TEST_F(GraphClients, RefusedParamsStopEveryRun) {
  runChain();
  const std::string File = paramsFile({{"p", floatsInFile({2}, {10, 20})}});
  EXPECT_NE(load(File.substr(0, File.size() - 1)), 0);
  EXPECT_EQ(Platform.Log, "graph executor: params\n");
  expectNoOutput("refused before");
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  expectNoOutput("refused before");
  EXPECT_EQ(load(File), 0);
  expectRunsAgain();
  EXPECT_NE(load(paramsFile({{"p", floatsInFile({1}, {10})}})), 0);
  expectNoOutput("input is not set: p");
  EXPECT_EQ(load(File), 0);
  EXPECT_NE(TVMGraphExecutor_LoadParams(Executor, nullptr, 0), 0);
  expectNoOutput("refused before");
}

TEST_F(GraphClients, RefusedOutputStopsTheNextRun) {
  runChain();
  float Out[3] = {};
  int64_t Three = 3;
  DLTensor Bad = sloppy(Out, &Three);
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Bad),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(Platform.Log, "graph executor: type or size: output\n");
  // The run was a good one.
  EXPECT_EQ(output(0, 2), (std::vector<float>{12, 24}));
  expectNoOutput("refused before");
  expectRunsAgain();
}

TEST_F(GraphClients, FailedOperatorLeavesNoOutput) {
  use(chain("add", "fail_silently"));
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "p", &XTensor), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 42);
  EXPECT_EQ(Platform.Log, "fail_silently: operator\n");
  float Out[2] = {};
  DLTensor Tensor = XTensor;
  Tensor.data = Out;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), NotReady);
  EXPECT_NE(Out[0], Out[0]);
}

TEST_F(GraphClients, FailureToCreateIsLogged) {
  EXPECT_EQ(create("{}"), kTvmErrorExecutorBadGraph);
  EXPECT_EQ(Platform.Log, "graph executor: bad graph: {}\n");
  Platform.Log.clear();
  // All that a program without an executor calls.
  (void)TVMGraphExecutor_SetInput(Executor, "x", &XTensor);
  (void)TVMGraphExecutor_Run(Executor);
  EXPECT_NE(TVMGraphExecutor_GetOutput(Executor, 0, &XTensor), 0);
  const std::string Line = "graph executor: invalid argument\n";
  EXPECT_EQ(Platform.Log, Line + Line + Line);
}

// Its functions are those of the module that came into its place.
TEST_F(GraphClients, ExecutorOfAFreedModuleDoesNotRun) {
  runChain();
  ASSERT_EQ(TVMModFree(Handle), 0);
  EXPECT_NE(TVMGraphExecutor_Run(Executor), 0);
  TVMModuleHandle Other = nullptr;
  ASSERT_EQ(TVMModCreateFromCModule(&Module, &Other), 0);
  const int Before = Calls;
  EXPECT_NE(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(Calls, Before);
  DLTensor Tensor = XTensor;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), NotReady);
}

} // namespace
