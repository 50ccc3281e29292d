// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph executor: inputs, running, outputs, errors.

#include "graph_executor_fixture.h"

#include <tvm/runtime/crt/graph_runtime.h>
#include <tvm_crt/error_detail.h>

using namespace graph_test;

namespace {

TEST_F(GraphExecutor, RunsTheOperatorsInOrder) {
  use(chain());
  EXPECT_EQ(TVMGraphExecutor_GetNumInputs(Executor), 2);
  EXPECT_EQ(TVMGraphExecutor_GetNumOutputs(Executor), 1);
  EXPECT_EQ(load(paramsFile({{"p", floatsInFile({2}, {10, 20})}})), 0);
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{12, 24}));
  EXPECT_EQ(Calls, 2);
  EXPECT_EQ(SeenCodes, std::vector<int>(3, kTVMNDArrayHandle));
  // The input is read where it is.
  X[0] = 5;
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{20, 24}));
}

TEST_F(GraphExecutor, NamesOfTheFirstReleaseWork) {
  TVMGraphRuntime *Runtime = nullptr;
  const TVMContext Context = Cpu;
  ASSERT_EQ(TVMGraphRuntime_Create(chain().json().c_str(), Handle, &Context,
                                   &Runtime),
            0);
  TVMGraphRuntime_SetInput(Runtime, "x", &XTensor);
  TVMGraphRuntime_SetInput(Runtime, "p", &XTensor);
  TVMGraphRuntime_Run(Runtime);
  EXPECT_EQ(TVMGraphRuntime_GetOutput(Runtime, 0, &XTensor), 0);
  EXPECT_EQ(X[1], 6);
  EXPECT_EQ(TVMGraphRuntime_Release(&Runtime), 0);
}

TEST_F(GraphExecutor, CopyOfAnInputIsIndependent) {
  use(chain());
  ASSERT_EQ(TVMGraphExecutor_CopyInput(Executor, "x", &XTensor), 0);
  ASSERT_EQ(TVMGraphExecutor_CopyInput(Executor, "p", &XTensor), 0);
  X[0] = 99;
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{3, 6}));
}

// Binding an input is TVM's: data is its first element. Copying one is not.
TEST_F(GraphExecutor, ByteOffsetOfACopiedInputCounts) {
  use(chain());
  float Shifted[3] = {99, 3, 4};
  DLTensor Input = XTensor;
  Input.data = Shifted;
  Input.byte_offset = sizeof(float);
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &Input), 0);
  ASSERT_EQ(TVMGraphExecutor_CopyInput(Executor, "p", &Input), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{99 + 3 + 99, 3 + 4 + 3}));
}

TEST_F(GraphExecutor, SetInputLooksAtTypeSizeAndPlace) {
  use(chain());
  const auto Refused = [&](DLTensor Input) {
    const int Set = TVMGraphExecutor_SetInput(Executor, "x", &Input);
    EXPECT_EQ(TVMGraphExecutor_CopyInput(Executor, "x", &Input), Set);
    return Set == kTvmErrorFunctionCallInvalidArg;
  };
  int64_t Three = 3, Negative = -2, Stride = 2, OneByTwo[] = {1, 2};
  DLTensor Bad = XTensor;
  Bad.shape = &Three;
  EXPECT_TRUE(Refused(Bad));
  Bad.shape = &Negative;
  EXPECT_TRUE(Refused(Bad));
  Bad = XTensor;
  Bad.dtype.bits = 16;
  EXPECT_TRUE(Refused(Bad));
  Bad = XTensor;
  Bad.dtype.lanes = 2;
  EXPECT_TRUE(Refused(Bad));
  Bad = XTensor;
  Bad.device.device_type = kDLCUDA;
  EXPECT_TRUE(Refused(Bad));
  Bad = XTensor;
  Bad.strides = &Stride;
  EXPECT_EQ(TVMGraphExecutor_CopyInput(Executor, "x", &Bad),
            kTvmErrorFunctionCallInvalidArg);
  Bad = XTensor;
  Bad.data = nullptr;
  EXPECT_TRUE(Refused(Bad));
  // The shape itself does not matter.
  Bad = XTensor;
  Bad.ndim = 2;
  Bad.shape = OneByTwo;
  EXPECT_FALSE(Refused(Bad));
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, "q", &XTensor),
            kTvmErrorExecutorModuleNoSuchInput);
  EXPECT_EQ(TVMGraphExecutor_CopyInput(Executor, "q", &XTensor),
            kTvmErrorExecutorModuleNoSuchInput);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: no input: q");
}

// TVM calls the next operator, and Run returns nothing.
TEST_F(GraphExecutor, ErrorOfAnOperatorEndsTheRunAndIsReported) {
  use(chain("fail_silently"));
  takeInputs();
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 42);
  EXPECT_STREQ(TVMGetLastError(), "fail_silently: operator");
  TVMErrorDetail Detail;
  TVMLastErrorDetail(&Detail);
  EXPECT_EQ(Detail.error, 42);
  EXPECT_STREQ(Detail.function, "fail_silently");
  EXPECT_EQ(Calls, 0);
  ASSERT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  use(chain("add", "fail_with_text"));
  takeInputs();
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), -1);
  EXPECT_STREQ(TVMGetLastError(), "shape differs: operator: fail_with_text");
  TVMLastErrorDetail(&Detail);
  EXPECT_EQ(Detail.error, 0);
  EXPECT_EQ(Calls, 1);
}

