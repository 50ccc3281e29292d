/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Graph JSON: an error, or an executor that runs, with all tensors in its
 * memory.
 *
 * Tries to break (SECURITY.md): runtime_crt 1, 7, 8. */

#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm_crt/graph_executor.h>

/* Larger blocks there are not. */
#define LARGEST_BLOCK ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int live_blocks;

static void check(int holds) {
  if (!holds)
    abort();
}

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  (void)dev;
  if (num_bytes > LARGEST_BLOCK)
    return kTvmErrorPlatformNoMemory;
  *out_ptr = malloc(num_bytes);
  check(*out_ptr != NULL);
  live_blocks++;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  free(ptr);
  live_blocks--;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformTimerStart(void) { return kTvmErrorNoError; }

tvm_crt_error_t TVMPlatformTimerStop(double *seconds) {
  *seconds = 0.0;
  return kTvmErrorNoError;
}

/* Cannot be written. */
static const float linked[4];

/* Touches the ends of each argument but the linked parameter, whose size is the
 * graph's word; what is between lies in the same block. */
static int touch(TVMValue *args, int *type_codes, int num_args,
                 TVMValue *ret_val, int *ret_type_code, void *resource) {
  (void)ret_val, (void)ret_type_code, (void)resource;
  for (int i = 0; i < num_args; i++) {
    const DLTensor *tensor = args[i].v_handle;
    volatile char *bytes = tensor->data;
    size_t nbytes =
        ((size_t)tensor->dtype.bits * tensor->dtype.lanes + 7U) / 8U;
    check(type_codes[i] == kTVMNDArrayHandle);
    check(tensor->ndim >= 0 && tensor->strides == NULL);
    for (int32_t d = 0; d < tensor->ndim; d++) {
      check(tensor->shape[d] >= 0);
      nbytes *= (size_t)tensor->shape[d];
    }
    check(nbytes <= LARGEST_BLOCK);
    if (nbytes > 0 && tensor->data != linked) {
      bytes[0] = 1;
      bytes[nbytes - 1] = 1;
    }
  }
  return 0;
}

static int look_up(TVMValue *args, int *type_codes, int num_args,
                   TVMValue *ret_val, int *ret_type_code, void *resource) {
  (void)type_codes, (void)num_args, (void)resource;
  *ret_type_code = kTVMNullptr;
  if (args[0].v_int64 == 5) {
    ret_val->v_handle = (void *)(uintptr_t)linked;
    *ret_type_code = kTVMOpaqueHandle;
  }
  return 0;
}

static const struct {
  uint16_t count;
  char names[25];
} names = {2, "f\0_lookup_linked_param\0"};
static const TVMBackendPackedCFunc functions[] = {touch, look_up};
static const TVMFuncRegistry registry = {(const char *)&names, functions};
static const TVMModule module = {&registry};

const TVMModule *TVMSystemLibEntryPoint(void) { return &module; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const DLDevice cpu = {kDLCPU, 0};
  TVMModuleHandle handle;
  TVMGraphExecutor *executor = NULL;
  char *json = malloc(size + 1);
  int error;
  check(json != NULL);
  memcpy(json, data, size);
  json[size] = '\0';
  check(TVMInitializeRuntime() == kTvmErrorNoError);
  check(TVMModCreateFromCModule(&module, &handle) == 0);
  error = TVMGraphExecutor_Create(json, handle, &cpu, &executor);
  free(json);
  check((error == 0) == (executor != NULL));
  check(strlen(TVMGetLastError()) < 1024);
  if (executor != NULL) {
    for (int i = 0; i < TVMGraphExecutor_GetNumInputs(executor); i++) {
      const char *name = NULL;
      check(TVMGraphExecutor_GetInputName(executor, i, &name) == 0);
      check(TVMGraphExecutor_GetInputIndex(executor, name) <= i);
      check(TVMGraphExecutor_InputTensor(executor, i) != NULL);
    }
    check(TVMGraphExecutor_Run(executor) == 0);
    for (int i = 0; i < TVMGraphExecutor_GetNumOutputs(executor); i++)
      check(TVMGraphExecutor_OutputTensor(executor, i) != NULL);
    check(TVMGraphExecutor_Release(&executor) == 0);
  }
  check(live_blocks == 0);
  return 0;
}
