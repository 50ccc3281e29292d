// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/error_detail.h>
#include <tvm_crt/life_cycle.h>

#include <cstring>
#include <string>

#include "crt_config.h"
#include "fake_platform.h"

extern "C" {
#include "backend/failure.h"
}

namespace {

class ErrorDetail : public testing::Test {
protected:
  void SetUp() override {
    Platform = FakePlatform();
    ASSERT_EQ(TVMInitializeRuntime(), 0);
  }

  // The detail is that of an error in a function.
  static void expectDetail(int Error, const char *Function) {
    TVMErrorDetail Detail;
    TVMLastErrorDetail(&Detail);
    EXPECT_EQ(static_cast<int>(Detail.error), Error) << TVMGetLastError();
    EXPECT_STREQ(Detail.function, Function);
    const bool IsOfTheRuntime = Error > 0 && Error <= 0xffff;
    EXPECT_EQ(Detail.category, IsOfTheRuntime ? Error >> 8 : 0);
    EXPECT_EQ(Detail.code, IsOfTheRuntime ? Error & 0xff : 0);
  }

  TVMFunctionHandle Function = nullptr;
};

TEST_F(ErrorDetail, OfTheRuntime) {
  EXPECT_EQ(TVMModFree(nullptr), kTvmErrorFunctionCallInvalidArg);
  expectDetail(0x803, "TVMModFree");
  TVMModuleHandle Module = nullptr;
  ASSERT_EQ(TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &Module), 0);
  // A success keeps it, as it keeps the text.
  expectDetail(0x803, "TVMModFree");
  EXPECT_EQ(TVMModGetFunction(Module, "absent", 0, &Function), 0x100);
  expectDetail(0x100, "TVMModGetFunction");
  TVMValue Result;
  int Code;
  EXPECT_EQ(TVMFuncCall(nullptr, nullptr, nullptr, 0, &Result, &Code), -1);
  expectDetail(0x101, "TVMFuncCall");
  TVMShutdownRuntime();
  EXPECT_EQ(TVMFuncGetGlobal("f", &Function), 0x500);
  expectDetail(0x500, "TVMFuncGetGlobal");
}

TEST_F(ErrorDetail, OfThePackedFunctions) {
  ASSERT_EQ(TVMFuncGetGlobal("runtime.SystemLib", &Function), 0);
  TVMValue Args[2], Result;
  int Codes[2] = {kTVMStr, kTVMStr};
  int Code;
  EXPECT_NE(TVMFuncCall(Function, Args, Codes, 2, &Result, &Code), 0);
  expectDetail(0x800, "runtime.SystemLib");
}

TEST_F(ErrorDetail, OfTheBackend) {
  EXPECT_EQ(TVMBackendParallelLaunch(nullptr, nullptr, 1), 0x803);
  expectDetail(0x803, "TVMBackendParallelLaunch");
  EXPECT_EQ(TVMBackendParallelBarrier(0, nullptr), 0x803);
  expectDetail(0x803, "TVMBackendParallelBarrier");
  EXPECT_EQ(TVMBackendRunOnce(nullptr, nullptr, nullptr, 0), 0x803);
  expectDetail(0x803, "TVMBackendRunOnce");
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(TVMBackendAllocWorkspace(kDLCPU, 0, 16, 0, 32), nullptr);
  expectDetail(kTvmErrorPlatformNoMemory, "TVMBackendAllocWorkspace");
  EXPECT_EQ(TVMBackendFreeWorkspace(kDLCPU, 0, nullptr), 0x803);
  expectDetail(0x803, "TVMBackendFreeWorkspace");
}

TEST_F(ErrorDetail, ATextOfAnotherHasNone) {
  EXPECT_NE(TVMModFree(nullptr), 0);
  TVMAPISetLastError("Assert fail: (num_args == 3), expected 3 arguments");
  expectDetail(0, "");
  EXPECT_NE(TVMModFree(nullptr), 0);
  EXPECT_EQ(TVMAPIErrorf("TVMModFree: %d", 3), -1);
  expectDetail(0, "");
  TVMAPISetLastError(nullptr);
  expectDetail(0, "");
}

// A text that looks like one of the runtime is still somebody else's.
TEST_F(ErrorDetail, NoTextIsTakenApart) {
  TVMAPISetLastError("TVMModFree: 0x803: too long");
  expectDetail(0, "");
  (void)TVMAPIErrorf("%s: 0x%x: input %d", "tvmgen_f", 0x12345u, 7);
  expectDetail(0, "");
}

