// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a program uses the runtime, step by step, in plain C. The operators and
// the registry are generated/operators.c and generated/metadata.c; the platform
// is ports/posix.

#include <stdio.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "line %d: not true: %s; last error: %s\n", __LINE__,     \
              #condition, TVMGetLastError());                                  \
      return 1;                                                                \
    }                                                                          \
  } while (0)

static DLTensor tensor_of(int32_t *data, int64_t *shape) {
  DLTensor tensor = {0};
  tensor.data = data;
  tensor.device.device_type = kDLCPU;
  tensor.ndim = 1;
  tensor.dtype.code = kDLInt;
  tensor.dtype.bits = 32;
  tensor.dtype.lanes = 1;
  tensor.shape = shape;
  return tensor;
}

int main(void) {
  TVMFunctionHandle get_system_lib, add;
  TVMValue result;
  int result_code;

  // Bring up the platform, then the runtime.
  CHECK(TVMPlatformInitialize() == kTvmErrorNoError);
  CHECK(TVMInitializeRuntime() == kTvmErrorNoError);

  // The functions that are linked into this program are the system library. A
  // global function returns its module.
  CHECK(TVMFuncGetGlobal("runtime.SystemLib", &get_system_lib) == 0);
  CHECK(get_system_lib != NULL);
  CHECK(TVMFuncCall(get_system_lib, NULL, NULL, 0, &result, &result_code) == 0);
  CHECK(result_code == kTVMModuleHandle);

  // Look up an operator by name, once; the handle stays good.
  CHECK(TVMModGetFunction(result.v_handle, "tvmgen_default_fused_add", 0,
                          &add) == 0);

  // An operator takes tensors: descriptions of memory that the program owns.
  int32_t a[3] = {1, 2, 3}, b[3] = {10, 20, 30}, sum[3] = {0, 0, 0};
  int64_t shape[1] = {3};
  DLTensor tensors[3] = {tensor_of(a, shape), tensor_of(b, shape),
                         tensor_of(sum, shape)};
  TVMValue args[3];
  int codes[3];
  for (int i = 0; i < 3; i++) {
    args[i].v_handle = &tensors[i];
    codes[i] = kTVMDLTensorHandle;
  }

  // Call it. It returns nothing but its status.
  CHECK(TVMFuncCall(add, args, codes, 3, &result, &result_code) == 0);
  CHECK(result_code == kTVMNullptr);
  CHECK(sum[0] == 11 && sum[1] == 22 && sum[2] == 33);

  // A name that is not there is no crash, and there is a text for it.
  CHECK(TVMModGetFunction((TVMModuleHandle)0x8000, "no_such_operator", 0,
                          &add) == kTvmErrorFunctionNameNotFound);
  printf("last error: %s\n", TVMGetLastError());
  return 0;
}
