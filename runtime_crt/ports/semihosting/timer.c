/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The timer of tvm/runtime/crt/platform.h under semihosting. Only the time
 * evaluator of the runtime needs it.
 *
 * Provides: TVMPlatformTimerStart, TVMPlatformTimerStop.
 *
 * Needs: semihosting.c of this folder; on a target without double arithmetic
 * the compiler's support library (libgcc, compiler-rt). */

#include <stdbool.h>

#include "semihosting.h"

#include <tvm/runtime/crt/platform.h>

static bool timer_runs;
static uint64_t start_ticks;

tvm_crt_error_t TVMPlatformTimerStart(void) {
  uint32_t ticks_per_second;
  tvm_crt_error_t error;
  if (timer_runs)
    return kTvmErrorPlatformTimerBadState;
  error = tvm_crt_semihosting_clock(&start_ticks, &ticks_per_second);
  timer_runs = error == kTvmErrorNoError;
  return error;
}

tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  uint64_t ticks;
  uint32_t ticks_per_second;
  tvm_crt_error_t error;
  if (elapsed_time_seconds == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  if (!timer_runs)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = false;
  error = tvm_crt_semihosting_clock(&ticks, &ticks_per_second);
  if (error == kTvmErrorNoError)
    *elapsed_time_seconds =
        (double)(ticks - start_ticks) / (double)ticks_per_second;
  return error;
}
