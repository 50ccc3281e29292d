// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// runtime.RPCTimeEvaluator with a clock that the test moves.

#include <gtest/gtest.h>

#include "fake_platform.h"

#include <tvm/runtime/crt/crt.h>

#include <cstring>
#include <vector>

namespace {

int TimedCalls;
int CallsUntilFailure;
double SecondsPerCall;
int64_t SeenArgument;

int work(TVMValue *Args, int *, int NumArgs, TVMValue *, int *, void *) {
  TimedCalls++;
  Platform.Now += SecondsPerCall;
  if (NumArgs == 1)
    SeenArgument = Args[0].v_int64;
  return CallsUntilFailure-- == 0 ? 5 : 0;
}

class TimeEvaluator : public testing::Test {
protected:
  void SetUp() override {
    Platform = FakePlatform();
    TimedCalls = 0;
    CallsUntilFailure = -1;
    SecondsPerCall = 0.25;
    ASSERT_EQ(TVMInitializeRuntime(), 0);
    ASSERT_EQ(TVMFuncRegisterGlobal("work", reinterpret_cast<void *>(work), 0),
              0);
  }
  void TearDown() override {
    EXPECT_EQ(Platform.LiveAllocations, 0);
    EXPECT_FALSE(Platform.TimerRuns);
  }

  // The arguments as the host of each release sends them.
  void arguments(int NumArgs, int64_t Number, int64_t Repeat,
                 int64_t MinRepeatMs) {
    Args.assign(NumArgs, TVMValue{.v_int64 = 0});
    Codes.assign(NumArgs, kTVMArgInt);
    Codes[0] = kTVMNullptr;
    Args[1].v_str = "work";
    Codes[1] = kTVMStr;
    Args[2].v_int64 = kDLCPU;
    Args[4].v_int64 = Number;
    Args[5].v_int64 = Repeat;
    Args[6].v_int64 = MinRepeatMs;
    if (NumArgs >= 11)
      Args[7].v_int64 = 3;
    Args.back().v_str = "";
    Codes.back() = kTVMStr;
  }
  int create() {
    TVMFunctionHandle Func = nullptr;
    EXPECT_EQ(TVMFuncGetGlobal("runtime.RPCTimeEvaluator", &Func), 0);
    TVMValue Result;
    int Code;
    const int Error =
        TVMFuncCall(Func, Args.data(), Codes.data(),
                    static_cast<int>(Codes.size()), &Result, &Code);
    if (Error == 0)
      EXPECT_EQ(Code, kTVMPackedFuncHandle);
    Evaluator = Result.v_handle;
    return Error;
  }
  int run() {
    TVMValue Argument = {.v_int64 = 77};
    int ArgumentCode = kTVMArgInt;
    TVMValue Result;
    int Code;
    const int Error =
        TVMFuncCall(Evaluator, &Argument, &ArgumentCode, 1, &Result, &Code);
    if (Error != 0)
      return Error;
    EXPECT_EQ(Code, kTVMBytes);
    auto *Bytes = static_cast<TVMByteArray *>(Result.v_handle);
    Seconds.resize(Bytes->size / sizeof(double));
    memcpy(Seconds.data(), Bytes->data, Bytes->size);
    EXPECT_EQ(TVMByteArrayFree(Bytes), 0);
    return 0;
  }

