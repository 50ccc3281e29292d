// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph executor as a module.

#include <gtest/gtest.h>

#include "dlpack_values.h"
#include "fake_platform.h"
#include "graph_model.h"
#include "params_file.h"
#include "registry_blob.h"

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/graph_executor_module.h>
#include <tvm/runtime/crt/module.h>

namespace {

int OperatorStatus;

int copyBytes(TVMValue *Args, int *, int, TVMValue *, int *, void *) {
  const auto *From = static_cast<DLTensor *>(Args[0].v_handle);
  const auto *To = static_cast<DLTensor *>(Args[1].v_handle);
  memcpy(To->data, From->data, 2);
  return OperatorStatus;
}

struct Argument {
  Argument(int64_t Number) : Code(kTVMArgInt) { Value.v_int64 = Number; }
  Argument(int Number) : Argument(int64_t(Number)) {}
  Argument(const char *Text) : Code(kTVMStr) { Value.v_str = Text; }
  Argument(int Code, void *Handle) : Code(Code) { Value.v_handle = Handle; }
  TVMValue Value;
  int Code;
};

class GraphExecutorModule : public testing::Test {
protected:
  void SetUp() override {
    Platform = FakePlatform();
    OperatorStatus = 0;
    ASSERT_EQ(TVMInitializeRuntime(), 0);
    ASSERT_EQ(TVMGraphExecutorModule_Register(), 0);
    ASSERT_EQ(TVMModCreateFromCModule(&Module, &Operators), 0);
  }
  void TearDown() override {
    EXPECT_EQ(TVMGraphExecutorModule_Release(), 0);
    EXPECT_EQ(Platform.LiveAllocations, 0);
  }

  int callHandle(TVMFunctionHandle Func, const std::vector<Argument> &Args) {
    std::vector<TVMValue> Values;
    std::vector<int> Codes;
    for (const Argument &Arg : Args) {
      Values.push_back(Arg.Value);
      Codes.push_back(Arg.Code);
    }
    return TVMFuncCall(Func, Values.data(), Codes.data(),
                       static_cast<int>(Args.size()), &Result, &ResultCode);
  }
  int create(const std::vector<Argument> &Args) {
    TVMFunctionHandle Func = nullptr;
    EXPECT_EQ(TVMFuncGetGlobal("tvm.graph_executor.create", &Func), 0);
    return callHandle(Func, Args);
  }
  int createUsual() {
    const int Error =
        create({Json.c_str(), {kTVMModuleHandle, Operators}, 1, 0});
    if (Error == 0) {
      EXPECT_EQ(ResultCode, kTVMModuleHandle);
      Executor = Result.v_handle;
    }
    return Error;
  }
  void setInput() {
    ASSERT_EQ(call("set_input", {"x", {kTVMDLTensorHandle, &Tensor}}), 0);
  }
  int call(const char *Name, const std::vector<Argument> &Args) {
    TVMFunctionHandle Func = nullptr;
    EXPECT_EQ(TVMModGetFunction(Executor, Name, 0, &Func), 0) << Name;
    return callHandle(Func, Args);
  }
  int64_t callForInt(const char *Name, const std::vector<Argument> &Args) {
    EXPECT_EQ(call(Name, Args), 0);
    EXPECT_EQ(ResultCode, kTVMArgInt);
    return Result.v_int64;
  }
  DLTensor *callForTensor(const char *Name, const std::vector<Argument> &Args) {
    EXPECT_EQ(call(Name, Args), 0);
    EXPECT_EQ(ResultCode, kTVMNDArrayHandle);
    return static_cast<DLTensor *>(Result.v_handle);
  }