TEST_F(ErrorDetail, ALongNameIsCut) {
  const std::string Name(60, 'n');
  EXPECT_EQ(tvm_crt_fail(kTvmErrorFunctionNameNotFound, Name.c_str(), "why"),
            0x100);
  EXPECT_EQ(TVMGetLastError(), Name + ": why");
  expectDetail(0x100, Name.substr(0, TVM_CRT_ERROR_FUNCTION_BYTES - 1).c_str());
}

// The name of what failed further out comes behind; the detail stays.
TEST_F(ErrorDetail, AFailureFurtherInKeepsItsDetail) {
  EXPECT_NE(TVMModFree(nullptr), 0);
  EXPECT_EQ(tvm_crt_fail_further(kTvmErrorFunctionNameNotFound, "operator",
                                 "fused_add"),
            0x100);
  EXPECT_STREQ(TVMGetLastError(),
               "TVMModFree: invalid argument: operator: fused_add");
  expectDetail(0x803, "TVMModFree");
  const std::string Name(5000, 'x');
  (void)tvm_crt_fail_further(kTvmErrorFunctionNameNotFound, "operator",
                             Name.c_str());
  EXPECT_EQ(strlen(TVMGetLastError()),
            size_t(TVM_CRT_LAST_ERROR_SIZE_BYTES) - 1);
}

// What crt_config.h says when it says nothing.
TEST_F(ErrorDetail, TheTextHas128Bytes) {
  EXPECT_EQ(TVM_CRT_LAST_ERROR_SIZE_BYTES, 128);
}

TEST_F(ErrorDetail, TheTextStaysInItsBounds) {
  TVMModuleHandle Module = nullptr;
  ASSERT_EQ(TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &Module), 0);
  const std::string Name(5000, 'x');
  EXPECT_EQ(TVMModGetFunction(Module, Name.c_str(), 0, &Function), 0x100);
  EXPECT_EQ(strlen(TVMGetLastError()),
            size_t(TVM_CRT_LAST_ERROR_SIZE_BYTES) - 1);
  expectDetail(0x100, "TVMModGetFunction");
  TVMLastErrorDetail(nullptr);
}

// The hook sees each failure of the runtime, in a runtime that has it.
TEST_F(ErrorDetail, TheHookIsToldOfFailures) {
#ifdef TVM_CRT_ENABLE_ERROR_HOOK
  constexpr int Calls = TVM_CRT_ENABLE_ERROR_HOOK;
#else
  constexpr int Calls = 0;
#endif
  ASSERT_EQ(TVMFuncGetGlobal("runtime.SystemLib", &Function), 0);
  EXPECT_EQ(Platform.LoggedErrors, 0);
  EXPECT_NE(TVMModFree(nullptr), 0);
  EXPECT_EQ(Platform.LoggedErrors, Calls);
  if (Calls) {
    EXPECT_EQ(Platform.LastLogged, kTvmErrorFunctionCallInvalidArg);
    EXPECT_EQ(Platform.LastLoggedText, TVMGetLastError());
  }
  TVMAPISetLastError("a text of an operator");
  EXPECT_EQ(Platform.LoggedErrors, Calls);
}

// ---- Shutdown.

TEST_F(ErrorDetail, HandlesAfterShutdownAreErrors) {
  TVMFunctionHandle Global = nullptr, OfModule = nullptr;
  TVMModuleHandle Module = nullptr;
  ASSERT_EQ(TVMFuncGetGlobal("runtime.SystemLib", &Global), 0);
  ASSERT_EQ(TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &Module), 0);
  ASSERT_EQ(
      TVMModGetFunction(Module, "tvmgen_default_fused_negate", 0, &OfModule),
      0);
  TVMShutdownRuntime();
  TVMShutdownRuntime();
  TVMValue Result;
  int Code;
  TVMFunctionHandle Out = nullptr;
  for (TVMFunctionHandle Handle : {Global, OfModule})
    EXPECT_EQ(TVMFuncCall(Handle, nullptr, nullptr, 0, &Result, &Code), -1);
  EXPECT_EQ(TVMModGetFunction(Module, "tvmgen_default_fused_negate", 0, &Out),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMModFree(Module), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMFuncRegisterGlobal("f", &Result, 0),
            kTvmErrorPlatformCheckFailure);
  EXPECT_EQ(TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &Module),
            kTvmErrorPlatformCheckFailure);
  EXPECT_NE(TVMBackendGetFuncFromEnv(nullptr, "runtime.SystemLib", &Out), 0);
  // And back to life, as new.
  ASSERT_EQ(TVMInitializeRuntime(), 0);
  ASSERT_EQ(TVMFuncGetGlobal("runtime.SystemLib", &Global), 0);
  EXPECT_EQ(TVMFuncCall(Global, nullptr, nullptr, 0, &Result, &Code), 0);
}

} // namespace
