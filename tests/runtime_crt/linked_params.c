// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters that TVM v0.8 linked into the program, looked up as the graph
// executor does it, and used without a copy. The registry has prototypes of
// five parameters; what they declare has six.

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

static TVMFunctionHandle lookup;

// The parameter of a storage id, NULL when there is none.
static void *parameter(int64_t storage_id) {
  TVMValue arg, result;
  int code = kTVMArgInt, result_code;
  arg.v_int64 = storage_id;
  if (TVMFuncCall(lookup, &arg, &code, 1, &result, &result_code) != 0)
    return NULL;
  return result_code == kTVMOpaqueHandle ? result.v_handle : NULL;
}

int main(void) {
  TVMFunctionHandle get_system_lib, functions[2];
  TVMModuleHandle module;
  TVMValue result;
  int result_code;
  float x[4] = {1, 2, 3, 4}, output[4];
  int64_t shape[1] = {4};

  CHECK(TVMInitializeRuntime() == kTvmErrorNoError);
  CHECK(TVMFuncGetGlobal("runtime.SystemLib", &get_system_lib) == 0);
  CHECK(TVMFuncCall(get_system_lib, NULL, NULL, 0, &result, &result_code) == 0);
  module = result.v_handle;
  CHECK(TVMModGetFunction(module, "_lookup_linked_param", 0, &lookup) == 0);
  CHECK(TVMModGetFunction(module, "tvmgen_default_fused_multiply", 0,
                          &functions[0]) == 0);
  CHECK(TVMModGetFunction(module, "tvmgen_default_fused_add", 0,
                          &functions[1]) == 0);
  CHECK(parameter(0) == NULL && parameter(2) == NULL);

  for (int step = 0; step < 2; step++) {
    DLTensor tensors[3];
    TVMValue args[3];
    int codes[3];
    for (int i = 0; i < 3; i++) {
      const DLTensor tensor = {NULL,  {kDLCPU, 0}, 1, {kDLFloat, 32, 1},
                               shape, NULL,        0};
      tensors[i] = tensor;
      args[i].v_handle = &tensors[i];
      codes[i] = kTVMDLTensorHandle;
    }
    tensors[0].data = step == 0 ? x : output;
    tensors[1].data = parameter(1 + 2 * step);
    tensors[2].data = output;
    CHECK(tensors[1].data != NULL);
    CHECK(TVMFuncCall(functions[step], args, codes, 3, &result, &result_code) ==
          0);
  }
  CHECK(output[0] == 1.5f && output[1] == 3.0f && output[2] == 9.0f &&
        output[3] == 116.0f);
  return 0;
}
