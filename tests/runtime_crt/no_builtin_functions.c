// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A build without the runtime's own global functions: there are none, and a
// module is used without them.

#include <stdio.h>
#include <string.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "line %d: not true: %s; last error: %s\n", __LINE__,     \
              #condition, TVMGetLastError());                                  \
      return 1;                                                                \
    }                                                                          \
  } while (0)

static int own_function(TVMValue *args, int *type_codes, int num_args,
                        TVMValue *ret_val, int *ret_type_code, void *resource) {
  (void)args;
  (void)type_codes;
  (void)num_args;
  (void)resource;
  ret_val->v_int64 = 7;
  *ret_type_code = kTVMArgInt;
  return 0;
}

int main(void) {
  TVMModuleHandle module;
  TVMFunctionHandle function = NULL;
  TVMValue result;
  int result_code;

  CHECK(TVMInitializeRuntime() == kTvmErrorNoError);
  CHECK(TVMFuncGetGlobal("runtime.SystemLib", &function) == 0);
  CHECK(function == NULL);

  CHECK(TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module) == 0);
  CHECK(TVMModGetFunction(module, "tvmgen_default_fused_add", 0, &function) ==
        0);
  CHECK(function != NULL);

  // The program's own global functions are not affected.
  TVMBackendPackedCFunc code = own_function;
  TVMFunctionHandle pointer;
  memcpy(&pointer, &code, sizeof pointer);
  CHECK(TVMFuncRegisterGlobal("own", pointer, 0) == 0);
  CHECK(TVMFuncGetGlobal("own", &function) == 0);
  CHECK(TVMFuncCall(function, NULL, NULL, 0, &result, &result_code) == 0);
  CHECK(result_code == kTVMArgInt && result.v_int64 == 7);
  return 0;
}
