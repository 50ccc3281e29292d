// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators, and an executor of them, for tests of the graph executor. There,
// comments say what TVM's own does where that is a fault.

#ifndef TESTS_RUNTIME_CRT_GRAPH_EXECUTOR_FIXTURE_H
#define TESTS_RUNTIME_CRT_GRAPH_EXECUTOR_FIXTURE_H

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "dlpack_values.h"
#include "fake_platform.h"
#include "graph_model.h"
#include "params_file.h"
#include "registry_blob.h"

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/graph_executor.h>

namespace graph_test {

constexpr DLDataType Float32 = {kDLFloat, 32, 1};

inline DLTensor *tensor(TVMValue *Args, int Index) {
  return static_cast<DLTensor *>(Args[Index].v_handle);
}
inline float *floats(const DLTensor *Tensor) {
  return static_cast<float *>(Tensor->data);
}

inline int Calls;
inline std::vector<int> SeenCodes;

// The last argument is the sum of the others, element by element.
inline int add(TVMValue *Args, int *Codes, int NumArgs, TVMValue *, int *,
               void *) {
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
inline int split(TVMValue *Args, int *, int NumArgs, TVMValue *, int *,
                 void *) {
  EXPECT_EQ(NumArgs, 3);
  for (int64_t I = 0; I < tensor(Args, 0)->shape[0]; I++) {
    floats(tensor(Args, 1))[I] = floats(tensor(Args, 0))[I];
    floats(tensor(Args, 2))[I] = -floats(tensor(Args, 0))[I];
  }
  return 0;
}

inline int failSilently(TVMValue *, int *, int, TVMValue *, int *, void *) {
  return 42;
}
inline int failWithText(TVMValue *, int *, int, TVMValue *, int *, void *) {
  TVMAPISetLastError("shape differs");
  return -1;
}

inline float Linked[2] = {100, 200};
inline int64_t LinkedId;
inline int LookupStatus;

inline int lookUp(TVMValue *Args, int *Codes, int NumArgs, TVMValue *Result,
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

inline const std::string LongName(TVM_CRT_MAX_STRLEN_FUNCTION_NAME - 1, 'n');

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
  // For tests that do not look at elements: every input counts as set.
  void takeInputs() {
    for (int I = 0; I < TVMGraphExecutor_GetNumInputs(Executor); I++)
      ASSERT_NE(TVMGraphExecutor_InputTensor(Executor, I), nullptr);
  }

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

inline FileArray floatsInFile(const std::vector<int64_t> &Shape,
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
inline GraphModel chain(const std::string &First = "add",
                        const std::string &Second = "add") {
  return GraphModel({{"x", "", "", {{"[2]", 0}}},
                     {"p", "", "", {{"[2]", 1}}},
                     {"y", First, "[0, 0, 0], [1, 0, 0]", {{"[2]", 2}}},
                     {"z", Second, "[2, 0, 0], [0, 0, 0]", {{"[2]", 3}}}},
                    "[3, 0, 0]");
}

} // namespace graph_test

#endif
