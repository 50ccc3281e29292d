// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph executor. Comments say what TVM's own does where that is a fault.

#include <gtest/gtest.h>

#include "fake_platform.h"
#include "graph_model.h"
#include "params_file.h"
#include "registry_blob.h"

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/graph_runtime.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/error_detail.h>
#include <tvm_crt/graph_executor.h>

namespace {

constexpr DLDevice Cpu = {kDLCPU, 0};
constexpr DLDataType Float32 = {kDLFloat, 32, 1};

DLTensor *tensor(TVMValue *Args, int Index) {
  return static_cast<DLTensor *>(Args[Index].v_handle);
}
float *floats(const DLTensor *Tensor) {
  return static_cast<float *>(Tensor->data);
}

int Calls;
std::vector<int> SeenCodes;

// The last argument is the sum of the others, element by element.
int add(TVMValue *Args, int *Codes, int NumArgs, TVMValue *, int *, void *) {
  Calls++;
  SeenCodes.assign(Codes, Codes + NumArgs);
  const DLTensor *Out = tensor(Args, NumArgs - 1);
  for (int64_t I = 0; I < Out->shape[Out->ndim - 1]; I++) {
    float Sum = 0;
    for (int Arg = 0; Arg < NumArgs - 1; Arg++)
      Sum += floats(tensor(Args, Arg))[I];
    floats(Out)[I] = Sum;
  }
  return 0;
}

// Two outputs: the input and its negative.
int split(TVMValue *Args, int *, int NumArgs, TVMValue *, int *, void *) {
  EXPECT_EQ(NumArgs, 3);
  for (int64_t I = 0; I < tensor(Args, 0)->shape[0]; I++) {
    floats(tensor(Args, 1))[I] = floats(tensor(Args, 0))[I];
    floats(tensor(Args, 2))[I] = -floats(tensor(Args, 0))[I];
  }
  return 0;
}

int failSilently(TVMValue *, int *, int, TVMValue *, int *, void *) {
  return 42;
}
int failWithText(TVMValue *, int *, int, TVMValue *, int *, void *) {
  TVMAPISetLastError("shape differs");
  return -1;
}

float Linked[2] = {100, 200};
int64_t LinkedId;
int LookupStatus;

int lookUp(TVMValue *Args, int *Codes, int NumArgs, TVMValue *Result,
           int *ResultCode, void *) {
  EXPECT_EQ(NumArgs, 1);
  EXPECT_EQ(Codes[0], kTVMArgInt);
  if (Args[0].v_int64 == LinkedId) {
    Result->v_handle = Linked;
    *ResultCode = kTVMOpaqueHandle;
  } else {
    *ResultCode = kTVMNullptr;
  }
  return LookupStatus;
}

const std::string LongName(TVM_CRT_MAX_STRLEN_FUNCTION_NAME - 1, 'n');

class GraphExecutor : public testing::Test {
protected:
  void SetUp() override {
    Platform = FakePlatform();
    Calls = 0;
    LinkedId = -1;
    LookupStatus = 0;
    ASSERT_EQ(TVMInitializeRuntime(), 0);
    ASSERT_EQ(TVMModCreateFromCModule(&Module, &Handle), 0);
  }
  void TearDown() override {
    if (Executor != nullptr)
      EXPECT_EQ(TVMGraphExecutor_Release(&Executor), 0);
    EXPECT_EQ(Executor, nullptr);
    EXPECT_EQ(Platform.LiveAllocations, 0);
  }

  int create(const std::string &Json) {
    // Not needed after the call.
    const HeapBytes Copy(Json + '\0');
    return TVMGraphExecutor_Create(Copy.data(), Handle, &Cpu, &Executor);
  }
  void use(const GraphModel &Model) { ASSERT_EQ(create(Model.json()), 0); }

  DLTensor input(const char *Name) {
    const int Index = TVMGraphExecutor_GetInputIndex(Executor, Name);
    return *TVMGraphExecutor_InputTensor(Executor, Index);
  }
  int load(const std::string &File) {
    const HeapBytes Copy(File);
    return TVMGraphExecutor_LoadParams(Executor, Copy.data(),
                                       static_cast<uint32_t>(File.size()));
  }
  std::vector<float> output(int Index, int64_t Count) {
    std::vector<float> Values(static_cast<size_t>(Count));
    DLTensor Out = {Values.data(), Cpu, 1, Float32, &Count, nullptr, 0};
    EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, Index, &Out), 0);
    return Values;
  }

  const std::string Names =
      namesBlob({"add", "split", "fail_silently", "fail_with_text", LongName,
                 "_lookup_linked_param"});
  const TVMBackendPackedCFunc Funcs[6] = {add,          split, failSilently,
                                          failWithText, add,   lookUp};
  const TVMFuncRegistry Registry = {Names.data(), Funcs};
  const TVMModule Module = {&Registry};
  TVMModuleHandle Handle = nullptr;
  TVMGraphExecutor *Executor = nullptr;

  int64_t Two = 2;
  float X[2] = {1, 2};
  DLTensor XTensor = {X, Cpu, 1, Float32, &Two, nullptr, 0};
};

