// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The platform functions of runtime_crt for the BBC micro:bit (nRF51822), as
// docs/porting.md explains them: UART for text, TIMER0, RNG, and an arena.
#include <stdarg.h>
#include <stdbool.h>

#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm/runtime/crt/stack_allocator.h>
#include <tvm_crt/message_format.h>

/* Registers of the nRF51. */
#define REGISTER(address) (*(volatile uint32_t *)(address))
#define UART_START_TX REGISTER(0x40002008)
#define UART_TX_READY REGISTER(0x4000211c)
#define UART_ENABLE REGISTER(0x40002500)
#define UART_PIN_TX REGISTER(0x4000250c)
#define UART_DATA REGISTER(0x4000251c)
#define UART_BAUD REGISTER(0x40002524)
#define TIMER_START REGISTER(0x40008000)
#define TIMER_CLEAR REGISTER(0x4000800c)
#define TIMER_CAPTURE REGISTER(0x40008040)
#define TIMER_BITS REGISTER(0x40008508)
#define TIMER_PRESCALER REGISTER(0x40008510)
#define TIMER_VALUE REGISTER(0x40008540)
#define RANDOM_START REGISTER(0x4000d000)
#define RANDOM_STOP REGISTER(0x4000d004)
#define RANDOM_READY REGISTER(0x4000d100)
#define RANDOM_VALUE REGISTER(0x4000d508)

static uint8_t arena[4096];
static tvm_workspace_t pool;
static bool timer_runs;

tvm_crt_error_t TVMPlatformInitialize(void) {
  UART_ENABLE = 4;
  UART_PIN_TX = 24;
  UART_BAUD = 0x01d7e000; /* 115200 */
  UART_START_TX = 1;
  TIMER_BITS = 3;      /* 32 bits */
  TIMER_PRESCALER = 4; /* 16 MHz / 2^4 */
  timer_runs = false;
  return StackMemoryManager_Init(&pool, arena, sizeof(arena));
}

static void write_text(const char *text, size_t nbytes) {
  for (size_t i = 0; i < nbytes; i++) {
    UART_TX_READY = 0;
    UART_DATA = (uint8_t)text[i];
    while (UART_TX_READY == 0) {
    }
  }
}

void TVMLogf(const char *fmt, ...) {
  char text[128];
  va_list args;
  size_t length;
  va_start(args, fmt);
  length = tvm_crt_format_message(text, sizeof(text), fmt, args);
  va_end(args);
  write_text(text, length);
}

size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args) {
  return tvm_crt_format_message(out_buf, out_buf_size_bytes, fmt, args);
}

void TVMPlatformAbort(tvm_crt_error_t code) {
  TVMLogf("abort: error 0x%x\n", (unsigned int)code);
  for (;;) {
  }
}

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  if (dev.device_type != kDLCPU || num_bytes > sizeof(arena))
    return kTvmErrorPlatformNoMemory;
  return StackMemoryManager_Allocate(&pool, (int32_t)num_bytes, out_ptr);
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  return StackMemoryManager_Free(&pool, ptr);
}

tvm_crt_error_t TVMPlatformTimerStart(void) {
  if (timer_runs)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = true;
  TIMER_CLEAR = 1;
  TIMER_START = 1;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  TIMER_CAPTURE = 1;
  if (elapsed_time_seconds == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  if (!timer_runs)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = false;
  *elapsed_time_seconds = (double)TIMER_VALUE * 1e-6;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer, size_t num_bytes) {
  RANDOM_START = 1;
  for (size_t i = 0; i < num_bytes; i++) {
    RANDOM_READY = 0;
    while (RANDOM_READY == 0) {
    }
    buffer[i] = (uint8_t)RANDOM_VALUE;
  }
  RANDOM_STOP = 1;
  return kTvmErrorNoError;
}
