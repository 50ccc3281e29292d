/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The memory of tvm/runtime/crt/platform.h for a bare-metal program. Messages
 * are in messages.c and the timer in timer.c, so that a program can have one of
 * them and replace another.
 *
 * Provides: TVMPlatformInitialize, TVMPlatformMemoryAllocate,
 * TVMPlatformMemoryFree. Random numbers are left to the runtime's weak default,
 * which refuses.
 *
 * Needs: StackMemoryManager_* of libbackend.a; memcpy, memset, memmove and
 * memcmp from a libc or from memory_functions.c, because compilers call them on
 * their own. No compiler support library (libgcc, compiler-rt).
 *
 * From the board: start-up code that sets the stack pointer, copies .data,
 * clears .bss and calls main; a linker script. No symbol of the linker script
 * is used here: the memory for tensors is an array in .bss of
 * TVM_CRT_PORT_ARENA_SIZE_BYTES bytes (crt_config.h). */

#include "crt_config.h"

#include <tvm/runtime/crt/platform.h>
#include <tvm/runtime/crt/stack_allocator.h>

#ifdef TVM_CRT_CONFIG_AT_LINK

/* metaobj link makes the memory, with the size that its user names. */
extern uint8_t tvm_crt_port_arena[];
extern const uint32_t tvm_crt_port_arena_size;
#define arena tvm_crt_port_arena
#define ARENA_SIZE_BYTES tvm_crt_port_arena_size

#else

#ifndef TVM_CRT_PORT_ARENA_SIZE_BYTES
#error "crt_config.h: TVM_CRT_PORT_ARENA_SIZE_BYTES is missing"
#endif
#if TVM_CRT_PORT_ARENA_SIZE_BYTES < 16 ||                                      \
    TVM_CRT_PORT_ARENA_SIZE_BYTES > 0x7fffffff
#error "crt_config.h: TVM_CRT_PORT_ARENA_SIZE_BYTES must be 16 to 2^31 - 1"
#endif

static uint8_t arena[TVM_CRT_PORT_ARENA_SIZE_BYTES]
    __attribute__((aligned(TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES)));
#define ARENA_SIZE_BYTES sizeof(arena)

#endif

static tvm_workspace_t arena_state;

tvm_crt_error_t TVMPlatformInitialize(void) {
  return StackMemoryManager_Init(&arena_state, arena, ARENA_SIZE_BYTES);
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
