// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with an accelerator: its device, its hooks, and an operator's
// driver.
#include <tvm/platform/bare_metal.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>

#include "model.h"

/* Registers of the accelerator. On a real board it is an address; here it is
 * memory, which always has the answer. */
typedef struct {
  volatile uint32_t power;
  volatile int32_t operand;
  volatile int32_t result;
} npu_t;
static npu_t registers = {0, 0, 42};

static int32_t wake(tvm_device_t *device) {
  npu_t *npu = TVMDevicePlatformHandle(device);
  npu->power = 1;
  TVMLogf("wake\n");
  return 0;
}

static int32_t rest(tvm_device_t *device) {
  npu_t *npu = TVMDevicePlatformHandle(device);
  npu->power = 0;
  TVMLogf("rest\n");
  return 0;
}

/* Nothing to do for Open and Close, and the CPU reads the device's memory. */
static const tvm_device_ops_t npu_ops = {wake, NULL, NULL, rest, NULL, NULL};

TVM_DEVICE_DEFINE_HOOKS(EthosU);

/* The operator's driver: its context is the device. */
int32_t npu_invoke(int32_t operand, int32_t *result, void *context) {
  npu_t *npu = TVMDevicePlatformHandle(context);
  if (npu == NULL || npu->power == 0)
    return -1;
  npu->operand = operand;
  *result = npu->result;
  TVMLogf("invoke %d\n", (int)operand);
  return operand < 0 ? 7 : 0;
}

int main(void) {
  static tvm_device_t npu;
  struct tvmgen_default_devices devices = {&npu};
  int32_t output = 0;
  if (TVMPlatformInitialize() != 0 || TVMDeviceInit(&npu) != 0 ||
      TVMDevicePlatformBind(&npu, &registers, &npu_ops) != 0)
    return 1;
  TVMLogf("run: %d\n", (int)tvmgen_default_run(6, &output, &devices));
  TVMLogf("run: %d\n", (int)tvmgen_default_run(-6, &output, &devices));
  TVMLogf("close: 0x%x\n", (unsigned int)TVMDeviceEthosUClose(&npu));
  TVMLogf("end: %d\n", (int)TVMDeviceDestroy(&npu));
  return 0;
}
