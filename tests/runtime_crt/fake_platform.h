// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The platform functions for tests: memory that can run out, a clock that the
// test sets.

#ifndef TESTS_RUNTIME_CRT_FAKE_PLATFORM_H
#define TESTS_RUNTIME_CRT_FAKE_PLATFORM_H

#include <cstddef>
#include <cstdint>
#include <string>

#include <tvm/runtime/crt/platform.h>

struct FakePlatform {
  // Allocations that succeed before memory runs out.
  int AllocationsLeft = 1000;
  int LiveAllocations = 0;
  // What new memory is full of.
  int Fill = 0;
  // Larger blocks there are not.
  size_t LargestSize = SIZE_MAX;
  size_t LastSize = 0;
  DLDevice LastDevice = {kDLCPU, 0};
  tvm_crt_error_t FreeError = kTvmErrorNoError;

  // What was written to the log.
  std::string Log;

  // What the hook for errors was told.
  int LoggedErrors = 0;
  tvm_crt_error_t LastLogged = kTvmErrorNoError;
  const char *LastLoggedText = nullptr;

  // What the clock shows; functions under test move it.
  double Now = 0.0;
  bool TimerRuns = false;
  double TimerStart = 0.0;
  int Measurements = 0;
  tvm_crt_error_t MeasurementError = kTvmErrorNoError;
};

extern FakePlatform Platform;

#endif
