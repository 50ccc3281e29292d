// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for the generated code of a model with one operator of ethos-u and one
// without a device.
#include "model.h"

/* An operator without a device. */
static int32_t negate(int32_t *value) {
  *value = -*value;
  return 0;
}

static int32_t run_on_device(int32_t input, int32_t *output, void *context) {
  int32_t error = TVMDeviceEthosUOpen(context);
  if (error == 0) {
    int32_t closing;
    error = npu_invoke(input, output, context);
    closing = TVMDeviceEthosUClose(context);
    error = error != 0 ? error : closing;
  }
  return error;
}

int32_t tvmgen_default_run(int32_t input, int32_t *output,
                           struct tvmgen_default_devices *devices) {
  int32_t resting;
  int32_t error = TVMDeviceEthosUActivate(devices->ethos_u);
  if (error != 0)
    return error;
  error = run_on_device(input, output, devices->ethos_u);
  if (error == 0)
    error = negate(output);
  resting = TVMDeviceEthosUDeactivate(devices->ethos_u);
  return error != 0 ? error : resting;
}
