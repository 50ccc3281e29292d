/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The platform functions of tvm/runtime/crt/platform.h for a bare-metal program
 * under semihosting, apart from the timer, which is in timer.c.
 *
 * Provides: TVMPlatformInitialize, TVMPlatformAbort, TVMPlatformFormatMessage,
 * TVMPlatformMemoryAllocate, TVMPlatformMemoryFree, TVMLogf. Random numbers are
 * left to the runtime's weak default, which refuses.
 *
 * Needs: semihosting.c of this folder; StackMemoryManager_* and
 * tvm_crt_format_message of libbackend.a; memcpy, memset, memmove and memcmp
 * from a libc or from memory_functions.c, because compilers call them on their
 * own. No compiler support library (libgcc, compiler-rt).
 *
 * From the board: start-up code that sets the stack pointer, copies .data,
 * clears .bss and calls main; a linker script. No symbol of the linker script
 * is used here: the memory for tensors is an array in .bss of
 * TVM_CRT_PORT_ARENA_SIZE_BYTES bytes (crt_config.h). */

#include <stdarg.h>

#include "crt_config.h"
#include "semihosting.h"

#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm/runtime/crt/stack_allocator.h>
#include <tvm_crt/message_format.h>

#ifndef TVM_CRT_PORT_ARENA_SIZE_BYTES
#error "crt_config.h: TVM_CRT_PORT_ARENA_SIZE_BYTES is missing"
#endif
#if TVM_CRT_PORT_ARENA_SIZE_BYTES < 16 ||                                      \
    TVM_CRT_PORT_ARENA_SIZE_BYTES > 0x7fffffff
#error "crt_config.h: TVM_CRT_PORT_ARENA_SIZE_BYTES must be 16 to 2^31 - 1"
#endif

/* Longest log message; longer ones are cut. */
#define LOG_MESSAGE_SIZE_BYTES 128

static uint8_t arena[TVM_CRT_PORT_ARENA_SIZE_BYTES]
    __attribute__((aligned(TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES)));
static tvm_workspace_t arena_state;

tvm_crt_error_t TVMPlatformInitialize(void) {
  return StackMemoryManager_Init(&arena_state, arena, sizeof(arena));
}

/* An error text without formatting: the caller may be out of stack. */
void TVMPlatformAbort(tvm_crt_error_t code) {
  static const char digits[] = "0123456789abcdef";
  char text[] = "abort: error 0x00000000\n";
  unsigned int rest = (unsigned int)code;
  for (size_t i = 0; i < 8; i++) {
    text[sizeof(text) - 3 - i] = digits[rest & 0xf];
    rest >>= 4;
  }
  tvm_crt_semihosting_write(text, sizeof(text) - 1);
  tvm_crt_semihosting_exit(1);
}

size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args) {
  return tvm_crt_format_message(out_buf, out_buf_size_bytes, fmt, args);
}

void TVMLogf(const char *fmt, ...) {
  char text[LOG_MESSAGE_SIZE_BYTES];
  va_list args;
  size_t length;
  va_start(args, fmt);
  length = tvm_crt_format_message(text, sizeof(text), fmt, args);
  va_end(args);
  tvm_crt_semihosting_write(text, length);
}

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  if (dev.device_type != kDLCPU || num_bytes > INT32_MAX)
    return kTvmErrorPlatformNoMemory;
  /* A program may allocate without TVMPlatformInitialize. */
  if (arena_state.workspace == NULL) {
    const tvm_crt_error_t error = TVMPlatformInitialize();
    if (error != kTvmErrorNoError)
      return error;
  }
  return StackMemoryManager_Allocate(&arena_state, (int32_t)num_bytes, out_ptr);
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  return StackMemoryManager_Free(&arena_state, ptr);
}
