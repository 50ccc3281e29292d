// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Initialisation, the global registry, and the functions in it. The system
// library is generated/metadata*.c.

#include <gtest/gtest.h>

#include "fake_platform.h"
#include "registry_blob.h"

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

namespace {

int seven(TVMValue *, int *, int, TVMValue *Result, int *Code, void *) {
  Result->v_int64 = 7;
  *Code = kTVMArgInt;
  return 0;
}
int eight(TVMValue *, int *, int, TVMValue *Result, int *Code, void *) {
  Result->v_int64 = 8;
  *Code = kTVMArgInt;
  return 0;
}

void *asPointer(TVMBackendPackedCFunc F) { return reinterpret_cast<void *>(F); }

class GlobalFunctions : public testing::Test {
protected:
  void SetUp() override {
    Platform = FakePlatform();
    ASSERT_EQ(TVMInitializeRuntime(), 0);
  }

  static TVMFunctionHandle global(const char *Name) {
    TVMFunctionHandle Func = nullptr;
    EXPECT_EQ(TVMFuncGetGlobal(Name, &Func), 0);
    return Func;
  }
  int call(const char *Name, std::vector<TVMValue> Args = {},
           std::vector<int> Codes = {}) {
    return TVMFuncCall(global(Name), Args.data(), Codes.data(),
                       static_cast<int>(Codes.size()), &Result, &ResultCode);
  }
  TVMModuleHandle systemLib() {
    EXPECT_EQ(call("runtime.SystemLib"), 0);
    EXPECT_EQ(ResultCode, kTVMModuleHandle);
    return Result.v_handle;
  }
  static TVMValue text(const char *Text) { return {.v_str = Text}; }
  static TVMValue pointer(void *Pointer) { return {.v_handle = Pointer}; }
  static TVMValue integer(int64_t Value) { return {.v_int64 = Value}; }

