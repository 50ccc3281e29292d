// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ahead-of-time executor, with models of both generations made here: what
// it gives to the model's function, and what it makes of metadata that cannot
// be.

#include <gtest/gtest.h>

#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/aot_executor_module.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

#include <cstring>
#include <string>
#include <vector>

#include "fake_platform.h"
#include "registry_blob.h"

namespace {

constexpr DLDevice Cpu = {kDLCPU, 0};
constexpr DLDataType Float = {kDLFloat, 32, 1};
constexpr DLDataType Byte = {kDLUInt, 8, 1};

// The bytes of an array in a params file.
std::string arrayOf(const std::vector<uint8_t> &Elements) {
  std::string Bytes;
  const auto number = [&Bytes](uint64_t Value, int Size) {
    for (int I = 0; I < Size; I++)
      Bytes += static_cast<char>(Value >> (8 * I));
  };
  number(0xDD5E40F096B4A13F, 8);
  number(0, 8);
  number(kDLCPU, 4);
  number(0, 4);
  number(1, 4);
  number(kDLUInt | 8 << 8 | 1 << 16, 4);
  number(Elements.size(), 8);
  number(Elements.size(), 8);
  Bytes.append(Elements.begin(), Elements.end());
  return Bytes;
}

// The model under test: two inputs, one output, a constant pool of two
// constants, two workspace pools.
struct Model {
  const int64_t Four[1] = {4};
  const int64_t TwoByThree[2] = {2, 3};
  const int64_t Ten[1] = {10};
  TVMTensorInfo Inputs[2] = {{"x", Four, 1, Float}, {"y", TwoByThree, 2, Byte}};
  TVMTensorInfo Outputs[1] = {{"output0", Four, 1, Float}};
  TVMTensorInfo Pools[2] = {{"fast", Ten, 1, Byte}, {"slow", Four, 1, Byte}};
  const std::string First = arrayOf({1, 2, 3});
  const std::string Second = arrayOf({7, 8});
  TVMConstantInfo Constants[2] = {
      {"c0", 0, static_cast<int64_t>(First.size()), First.data()},
      {"c1", 16, static_cast<int64_t>(Second.size()), Second.data()}};
  TVMMetadata Metadata = {1,     Inputs, 2,         Outputs, 1,
                          Pools, 2,      Constants, 2,       "tvmgen_test"};
};

Model *TheModel;

// What the model's function was called with.
struct Call {
  std::string Function;
  std::vector<DLTensor> Tensors;
  std::vector<int> Codes;
  std::vector<std::string> Bytes;
};
Call LastCall;
int RunResult;
const char *RunText;

size_t bytesOf(const DLTensor &Tensor) {
  size_t Bytes = Tensor.dtype.bits / 8;
  for (int32_t I = 0; I < Tensor.ndim; I++)
    Bytes *= static_cast<size_t>(Tensor.shape[I]);
  return Bytes;
}

int record(const char *Name, TVMValue *Args, int *Codes, int NumArgs) {
  LastCall = {Name, {}, {Codes, Codes + NumArgs}, {}};
  for (int I = 0; I < NumArgs; I++) {
    const auto &Tensor = *static_cast<const DLTensor *>(Args[I].v_handle);
    LastCall.Tensors.push_back(Tensor);
    LastCall.Bytes.emplace_back(static_cast<const char *>(Tensor.data),
                                bytesOf(Tensor));
    // Every byte that was promised can be written.
    if (I != 3)
      memset(Tensor.data, 0x40 + I, bytesOf(Tensor));
  }
  if (RunText)
    TVMAPISetLastError(RunText);
  return RunResult;
}

int runMain(TVMValue *Args, int *Codes, int NumArgs, TVMValue *, int *,
            void *) {
  return record("main", Args, Codes, NumArgs);
}

int runEntry(TVMValue *Args, int *Codes, int NumArgs, TVMValue *, int *,
             void *) {
  return record("run", Args, Codes, NumArgs);
}

int MetadataResult;
int MetadataCode;

int getMetadata(TVMValue *, int *, int, TVMValue *Ret, int *RetCode, void *) {
  Ret->v_handle = TheModel ? &TheModel->Metadata : nullptr;
  *RetCode = MetadataCode;
  return MetadataResult;
}

class AotExecutor : public testing::Test {
protected:
  void SetUp() override {
    Platform = FakePlatform();
    TheModel = &Test;
    LastCall = {};
    RunResult = 0;
    RunText = nullptr;
    MetadataResult = 0;
    MetadataCode = kTVMOpaqueHandle;
    ASSERT_EQ(TVMInitializeRuntime(), 0);
    ASSERT_EQ(TVMAotExecutorModule_Register(), 0);
  }

