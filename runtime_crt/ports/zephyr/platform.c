/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The platform functions of tvm/runtime/crt/platform.h on Zephyr (3.5 or later:
 * where zephyr/random/random.h is).
 *
 * Memory comes from a heap of its own, messages go to printk. One thread uses
 * the runtime at a time, and none of it runs in an interrupt.
 *
 * Compiled by the project's tests against stand-ins for Zephyr's headers; run
 * by nobody yet. */

#include <stdarg.h>
#include <stdbool.h>

#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>
#ifdef CONFIG_TVM_CRT_RANDOM
#include <zephyr/random/random.h>
#endif

#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>

/* What generated code expects of memory, in bytes. */
#define ALIGNMENT 16

K_HEAP_DEFINE(tvm_crt_heap, CONFIG_TVM_CRT_HEAP_SIZE);

static bool timer_runs;
static int64_t start_ticks;
static uint32_t start_cycles;

tvm_crt_error_t TVMPlatformInitialize(void) {
  timer_runs = false;
  return kTvmErrorNoError;
}

void TVMPlatformAbort(tvm_crt_error_t code) {
  printk("abort: error 0x%x\n", (unsigned int)code);
  k_panic();
  CODE_UNREACHABLE;
}

size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args) {
  int wanted;
  if (out_buf == NULL || out_buf_size_bytes == 0 || fmt == NULL)
    return 0;
  wanted = vsnprintk(out_buf, out_buf_size_bytes, fmt, args);
  if (wanted < 0) {
    out_buf[0] = '\0';
    return 0;
  }
  return (size_t)wanted < out_buf_size_bytes ? (size_t)wanted
                                             : out_buf_size_bytes - 1;
}

void TVMLogf(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vprintk(fmt, args);
  va_end(args);
}

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  void *memory;
  if (out_ptr == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  /* The heap rounds sizes up in 32 bits. */
  if (dev.device_type != kDLCPU || num_bytes > CONFIG_TVM_CRT_HEAP_SIZE)
    return kTvmErrorPlatformNoMemory;
  memory = k_heap_aligned_alloc(&tvm_crt_heap, ALIGNMENT,
                                num_bytes > 0 ? num_bytes : 1, K_NO_WAIT);
  if (memory == NULL)
    return kTvmErrorPlatformNoMemory;
  *out_ptr = memory;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  k_heap_free(&tvm_crt_heap, ptr);
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformTimerStart(void) {
  if (timer_runs)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = true;
  start_ticks = k_uptime_ticks();
  start_cycles = k_cycle_get_32();
  return kTvmErrorNoError;
}

/* Cycles are exact and wrap after seconds or minutes; ticks are coarse and do
 * not wrap. */
tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  const uint32_t cycles = k_cycle_get_32() - start_cycles;
  const double seconds = (double)(k_uptime_ticks() - start_ticks) /
                         (double)CONFIG_SYS_CLOCK_TICKS_PER_SEC;
  const double cycles_per_second = (double)sys_clock_hw_cycles_per_sec();
  if (elapsed_time_seconds == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  if (!timer_runs)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = false;
  *elapsed_time_seconds = seconds * cycles_per_second < (double)(UINT32_MAX / 2)
                              ? (double)cycles / cycles_per_second
                              : seconds;
  return kTvmErrorNoError;
}

#ifdef CONFIG_TVM_CRT_RANDOM
tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer, size_t num_bytes) {
  if (buffer == NULL && num_bytes > 0)
    return kTvmErrorFunctionCallInvalidArg;
  sys_rand_get(buffer, num_bytes);
  return kTvmErrorNoError;
}
#endif