  TVMValue Result = {};
  int ResultCode = -1;
};

TEST_F(GlobalFunctions, RuntimeRegistersItsOwn) {
  for (const char *Name :
       {"runtime.SystemLib", "tvm.rpc.server.ModuleGetFunction",
        "runtime.RPCTimeEvaluator", "tvm.rpc.server.GetCRTMaxPacketSize",
        "tvm.contrib.random.random_fill"})
    EXPECT_NE(global(Name), nullptr) << Name;
}

TEST_F(GlobalFunctions, NeedsNoMemoryOfThePlatform) {
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(TVMInitializeRuntime(), 0);
}

TEST_F(GlobalFunctions, MissingNameIsSuccessWithNull) {
  TVMFunctionHandle Func = &Result;
  TVMAPISetLastError("");
  EXPECT_EQ(TVMFuncGetGlobal("nothing", &Func), 0);
  EXPECT_EQ(Func, nullptr);
  EXPECT_STREQ(TVMGetLastError(),
               "TVMFuncGetGlobal: no such function: nothing");
}

TEST_F(GlobalFunctions, RegisterCallOverride) {
  EXPECT_EQ(TVMFuncRegisterGlobal("number", asPointer(seven), 0), 0);
  EXPECT_EQ(call("number"), 0);
  EXPECT_EQ(Result.v_int64, 7);
  EXPECT_EQ(TVMFuncRegisterGlobal("number", asPointer(eight), 0),
            kTvmErrorFunctionAlreadyDefined);
  EXPECT_EQ(TVMFuncRegisterGlobal("number", asPointer(eight), 1), 0);
  EXPECT_EQ(call("number"), 0);
  EXPECT_EQ(Result.v_int64, 8);
  EXPECT_EQ(
      TVMBackendRegisterSystemLibSymbol("number", (void *)asPointer(seven)),
      kTvmErrorFunctionAlreadyDefined);
  EXPECT_EQ(
      TVMBackendRegisterSystemLibSymbol("other", (void *)asPointer(seven)), 0);
  EXPECT_EQ(TVMFuncFree(global("other")), 0);
  EXPECT_EQ(TVMObjectFree(nullptr), 0);
}

TEST_F(GlobalFunctions, BadArgumentsAreErrors) {
  TVMFunctionHandle Func;
  EXPECT_NE(TVMFuncGetGlobal(nullptr, &Func), 0);
  EXPECT_NE(TVMFuncGetGlobal("x", nullptr), 0);
  EXPECT_NE(TVMFuncRegisterGlobal(nullptr, asPointer(seven), 0), 0);
  EXPECT_NE(TVMFuncRegisterGlobal("x", nullptr, 0), 0);
  EXPECT_NE(TVMFuncRegisterGlobal("", asPointer(seven), 0), 0);
}

TEST_F(GlobalFunctions, FullRegistryIsAnError) {
  int Added = 0;
  int Error = 0;
  while (Error == 0 && Added < 1000)
    if ((Error = TVMFuncRegisterGlobal(("f" + std::to_string(Added)).c_str(),
                                       asPointer(seven), 0)) == 0)
      Added++;
  EXPECT_EQ(Error, kTvmErrorFunctionRegistryFull);
  EXPECT_GT(Added, 5);
  EXPECT_EQ(call("f0"), 0);
  EXPECT_EQ(Result.v_int64, 7);
  EXPECT_NE(global("runtime.SystemLib"), nullptr);
}

TEST_F(GlobalFunctions, InitialisingAgainStartsAfresh) {
  TVMModuleHandle Mod = systemLib();
  TVMFunctionHandle Func = nullptr;
  ASSERT_EQ(TVMModGetFunction(Mod, "tvmgen_default_fused_add", 0, &Func), 0);
  ASSERT_EQ(TVMFuncRegisterGlobal("number", asPointer(seven), 0), 0);
  for (int I = 0; I < 3; I++) {
    ASSERT_EQ(TVMInitializeRuntime(), 0);
    EXPECT_EQ(global("number"), nullptr);
    EXPECT_EQ(TVMFuncCall(Func, nullptr, nullptr, 0, &Result, &ResultCode), -1);
    EXPECT_NE(TVMModGetFunction(Mod, "tvmgen_default_fused_add", 0, &Func), 0);
    const TVMModuleHandle Old = Mod;
    Mod = systemLib();
    EXPECT_NE(Mod, Old);
    EXPECT_EQ(TVMFuncCall(Func, nullptr, nullptr, 0, &Result, &ResultCode), -1);
    EXPECT_EQ(TVMModGetFunction(Mod, "tvmgen_default_fused_add", 0, &Func), 0);
    EXPECT_EQ(TVMFuncRegisterGlobal("number", asPointer(seven), 0), 0);
  }
}

TEST_F(GlobalFunctions, SystemLibIsRegisteredOnceAndKept) {
  const TVMModuleHandle Mod = systemLib();
  EXPECT_EQ(systemLib(), Mod);
  EXPECT_EQ(TVMModFree(Mod), 0);
  TVMFunctionHandle Func = nullptr;
  EXPECT_EQ(TVMModGetFunction(Mod, "tvmgen_default_fused_negate", 0, &Func), 0);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(Func),
            reinterpret_cast<uintptr_t>(Mod) << 16 | 0x8001u);
}

TEST_F(GlobalFunctions, SystemLibTakesAnEmptyPrefixOnly) {
  EXPECT_EQ(call("runtime.SystemLib", {text("")}, {kTVMStr}), 0);
  EXPECT_NE(call("runtime.SystemLib", {text("p_")}, {kTVMStr}), 0);
  EXPECT_NE(call("runtime.SystemLib", {text(nullptr)}, {kTVMStr}), 0);
  EXPECT_EQ(call("runtime.SystemLib", {integer(0)}, {kTVMArgInt}),
            kTvmErrorFunctionCallWrongArgType);
  EXPECT_EQ(call("runtime.SystemLib", {text(""), text("")}, {kTVMStr, kTVMStr}),
            kTvmErrorFunctionCallNumArguments);
}

