// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ahead-of-time executor behind packed functions.

#include "aot_model.h"

#include <algorithm>

using namespace aot_test;

namespace {

class AotModule : public AotExecutor {
protected:
  void SetUp() override {
    AotExecutor::SetUp();
    Model = newModule();
  }

  int call(TVMFunctionHandle Function, std::vector<TVMValue> Args,
           std::vector<int> Codes) {
    return TVMFuncCall(Function, Args.data(), Codes.data(),
                       static_cast<int>(Args.size()), &Result, &ResultCode);
  }
  int call(const char *Name, std::vector<TVMValue> Args = {},
           std::vector<int> Codes = {}) {
    TVMFunctionHandle Function = nullptr;
    EXPECT_EQ(TVMModGetFunction(Aot, Name, 0, &Function), 0) << Name;
    return call(Function, Args, Codes);
  }
  void takeInput(int64_t Index) {
    EXPECT_EQ(call("get_input", {number(Index)}, {kTVMArgInt}), 0);
  }
  int createModule(std::vector<TVMValue> Args, std::vector<int> Codes) {
    TVMFunctionHandle Create = nullptr;
    EXPECT_EQ(TVMFuncGetGlobal("tvm.aot_executor.create", &Create), 0);
    return call(Create, Args, Codes);
  }
  int createModule() {
    const int Error = createModule(
        {handle(Model), number(kDLCPU), number(0), text("test")}, Codes);
    Aot = Result.v_handle;
    return Error;
  }

  static TVMValue number(int64_t Value) {
    TVMValue V;
    V.v_int64 = Value;
    return V;
  }
  static TVMValue handle(void *Value) {
    TVMValue V;
    V.v_handle = Value;
    return V;
  }
  static TVMValue text(const char *Value) {
    TVMValue V;
    V.v_str = Value;
    return V;
  }

