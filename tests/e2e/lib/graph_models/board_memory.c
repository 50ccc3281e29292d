/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What create, params, run and release of a model take on a board: a line of
 * allocations, their bytes, and bytes of stack. GRAPH and PARAMS are files. */

#include <stdarg.h>
#include <string.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/graph_executor.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm_crt/graph_executor.h>
#include <tvm_crt/message_format.h>

#include "semihosting.h"

#define PAINTED_BYTES 16384

__asm__(".section .rodata.files, \"a\"\n"
        ".global graph, params, params_end\n"
        "graph: .incbin \"" GRAPH "\"\n"
        ".byte 0\n"
        "params: .incbin \"" PARAMS "\"\n"
        "params_end:\n"
        ".text\n");
extern const char graph[], params[], params_end[];

static uint64_t memory[100000 / sizeof(uint64_t)];
static size_t used, allocations, live;

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  (void)dev;
  if (num_bytes > sizeof(memory) - used)
    return kTvmErrorPlatformNoMemory;
  *out_ptr = (char *)memory + used;
  used += (num_bytes + 7) & ~(size_t)7;
  allocations++;
  live++;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)ptr, (void)dev;
  live--;
  return kTvmErrorNoError;
}

static void print(const char *format, ...) {
  char text[200];
  va_list args;
  va_start(args, format);
  tvm_crt_semihosting_write(
      text, tvm_crt_format_message(text, sizeof(text), format, args));
  va_end(args);
}

static int use_model(void) {
  DLDevice cpu = {kDLCPU, 0};
  TVMModuleHandle module = NULL;
  TVMGraphExecutor *executor = NULL;
  int error = (int)TVMInitializeRuntime();
  if (error == 0)
    error = TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module);
  if (error == 0)
    error = TVMGraphExecutor_Create(graph, module, &cpu, &executor);
  if (error == 0)
    error = TVMGraphExecutor_LoadParams(executor, params,
                                        (uint32_t)(params_end - params));
  if (error == 0) {
    DLTensor *input = TVMGraphExecutor_InputTensor(
        executor, TVMGraphExecutor_GetInputIndex(executor, INPUT));
    error = TVMGraphExecutor_SetInput(executor, INPUT, input);
  }
  if (error == 0)
    error = TVMGraphExecutor_Run(executor);
  if (error == 0)
    error = TVMGraphExecutor_Release(&executor);
  return error;
}

int main(void) {
  volatile char here = 0;
  volatile char *bottom = &here - PAINTED_BYTES;
  volatile char *at = bottom;
  int error;
  while (at < &here - 256)
    *at++ = 0x5a;
  error = use_model();
  for (at = bottom; *at == 0x5a; at++)
    ;
  if (error != 0)
    print("error %d: %s\n", error, TVMGetLastError());
  print("allocations %zu bytes %zu live %zu stack %zu\n", allocations, used,
        live, (size_t)(&here - at));
  return error != 0;
}
