/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The platform functions of tvm/runtime/crt/platform.h for a POSIX system.
 *
 * One source on purpose: an archive member that is linked for one of its
 * functions replaces the runtime's weak defaults of the others too. */

#define _POSIX_C_SOURCE 200809L

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>

/* Alignment of tensors, in bytes: what TVM's vectorised operators expect. */
#define TENSOR_ALIGNMENT 64

static bool timer_runs;
static struct timespec timer_start;

tvm_crt_error_t TVMPlatformInitialize(void) {
  timer_runs = false;
  return kTvmErrorNoError;
}

void TVMPlatformAbort(tvm_crt_error_t code) {
  (void)fprintf(stderr, "abort: error 0x%08x\n", (unsigned)code);
  abort();
}

size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args) {
  int wanted;
  if (out_buf == NULL || out_buf_size_bytes == 0 || fmt == NULL)
    return 0;
  wanted = vsnprintf(out_buf, out_buf_size_bytes, fmt, args);
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
  (void)vfprintf(stderr, fmt, args);
  va_end(args);
}

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  if (out_ptr == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  if (dev.device_type != kDLCPU ||
      posix_memalign(out_ptr, TENSOR_ALIGNMENT, num_bytes > 0 ? num_bytes : 1))
    return kTvmErrorPlatformNoMemory;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  free(ptr);
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformTimerStart(void) {
  if (timer_runs || clock_gettime(CLOCK_MONOTONIC, &timer_start) != 0)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = true;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  struct timespec now;
  if (elapsed_time_seconds == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  if (!timer_runs)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = false;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
    return kTvmErrorPlatformTimerBadState;
  *elapsed_time_seconds = (double)(now.tv_sec - timer_start.tv_sec) +
                          (double)(now.tv_nsec - timer_start.tv_nsec) * 1e-9;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer, size_t num_bytes) {
  FILE *source;
  size_t got;
  if (buffer == NULL && num_bytes > 0)
    return kTvmErrorFunctionCallInvalidArg;
  source = fopen("/dev/urandom", "rb");
  if (source == NULL)
    return kTvmErrorFunctionCallNotImplemented;
  got = fread(buffer, 1, num_bytes, source);
  (void)fclose(source);
  return got == num_bytes ? kTvmErrorNoError : kTvmErrorPlatformCheckFailure;
}
