// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generated operators call, and the message formatter.
//
// Tries to break (SECURITY.md): runtime_crt 7.

#include <gtest/gtest.h>

#include "crt_config.h"
#include "fake_platform.h"

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm_crt/message_format.h>

#include <climits>
#include <cstdarg>
#include <cstring>
#include <string>
#include <vector>

namespace {

class Backend : public testing::Test {
protected:
  void SetUp() override { Platform = FakePlatform(); }
};

TEST_F(Backend, WorkspaceComesFromThePlatform) {
  void *Memory = TVMBackendAllocWorkspace(kDLCPU, 3, 100, 0, 8);
  ASSERT_NE(Memory, nullptr);
  EXPECT_EQ(Platform.LastSize, 100u);
  EXPECT_EQ(Platform.LastDevice.device_type, kDLCPU);
  EXPECT_EQ(Platform.LastDevice.device_id, 3);
  EXPECT_EQ(TVMBackendFreeWorkspace(kDLCPU, 3, Memory), 0);
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

TEST_F(Backend, WorkspaceFailureIsNullNotTheEnd) {
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(TVMBackendAllocWorkspace(kDLCPU, 0, 100, 0, 8), nullptr);
  EXPECT_STREQ(TVMGetLastError(), "TVMBackendAllocWorkspace: no such memory");
  EXPECT_EQ(Platform.Log,
            "TVMBackendAllocWorkspace: no memory for 100 bytes\n");
  Platform.AllocationsLeft = 1;
  EXPECT_EQ(TVMBackendAllocWorkspace(kDLCPU, 0, 0, 0, 8), nullptr);
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

TEST_F(Backend, WorkspaceReleaseReportsThePlatformsError) {
  EXPECT_EQ(TVMBackendFreeWorkspace(kDLCPU, 0, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  Platform.FreeError = kTvmErrorPlatformStackAllocBadFree;
  EXPECT_EQ(TVMBackendFreeWorkspace(kDLCPU, 0, &Platform),
            kTvmErrorPlatformStackAllocBadFree);
}

int task(int TaskId, TVMParallelGroupEnv *Env, void *Data) {
  EXPECT_EQ(TaskId, 0);
  EXPECT_EQ(Env->num_task, 1);
  EXPECT_EQ(TVMBackendParallelBarrier(TaskId, Env), 0);
  return *static_cast<int *>(Data);
}

TEST_F(Backend, ParallelLaunchRunsOneTaskAndReturnsItsResult) {
  int Wanted = 0;
  EXPECT_EQ(TVMBackendParallelLaunch(task, &Wanted, 4), 0);
  Wanted = -3;
  EXPECT_EQ(TVMBackendParallelLaunch(task, &Wanted, 0), -3);
  EXPECT_NE(TVMBackendParallelLaunch(nullptr, &Wanted, 0), 0);
}

TEST_F(Backend, BarrierOutsideOfALaunchIsAnError) {
  TVMParallelGroupEnv Two = {nullptr, 2};
  EXPECT_NE(TVMBackendParallelBarrier(0, nullptr), 0);
  EXPECT_NE(TVMBackendParallelBarrier(0, &Two), 0);
}

int count(void *Data) { return ++*static_cast<int *>(Data) == 1 ? -1 : 0; }

TEST_F(Backend, RunOnceRetriesAfterAFailureAndThenNeverAgain) {
  void *Handle = nullptr;
  int Runs = 0;
  EXPECT_EQ(TVMBackendRunOnce(&Handle, count, &Runs, sizeof(Runs)), -1);
  EXPECT_EQ(Handle, nullptr);
  EXPECT_EQ(TVMBackendRunOnce(&Handle, count, &Runs, sizeof(Runs)), 0);
  EXPECT_NE(Handle, nullptr);
  EXPECT_EQ(TVMBackendRunOnce(&Handle, count, &Runs, sizeof(Runs)), 0);
  EXPECT_EQ(Runs, 2);
  EXPECT_NE(TVMBackendRunOnce(nullptr, count, &Runs, 0), 0);
  EXPECT_NE(TVMBackendRunOnce(&Handle, nullptr, &Runs, 0), 0);
}

TEST_F(Backend, LastErrorIsCutNeverOverrun) {
  TVMAPISetLastError("short");
  EXPECT_STREQ(TVMGetLastError(), "short");
  const std::string Long(TVM_CRT_LAST_ERROR_SIZE_BYTES + 100, 'x');
  TVMAPISetLastError(Long.c_str());
  EXPECT_EQ(strlen(TVMGetLastError()), TVM_CRT_LAST_ERROR_SIZE_BYTES - 1u);
  EXPECT_EQ(TVMAPIErrorf("%s", Long.c_str()), -1);
  EXPECT_EQ(strlen(TVMGetLastError()), TVM_CRT_LAST_ERROR_SIZE_BYTES - 1u);
  TVMAPISetLastError("abc: def");
  TVMAPISetLastError(TVMGetLastError() + 5);
  EXPECT_STREQ(TVMGetLastError(), "def");
  TVMAPISetLastError(nullptr);
  EXPECT_STREQ(TVMGetLastError(), "");
  EXPECT_NE(TVMAPIErrorf("%s: error 0x%x", "here", 0x803u), 0);
  EXPECT_STREQ(TVMGetLastError(), "here: error 0x803");
}

// Formats into memory of exactly this size, so that tools see a write behind
// it.
std::string format(size_t Size, const char *Format, ...) {
  std::vector<char> Out(Size);
  va_list Args;
  va_start(Args, Format);
  const size_t Written = tvm_crt_format_message(Out.data(), Size, Format, Args);
  va_end(Args);
  EXPECT_LT(Written, Size);
  EXPECT_EQ(strlen(Out.data()), Written);
  return Out.data();
}

TEST(MessageFormat, KnownConversions) {
  EXPECT_EQ(
      format(99, "%s|%c|%%|%d|%i|%u|%x", "text", 'c', -12, 34, 56u, 0xabu),
      "text|c|%|-12|34|56|ab");
  EXPECT_EQ(
      format(99, "%ld %lu %lx %zu %zx", -1L, 2UL, 0x3fUL, size_t(4), size_t(5)),
      "-1 2 3f 4 5");
  EXPECT_EQ(format(99, "%s", nullptr), "(null)");
  EXPECT_EQ(format(99, ""), "");
  EXPECT_EQ(format(99, nullptr), "");
}

TEST(MessageFormat, ExtremesOfNumbers) {
  EXPECT_EQ(format(99, "%d %d", INT_MIN, INT_MAX),
            std::to_string(INT_MIN) + " " + std::to_string(INT_MAX));
  EXPECT_EQ(format(99, "%ld", LONG_MIN), std::to_string(LONG_MIN));
  EXPECT_EQ(format(99, "%lu", ULONG_MAX), std::to_string(ULONG_MAX));
  EXPECT_EQ(format(99, "%zx", SIZE_MAX), std::string(sizeof(size_t) * 2, 'f'));
}

TEST(MessageFormat, DecimalDigitsOfManyNumbers) {
  for (unsigned long Value = 0; Value < 3000; Value++)
    ASSERT_EQ(format(30, "%lu", Value), std::to_string(Value));
  for (unsigned long Value = 1; Value < ULONG_MAX / 3; Value *= 3)
    for (unsigned long Near : {Value - 1, Value, Value * 2 + 1})
      ASSERT_EQ(format(30, "%lu", Near), std::to_string(Near));
  for (unsigned long Power = 1; Power <= ULONG_MAX / 10; Power *= 10)
    for (unsigned long Near : {Power - 1, Power, Power + 1})
      ASSERT_EQ(format(30, "%lu", Near), std::to_string(Near));
}

TEST(MessageFormat, UnknownConversionEndsTheConversions) {
  EXPECT_EQ(format(99, "%d %f %d", 1, 2.0, 3), "1 %f %d");
  EXPECT_EQ(format(99, "%5d", 1), "%5d");
  EXPECT_EQ(format(99, "%ls", L"x"), "%ls");
  EXPECT_EQ(format(99, "end %"), "end %");
  EXPECT_EQ(format(99, "end %l"), "end %l");
}

TEST(MessageFormat, EveryBufferSizeCutsCleanly) {
  const std::string Whole = "ab 123 cd beef";
  for (size_t Size = 1; Size < Whole.size() + 4; Size++)
    EXPECT_EQ(format(Size, "%s %d %s %x", "ab", 123, "cd", 0xbeefu),
              Whole.substr(0, Size - 1));
}

} // namespace