TEST_F(GraphExecutor, RunAfterTheModuleIsGoneIsAnError) {
  use(chain());
  takeInputs();
  ASSERT_EQ(TVMModFree(Handle), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), -1);
  EXPECT_NE(std::string(TVMGetLastError()).find("invalid function index"),
            std::string::npos);
}

// Even the same functions, which it could run, are those of another module.
TEST_F(GraphExecutor, RunAfterAnotherModuleTookThePlaceIsAnError) {
  use(chain(LongName));
  takeInputs();
  ASSERT_EQ(TVMModFree(Handle), 0);
  TVMModuleHandle Other = nullptr;
  ASSERT_EQ(TVMModCreateFromCModule(&Module, &Other), 0);
  ASSERT_NE(Other, Handle);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), -1);
  EXPECT_NE(std::string(TVMGetLastError()).find("invalid function index"),
            std::string::npos);
}

// TVM aborts.
TEST_F(GraphExecutor, IndexOfAMissingInputIsAnError) {
  use(chain());
  EXPECT_EQ(TVMGraphExecutor_GetInputIndex(Executor, "x"), 0);
  EXPECT_EQ(TVMGraphExecutor_GetInputIndex(Executor, "p"), 1);
  for (const char *Name : {"", "xp", "y", "q"})
    EXPECT_EQ(TVMGraphExecutor_GetInputIndex(Executor, Name), -1) << Name;
  EXPECT_STREQ(TVMGetLastError(), "graph executor: no input: q");
}

// TVM lets the number of outputs itself pass, and copies what is behind.
TEST_F(GraphExecutor, OutputBehindTheLastIsRefused) {
  use(chain());
  for (int32_t Index : {1, 2, -1, INT32_MAX, INT32_MIN})
    EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, Index, &XTensor),
              kTvmErrorFunctionCallInvalidArg);
}

TEST_F(GraphExecutor, OutputIsCopiedOnlyWhereItFits) {
  use(chain());
  float Out[3] = {7, 7, 7};
  int64_t Count = 3;
  DLTensor Tensor = {Out, Cpu, 1, Float32, &Count, nullptr, 0};
  const int Wanted = kTvmErrorFunctionCallInvalidArg;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), Wanted);
  Count = 1;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), Wanted);
  Count = 2;
  Tensor.dtype.bits = 64;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), Wanted);
  Tensor.dtype = Float32;
  Tensor.data = nullptr;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), Wanted);
  EXPECT_EQ(Out[0], 7);
}

TEST_F(GraphExecutor, OnlyTheCpuIsADevice) {
  const DLDevice Cuda = {kDLCUDA, 0};
  EXPECT_EQ(
      TVMGraphExecutor_Create(chain().json().c_str(), Handle, &Cuda, &Executor),
      kTvmErrorExecutorModuleBadContext);
}

TEST_F(GraphExecutor, NullIsAnError) {
  const int Wanted = kTvmErrorFunctionCallInvalidArg;
  const std::string Json = chain().json();
  EXPECT_EQ(TVMGraphExecutor_Create(nullptr, Handle, &Cpu, &Executor), Wanted);
  EXPECT_EQ(TVMGraphExecutor_Create(Json.c_str(), Handle, nullptr, &Executor),
            Wanted);
  EXPECT_EQ(TVMGraphExecutor_Create(Json.c_str(), Handle, &Cpu, nullptr),
            Wanted);
  EXPECT_EQ(TVMGraphExecutor_GetInputIndex(nullptr, "x"), -1);
  EXPECT_EQ(TVMGraphExecutor_GetNumInputs(nullptr), 0);
  EXPECT_EQ(TVMGraphExecutor_GetNumOutputs(nullptr), 0);
  EXPECT_EQ(TVMGraphExecutor_SetInput(nullptr, "x", &XTensor), Wanted);
  EXPECT_EQ(TVMGraphExecutor_CopyInput(nullptr, "x", &XTensor), Wanted);
  EXPECT_EQ(TVMGraphExecutor_InputTensor(nullptr, 0), nullptr);
  EXPECT_EQ(TVMGraphExecutor_OutputTensor(nullptr, 0), nullptr);
  EXPECT_EQ(TVMGraphExecutor_LoadParams(nullptr, "", 0), Wanted);
  EXPECT_EQ(TVMGraphExecutor_Run(nullptr), Wanted);
  EXPECT_EQ(TVMGraphExecutor_GetOutput(nullptr, 0, &XTensor), Wanted);
  EXPECT_EQ(TVMGraphExecutor_Release(nullptr), Wanted);
  EXPECT_EQ(TVMGraphExecutor_Release(&Executor), Wanted);
  use(chain());
  EXPECT_EQ(TVMGraphExecutor_GetInputIndex(Executor, nullptr), -1);
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, nullptr, &XTensor), Wanted);
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, "x", nullptr), Wanted);
  EXPECT_EQ(TVMGraphExecutor_CopyInput(Executor, "x", nullptr), Wanted);
  EXPECT_EQ(TVMGraphExecutor_LoadParams(Executor, nullptr, 0), Wanted);
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, nullptr), Wanted);
  EXPECT_EQ(TVMGraphExecutor_InputTensor(Executor, -1), nullptr);
  EXPECT_EQ(TVMGraphExecutor_InputTensor(Executor, 2), nullptr);
  EXPECT_EQ(TVMGraphExecutor_OutputTensor(Executor, 1), nullptr);
}

} // namespace