TEST_F(GlobalFunctions, SystemLibWithoutAFreeSlotIsAnError) {
  const TVMModule *Module = TVMSystemLibEntryPoint();
  TVMModuleHandle Handle = nullptr;
  for (int I = 0; I < TVM_CRT_MAX_REGISTERED_MODULES; I++)
    ASSERT_EQ(TVMModCreateFromCModule(Module, &Handle), 0);
  EXPECT_NE(call("runtime.SystemLib"), 0);
  ASSERT_EQ(TVMModFree(Handle), 0);
  EXPECT_EQ(call("runtime.SystemLib"), 0);
}

TEST_F(GlobalFunctions, GeneratedOperatorRunsThroughTheSystemLib) {
  int32_t A[4] = {1, 2, 3, 4}, B[4] = {10, 20, 30, 40}, Out[4] = {};
  int64_t Shape[1] = {4};
  const auto Tensor = [&](int32_t *Data) {
    return DLTensor{Data, {kDLCPU, 0}, 1, {kDLInt, 32, 1}, Shape, nullptr, 0};
  };
  DLTensor Tensors[] = {Tensor(A), Tensor(B), Tensor(Out)};
  TVMValue Args[] = {pointer(&Tensors[0]), pointer(&Tensors[1]),
                     pointer(&Tensors[2])};
  int Codes[] = {kTVMDLTensorHandle, kTVMDLTensorHandle, kTVMDLTensorHandle};
  TVMFunctionHandle Func = nullptr;
  ASSERT_EQ(
      TVMModGetFunction(systemLib(), "tvmgen_default_fused_add", 0, &Func), 0);
  EXPECT_EQ(TVMFuncCall(Func, Args, Codes, 3, &Result, &ResultCode), 0);
  EXPECT_EQ(ResultCode, kTVMNullptr);
  EXPECT_EQ(std::vector<int32_t>(Out, Out + 4),
            (std::vector<int32_t>{11, 22, 33, 44}));
  EXPECT_EQ(Platform.LiveAllocations, 0);
  // No memory: the operator fails, nothing aborts.
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(TVMFuncCall(Func, Args, Codes, 3, &Result, &ResultCode), -1);
  EXPECT_STREQ(TVMGetLastError(), "TVMBackendAllocWorkspace: no such memory");
}

TEST_F(GlobalFunctions, ModuleGetFunction) {
  const char *Function = "tvm.rpc.server.ModuleGetFunction";
  const TVMValue Mod = pointer(systemLib());
  const TVMValue Name = text("tvmgen_default_fused_negate");
  const std::vector<int> Codes = {kTVMModuleHandle, kTVMStr, kTVMArgInt};
  EXPECT_EQ(call(Function, {Mod, Name, integer(0)}, Codes), 0);
  EXPECT_EQ(ResultCode, kTVMPackedFuncHandle);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(Result.v_handle),
            reinterpret_cast<uintptr_t>(Mod.v_handle) << 16 | 0x8001u);
  EXPECT_EQ(call(Function, {Mod, Name, integer(1)},
                 {kTVMModuleHandle, kTVMStr, kTVMArgBool}),
            0);
  EXPECT_EQ(ResultCode, kTVMPackedFuncHandle);
  EXPECT_EQ(call(Function, {Mod, text("nothing"), integer(0)}, Codes), 0);
  EXPECT_EQ(ResultCode, kTVMNullptr);
  EXPECT_EQ(Result.v_handle, nullptr);
  EXPECT_EQ(call(Function, {Mod, Name}, {kTVMModuleHandle, kTVMStr}),
            kTvmErrorFunctionCallNumArguments);
  for (size_t I = 0; I < 3; I++) {
    std::vector<int> Wrong = Codes;
    Wrong[I] = kTVMArgFloat;
    EXPECT_EQ(call(Function, {Mod, Name, integer(0)}, Wrong),
              kTvmErrorFunctionCallWrongArgType);
  }
  EXPECT_NE(call(Function, {pointer(nullptr), Name, integer(0)}, Codes), 0);
  EXPECT_NE(call(Function, {Mod, text(nullptr), integer(0)}, Codes), 0);
}

