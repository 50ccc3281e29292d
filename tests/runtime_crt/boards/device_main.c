/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Runs on an emulated board: a device without an operating system, whose memory
 * only its own functions reach, through the hooks that generated code calls.
 * Writes PASS. */

#include <stdint.h>

#include <tvm/platform/bare_metal.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      TVMLogf("line %d: not true: %s\n", __LINE__, #condition);                \
      return 1;                                                                \
    }                                                                          \
  } while (0)

int main(void);

/* Registers and memory of the device: in order, what it was asked for. */
typedef struct {
  int32_t words[8];
  uint32_t asked_for;
} accelerator_t;

static accelerator_t accelerator;
static tvm_device_t npu;
static tvm_device_t dsp;
static int32_t input[4] = {1, 2, 3, 27};
static int32_t output[4];
static int64_t shape[1] = {4};

static int32_t ask(tvm_device_t *device, uint32_t what) {
  accelerator_t *registers = TVMDevicePlatformHandle(device);
  registers->asked_for = registers->asked_for * 10 + what;
  return 0;
}
static int32_t wake(tvm_device_t *device) { return ask(device, 1); }
static int32_t begin(tvm_device_t *device) { return ask(device, 2); }
static int32_t end(tvm_device_t *device) { return ask(device, 3); }
static int32_t rest(tvm_device_t *device) { return ask(device, 4); }

static int32_t write_words(tvm_device_t *device, void *to, const void *from,
                           size_t num_bytes) {
  accelerator_t *registers = TVMDevicePlatformHandle(device);
  const int32_t *source = from;
  for (size_t i = 0; i < num_bytes / 4; i++)
    registers->words[(uintptr_t)to / 4 + i] = source[i];
  return 0;
}
static int32_t read_words(tvm_device_t *device, void *to, const void *from,
                          size_t num_bytes) {
  const accelerator_t *registers = TVMDevicePlatformHandle(device);
  int32_t *target = to;
  for (size_t i = 0; i < num_bytes / 4; i++)
    target[i] = registers->words[(uintptr_t)from / 4 + i];
  return 0;
}

static const tvm_device_ops_t ops = {wake, begin,       end,
                                     rest, write_words, read_words};

TVM_DEVICE_DEFINE_HOOKS(EthosU);
TVM_DEVICE_DEFINE_HOOKS(Dsp);

static DLTensor tensor_of(void *data) {
  DLTensor tensor;
  tensor.data = data;
  tensor.device.device_type = kDLCPU;
  tensor.device.device_id = 0;
  tensor.ndim = 1;
  tensor.dtype.code = kDLInt;
  tensor.dtype.bits = 32;
  tensor.dtype.lanes = 1;
  tensor.shape = shape;
  tensor.strides = NULL;
  tensor.byte_offset = 0;
  return tensor;
}

/* An operator of the device: all words become their sum. */
static int32_t sum_words(void *context) {
  tvm_device_t *device = context;
  accelerator_t *registers = TVMDevicePlatformHandle(device);
  DLTensor from = tensor_of(input);
  DLTensor there = tensor_of(NULL);
  DLTensor to = tensor_of(output);
  there.byte_offset = 16;
  EXPECT(TVMDeviceCopyTensor(&from, NULL, &there, device) == 0);
  for (int i = 4; i < 8; i++)
    registers->words[0] += registers->words[i];
  for (int i = 4; i < 8; i++)
    registers->words[i] = registers->words[0];
  EXPECT(TVMDeviceCopyTensor(&there, device, &to, NULL) == 0);
  return 0;
}

int main(void) {
  const tvm_device_source_t visible = {&dsp, input, sizeof(input)};
  const tvm_device_target_t there = {&npu, NULL, 32};
  EXPECT(TVMPlatformInitialize() == kTvmErrorNoError);
  EXPECT(TVMDeviceEthosUActivate(&npu) == kTvmErrorDeviceNotInitialized);
  EXPECT(TVMDeviceInit(&npu) == 0 && TVMDeviceInit(&dsp) == 0);
  EXPECT(TVMDeviceEthosUActivate(&npu) == kTvmErrorDeviceNotBound);
  EXPECT(TVMDevicePlatformBind(&npu, &accelerator, &ops) == 0);
  EXPECT(TVMDevicePlatformBind(&dsp, NULL, NULL) == 0);
  EXPECT(TVMDeviceEthosUOpen(&npu) == kTvmErrorDeviceNotActive);

  /* As generated code does. */
  EXPECT(TVMDeviceEthosUActivate(&npu) == 0);
  EXPECT(TVMDeviceDspActivate(&dsp) == 0);
  EXPECT(TVMDeviceEthosUOpen(&npu) == 0);
  EXPECT(sum_words(&npu) == 0);
  EXPECT(TVMDeviceCopyBytes(&visible, &there) == kTvmErrorDeviceNotOpen);
  EXPECT(TVMDeviceDspOpen(&dsp) == 0);
  EXPECT(TVMDeviceCopyBytes(&visible, &there) == 0);
  EXPECT(TVMDeviceDspClose(&dsp) == 0);
  EXPECT(TVMDeviceEthosUClose(&npu) == 0);
  EXPECT(TVMDeviceDspDeactivate(&dsp) == 0);
  EXPECT(TVMDeviceEthosUDeactivate(&npu) == 0);

  EXPECT(accelerator.asked_for == 1234);
  EXPECT(accelerator.words[3] == 27 && accelerator.words[4] == 33);
  EXPECT(TVMDeviceDestroy(&npu) == 0 && TVMDeviceDestroy(&dsp) == 0);
  EXPECT(TVMDeviceEthosUClose(&npu) == kTvmErrorDeviceNotInitialized);
  TVMLogf("PASS %s %d\n", "sum", (int)output[3]);
  /* Told apart from a plain 0, which an emulator returns for other reasons. */
  return 42;
}
