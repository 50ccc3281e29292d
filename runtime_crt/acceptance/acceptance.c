/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The transcript, and what several parts need. */

#include "acceptance.h"

#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>

#include "crt_config.h"

static int checks;
static int failures;

bool acceptance_check(bool holds, const char *what) {
  checks++;
  if (holds) {
    TVMLogf("ok %d - %s\n", checks, what);
  } else {
    failures++;
    TVMLogf("not ok %d - %s\n", checks, what);
    TVMLogf("# last error: %s\n", TVMGetLastError());
  }
  return holds;
}

void acceptance_show(const char *what, int value) {
  TVMLogf("# %s: %d\n", what, value);
}

DLTensor acceptance_tensor(void *data, uint8_t code, uint8_t bits) {
  static int64_t shape[1] = {3};
  DLTensor tensor;
  tensor.data = data;
  tensor.device.device_type = kDLCPU;
  tensor.device.device_id = 0;
  tensor.ndim = 1;
  tensor.dtype.code = code;
  tensor.dtype.bits = bits;
  tensor.dtype.lanes = 1;
  tensor.shape = shape;
  tensor.strides = NULL;
  tensor.byte_offset = 0;
  return tensor;
}

const float acceptance_x[4] = {2.0f, 3.0f, -1.0f, 8.0f};

bool acceptance_is_result(const void *out) {
  const int64_t *values = out;
  return values[0] == INT64_C(-2999999360) && values[1] == 0 &&
         values[2] == INT64_C(-2999999991);
}

void *acceptance_address(TVMBackendPackedCFunc function) {
  union {
    TVMBackendPackedCFunc code;
    void *data;
  } address;
  address.code = function;
  return address.data;
}

bool acceptance_system_lib(TVMModuleHandle *module) {
  TVMFunctionHandle function = NULL;
  TVMValue result;
  int result_code = kTVMArgInt;
  if (TVMFuncGetGlobal("runtime.SystemLib", &function) != 0 ||
      function == NULL ||
      TVMFuncCall(function, NULL, NULL, 0, &result, &result_code) != 0 ||
      result_code != kTVMModuleHandle)
    return false;
  *module = result.v_handle;
  return true;
}

int acceptance_run(void) {
  static const struct {
    const char *name;
    void (*run)(void);
  } parts[] = {
      {"backend", acceptance_backend},
      {"stack allocator", acceptance_stack_allocator},
      {"page allocator", acceptance_page_allocator},
      {"life cycle", acceptance_life_cycle},
      {"registry", acceptance_registry},
      {"modules", acceptance_modules},
      {"calls", acceptance_calls},
      {"errors", acceptance_errors},
      {"parameters", acceptance_params},
      {"model", acceptance_model},
      {"AOT executor", acceptance_aot_executor},
      {"graph executor", acceptance_graph_executor},
#if TVM_CRT_ENABLE_REGISTRY_INDEX
      {"index", acceptance_index},
#endif
  };
  /* Before the first message: a platform may not be able to write yet. */
  const tvm_crt_error_t error = TVMPlatformInitialize();
  checks = 0;
  failures = 0;
  TVMLogf("# acceptance suite of runtime_crt\n");
  TVMLogf("# -- platform\n");
  acceptance_platform(error);
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
    TVMLogf("# -- %s\n", parts[i].name);
    parts[i].run();
  }
  TVMLogf("1..%d\n", checks);
  if (failures == 0)
    TVMLogf("# PASS: all %d checks\n", checks);
  else
    TVMLogf("# FAIL: %d of %d checks\n", failures, checks);
  return failures;
}