  void TearDown() override {
    if (Executor)
      EXPECT_EQ(TVMAotExecutor_Release(Executor, Cpu), 0);
    EXPECT_EQ(TVMAotExecutorModule_Release(), 0);
    EXPECT_EQ(Platform.LiveAllocations, 0);
  }

  // A module with these functions.
  TVMModuleHandle
  moduleOf(const std::vector<std::pair<const char *, TVMBackendPackedCFunc>>
               &Entries) {
    std::vector<std::string> Names;
    Functions.clear();
    for (const auto &[Name, Function] : Entries) {
      Names.push_back(Name);
      Functions.push_back(Function);
    }
    Blob = namesBlob(Names);
    Registry = {Blob.data(), Functions.data()};
    TVMModuleHandle Handle = nullptr;
    EXPECT_EQ(TVMModCreateFromCModule(&Module, &Handle), 0);
    return Handle;
  }

  // v0.9 to v0.11.
  TVMModuleHandle oldModule() {
    return moduleOf({{"tvmgen_test___tvm_main__", runMain},
                     {"tvmgen_test_get_c_metadata", getMetadata}});
  }
  // v0.12 and later.
  TVMModuleHandle newModule() {
    return moduleOf({{"tvmgen_test_run", runEntry},
                     {"tvmgen_test___tvm_main__", runMain},
                     {"tvmgen_test_get_c_metadata", getMetadata}});
  }

  int create(TVMModuleHandle Handle) {
    return TVMAotExecutor_Create(Handle, Cpu, &Executor, "test");
  }

  Model Test;
  TVMAotExecutor *Executor = nullptr;
  std::string Blob;
  std::vector<TVMBackendPackedCFunc> Functions;
  TVMFuncRegistry Registry;
  TVMModule Module = {&Registry};
};

TEST_F(AotExecutor, TheMainFunctionOfV0_9GetsAllPools) {
  ASSERT_EQ(create(oldModule()), 0);
  EXPECT_EQ(Executor->num_args, 6);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_EQ(LastCall.Function, "main");
  ASSERT_EQ(LastCall.Tensors.size(), 6u);
  EXPECT_EQ(LastCall.Codes, std::vector<int>(6, kTVMDLTensorHandle));
  // x, y, output0.
  EXPECT_EQ(LastCall.Bytes[0], std::string(16, '\0'));
  EXPECT_EQ(LastCall.Tensors[0].dtype.code, kDLFloat);
  EXPECT_EQ(LastCall.Bytes[1], std::string(6, '\0'));
  EXPECT_EQ(LastCall.Tensors[1].ndim, 2);
  EXPECT_EQ(LastCall.Tensors[1].shape[1], 3);
  EXPECT_EQ(LastCall.Bytes[2], std::string(16, '\0'));
  // The constants at their offsets, in one pool.
  EXPECT_EQ(LastCall.Bytes[3], std::string("\1\2\3\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                           "\7\10",
                                           18));
  EXPECT_EQ(LastCall.Tensors[3].ndim, 1);
  EXPECT_EQ(LastCall.Tensors[3].shape[0], 18);
  // The workspace pools.
  EXPECT_EQ(LastCall.Bytes[4], std::string(10, '\0'));
  EXPECT_EQ(LastCall.Bytes[5], std::string(4, '\0'));
  for (const DLTensor &Tensor : LastCall.Tensors) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Tensor.data) % 16, 0u);
    EXPECT_EQ(Tensor.device.device_type, kDLCPU);
    EXPECT_EQ(Tensor.strides, nullptr);
    EXPECT_EQ(Tensor.byte_offset, 0u);
  }
}

