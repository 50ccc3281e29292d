/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The RPC server on a board: QEMU's mps2-an385, by its first serial line. The
 * operators and parameters are those of the image it is linked into. */

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/microtvm_rpc_server.h>
#include <tvm/runtime/crt/page_allocator.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm_crt/message_format.h>
#include <tvm_crt/rpc_server.h>

/* Arm's CMSDK UART. */
typedef struct {
  volatile uint32_t data;
  volatile uint32_t state; /* 1: no room to send; 2: a byte has come. */
  volatile uint32_t control;
  volatile uint32_t interrupts;
  volatile uint32_t divider;
} uart_t;
#define UART ((uart_t *)0x40004000)
#define UART_RECEIVED 2

/* The interrupt controller: its interrupt 0 is a byte that has come. */
#define NVIC_ENABLE (*(volatile uint32_t *)0xe000e100)
#define NVIC_CLEAR (*(volatile uint32_t *)0xe000e280)

/* Sleeps until a byte comes. Interrupts are masked: they only wake. */
static uint8_t uart_read(void) {
  while ((UART->state & UART_RECEIVED) == 0)
    __asm volatile("wfi");
  UART->interrupts = UART_RECEIVED;
  NVIC_CLEAR = 1;
  return (uint8_t)UART->data;
}

static ptrdiff_t uart_write(void *context, const uint8_t *bytes, size_t count) {
  size_t done = 0;
  (void)context;
  while (done < count && (done == 0 || (UART->state & 1) == 0)) {
    while ((UART->state & 1) != 0) {
    }
    UART->data = bytes[done];
    done++;
  }
  return (ptrdiff_t)done;
}

static uint8_t pool[32768] __attribute__((aligned(16)));
static MemoryManagerInterface *memory;

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t count, DLDevice dev,
                                          void **out) {
  return memory->Allocate(memory, count, dev, out);
}

tvm_crt_error_t TVMPlatformMemoryFree(void *block, DLDevice dev) {
  return memory->Free(memory, block, dev);
}

size_t TVMPlatformFormatMessage(char *out, size_t size, const char *format,
                                va_list args) {
  return tvm_crt_format_message(out, size, format, args);
}

/* Writes to the log, which is the host's. */
static int say(TVMValue *args, int *codes, int count, TVMValue *result,
               int *result_code, void *resource) {
  (void)resource;
  (void)result;
  (void)result_code;
  if (count != 1 || codes[0] != kTVMStr) {
    TVMAPISetLastError("say wants a text");
    return kTvmErrorFunctionCallWrongArgType;
  }
  TVMLogf("the host says %s\n", args[0].v_str);
  return 0;
}

/* Counts its calls, and says how many they are. */
static int count(TVMValue *args, int *codes, int num_args, TVMValue *result,
                 int *result_code, void *resource) {
  static int64_t calls;
  (void)args;
  (void)codes;
  (void)num_args;
  (void)resource;
  calls++;
  result->v_int64 = calls;
  *result_code = kTVMArgInt;
  return 0;
}

static int add(const char *name, TVMBackendPackedCFunc function) {
  union {
    TVMBackendPackedCFunc code;
    void *data;
  } address;
  address.code = function;
  return TVMFuncRegisterGlobal(name, address.data, 0);
}

int main(void) {
  microtvm_rpc_server_t server;
  UART->divider = 16;
  __asm volatile("cpsid i");
  UART->control = 3 | 8; /* send, receive, interrupt for what has come */
  NVIC_ENABLE = 1;
  if (PageMemoryManagerCreate(&memory, pool, sizeof(pool), 6) != 0)
    return 1;
  server = MicroTVMRpcServerInit(uart_write, NULL);
  /* The parameters are somewhere in flash. */
  if (server == NULL || add("say", say) != 0 || add("count", count) != 0 ||
      TVMRpcServer_ListFunctions() != 0 ||
      TVMRpcServer_Lend((const void *)0x40, 0x40000, false) != 0)
    return 2;
  for (;;) {
    uint8_t byte = uart_read();
    uint8_t *next = &byte;
    size_t left = 1;
    tvm_crt_error_t error;
    error = MicroTVMRpcServerLoop(server, &next, &left);
    if (error == kTvmErrorPlatformShutdown)
      return 42;
    if (error != kTvmErrorNoError)
      return 3;
  }
}