  std::vector<TVMValue> Args;
  std::vector<int> Codes;
  TVMFunctionHandle Evaluator = nullptr;
  std::vector<double> Seconds;
};

TEST_F(TimeEvaluator, EveryReleasesArgumentsMeasure) {
  for (int NumArgs : {8, 10, 11, 12}) {
    TimedCalls = 0;
    arguments(NumArgs, 4, 3, 0);
    ASSERT_EQ(create(), 0) << NumArgs;
    ASSERT_EQ(run(), 0);
    EXPECT_EQ(Seconds, (std::vector<double>{0.25, 0.25, 0.25}));
    EXPECT_EQ(TimedCalls, 1 + 4 * 3);
    EXPECT_EQ(SeenArgument, 77);
  }
}

TEST_F(TimeEvaluator, OtherNumbersOfArgumentsAreRefused) {
  for (int NumArgs : {7, 9, 13}) {
    arguments(NumArgs, 4, 3, 0);
    EXPECT_EQ(create(), kTvmErrorFunctionCallNumArguments) << NumArgs;
  }
}

TEST_F(TimeEvaluator, WrongTypesAreRefused) {
  for (size_t I = 0; I < 12; I++) {
    arguments(12, 4, 3, 0);
    Codes[I] = kTVMArgFloat;
    EXPECT_EQ(create(), kTvmErrorFunctionCallWrongArgType) << I;
  }
}

TEST_F(TimeEvaluator, ValuesOutOfRangeAreRefused) {
  const auto Expect = [&](size_t I, int64_t Value) {
    arguments(12, 4, 3, 0);
    Args[I].v_int64 = Value;
    EXPECT_EQ(create(), kTvmErrorFunctionCallInvalidArg) << I << " " << Value;
  };
  for (size_t I : {4, 5})
    for (int64_t Value : {INT64_C(0), INT64_C(-1), INT64_C(1) << 31, INT64_MAX})
      Expect(I, Value);
  for (size_t I : {6, 7})
    for (int64_t Value : {INT64_C(-1), INT64_MAX})
      Expect(I, Value);
  arguments(12, 4, 3, 0);
  Args[11].v_str = "preprocess";
  EXPECT_EQ(create(), kTvmErrorFunctionCallInvalidArg);
}

TEST_F(TimeEvaluator, UnknownFunctionOrModuleIsRefused) {
  arguments(12, 4, 3, 0);
  Args[1].v_str = "nothing";
  EXPECT_EQ(create(), kTvmErrorFunctionNameNotFound);
  arguments(12, 4, 3, 0);
  Codes[0] = kTVMModuleHandle;
  EXPECT_NE(create(), 0);
}

TEST_F(TimeEvaluator, RepeatsUntilTheWantedTime) {
  SecondsPerCall = 0.001;
  arguments(12, 1, 2, 100);
  ASSERT_EQ(create(), 0);
  ASSERT_EQ(run(), 0);
  ASSERT_EQ(Seconds.size(), 2u);
  for (double S : Seconds)
    EXPECT_NEAR(S, 0.001, 1e-9);
  EXPECT_GE(TimedCalls, 200);
  EXPECT_LT(TimedCalls, 1000);
}

TEST_F(TimeEvaluator, CoarseClockEndsAtTheLimit) {
  SecondsPerCall = 0.0;
  arguments(12, 1, 1, 100);
  ASSERT_EQ(create(), 0);
  ASSERT_EQ(run(), 0);
  EXPECT_EQ(Seconds, std::vector<double>{0.0});
  EXPECT_EQ(Platform.Measurements, 3);
}

TEST_F(TimeEvaluator, OnlyTheLastHandleIsAlive) {
  arguments(8, 1, 1, 0);
  ASSERT_EQ(create(), 0);
  const TVMFunctionHandle Old = Evaluator;
  ASSERT_EQ(create(), 0);
  EXPECT_EQ(run(), 0);
  Evaluator = Old;
  EXPECT_EQ(run(), -1);
}

TEST_F(TimeEvaluator, InitialisingAgainForgetsIt) {
  arguments(8, 1, 1, 0);
  ASSERT_EQ(create(), 0);
  ASSERT_EQ(TVMInitializeRuntime(), 0);
  EXPECT_EQ(run(), -1);
}

TEST_F(TimeEvaluator, FailureOfTheFunctionIsReturned) {
  arguments(8, 4, 2, 0);
  ASSERT_EQ(create(), 0);
  for (int Failing : {0, 1, 3, 6}) {
    CallsUntilFailure = Failing;
    EXPECT_EQ(run(), 5) << Failing;
    EXPECT_EQ(Platform.LiveAllocations, 0);
    EXPECT_FALSE(Platform.TimerRuns);
  }
}

TEST_F(TimeEvaluator, FailureOfThePlatformIsReturned) {
  arguments(8, 4, 2, 0);
  ASSERT_EQ(create(), 0);
  Platform.MeasurementError = kTvmErrorPlatformCheckFailure;
  EXPECT_EQ(run(), kTvmErrorPlatformCheckFailure);
  Platform.MeasurementError = kTvmErrorNoError;
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(run(), kTvmErrorPlatformNoMemory);
}

TEST_F(TimeEvaluator, ReleaseOfNullIsAnError) {
  EXPECT_NE(TVMByteArrayFree(nullptr), 0);
}

} // namespace