// TVM counts pools that it never made: the function sees arrays of what was in
// the memory before.
TEST_F(AotExecutor, TheEntryOfV0_12BringsItsPools) {
  ASSERT_EQ(create(newModule()), 0);
  EXPECT_EQ(Executor->num_args, 3);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_EQ(LastCall.Function, "run");
  EXPECT_EQ(LastCall.Tensors.size(), 3u);
}

TEST_F(AotExecutor, MemoryIsZeroWhateverThePlatformGives) {
  Platform.Fill = 0xa5;
  ASSERT_EQ(create(oldModule()), 0);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  for (size_t Index : {0, 1, 2, 4, 5})
    EXPECT_EQ(LastCall.Bytes[Index].find_first_not_of('\0'), std::string::npos);
}

TEST_F(AotExecutor, OneAllocationHoldsEverything) {
  ASSERT_EQ(create(oldModule()), 0);
  EXPECT_EQ(Platform.LiveAllocations, 1);
}

TEST_F(AotExecutor, WithoutConstantsThereIsNoConstantPool) {
  Test.Metadata.num_constant_pools = 0;
  Test.Metadata.constant_pools = nullptr;
  ASSERT_EQ(create(oldModule()), 0);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  ASSERT_EQ(LastCall.Tensors.size(), 5u);
  EXPECT_EQ(LastCall.Tensors[3].shape[0], 10);
  EXPECT_EQ(LastCall.Tensors[4].shape[0], 4);
}

TEST_F(AotExecutor, ItNeedsNoRoomInTvmArgs) {
  const int64_t One[1] = {1};
  std::vector<TVMTensorInfo> Inputs(300, TVMTensorInfo{"i", One, 1, Byte});
  Test.Metadata.inputs = Inputs.data();
  Test.Metadata.num_inputs = 300;
  ASSERT_EQ(create(newModule()), 0);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_EQ(LastCall.Tensors.size(), 301u);
}

TEST_F(AotExecutor, NumbersAndNames) {
  ASSERT_EQ(create(newModule()), 0);
  EXPECT_EQ(TVMAotExecutor_GetNumInputs(Executor), 2);
  EXPECT_EQ(TVMAotExecutor_GetNumOutputs(Executor), 1);
  EXPECT_EQ(TVMAotExecutor_GetInputIndex(Executor, "x"), 0);
  EXPECT_EQ(TVMAotExecutor_GetInputIndex(Executor, "y"), 1);
  const char *Name = nullptr;
  ASSERT_EQ(TVMAotExecutor_GetInputName(Executor, 1, &Name), 0);
  EXPECT_STREQ(Name, "y");
}