FileArray floatsInFile(const std::vector<int64_t> &Shape,
                       const std::vector<float> &Values) {
  std::vector<uint64_t> Bits;
  for (float Value : Values) {
    uint32_t Word;
    memcpy(&Word, &Value, sizeof(Word));
    Bits.push_back(Word);
  }
  return fileArray(Float32, Shape, Bits);
}

// z = (x + p) + x
GraphModel chain(const std::string &First = "add",
                 const std::string &Second = "add") {
  return GraphModel({{"x", "", "", {{"[2]", 0}}},
                     {"p", "", "", {{"[2]", 1}}},
                     {"y", First, "[0, 0, 0], [1, 0, 0]", {{"[2]", 2}}},
                     {"z", Second, "[2, 0, 0], [0, 0, 0]", {{"[2]", 3}}}},
                    "[3, 0, 0]");
}

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

TEST_F(GraphExecutor, ByteOffsetOfAnInputCounts) {
  use(chain());
  float Shifted[3] = {99, 3, 4};
  DLTensor Input = XTensor;
  Input.data = Shifted;
  Input.byte_offset = sizeof(float);
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &Input), 0);
  ASSERT_EQ(TVMGraphExecutor_CopyInput(Executor, "p", &Input), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{9, 12}));
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
  Bad.dtype.code = kDLInt;
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
  EXPECT_TRUE(Refused(Bad));
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
  EXPECT_STREQ(TVMGetLastError(), "graph executor: no input");
}

// TVM calls the next operator, and Run returns nothing.
TEST_F(GraphExecutor, ErrorOfAnOperatorEndsTheRunAndIsReported) {
  use(chain("fail_silently"));
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 42);
  EXPECT_STREQ(TVMGetLastError(), "fail_silently: operator");
  TVMErrorDetail Detail;
  TVMLastErrorDetail(&Detail);
  EXPECT_EQ(Detail.error, 42);
  EXPECT_STREQ(Detail.function, "fail_silently");
  EXPECT_EQ(Calls, 0);
  ASSERT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  use(chain("add", "fail_with_text"));
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), -1);
  EXPECT_STREQ(TVMGetLastError(), "shape differs: operator: fail_with_text");
  TVMLastErrorDetail(&Detail);
  EXPECT_EQ(Detail.error, 0);
  EXPECT_EQ(Calls, 1);
}

TEST_F(GraphExecutor, RunAfterTheModuleIsGoneIsAnError) {
  use(chain());
  ASSERT_EQ(TVMModFree(Handle), 0);
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
  EXPECT_STREQ(TVMGetLastError(), "graph executor: no input");
}

// TVM refuses it, for it wants an index above 0.
TEST_F(GraphExecutor, ParameterAtInputZeroIsLoaded) {
  use(chain());
  EXPECT_EQ(load(paramsFile({{"x", floatsInFile({2}, {3, 4})},
                             {"p", floatsInFile({2}, {10, 20})}})),
            0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{16, 28}));
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
  Tensor.dtype.code = kDLInt;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), Wanted);
  Tensor.dtype = Float32;
  Tensor.data = nullptr;
  EXPECT_EQ(TVMGraphExecutor_GetOutput(Executor, 0, &Tensor), Wanted);
  EXPECT_EQ(Out[0], 7);
}

// TVM computes the size in 32 bits and allocates what is left of it.
TEST_F(GraphExecutor, SizeOfAStorageHasAllBits) {
  const GraphModel Model({{"x", "", "", {{"[65536, 65537]", 0, "int8"}}}},
                         "[0, 0, 0]");
  if (sizeof(size_t) == 4) {
    EXPECT_EQ(create(Model.json()), kTvmErrorExecutorBadGraph);
    return;
  }
  Platform.AllocationsLeft = 1;
  EXPECT_EQ(create(Model.json()), kTvmErrorPlatformNoMemory);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: no memory");
  EXPECT_GE(Platform.LastSize, size_t(65536) * 65537);
}

