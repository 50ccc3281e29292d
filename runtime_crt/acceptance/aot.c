/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The model as one function, by the AOT executor and by its module. */

#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/aot_executor_module.h>

#include "acceptance.h"

static const DLDevice cpu = {kDLCPU, 0};

static void set_input(TVMAotExecutor *executor) {
  float *x = executor->args[0].dl_tensor.data;
  for (int i = 0; i < 4; i++)
    x[i] = acceptance_x[i];
}

static void check_executor(TVMModuleHandle module) {
  TVMAotExecutor *executor = NULL;
  const char *name = NULL;
  if (!acceptance_check(
          TVMAotExecutor_Create(module, cpu, &executor, "acceptance") == 0,
          "an executor"))
    return;
  acceptance_check(TVMAotExecutor_GetNumInputs(executor) == 1 &&
                       TVMAotExecutor_GetNumOutputs(executor) == 1,
                   "one input, one output");
  acceptance_check(TVMAotExecutor_GetInputIndex(executor, "x") == 0 &&
                       TVMAotExecutor_GetInputName(executor, 0, &name) == 0 &&
                       name[0] == 'x' && name[1] == '\0',
                   "the input by name and number");
  acceptance_check(TVMAotExecutor_GetInputIndex(executor, "y") == -1,
                   "a missing input is an error");
  set_input(executor);
  acceptance_check(TVMAotExecutor_Run(executor) == 0, "the model runs");
  acceptance_check(acceptance_is_result(executor->args[1].dl_tensor.data),
                   "its result is that of the operators");
  ((float *)executor->args[0].dl_tensor.data)[0] = -1000.0f;
  acceptance_check(TVMAotExecutor_Run(executor) != 0,
                   "an error of the model is reported");
  acceptance_check(TVMAotExecutor_Release(executor, cpu) == 0,
                   "the executor is released");
}

/* Calls a function of the executor's module. */
static bool call(TVMModuleHandle module, const char *name, TVMValue *args,
                 int *codes, int count, TVMValue *result) {
  TVMFunctionHandle function = NULL;
  int result_code;
  return TVMModGetFunction(module, name, 0, &function) == 0 &&
         TVMFuncCall(function, args, codes, count, result, &result_code) == 0;
}

static void check_module(TVMModuleHandle module) {
  TVMFunctionHandle create = NULL;
  TVMModuleHandle executor;
  float values[4];
  int64_t shape[1] = {4};
  DLTensor x;
  TVMValue args[4];
  int codes[4] = {kTVMModuleHandle, kTVMArgInt, kTVMArgInt, kTVMStr};
  TVMValue result;
  int result_code = kTVMArgInt;
  args[0].v_handle = module;
  args[1].v_int64 = kDLCPU;
  args[2].v_int64 = 0;
  args[3].v_str = "acceptance";
  if (!acceptance_check(
          TVMAotExecutorModule_Register() == kTvmErrorNoError &&
              TVMFuncGetGlobal("tvm.aot_executor.create", &create) == 0 &&
              create != NULL &&
              TVMFuncCall(create, args, codes, 4, &result, &result_code) == 0 &&
              result_code == kTVMModuleHandle,
          "a module around an executor"))
    return;
  executor = result.v_handle;
  acceptance_check(TVMFuncCall(create, args, codes, 4, &result, &result_code) ==
                       kTvmErrorExecutorModuleAlreadyCreated,
                   "there is one at a time");
  for (int i = 0; i < 4; i++)
    values[i] = acceptance_x[i];
  x = acceptance_tensor(values, kDLFloat, 32);
  x.shape = shape;
  args[0].v_str = "x";
  codes[0] = kTVMStr;
  args[1].v_handle = &x;
  codes[1] = kTVMDLTensorHandle;
  acceptance_check(call(executor, "set_input", args, codes, 2, &result) &&
                       call(executor, "run", NULL, NULL, 0, &result),
                   "its input is set and it runs");
  args[0].v_int64 = 0;
  codes[0] = kTVMArgInt;
  acceptance_check(
      call(executor, "get_output", args, codes, 1, &result) &&
          acceptance_is_result(((const DLTensor *)result.v_handle)->data),
      "its output is the result");
  acceptance_check(TVMAotExecutorModule_Release() == kTvmErrorNoError,
                   "it is released");
}

void acceptance_aot_executor(void) {
  TVMModuleHandle module = NULL;
  if (!acceptance_check(acceptance_system_lib(&module), "the system library"))
    return;
  check_executor(module);
  check_module(module);
}