// TVM aborts.
TEST_F(AotExecutor, AMissingInputIsAnError) {
  ASSERT_EQ(create(newModule()), 0);
  for (const char *Name : {"z", "", "xx", "output0"}) {
    EXPECT_EQ(TVMAotExecutor_GetInputIndex(Executor, Name), -1);
    EXPECT_EQ(TVMGetLastError(),
              std::string("TVMAotExecutor_GetInputIndex: no such input: ") +
                  Name);
  }
  EXPECT_EQ(TVMAotExecutor_GetInputIndex(Executor, nullptr), -1);
  const char *Name = "unchanged";
  for (int Index : {-1, 2, INT32_MAX})
    EXPECT_EQ(TVMAotExecutor_GetInputName(Executor, Index, &Name),
              kTvmErrorExecutorModuleNoSuchInput);
  EXPECT_EQ(TVMAotExecutor_GetInputName(Executor, 0, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_STREQ(Name, "unchanged");
}

TEST_F(AotExecutor, AnErrorOfTheModelIsReported) {
  ASSERT_EQ(create(newModule()), 0);
  RunResult = -1;
  EXPECT_EQ(TVMAotExecutor_Run(Executor), -1);
  EXPECT_STREQ(TVMGetLastError(),
               "TVMAotExecutor_Run: the model failed: tvmgen_test");
  RunText = "x.shape[0] is 5, expected 4";
  EXPECT_EQ(TVMAotExecutor_Run(Executor), -1);
  EXPECT_STREQ(TVMGetLastError(), RunText);
}

TEST_F(AotExecutor, TheProgramMayPointAnInputElsewhere) {
  ASSERT_EQ(create(newModule()), 0);
  float Mine[4] = {1, 2, 3, 4};
  Executor->args[0].dl_tensor.data = Mine;
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_EQ(LastCall.Tensors[0].data, Mine);
}

TEST_F(AotExecutor, MissingFunctionsAreErrors) {
  EXPECT_EQ(create(moduleOf({{"tvmgen_test_run", runEntry}})),
            kTvmErrorFunctionNameNotFound);
  EXPECT_EQ(create(moduleOf({{"tvmgen_test_get_c_metadata", getMetadata}})),
            kTvmErrorFunctionNameNotFound);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(AotExecutor, BadArgumentsAreErrors) {
  const TVMModuleHandle Handle = newModule();
  EXPECT_EQ(TVMAotExecutor_Create(Handle, Cpu, nullptr, "test"),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMAotExecutor_Create(Handle, Cpu, &Executor, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMAotExecutor_Create(nullptr, Cpu, &Executor, "test"),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMAotExecutor_Release(nullptr, Cpu),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMAotExecutor_Run(nullptr), kTvmErrorFunctionCallInvalidArg);
  // A name of any length fits in no buffer too small for it.
  for (size_t Length = 0; Length < 200; Length++)
    EXPECT_EQ(TVMAotExecutor_Create(Handle, Cpu, &Executor,
                                    std::string(Length, 'n').c_str()),
              Length + strlen("tvmgen__get_c_metadata") < MaxNameBytes
                  ? kTvmErrorFunctionNameNotFound
                  : kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(AotExecutor, NoMemoryIsAnError) {
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(create(newModule()), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(AotExecutor, MetadataThatIsNoneIsAnError) {
  const TVMModuleHandle Handle = oldModule();
  MetadataResult = -7;
  EXPECT_EQ(create(Handle), -7);
  MetadataResult = 0;
  MetadataCode = kTVMNullptr;
  EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
  MetadataCode = kTVMOpaqueHandle;
  TheModel = nullptr;
  EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
  TheModel = &Test;
  Test.Metadata.version = 2;
  EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
  Test.Metadata.version = 1;
  Test.Metadata.mod_name = nullptr;
  EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(AotExecutor, NumbersAndPointersOfMetadataAreChecked) {
  const TVMModuleHandle Handle = oldModule();
  const auto refuses = [&](auto &&Change) {
    const TVMMetadata Before = Test.Metadata;
    Change(Test.Metadata);
    EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
    EXPECT_EQ(Executor, nullptr);
    Test.Metadata = Before;
  };
  for (int64_t Bad : {INT64_MIN, int64_t(-1), int64_t(0x8000), INT64_MAX}) {
    refuses([&](TVMMetadata &M) { M.num_inputs = Bad; });
    refuses([&](TVMMetadata &M) { M.num_outputs = Bad; });
    refuses([&](TVMMetadata &M) { M.num_workspace_pools = Bad; });
    refuses([&](TVMMetadata &M) { M.num_constant_pools = Bad; });
  }
  refuses([](TVMMetadata &M) { M.inputs = nullptr; });
  refuses([](TVMMetadata &M) { M.outputs = nullptr; });
  refuses([](TVMMetadata &M) { M.workspace_pools = nullptr; });
  refuses([](TVMMetadata &M) { M.constant_pools = nullptr; });
  ASSERT_EQ(create(Handle), 0);
}

TEST_F(AotExecutor, ShapesOfMetadataAreChecked) {
  const TVMModuleHandle Handle = oldModule();
  const int64_t Negative[2] = {2, -1};
  const int64_t Huge[2] = {INT64_MAX, INT64_MAX};
  const int64_t Large[1] = {INT64_MAX / 4};
  const int64_t Half[1] = {INT64_MAX / 2};
  for (TVMTensorInfo *Info :
       {&Test.Inputs[1], &Test.Outputs[0], &Test.Pools[1]}) {
    const TVMTensorInfo Before = *Info;
    const auto refuses = [&] {
      EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
      EXPECT_EQ(Executor, nullptr);
      *Info = Before;
    };
    Info->num_shape = -1;
    refuses();
    Info->num_shape = TVM_CRT_MAX_NDIM + 1;
    refuses();
    Info->num_shape = INT64_MAX;
    refuses();
    Info->shape = nullptr;
    refuses();
    *Info = {"n", Negative, 2, Float};
    refuses();
    *Info = {"h", Huge, 2, Float};
    refuses();
    *Info = {"l", Large, 1, {kDLFloat, 64, 8}};
    refuses();
    Info->dtype.bits = 0;
    refuses();
  }
  // Sizes that only together are too large.
  for (TVMTensorInfo &Info : Test.Inputs)
    Info = {"p", Half, 1, Byte};
  Test.Outputs[0] = Test.Inputs[0];
  Test.Pools[0] = Test.Inputs[0];
  Test.Pools[1] = Test.Inputs[0];
  EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(AotExecutor, ConstantsOfMetadataAreChecked) {
  const TVMModuleHandle Handle = oldModule();
  TVMConstantInfo &Constant = Test.Constants[1];
  const TVMConstantInfo Before = Constant;
  const auto refuses = [&] {
    EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
    EXPECT_EQ(Executor, nullptr);
    Constant = Before;
  };
  Constant.byte_offset = -1;
  refuses();
  Constant.byte_offset = INT64_MAX;
  refuses();
  Constant.data_len = -1;
  refuses();
  Constant.data_bytes = nullptr;
  refuses();
  // Every prefix, in memory that ends where it does.
  for (size_t Length = 0; Length < Test.Second.size(); Length++) {
    const HeapBytes Bytes(Test.Second.substr(0, Length));
    Constant.data_len = static_cast<int64_t>(Length);
    Constant.data_bytes = Bytes.data();
    refuses();
  }
  // Every flipped byte is refused or does no harm.
  for (size_t At = 0; At < Test.Second.size(); At++) {
    std::string Changed = Test.Second;
    Changed[At] = static_cast<char>(~Changed[At]);
    const HeapBytes Bytes(Changed);
    Constant.data_bytes = Bytes.data();
    if (create(Handle) == 0) {
      EXPECT_EQ(TVMAotExecutor_Run(Executor), 0);
      EXPECT_EQ(TVMAotExecutor_Release(Executor, Cpu), 0);
      Executor = nullptr;
    }
    Constant = Before;
  }
}

// ---- The module form.

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
  for (const char *Name : {"get_input_info", "load_params", "share_params"})
    EXPECT_EQ(call(Name), kTvmErrorFunctionCallNotImplemented);
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
  EXPECT_EQ(memcmp(Input->data, Values, sizeof(Values)), 0);
  ASSERT_EQ(call("run"), 0);
  EXPECT_EQ(LastCall.Bytes[0],
            std::string(reinterpret_cast<char *>(Values), sizeof(Values)));
  ASSERT_EQ(call("get_output", {number(0)}, {kTVMArgInt}), 0);
  EXPECT_EQ(static_cast<DLTensor *>(Result.v_handle)->data,
            LastCall.Tensors[2].data);
  ASSERT_EQ(call("get_output", {number(0), handle(&Mine)},
                 {kTVMArgInt, kTVMNDArrayHandle}),
            0);
  EXPECT_EQ(memcmp(Values, LastCall.Tensors[2].data, sizeof(Values)), 0);
  RunResult = 5;
  EXPECT_EQ(call("run"), 5);
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
  EXPECT_EQ(call("run"), 0);
}

TEST_F(AotModule, FunctionsOfAReleasedExecutorAreNone) {
  ASSERT_EQ(createModule(), 0);
  TVMFunctionHandle Run = nullptr;
  ASSERT_EQ(TVMModGetFunction(Aot, "run", 0, &Run), 0);
  ASSERT_EQ(TVMAotExecutorModule_Release(), 0);
  EXPECT_EQ(call(Run, {}, {}), -1);
}

TEST(AotMetadata, Layouts) {
  constexpr size_t P = sizeof(void *);
  struct Probe {
    char First;
    int64_t Second;
  };
  if (offsetof(Probe, Second) != 8)
    GTEST_SKIP() << "64-bit integers are aligned to less than 8 bytes";
  EXPECT_EQ(sizeof(TVMMetadata), 80u);
  EXPECT_EQ(offsetof(TVMMetadata, mod_name), 72u);
  EXPECT_EQ(sizeof(TVMTensorInfo), P == 8 ? 32u : 24u);
  EXPECT_EQ(sizeof(TVMConstantInfo), 32u);
}

} // namespace
