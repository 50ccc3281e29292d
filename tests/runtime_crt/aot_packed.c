// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model compiled ahead of time, in the form of either generation
// (generated/aot_v0_9, generated/aot_v0_12), through the executor and through
// its module. The program is the same, and so is what the model computes.

#include <stdio.h>

#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/aot_executor_module.h>
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

// x * {1, 2, 3, 4} + {0.5, -1, 0, 100}
static int is_right(const float *x, const float *output) {
  return output[0] == x[0] * 1.0f + 0.5f && output[1] == x[1] * 2.0f - 1.0f &&
         output[2] == x[2] * 3.0f && output[3] == x[3] * 4.0f + 100.0f;
}

static int call(TVMModuleHandle module, const char *name, TVMValue arg,
                int type_code, TVMValue *result) {
  TVMFunctionHandle function;
  int result_code;
  const int error = TVMModGetFunction(module, name, 0, &function);
  if (error != 0)
    return error;
  return TVMFuncCall(function, &arg, &type_code,
                     type_code == kTVMNullptr ? 0 : 1, result, &result_code);
}

int main(void) {
  static const DLDevice cpu = {kDLCPU, 0};
  TVMFunctionHandle get_system_lib, create;
  TVMModuleHandle module, executor_module;
  TVMAotExecutor *executor;
  TVMValue result, arg, args[4];
  int codes[4] = {kTVMModuleHandle, kTVMArgInt, kTVMArgInt, kTVMStr};
  int result_code;
  const char *name;

  CHECK(TVMPlatformInitialize() == kTvmErrorNoError);
  CHECK(TVMInitializeRuntime() == kTvmErrorNoError);
  CHECK(TVMFuncGetGlobal("runtime.SystemLib", &get_system_lib) == 0);
  CHECK(TVMFuncCall(get_system_lib, NULL, NULL, 0, &result, &result_code) == 0);
  module = result.v_handle;

  // The executor.
  CHECK(TVMAotExecutor_Create(module, cpu, &executor, "default") == 0);
  CHECK(TVMAotExecutor_GetNumInputs(executor) == 1);
  CHECK(TVMAotExecutor_GetNumOutputs(executor) == 1);
  CHECK(TVMAotExecutor_GetInputIndex(executor, "x") == 0);
  CHECK(TVMAotExecutor_GetInputName(executor, 0, &name) == 0);
  for (int round = 0; round < 3; round++) {
    float *x = executor->args[0].dl_tensor.data;
    for (int i = 0; i < 4; i++)
      x[i] = (float)(round * 10 + i);
    CHECK(TVMAotExecutor_Run(executor) == 0);
    CHECK(is_right(x, executor->args[1].dl_tensor.data));
  }
  CHECK(TVMAotExecutor_Release(executor, cpu) == 0);

  // Its module.
  CHECK(TVMAotExecutorModule_Register() == kTvmErrorNoError);
  CHECK(TVMFuncGetGlobal("tvm.aot_executor.create", &create) == 0);
  args[0].v_handle = module;
  args[1].v_int64 = kDLCPU;
  args[2].v_int64 = 0;
  args[3].v_str = "default";
  CHECK(TVMFuncCall(create, args, codes, 4, &result, &result_code) == 0);
  executor_module = result.v_handle;
  arg.v_str = "x";
  CHECK(call(executor_module, "get_input", arg, kTVMStr, &result) == 0);
  {
    float *x = ((DLTensor *)result.v_handle)->data;
    for (int i = 0; i < 4; i++)
      x[i] = 0.5f * (float)i;
    CHECK(call(executor_module, "run", arg, kTVMNullptr, &result) == 0);
    arg.v_int64 = 0;
    CHECK(call(executor_module, "get_output", arg, kTVMArgInt, &result) == 0);
    CHECK(is_right(x, ((DLTensor *)result.v_handle)->data));
  }
  CHECK(TVMAotExecutorModule_Release() == kTvmErrorNoError);
  return 0;
}
