/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The platform functions: what a vendor writes. */

#include <tvm/runtime/crt/platform.h>

#include "acceptance.h"
#include "crt_config.h"

static const DLDevice cpu = {kDLCPU, 0};

static size_t format(char *out, size_t size, const char *fmt, ...) {
  size_t length;
  va_list args;
  va_start(args, fmt);
  length = TVMPlatformFormatMessage(out, size, fmt, args);
  va_end(args);
  return length;
}

static bool equal(const char *left, const char *right) {
  while (*left != '\0' && *left == *right) {
    left++;
    right++;
  }
  return *left == *right;
}

static void check_messages(void) {
  char text[32];
  acceptance_check(format(text, sizeof(text), "%s %d%c", "abc", -12, '!') ==
                           8 &&
                       equal(text, "abc -12!"),
                   "messages are formatted");
  acceptance_check(format(text, 4, "%s", "abcdef") == 3 && equal(text, "abc"),
                   "a message that does not fit is cut and ends with NUL");
}

/* Blocks of several sizes at once: aligned, apart from each other, writable. */
static void check_memory(void) {
  enum { count = 4 };
  static const size_t sizes[count] = {1, 16, 33, 200};
  uint8_t *blocks[count];
  bool is_allocated = true;
  bool is_aligned = true;
  bool is_kept = true;
  bool is_freed = true;
  for (int i = 0; i < count; i++) {
    void *block = NULL;
    is_allocated =
        TVMPlatformMemoryAllocate(sizes[i], cpu, &block) == kTvmErrorNoError &&
        block != NULL && is_allocated;
    blocks[i] = block;
  }
  if (!acceptance_check(is_allocated, "four blocks of memory"))
    return;
  for (int i = 0; i < count; i++) {
    is_aligned = is_aligned && (uintptr_t)blocks[i] % 16 == 0;
    for (size_t at = 0; at < sizes[i]; at++)
      blocks[i][at] = (uint8_t)(i + 1);
  }
  for (int i = 0; i < count; i++)
    for (size_t at = 0; at < sizes[i]; at++)
      is_kept = is_kept && blocks[i][at] == i + 1;
  for (int i = count; i-- > 0;)
    is_freed =
        TVMPlatformMemoryFree(blocks[i], cpu) == kTvmErrorNoError && is_freed;
  acceptance_check(is_aligned, "blocks are aligned to 16 bytes");
  acceptance_check(is_kept, "blocks do not overlap");
  acceptance_check(is_freed, "blocks are freed in reverse order");
}

static void check_reuse(void) {
  bool holds = true;
  for (int i = 0; i < 1000; i++) {
    void *block = NULL;
    holds = holds &&
            TVMPlatformMemoryAllocate(512, cpu, &block) == kTvmErrorNoError &&
            TVMPlatformMemoryFree(block, cpu) == kTvmErrorNoError;
  }
  acceptance_check(holds, "freed memory is used again, 1000 times");
}

static void check_refusal(void) {
  void *block = NULL;
  acceptance_check(TVMPlatformMemoryAllocate(SIZE_MAX / 2, cpu, &block) ==
                       kTvmErrorPlatformNoMemory,
                   "half of the address space is refused");
}

static void check_timer(void) {
#if TVM_CRT_ENABLE_TIME_EVALUATOR
  double seconds = -1.0;
  acceptance_check(TVMPlatformTimerStart() == kTvmErrorNoError,
                   "the timer starts");
  acceptance_check(TVMPlatformTimerStart() == kTvmErrorPlatformTimerBadState,
                   "a running timer does not start");
  acceptance_check(TVMPlatformTimerStop(&seconds) == kTvmErrorNoError &&
                       seconds >= 0.0 && seconds < 3600.0,
                   "it stops, at a time that can be");
  acceptance_check(TVMPlatformTimerStop(&seconds) ==
                       kTvmErrorPlatformTimerBadState,
                   "a stopped timer does not stop");
#endif
}

static void check_random(void) {
  uint8_t bytes[16] = {0};
  const tvm_crt_error_t error = TVMPlatformGenerateRandom(bytes, sizeof(bytes));
  acceptance_check(error == kTvmErrorNoError ||
                       error == kTvmErrorFunctionCallNotImplemented,
                   "random numbers, or the answer that there are none");
}

void acceptance_platform(tvm_crt_error_t initialised) {
  if (!acceptance_check(initialised == kTvmErrorNoError,
                        "the platform is initialised"))
    return;
  check_messages();
  check_memory();
  check_reuse();
  check_refusal();
  check_timer();
  check_random();
}
