/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The start of Zephyr's stand-alone program: a pool, and a buffer whose size
 * stands in crt_config.h, which comes with the allocator's header. */

#include <tvm/runtime/crt/stack_allocator.h>

static uint8_t packet[TVM_CRT_MAX_PACKET_SIZE_BYTES];
static uint8_t g_aot_memory[1024];
tvm_workspace_t app_workspace;

int main(void) {
  void *block = NULL;
  if (StackMemoryManager_Init(&app_workspace, g_aot_memory,
                              sizeof(g_aot_memory)) != kTvmErrorNoError)
    return 1;
  if (StackMemoryManager_Allocate(&app_workspace, 100, &block) !=
      kTvmErrorNoError)
    return 1;
  ((uint8_t *)block)[99] = packet[sizeof(packet) - 1];
  return StackMemoryManager_Free(&app_workspace, block) == kTvmErrorNoError ? 0
                                                                            : 1;
}
