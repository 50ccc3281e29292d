/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What of the runtime builds where pointers and int have 16 bits, on an AVR:
 * operators with the C interface, the backend below them, the allocators. The
 * checks are those of the acceptance suite; main writes to the first UART,
 * where the simulator shows it. */

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdio.h>

#include <tvm/runtime/crt/platform.h>
#include <tvm/runtime/crt/stack_allocator.h>

#include "acceptance.h"
#include "tvmgen_default.h"

static uint8_t memory[512];
static tvm_workspace_t workspace;

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  (void)dev;
  return StackMemoryManager_Allocate(&workspace, (int32_t)num_bytes, out_ptr);
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  return StackMemoryManager_Free(&workspace, ptr);
}

int32_t TVMDeviceAcceleratorActivate(void *context);
int32_t TVMDeviceAcceleratorOpen(void *context);
int32_t TVMDeviceAcceleratorClose(void *context);
int32_t TVMDeviceAcceleratorDeactivate(void *context);

int32_t TVMDeviceAcceleratorActivate(void *context) { return context == NULL; }
int32_t TVMDeviceAcceleratorOpen(void *context) { return context == NULL; }
int32_t TVMDeviceAcceleratorClose(void *context) { return context == NULL; }
int32_t TVMDeviceAcceleratorDeactivate(void *context) {
  return context == NULL;
}

bool acceptance_check(bool holds, const char *what) {
  printf("%s - %s\n", holds ? "ok" : "not ok", what);
  return holds;
}

static void run_model(void) {
  float x[4] = {1, 2, 3, 4};
  float output[4] = {0, 0, 0, 0};
  struct tvmgen_default_inputs inputs = {x};
  struct tvmgen_default_outputs outputs = {output};
  struct tvmgen_default_devices devices = {memory};
  const bool is_done = tvmgen_default_run(&inputs, &outputs, &devices) == 0;
  acceptance_check(is_done && output[0] == 1.5f && output[1] == 3.0f &&
                       output[2] == 9.0f && output[3] == 116.0f,
                   "a model with the C interface");
}

static int put(char c, FILE *stream) {
  (void)stream;
  while ((UCSR0A & (1 << UDRE0)) == 0)
    ;
  UDR0 = (uint8_t)c;
  return 0;
}

static FILE uart = FDEV_SETUP_STREAM(put, NULL, _FDEV_SETUP_WRITE);

int main(void) {
  UCSR0B = 1 << TXEN0;
  stdout = &uart;
  printf("begin\n");
  if (StackMemoryManager_Init(&workspace, memory, sizeof(memory)) !=
      kTvmErrorNoError)
    printf("not ok - no workspace\n");
  acceptance_backend();
  acceptance_stack_allocator();
  acceptance_page_allocator();
  run_model();
  printf("end\n");
  cli();
  sleep_enable();
  sleep_cpu();
  return 0;
}