  const std::string Names = namesBlob({"copy"});
  const TVMBackendPackedCFunc Funcs[1] = {copyBytes};
  const TVMFuncRegistry Registry = {Names.data(), Funcs};
  const TVMModule Module = {&Registry};
  TVMModuleHandle Operators = nullptr;
  TVMModuleHandle Executor = nullptr;
  TVMValue Result = {};
  int ResultCode = -1;
  const std::string Json =
      GraphModel({{"x", "", "", {{"[2]", 0, "int8"}}},
                  {"y", "copy", "[0, 0, 0]", {{"[2]", 1, "int8"}}}},
                 "[1, 0, 0]")
          .json();
  int64_t Two = 2;
  char Bytes[2] = {3, 4};
  DLTensor Tensor = {Bytes, Cpu, 1, {kDLInt, 8, 1}, &Two, nullptr, 0};
};

// TVM's count is 8, so the last two are found and cannot be called.
TEST_F(GraphExecutorModule, AllTenFunctionsCanBeCalled) {
  ASSERT_EQ(createUsual(), 0);
  const char *const All[] = {
      "get_input",       "get_input_index", "get_input_info", "get_num_inputs",
      "get_num_outputs", "get_output",      "load_params",    "run",
      "set_input",       "share_params"};
  for (const char *Name : All) {
    TVMFunctionHandle Func = nullptr;
    ASSERT_EQ(TVMModGetFunction(Executor, Name, 0, &Func), 0) << Name;
    // Nine arguments are too many for each of them, but each is reached.
    const int Error = callHandle(Func, std::vector<Argument>(9, Argument(0)));
    EXPECT_TRUE(Error == kTvmErrorFunctionCallNumArguments ||
                Error == kTvmErrorFunctionCallNotImplemented)
        << Name << " " << Error;
  }
  TVMFunctionHandle Func = nullptr;
  EXPECT_EQ(TVMModGetFunction(Executor, "nothing", 0, &Func),
            kTvmErrorFunctionNameNotFound);
}

TEST_F(GraphExecutorModule, WhatIsNotImplementedSaysSo) {
  ASSERT_EQ(createUsual(), 0);
  for (const char *Name : {"get_input_info", "share_params"}) {
    TVMAPISetLastError("");
    EXPECT_EQ(call(Name, {}), kTvmErrorFunctionCallNotImplemented);
    EXPECT_STREQ(TVMGetLastError(), "graph executor: not implemented");
  }
}

TEST_F(GraphExecutorModule, RunsAGraph) {
  ASSERT_EQ(createUsual(), 0);
  EXPECT_EQ(callForInt("get_num_inputs", {}), 1);
  EXPECT_EQ(callForInt("get_num_outputs", {}), 1);
  EXPECT_EQ(callForInt("get_input_index", {"x"}), 0);
  EXPECT_EQ(callForInt("get_input_index", {"y"}), -1);
  ASSERT_EQ(call("set_input", {"x", {kTVMDLTensorHandle, &Tensor}}), 0);
  EXPECT_EQ(ResultCode, kTVMNullptr);
  ASSERT_EQ(call("run", {}), 0);
  const DLTensor *Out = callForTensor("get_output", {0});
  EXPECT_EQ(memcmp(Out->data, Bytes, 2), 0);
  // set_input copies.
  Bytes[0] = 9;
  ASSERT_EQ(call("run", {}), 0);
  EXPECT_EQ(static_cast<char *>(Out->data)[0], 3);
  ASSERT_EQ(call("set_input", {0, {kTVMNDArrayHandle, &Tensor}}), 0);
  ASSERT_EQ(call("run", {}), 0);
  EXPECT_EQ(static_cast<char *>(Out->data)[0], 9);
  // What a client of TVM's must do instead.
  static_cast<char *>(callForTensor("get_input", {"x"})->data)[0] = 5;
  EXPECT_EQ(callForTensor("get_input", {0}), Result.v_handle);
  ASSERT_EQ(call("run", {}), 0);
  EXPECT_EQ(static_cast<char *>(Out->data)[0], 5);
}

TEST_F(GraphExecutorModule, LoadsParams) {
  ASSERT_EQ(createUsual(), 0);
  const std::string File =
      paramsFile({{"x", fileArray({kDLInt, 8, 1}, {2}, {6, 7})}});
  TVMByteArray Array = {File.data(), File.size()};
  EXPECT_EQ(call("load_params", {{kTVMBytes, &Array}}), 0);
  EXPECT_EQ(static_cast<char *>(callForTensor("get_input", {"x"})->data)[1], 7);
  Array.size--;
  EXPECT_EQ(call("load_params", {{kTVMBytes, &Array}}), kTvmErrorParamCorrupt);
  if (sizeof(size_t) > 4) {
    Array.size = size_t(UINT32_MAX) + 1;
    EXPECT_EQ(call("load_params", {{kTVMBytes, &Array}}),
              kTvmErrorFunctionCallInvalidArg);
  }
}

TEST_F(GraphExecutorModule, ErrorOfAnOperatorComesBack) {
  ASSERT_EQ(createUsual(), 0);
  setInput();
  OperatorStatus = 42;
  EXPECT_EQ(call("run", {}), 42);
  EXPECT_STREQ(TVMGetLastError(), "copy: operator");
}

TEST_F(GraphExecutorModule, ThereIsOneAtATime) {
  ASSERT_EQ(createUsual(), 0);
  EXPECT_EQ(createUsual(), kTvmErrorExecutorModuleAlreadyCreated);
  TVMFunctionHandle Run = nullptr;
  ASSERT_EQ(TVMModGetFunction(Executor, "run", 0, &Run), 0);
  EXPECT_EQ(TVMGraphExecutorModule_Release(), 0);
  EXPECT_EQ(callHandle(Run, {}), -1);
}

TEST_F(GraphExecutorModule, AfterReleaseThereMayBeAnother) {
  for (int I = 0; I < 5; I++) {
    ASSERT_EQ(createUsual(), 0);
    setInput();
    EXPECT_EQ(call("run", {}), 0);
    EXPECT_EQ(TVMGraphExecutorModule_Release(), 0);
  }
  ASSERT_EQ(createUsual(), 0);
  EXPECT_EQ(TVMModFree(Executor), 0);
  EXPECT_EQ(createUsual(), kTvmErrorExecutorModuleAlreadyCreated);
  EXPECT_EQ(TVMGraphExecutorModule_Release(), 0);
  EXPECT_EQ(createUsual(), 0);
}

TEST_F(GraphExecutorModule, OnlyTheCpuIsADevice) {
  const Argument Text = Json.c_str(), Mod = {kTVMModuleHandle, Operators};
  const int Wanted = kTvmErrorExecutorModuleBadContext;
  EXPECT_EQ(create({Text, Mod, 2, 0}), Wanted);
  EXPECT_EQ(create({Text, Mod, 1, 1}), Wanted);
  EXPECT_EQ(create({Text, Mod, (int64_t(1) << 32) + 1, 0}), Wanted);
}

TEST_F(GraphExecutorModule, WrongArgumentsAreErrors) {
  const Argument Text = Json.c_str(), Mod = {kTVMModuleHandle, Operators};
  const Argument Null = {kTVMNullptr, nullptr};
  const int Count = kTvmErrorFunctionCallNumArguments;
  const int Type = kTvmErrorFunctionCallWrongArgType;
  EXPECT_EQ(create({Text, Mod, 1}), Count);
  EXPECT_EQ(create({Text, Mod, 1, 0, 0}), Count);
  EXPECT_EQ(create({0, Mod, 1, 0}), Type);
  EXPECT_EQ(create({Text, 0, 1, 0}), Type);
  EXPECT_EQ(create({Text, Mod, "1", 0}), Type);
  EXPECT_EQ(create({Text, Mod, 1, "0"}), Type);
  EXPECT_EQ(create({(const char *)nullptr, Mod, 1, 0}),
            kTvmErrorFunctionCallInvalidArg);
  ASSERT_EQ(createUsual(), 0);
  const int NoInput = kTvmErrorExecutorModuleNoSuchInput;
  EXPECT_EQ(call("get_input", {}), Count);
  EXPECT_EQ(call("get_input", {Null}), Type);
  EXPECT_EQ(call("get_input", {(const char *)nullptr}), Type);
  EXPECT_EQ(call("get_input", {"y"}), NoInput);
  EXPECT_EQ(call("get_input", {1}), NoInput);
  EXPECT_EQ(call("get_input", {-1}), NoInput);
  EXPECT_EQ(call("get_input", {int64_t(1) << 32}), NoInput);
  EXPECT_EQ(call("get_input_index", {0}), Type);
  EXPECT_EQ(call("get_input_index", {(const char *)nullptr}), Type);
  EXPECT_EQ(call("get_output", {"0"}), Type);
  for (int64_t Index : {int64_t(1), int64_t(-1), int64_t(1) << 32})
    EXPECT_EQ(call("get_output", {Index}), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(call("load_params", {"x"}), Type);
  EXPECT_EQ(call("load_params", {{kTVMBytes, nullptr}}), Type);
  EXPECT_EQ(call("set_input", {"x"}), Count);
  EXPECT_EQ(call("set_input", {"x", 0}), Type);
  EXPECT_EQ(call("set_input", {Null, {kTVMDLTensorHandle, &Tensor}}), Type);
  EXPECT_EQ(call("set_input", {"y", {kTVMDLTensorHandle, &Tensor}}), NoInput);
  EXPECT_EQ(call("set_input", {"x", {kTVMDLTensorHandle, nullptr}}),
            kTvmErrorFunctionCallInvalidArg);
  Two = 1;
  EXPECT_EQ(call("set_input", {"x", {kTVMDLTensorHandle, &Tensor}}),
            kTvmErrorFunctionCallInvalidArg);
}

TEST_F(GraphExecutorModule, FailureToCreateLeavesNothing) {
  EXPECT_EQ(create({"{}", {kTVMModuleHandle, Operators}, 1, 0}),
            kTvmErrorExecutorBadGraph);
  // The last slot is taken.
  TVMModuleHandle Other = nullptr;
  while (TVMModCreateFromCModule(&Module, &Other) == 0) {
  }
  EXPECT_EQ(createUsual(), -1);
  EXPECT_EQ(Platform.LiveAllocations, 0);
  EXPECT_EQ(TVMModFree(Other), 0);
  EXPECT_EQ(createUsual(), 0);
}

TEST_F(GraphExecutorModule, RegisteringAgainChangesNothing) {
  ASSERT_EQ(createUsual(), 0);
  EXPECT_EQ(TVMGraphExecutorModule_Register(), kTvmErrorFunctionAlreadyDefined);
  setInput();
  EXPECT_EQ(call("run", {}), 0);
}

TEST_F(GraphExecutorModule, AfterInitialisationThereMayBeAnother) {
  ASSERT_EQ(createUsual(), 0);
  ASSERT_EQ(TVMGraphExecutorModule_Release(), 0);
  ASSERT_EQ(TVMInitializeRuntime(), 0);
  ASSERT_EQ(TVMGraphExecutorModule_Register(), 0);
  ASSERT_EQ(TVMModCreateFromCModule(&Module, &Operators), 0);
  ASSERT_EQ(createUsual(), 0);
  setInput();
  EXPECT_EQ(call("run", {}), 0);
}

TEST_F(GraphExecutorModule, RunNeedsEveryInput) {
  ASSERT_EQ(createUsual(), 0);
  EXPECT_EQ(call("run", {}), kTvmErrorExecutorNotReady);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: input is not set: x");
  // Whoever has the tensor may write it at any time.
  callForTensor("get_input", {"x"});
  EXPECT_EQ(call("run", {}), 0);
}

} // namespace