  const std::vector<int> Codes = {kTVMModuleHandle, kTVMArgInt, kTVMArgInt,
                                  kTVMStr};
  TVMModuleHandle Model = nullptr;
  TVMModuleHandle Aot = nullptr;
  TVMValue Result;
  int ResultCode;
};

TEST_F(AotModule, AllElevenFunctionsCanBeCalled) {
  ASSERT_EQ(createModule(), 0);
  EXPECT_EQ(ResultCode, kTVMModuleHandle);
  const char *const Names[] = {
      "get_input",      "get_input_index", "get_input_info",
      "get_input_name", "get_num_inputs",  "get_num_outputs",
      "get_output",     "load_params",     "run",
      "set_input",      "share_params"};
  for (const char *Name : Names) {
    TVMFunctionHandle Function = nullptr;
    ASSERT_EQ(TVMModGetFunction(Aot, Name, 0, &Function), 0) << Name;
    // -1 is what TVMFuncCall says of a function beyond the count.
    EXPECT_NE(call(Function, {}, {}), -1) << Name;
  }
  for (const char *Name : {"get_input_info", "share_params"}) {
    EXPECT_EQ(call(Name), kTvmErrorFunctionCallNotImplemented);
    EXPECT_STREQ(TVMGetLastError(), "tvm.aot_executor: not implemented");
  }
}

TEST_F(AotModule, ParametersAreLoaded) {
  ASSERT_EQ(createModule(), 0);
  const std::string File =
      paramsFile({{"y", fileArray(Byte, {2, 3}, {4, 5, 6, 7, 8, 9})}});
  TVMByteArray Bytes = {File.data(), File.size()};
  ASSERT_EQ(call("load_params", {handle(&Bytes)}, {kTVMBytes}), 0);
  takeInput(0);
  ASSERT_EQ(call("run"), 0);
  EXPECT_EQ(LastCall.Bytes[1], "\4\5\6\7\10\11");
  Bytes.size--;
  EXPECT_EQ(call("load_params", {handle(&Bytes)}, {kTVMBytes}),
            kTvmErrorParamCorrupt);
  if (sizeof(size_t) > 4) {
    Bytes.size = static_cast<size_t>(uint64_t(1) << 32);
    EXPECT_EQ(call("load_params", {handle(&Bytes)}, {kTVMBytes}),
              kTvmErrorFunctionCallInvalidArg);
  }
  EXPECT_EQ(call("load_params", {handle(&Bytes)}, {kTVMStr}),
            kTvmErrorFunctionCallWrongArgType);
  EXPECT_EQ(call("load_params", {handle(nullptr)}, {kTVMBytes}),
            kTvmErrorFunctionCallWrongArgType);
  EXPECT_EQ(call("load_params"), kTvmErrorFunctionCallNumArguments);
}

TEST_F(AotModule, AModelRuns) {
  ASSERT_EQ(createModule(), 0);
  EXPECT_EQ(call("get_num_inputs"), 0);
  EXPECT_EQ(Result.v_int64, 2);
  EXPECT_EQ(ResultCode, kTVMArgInt);
  EXPECT_EQ(call("get_num_outputs"), 0);
  EXPECT_EQ(Result.v_int64, 1);
  EXPECT_EQ(call("get_input_index", {text("y")}, {kTVMStr}), 0);
  EXPECT_EQ(Result.v_int64, 1);
  EXPECT_EQ(call("get_input_name", {number(1)}, {kTVMArgInt}), 0);
  EXPECT_STREQ(Result.v_str, "y");
  EXPECT_EQ(ResultCode, kTVMStr);
  // The input by index and by name is one tensor.
  ASSERT_EQ(call("get_input", {number(0)}, {kTVMArgInt}), 0);
  EXPECT_EQ(ResultCode, kTVMNDArrayHandle);
  auto *Input = static_cast<DLTensor *>(Result.v_handle);
  ASSERT_EQ(call("get_input", {text("x")}, {kTVMStr}), 0);
  EXPECT_EQ(Result.v_handle, Input);
  // Set by copy.
  float Values[4] = {1, 2, 3, 4};
  DLTensor Mine = *Input;
  Mine.data = Values;
  ASSERT_EQ(call("set_input", {text("x"), handle(&Mine)},
                 {kTVMStr, kTVMDLTensorHandle}),
            0);
  EXPECT_NE(Input->data, Values);
  EXPECT_TRUE(
      std::equal(Values, Values + 4, static_cast<const float *>(Input->data)));
  takeInput(1);
  ASSERT_EQ(call("run"), 0);
  EXPECT_EQ(LastCall.Bytes[0],
            std::string(reinterpret_cast<char *>(Values), sizeof(Values)));
  ASSERT_EQ(call("get_output", {number(0)}, {kTVMArgInt}), 0);
  EXPECT_EQ(static_cast<DLTensor *>(Result.v_handle)->data,
            LastCall.Tensors[2].data);
  ASSERT_EQ(call("get_output", {number(0), handle(&Mine)},
                 {kTVMArgInt, kTVMNDArrayHandle}),
            0);
  EXPECT_TRUE(std::equal(Values, Values + 4,
                         static_cast<const float *>(LastCall.Tensors[2].data)));
  RunResult = 5;
  EXPECT_EQ(call("run"), 5);
}

// A program that forgot one would get a result of zeros.
TEST_F(AotModule, RunNeedsEveryInput) {
  ASSERT_EQ(createModule(), 0);
  EXPECT_EQ(call("run"), kTvmErrorExecutorNotReady);
  EXPECT_STREQ(TVMGetLastError(), "tvm.aot_executor: input is not set: x");
  takeInput(0);
  EXPECT_EQ(call("run"), kTvmErrorExecutorNotReady);
  EXPECT_STREQ(TVMGetLastError(), "tvm.aot_executor: input is not set: y");
  EXPECT_EQ(LastCall.Function, "");
  const std::string File =
      paramsFile({{"y", fileArray(Byte, {2, 3}, {4, 5, 6, 7, 8, 9})}});
  TVMByteArray Bytes = {File.data(), File.size()};
  ASSERT_EQ(call("load_params", {handle(&Bytes)}, {kTVMBytes}), 0);
  EXPECT_EQ(call("run"), 0);
  // One that was refused is not set any more.
  int64_t Three[1] = {3};
  float Values[4] = {};
  DLTensor Other = {Values, Cpu, 1, Float, Three, nullptr, 0};
  EXPECT_EQ(call("set_input", {text("x"), handle(&Other)},
                 {kTVMStr, kTVMNDArrayHandle}),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_STREQ(TVMGetLastError(), "tvm.aot_executor: input: type or size");
  EXPECT_EQ(call("run"), kTvmErrorExecutorNotReady);
  Three[0] = 4;
  // Lanes 0 count as 1, and the type's code does not.
  Other.dtype = {kDLInt, 32, 0};
  EXPECT_EQ(call("set_input", {text("x"), handle(&Other)},
                 {kTVMStr, kTVMNDArrayHandle}),
            0);
  EXPECT_EQ(call("run"), 0);
  EXPECT_EQ(call("get_output", {number(0), handle(&Other)},
                 {kTVMArgInt, kTVMNDArrayHandle}),
            0);
  // As many bytes, but other elements.
  int64_t Sixteen[1] = {16};
  DLTensor Narrow = {Values, Cpu, 1, Byte, Sixteen, nullptr, 0};
  EXPECT_EQ(call("set_input", {text("x"), handle(&Narrow)},
                 {kTVMStr, kTVMNDArrayHandle}),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(call("get_output", {number(0), handle(&Narrow)},
                 {kTVMArgInt, kTVMNDArrayHandle}),
            kTvmErrorFunctionCallInvalidArg);
}

TEST_F(AotModule, BadCallsAreErrors) {
  ASSERT_EQ(createModule(), 0);
  const auto NumArguments = kTvmErrorFunctionCallNumArguments;
  for (const char *Name : {"get_input", "get_input_index", "get_input_name",
                           "get_output", "set_input"})
    EXPECT_EQ(call(Name), NumArguments) << Name;
  for (const char *Name : {"get_num_inputs", "get_num_outputs", "run"})
    EXPECT_EQ(call(Name, {number(0)}, {kTVMArgInt}), NumArguments) << Name;
  const auto WrongType = kTvmErrorFunctionCallWrongArgType;
  for (const char *Name :
       {"get_input", "get_input_index", "get_input_name", "get_output"})
    EXPECT_EQ(call(Name, {number(0)}, {kTVMArgFloat}), WrongType) << Name;
  EXPECT_EQ(call("get_input_index", {number(0)}, {kTVMArgInt}), WrongType);
  EXPECT_EQ(call("get_input_name", {text("x")}, {kTVMStr}), WrongType);
  EXPECT_EQ(call("set_input", {number(0), number(0)}, {kTVMArgInt, kTVMArgInt}),
            WrongType);
  EXPECT_EQ(
      call("get_output", {number(0), number(0)}, {kTVMArgInt, kTVMArgInt}),
      WrongType);
  // TVM compares with > and so accepts the number behind the last.
  for (int64_t Index :
       {int64_t(1), int64_t(-1), INT64_MAX, INT64_MIN, int64_t(1) << 32})
    EXPECT_EQ(call("get_output", {number(Index)}, {kTVMArgInt}),
              kTvmErrorFunctionCallInvalidArg);
  for (int64_t Index : {int64_t(2), int64_t(-1), int64_t(1) << 32})
    EXPECT_EQ(call("get_input", {number(Index)}, {kTVMArgInt}),
              kTvmErrorExecutorModuleNoSuchInput);
  EXPECT_EQ(call("get_input", {text("z")}, {kTVMStr}),
            kTvmErrorExecutorModuleNoSuchInput);
  EXPECT_EQ(call("get_input_index", {text(nullptr)}, {kTVMStr}),
            kTvmErrorExecutorModuleNoSuchInput);
  // A tensor of another size.
  int64_t Three[1] = {3};
  float Values[4];
  DLTensor Other = {Values, Cpu, 1, Float, Three, nullptr, 0};
  EXPECT_EQ(call("set_input", {text("x"), handle(&Other)},
                 {kTVMStr, kTVMNDArrayHandle}),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(call("set_input", {text("z"), handle(&Other)},
                 {kTVMStr, kTVMNDArrayHandle}),
            kTvmErrorExecutorModuleNoSuchInput);
}

TEST_F(AotModule, ThereIsOneExecutorAtATime) {
  ASSERT_EQ(createModule(), 0);
  EXPECT_EQ(
      createModule({handle(Model), number(kDLCPU), number(0), text("test")},
                   Codes),
      kTvmErrorExecutorModuleAlreadyCreated);
  EXPECT_EQ(TVMAotExecutorModule_Release(), 0);
  EXPECT_EQ(Platform.LiveAllocations, 0);
  ASSERT_EQ(createModule(), 0);
}

TEST_F(AotModule, BadArgumentsOfCreate) {
  EXPECT_EQ(createModule({}, {}), kTvmErrorFunctionCallNumArguments);
  for (size_t Index = 0; Index < 4; Index++) {
    std::vector<int> Wrong = Codes;
    Wrong[Index] = kTVMArgFloat;
    EXPECT_EQ(
        createModule({handle(Model), number(kDLCPU), number(0), text("test")},
                     Wrong),
        kTvmErrorFunctionCallWrongArgType);
  }
  EXPECT_EQ(
      createModule({handle(Model), number(2), number(0), text("test")}, Codes),
      kTvmErrorExecutorModuleBadContext);
  EXPECT_EQ(
      createModule({handle(Model), number(kDLCPU), number(1), text("test")},
                   Codes),
      kTvmErrorExecutorModuleBadContext);
  EXPECT_EQ(
      createModule({handle(Model), number(kDLCPU), number(0), text("nothing")},
                   Codes),
      kTvmErrorFunctionNameNotFound);
  EXPECT_EQ(
      createModule({handle(Model), number(kDLCPU), number(0), text(nullptr)},
                   Codes),
      kTvmErrorFunctionCallInvalidArg);
}

// No slot left for the executor's module: its memory is given back.
TEST_F(AotModule, AFullModuleTableIsAnError) {
  TVMModuleHandle Other;
  while (TVMModCreateFromCModule(&Module, &Other) == 0) {
  }
  EXPECT_NE(
      createModule({handle(Model), number(kDLCPU), number(0), text("test")},
                   Codes),
      0);
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

TEST_F(AotModule, RegisteringTwiceKeepsTheExecutor) {
  ASSERT_EQ(createModule(), 0);
  EXPECT_EQ(TVMAotExecutorModule_Register(), kTvmErrorFunctionAlreadyDefined);
  takeInput(0);
  takeInput(1);
  EXPECT_EQ(call("run"), 0);
}

TEST_F(AotModule, FunctionsOfAReleasedExecutorAreNone) {
  ASSERT_EQ(createModule(), 0);
  TVMFunctionHandle Run = nullptr;
  ASSERT_EQ(TVMModGetFunction(Aot, "run", 0, &Run), 0);
  ASSERT_EQ(TVMAotExecutorModule_Release(), 0);
  EXPECT_EQ(call(Run, {}, {}), -1);
}

} // namespace
