/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A product's own platform: memory, messages and a line of its board. It needs
 * no debugger and nothing of a compiler. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/crt/platform.h>
#include <tvm/runtime/crt/stack_allocator.h>
#include <tvm_crt/message_format.h>

#include "board.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))

static uint8_t arena[6144] __attribute__((aligned(16)));
static tvm_workspace_t memory;

tvm_crt_error_t TVMPlatformInitialize(void) {
  return StackMemoryManager_Init(&memory, arena, sizeof(arena));
}

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  (void)dev;
  return StackMemoryManager_Allocate(&memory, (int32_t)num_bytes, out_ptr);
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  return StackMemoryManager_Free(&memory, ptr);
}

size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args) {
  return tvm_crt_format_message(out_buf, out_buf_size_bytes, fmt, args);
}

#if defined(BOARD_NRF51)
static void put(char c) {
  REGISTER(0x40002500) = 4; /* On. */
  REGISTER(0x40002008) = 1; /* Start to send. */
  REGISTER(0x4000211c) = 0;
  REGISTER(0x4000251c) = (uint8_t)c;
  while (REGISTER(0x4000211c) == 0) {
  }
}
#elif defined(BOARD_CMSDK_UART)
static void put(char c) {
  REGISTER(BOARD_CMSDK_UART + 16) = 16; /* Rate. */
  REGISTER(BOARD_CMSDK_UART + 8) = 1;   /* Sends. */
  while ((REGISTER(BOARD_CMSDK_UART + 4) & 1) != 0) {
  }
  REGISTER(BOARD_CMSDK_UART) = (uint8_t)c;
}
#else
static void put(char c) { *(volatile uint8_t *)0x10000000 = (uint8_t)c; }
#endif

void board_write(const char *text, size_t size) {
  while (size-- > 0)
    put(*text++);
}

/* Ends the emulator. */
__attribute__((noreturn)) static void stop(void) {
#ifdef __arm__
  REGISTER(0xe000ed0c) = 0x05fa0004; /* Reset; the emulator does not reboot. */
#else
  REGISTER(0x100000) = 0x5555;
#endif
  for (;;) {
  }
}

void TVMPlatformAbort(tvm_crt_error_t code) {
  (void)code;
  board_write("abort\n", 6);
  stop();
}

uint32_t arithmetic_sum(void);
int digits_main(void);

int main(void) {
  static const char digits[] = "0123456789abcdef";
  const uint32_t sum = arithmetic_sum();
  const tvm_crt_error_t error = TVMPlatformInitialize();
  char text[] = "sum 00000000\n";
  for (int i = 0; i < 8; i++)
    text[4 + i] = digits[sum >> (28 - 4 * i) & 15];
  board_write(text, sizeof(text) - 1);
  if (error != kTvmErrorNoError || digits_main() != 0)
    board_write("failed\n", 7);
  stop();
}