TEST_F(GraphExecutor, SizesBeyondTheAddressSpaceAreRefused) {
  const std::string Huge = "[2147483639, 2147483639, 2147483639]";
  EXPECT_EQ(create(GraphModel({{"x", "", "", {{Huge, 0}}}}, "").json()),
            kTvmErrorExecutorBadGraph);
  // Each fits, all together do not.
  std::vector<GraphNode> Nodes;
  const std::string Part =
      sizeof(size_t) == 4 ? "[1000000000]" : "[1000000000, 1000000000, 4]";
  for (int I = 0; I < 3; I++)
    Nodes.push_back({"x" + std::to_string(I), "", "", {{Part, I, "int8"}}});
  EXPECT_EQ(create(GraphModel(Nodes, "").json()), kTvmErrorExecutorBadGraph);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: type or size");
}

// TVM takes the shape at the place of the storage id.
TEST_F(GraphExecutor, StorageIsAsLargeAsItsLargestTensor) {
  use(GraphModel({{"x", "", "", {{"[2]", 2}}},
                  {"a", "add", "[0, 0, 0]", {{"[2]", 1}}},
                  {"b", "add", "[1, 0, 0]", {{"[2]", 0}}},
                  {"c", "add", "[2, 0, 0]", {{"[1, 1000]", 1}}}},
                 "[3, 0, 0], [2, 0, 0], [1, 0, 0], [0, 0, 0]"));
  ASSERT_EQ(TVMGraphExecutor_GetNumOutputs(Executor), 4);
  DLTensor *Tensors[4];
  for (int I = 0; I < 4; I++) {
    Tensors[I] = TVMGraphExecutor_OutputTensor(Executor, 3 - I);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Tensors[I]->data) % 16, 0u);
  }
  EXPECT_EQ(Tensors[1]->data, Tensors[3]->data);
  EXPECT_EQ(Tensors[3]->ndim, 2);
  EXPECT_EQ(Tensors[3]->shape[1], 1000);
  EXPECT_EQ(Tensors[0]->shape[0], 2);
  // A sanitizer sees it when there is less.
  memset(Tensors[0]->data, 1, 8);
  memset(Tensors[2]->data, 2, 8);
  memset(Tensors[3]->data, 3, 4000);
  EXPECT_EQ(*static_cast<char *>(Tensors[0]->data), 1);
  EXPECT_EQ(*static_cast<char *>(Tensors[2]->data), 2);
  EXPECT_GE(Platform.LastSize, 4000u + 8 + 8);
}

TEST_F(GraphExecutor, LinkedParameterStaysWhereItIs) {
  LinkedId = 1;
  use(chain());
  EXPECT_EQ(input("p").data, Linked);
  EXPECT_NE(input("x").data, nullptr);
  EXPECT_NE(input("x").data, Linked);
  // A params file does not change it, but must fit.
  EXPECT_EQ(load(paramsFile({{"p", floatsInFile({2}, {10, 20})}})), 0);
  EXPECT_NE(load(paramsFile({{"p", floatsInFile({1}, {10})}})), 0);
  EXPECT_EQ(TVMGraphExecutor_CopyInput(Executor, "p", &XTensor),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(Linked[0], 100);
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{102, 204}));
  // Another tensor may take its place.
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, "p", &XTensor), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{3, 6}));
}

// TVM takes that of the tensor whose number is the parameter's storage id.
TEST_F(GraphExecutor, LinkedParameterHasItsOwnShape) {
  LinkedId = 0;
  const GraphModel Model(
      {{"x", "", "", {{"[5]", 1}}}, {"p", "", "", {{"[1, 2]", 0}}}}, "");
  ASSERT_EQ(create(Model.json()), 0);
  ASSERT_EQ(input("p").data, Linked);
  EXPECT_EQ(input("p").ndim, 2);
  EXPECT_EQ(input("p").shape[0], 1);
  EXPECT_EQ(input("p").shape[1], 2);
}

TEST_F(GraphExecutor, LinkedParameterTakesNoMemory) {
  const std::string Json =
      GraphModel({{"p", "", "", {{"[100000]", 0}}}}, "").json();
  ASSERT_EQ(create(Json), 0);
  EXPECT_GE(Platform.LastSize, 400000u);
  ASSERT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  LinkedId = 0;
  ASSERT_EQ(create(Json), 0);
  EXPECT_LT(Platform.LastSize, 1000u);
}

