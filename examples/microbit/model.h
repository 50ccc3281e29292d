// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for the header of a model with an accelerator. A generated one
// declares more, and its tensors are not single numbers.
#include <stdint.h>

struct tvmgen_default_devices {
  void *ethos_u;
};

int32_t tvmgen_default_run(int32_t input, int32_t *output,
                           struct tvmgen_default_devices *devices);
int32_t npu_invoke(int32_t operand, int32_t *result, void *context);
int32_t TVMDeviceEthosUActivate(void *context);
int32_t TVMDeviceEthosUOpen(void *context);
int32_t TVMDeviceEthosUClose(void *context);
int32_t TVMDeviceEthosUDeactivate(void *context);
