/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What programs of TVM v0.7 with 200 bytes for global functions could register
 * beside the runtime's own: the executor, and some of theirs. */

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/graph_executor_module.h>
#include <tvm/runtime/crt/module.h>

#include <stdio.h>

static int function(TVMValue *args, int *type_codes, int num_args,
                    TVMValue *ret_val, int *ret_type_code,
                    void *resource_handle) {
  (void)args;
  (void)type_codes;
  (void)num_args;
  (void)resource_handle;
  ret_val->v_int64 = 7;
  *ret_type_code = kTVMArgInt;
  return 0;
}

int main(void) {
  static const char *const names[] = {"led_on", "led_off", "read_sensor",
                                      "sleep"};
  union {
    TVMBackendPackedCFunc code;
    void *data;
  } address = {function};
  if (TVMInitializeRuntime() != kTvmErrorNoError ||
      TVMGraphExecutorModule_Register() != kTvmErrorNoError)
    return 1;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    TVMFunctionHandle handle;
    TVMValue result;
    int code;
    if (TVMFuncRegisterGlobal(names[i], address.data, 0) != 0 ||
        TVMFuncGetGlobal(names[i], &handle) != 0 || handle == NULL ||
        TVMFuncCall(handle, NULL, NULL, 0, &result, &code) != 0 ||
        result.v_int64 != 7) {
      printf("%s: %s\n", names[i], TVMGetLastError());
      return 1;
    }
  }
  return 0;
}
