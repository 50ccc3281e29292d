/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Runs on an emulated board: starts the runtime, finds and calls functions, and
 * writes PASS. Linked with generated/operators.c and generated/metadata.c. */

#include <stdint.h>

#include "crt_config.h"
#include "semihosting.h"

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      TVMLogf("line %d: not true: %s; last error: %s\n", __LINE__, #condition, \
              TVMGetLastError());                                              \
      return 1;                                                                \
    }                                                                          \
  } while (0)

int main(void);

static int32_t a[3] = {1, 2, 3};
static int32_t b[3] = {10, 20, 30};
static int32_t sum[3];
static int64_t shape[1] = {3};

static DLTensor tensor_of(int32_t *data) {
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

static int call_global(const char *name, TVMValue *result, int *result_code) {
  TVMFunctionHandle function = NULL;
  const int error = TVMFuncGetGlobal(name, &function);
  if (error != 0)
    return error;
  return TVMFuncCall(function, NULL, NULL, 0, result, result_code);
}

static int run_operator(TVMModuleHandle module) {
  DLTensor tensors[3];
  TVMValue args[3];
  int codes[3];
  TVMValue result;
  int result_code;
  TVMFunctionHandle add = NULL;
  tensors[0] = tensor_of(a);
  tensors[1] = tensor_of(b);
  tensors[2] = tensor_of(sum);
  for (int i = 0; i < 3; i++) {
    args[i].v_handle = &tensors[i];
    codes[i] = kTVMDLTensorHandle;
  }
  EXPECT(TVMModGetFunction(module, "tvmgen_default_fused_add", 0, &add) == 0);
  EXPECT(TVMFuncCall(add, args, codes, 3, &result, &result_code) == 0);
  EXPECT(sum[0] == 11 && sum[1] == 22 && sum[2] == 33);
  EXPECT(TVMModGetFunction(module, "nothing", 0, &add) ==
         kTvmErrorFunctionNameNotFound);
  return 0;
}

static int measure_operator(void) {
#if TVM_CRT_ENABLE_TIME_EVALUATOR
  double seconds = -1.0;
  EXPECT(TVMPlatformTimerStart() == kTvmErrorNoError);
  EXPECT(TVMPlatformTimerStart() == kTvmErrorPlatformTimerBadState);
  EXPECT(TVMPlatformTimerStop(&seconds) == kTvmErrorNoError);
  EXPECT(seconds >= 0.0 && seconds < 60.0);
  EXPECT(TVMPlatformTimerStop(&seconds) == kTvmErrorPlatformTimerBadState);
#endif
  return 0;
}

int main(void) {
  TVMValue result;
  int result_code;
  uint64_t ticks[2];
  uint32_t ticks_per_second = 0;
  void *block = NULL;
  const DLDevice cpu = {kDLCPU, 0};

  EXPECT(TVMPlatformInitialize() == kTvmErrorNoError);
  EXPECT(TVMInitializeRuntime() == kTvmErrorNoError);
  EXPECT(call_global("tvm.rpc.server.GetCRTMaxPacketSize", &result,
                     &result_code) == 0);
  EXPECT(result.v_int64 == TVM_CRT_MAX_PACKET_SIZE_BYTES - 11);
  EXPECT(call_global("runtime.SystemLib", &result, &result_code) == 0);
  EXPECT(result_code == kTVMModuleHandle);
  EXPECT(run_operator(result.v_handle) == 0);
  EXPECT(measure_operator() == 0);

  EXPECT(TVMPlatformMemoryAllocate(100, cpu, &block) == kTvmErrorNoError);
  EXPECT((uintptr_t)block % 16 == 0);
  EXPECT(TVMPlatformMemoryFree(block, cpu) == kTvmErrorNoError);
  EXPECT(TVMPlatformMemoryAllocate(TVM_CRT_PORT_ARENA_SIZE_BYTES + 1, cpu,
                                   &block) == kTvmErrorPlatformNoMemory);

  EXPECT(tvm_crt_semihosting_clock(&ticks[0], &ticks_per_second) ==
         kTvmErrorNoError);
  EXPECT(tvm_crt_semihosting_clock(&ticks[1], &ticks_per_second) ==
         kTvmErrorNoError);
  EXPECT(ticks_per_second > 0 && ticks[1] >= ticks[0]);

  TVMLogf("PASS %s %d\n", "sum", (int)sum[2]);
  /* Told apart from a plain 0, which an emulator returns for other reasons. */
  return 42;
}