TEST_F(GlobalFunctions, MaxPacketSizeIsWithoutTheFrame) {
  EXPECT_EQ(call("tvm.rpc.server.GetCRTMaxPacketSize"), 0);
  EXPECT_EQ(ResultCode, kTVMArgInt);
  EXPECT_EQ(Result.v_int64, TVM_CRT_MAX_PACKET_SIZE_BYTES - 11);
}

class RandomFill : public GlobalFunctions {
protected:
  int fill(int Code = kTVMDLTensorHandle) {
    return call("tvm.contrib.random.random_fill", {pointer(&Tensor)}, {Code});
  }
  uint8_t Data[32] = {};
  int64_t Shape[3] = {2, 3, 1};
  int64_t Strides[3] = {3, 1, 1};
  DLTensor Tensor = {Data, {kDLCPU, 0}, 3, {kDLInt, 16, 1}, Shape, nullptr, 4};

  // Bytes of Data that were written.
  std::string written() const {
    std::string Text;
    for (uint8_t Byte : Data)
      Text += Byte == 0x5a ? 'x' : Byte == 0 ? '.' : '?';
    return Text;
  }
};

TEST_F(RandomFill, FillsTheElementsAndNothingElse) {
  EXPECT_EQ(fill(), 0);
  EXPECT_EQ(written(), "....xxxxxxxxxxxx................");
}

TEST_F(RandomFill, AcceptsCompactStrides) {
  Tensor.strides = Strides;
  EXPECT_EQ(fill(kTVMNDArrayHandle), 0);
  EXPECT_EQ(written(), "....xxxxxxxxxxxx................");
  Strides[0] = 4;
  EXPECT_EQ(fill(), kTvmErrorFunctionCallInvalidArg);
}

TEST_F(RandomFill, BooleanTakesAByteAndSmallTypesArePacked) {
  Tensor.dtype = {kDLUInt, 1, 1};
  EXPECT_EQ(fill(), 0);
  EXPECT_EQ(written(), "....xxxxxx......................");
  memset(Data, 0, sizeof(Data));
  Tensor.dtype = {kDLInt, 4, 1};
  EXPECT_EQ(fill(), 0);
  EXPECT_EQ(written(), "....xxx.........................");
}

TEST_F(RandomFill, ScalarAndEmptyTensors) {
  Tensor.ndim = 0;
  EXPECT_EQ(fill(), 0);
  EXPECT_EQ(written(), "....xx..........................");
  Tensor.ndim = 3;
  Shape[1] = 0;
  Tensor.data = nullptr;
  EXPECT_EQ(fill(), 0);
}

TEST_F(RandomFill, RefusesBadTensors) {
  EXPECT_EQ(call("tvm.contrib.random.random_fill"),
            kTvmErrorFunctionCallNumArguments);
  EXPECT_EQ(fill(kTVMStr), kTvmErrorFunctionCallWrongArgType);
  EXPECT_NE(call("tvm.contrib.random.random_fill", {pointer(nullptr)},
                 {kTVMDLTensorHandle}),
            0);
  const DLTensor Good = Tensor;
  Tensor.ndim = -1;
  EXPECT_NE(fill(), 0);
  Tensor.ndim = TVM_CRT_MAX_NDIM + 1;
  EXPECT_NE(fill(), 0);
  Tensor = Good;
  Tensor.shape = nullptr;
  EXPECT_NE(fill(), 0);
  Tensor = Good;
  Tensor.data = nullptr;
  EXPECT_NE(fill(), 0);
  Tensor = Good;
  Tensor.device.device_type = kDLCUDA;
  EXPECT_NE(fill(), 0);
  Tensor = Good;
  Tensor.byte_offset = UINT64_MAX - 4;
  EXPECT_NE(fill(), 0);
  Tensor = Good;
  Shape[0] = -1;
  EXPECT_NE(fill(), 0);
  Shape[0] = INT64_MAX / 2;
  EXPECT_NE(fill(), 0);
  Shape[0] = INT64_C(1) << 62;
  Shape[1] = 4;
  EXPECT_NE(fill(), 0);
  EXPECT_EQ(written(), std::string(32, '.'));
}

} // namespace