// TVM does not set the marks of what is linked to zero, and does not look at
// what the look-up returned.
TEST_F(GraphExecutor, LookUpOfLinkedParametersMayFail) {
  LookupStatus = kTvmErrorGeneratedInvalidStorageId;
  EXPECT_EQ(create(chain().json()), kTvmErrorGeneratedInvalidStorageId);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(GraphExecutor, ModuleWithoutLinkedParametersWorks) {
  const std::string OneName = namesBlob({"add"});
  const TVMFuncRegistry OneFunction = {OneName.data(), Funcs};
  const TVMModule Small = {&OneFunction};
  TVMModuleHandle SmallHandle = nullptr;
  ASSERT_EQ(TVMModCreateFromCModule(&Small, &SmallHandle), 0);
  EXPECT_EQ(TVMGraphExecutor_Create(chain().json().c_str(), SmallHandle, &Cpu,
                                    &Executor),
            0);
}

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

// A view has its input's storage, and no operator is called for it.
TEST_F(GraphExecutor, ViewOfAnInputMovesWithIt) {
  use(GraphModel({{"x", "", "", {{"[2]", 0}}},
                  {"v", "__nop", "[0, 0, 0]", {{"[1, 2]", 0}}},
                  {"y", "add", "[1, 0, 0], [1, 0, 0]", {{"[2]", 1}}}},
                 "[2, 0, 0], [1, 0, 0]"));
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  ASSERT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(Calls, 1);
  EXPECT_EQ(output(0, 2), (std::vector<float>{2, 4}));
  EXPECT_EQ(output(1, 2), (std::vector<float>{1, 2}));
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

TEST_F(GraphExecutor, NoMemoryIsAnErrorAndLosesNothing) {
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(create(chain().json()), kTvmErrorPlatformNoMemory);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: no memory");
  Platform.AllocationsLeft = 1;
  EXPECT_EQ(create(chain().json()), kTvmErrorPlatformNoMemory);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: no memory");
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

// Only making an executor allocates.
TEST_F(GraphExecutor, RunNeedsNoMemory) {
  use(chain());
  EXPECT_EQ(Platform.LiveAllocations, 2);
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(load(paramsFile({{"p", floatsInFile({2}, {10, 20})}})), 0);
  EXPECT_EQ(TVMGraphExecutor_CopyInput(Executor, "x", &XTensor), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{12, 24}));
}

TEST_F(GraphExecutor, ReleaseReportsThePlatformsError) {
  use(chain());
  TVMGraphExecutor *Kept = Executor;
  Platform.FreeError = kTvmErrorPlatformStackAllocBadFree;
  EXPECT_EQ(TVMGraphExecutor_Release(&Executor),
            kTvmErrorPlatformStackAllocBadFree);
  EXPECT_EQ(Executor, Kept);
  Platform.FreeError = kTvmErrorNoError;
}

TEST_F(GraphExecutor, OnlyTheCpuIsADevice) {
  for (DLDevice Device : {DLDevice{kDLCUDA, 0}, DLDevice{kDLCPU, 1}})
    EXPECT_EQ(TVMGraphExecutor_Create(chain().json().c_str(), Handle, &Device,
                                      &Executor),
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

TEST_F(GraphExecutor, ParamsFileMustFitTheGraph) {
  use(chain());
  EXPECT_EQ(load(paramsFile({{"q", floatsInFile({2}, {1, 2})}})),
            kTvmErrorExecutorModuleNoSuchInput);
  EXPECT_EQ(load(paramsFile({{"p", floatsInFile({3}, {1, 2, 3})}})),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(load(paramsFile({{"p", fileArray({kDLInt, 32, 1}, {2}, {1, 2})}})),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: type or size");
  EXPECT_EQ(load(paramsFile({})), 0);
  EXPECT_EQ(load(paramsFile({}) + "behind the end"), 0);
}

// TVM has room for nineteen letters.
TEST_F(GraphExecutor, KeysMayBeLong) {
  const std::string Key(300, 'k');
  EXPECT_EQ(create("{\"" + Key + "\": {\"" + Key + "\": 1}, " +
                   chain().json().substr(1)),
            0);
}

// A name may be of any length: TVM copies it into 80 bytes all the same.
TEST_F(GraphExecutor, NameOfAParameterMayBeLong) {
  const std::string Name(300, 'p');
  use(GraphModel({{Name, "", "", {{"[2]", 0}}}}, "[0, 0, 0]"));
  EXPECT_EQ(load(paramsFile({{Name, floatsInFile({2}, {1, 2})}})), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{1, 2}));
  EXPECT_EQ(load(paramsFile({{Name + "p", floatsInFile({2}, {1, 2})}})),
            kTvmErrorExecutorModuleNoSuchInput);
}

// TVM allocates a bit for each and copies a byte.
TEST_F(GraphExecutor, ParameterOfBooleansIsWhole) {
  use(GraphModel({{"p", "", "", {{"[1000]", 0, "bool"}}}}, "[0, 0, 0]"));
  EXPECT_GE(Platform.LastSize, 1000u);
  const FileArray Array = {{kDLUInt, 1, 1}, {1000}, std::string(1000, '\1')};
  EXPECT_EQ(load(paramsFile({{"p", Array}})), 0);
  EXPECT_EQ(static_cast<char *>(input("p").data)[999], 1);
}

} // namespace
