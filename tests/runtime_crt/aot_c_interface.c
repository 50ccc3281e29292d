// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model with the C interface: its header, its entry, the hooks of a device.
// Nothing of the runtime is linked.

#include <stdio.h>

#include "tvmgen_default.h"

static char calls[32];
static int num_calls;

static int32_t hook(char letter, void *context) {
  calls[num_calls++] = letter;
  return context == calls ? 0 : -1;
}

int32_t TVMDeviceAcceleratorActivate(void *context);
int32_t TVMDeviceAcceleratorOpen(void *context);
int32_t TVMDeviceAcceleratorClose(void *context);
int32_t TVMDeviceAcceleratorDeactivate(void *context);

int32_t TVMDeviceAcceleratorActivate(void *context) {
  return hook('A', context);
}
int32_t TVMDeviceAcceleratorOpen(void *context) { return hook('O', context); }
int32_t TVMDeviceAcceleratorClose(void *context) { return hook('C', context); }
int32_t TVMDeviceAcceleratorDeactivate(void *context) {
  return hook('D', context);
}

int main(void) {
  float x[4] = {1, 2, 3, 4}, output[4] = {0, 0, 0, 0};
  struct tvmgen_default_inputs inputs = {x};
  struct tvmgen_default_outputs outputs = {output};
  struct tvmgen_default_devices devices = {calls};
  if (tvmgen_default_run(&inputs, &outputs, &devices) != 0 ||
      output[0] != 1.5f || output[1] != 3.0f || output[2] != 9.0f ||
      output[3] != 116.0f) {
    fprintf(stderr, "wrong result\n");
    return 1;
  }
  if (num_calls != 4 || calls[0] != 'A' || calls[1] != 'O' || calls[2] != 'C' ||
      calls[3] != 'D') {
    fprintf(stderr, "wrong order of hooks: %.*s\n", num_calls, calls);
    return 1;
  }
  return 0;
}
