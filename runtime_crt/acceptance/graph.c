/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The model as a graph, by the graph executor and by its module. Parameters are
 * those that are linked into the image. */

#include <tvm/runtime/crt/graph_executor.h>
#include <tvm/runtime/crt/graph_executor_module.h>
#include <tvm_crt/graph_executor.h>

#include "acceptance.h"
#include "model/model.h"

static const char acceptance_graph[] =
#include "graph.inc"
    ;

static const DLDevice cpu = {kDLCPU, 0};
static int64_t x_shape[1] = {4};

static DLTensor input_of(float *values) {
  DLTensor x = acceptance_tensor(values, kDLFloat, 32);
  x.shape = x_shape;
  for (int i = 0; i < 4; i++)
    values[i] = acceptance_x[i];
  return x;
}

static void check_executor(TVMModuleHandle module) {
  TVMGraphExecutor *executor = NULL;
  float values[4];
  DLTensor x = input_of(values);
  int64_t result[3] = {0, 0, 0};
  DLTensor out = acceptance_tensor(result, kDLInt, 64);
  const DLTensor *weights;
  if (!acceptance_check(TVMGraphExecutor_Create(acceptance_graph, module, &cpu,
                                                &executor) == 0,
                        "an executor"))
    return;
  acceptance_show("inputs and parameters",
                  TVMGraphExecutor_GetNumInputs(executor));
  acceptance_check(TVMGraphExecutor_GetNumOutputs(executor) == 1, "one output");
  acceptance_check(TVMGraphExecutor_GetInputIndex(executor, "x") == 0 &&
                       TVMGraphExecutor_GetInputIndex(executor, "y") == -1,
                   "an input is found, a missing one is an error");
  weights = TVMGraphExecutor_InputTensor(
      executor, TVMGraphExecutor_GetInputIndex(executor, "weights"));
  acceptance_check(
      weights != NULL &&
          weights->data ==
              metaobj_param_at(tvmgen_acceptance_params(), 0)->tensor.data,
      "a linked parameter is used where it lies");
  acceptance_check(TVMGraphExecutor_SetInput(executor, "x", &x) == 0 &&
                       TVMGraphExecutor_Run(executor) == 0,
                   "its input is set and it runs");
  acceptance_check(TVMGraphExecutor_GetOutput(executor, 0, &out) == 0 &&
                       acceptance_is_result(result),
                   "its output is the result");
  acceptance_check(TVMGraphExecutor_GetOutput(executor, 1, &out) ==
                       kTvmErrorFunctionCallInvalidArg,
                   "there is no second output");
  acceptance_check(TVMGraphExecutor_LoadParams(executor, "none", 4) ==
                       kTvmErrorParamCorrupt,
                   "bytes that are no parameters are refused");
  acceptance_check(TVMGraphExecutor_Release(&executor) == 0 && executor == NULL,
                   "the executor is released");
}

static void check_bad_graphs(TVMModuleHandle module) {
  static const char *const graphs[] = {"", "{", "[]", "{\"nodes\": []",
                                       "{\"nodes\": [{\"op\": \"null\"}]}"};
  bool is_refused = true;
  for (size_t i = 0; i < sizeof(graphs) / sizeof(graphs[0]); i++) {
    TVMGraphExecutor *executor = NULL;
    is_refused = is_refused &&
                 TVMGraphExecutor_Create(graphs[i], module, &cpu, &executor) ==
                     kTvmErrorExecutorBadGraph;
  }
  acceptance_check(is_refused, "text that is no graph is refused");
}

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
  DLTensor x = input_of(values);
  TVMValue args[4];
  int codes[4] = {kTVMStr, kTVMModuleHandle, kTVMArgInt, kTVMArgInt};
  TVMValue result;
  int result_code = kTVMArgInt;
  args[0].v_str = acceptance_graph;
  args[1].v_handle = module;
  args[2].v_int64 = kDLCPU;
  args[3].v_int64 = 0;
  if (!acceptance_check(
          TVMGraphExecutorModule_Register() == kTvmErrorNoError &&
              TVMFuncGetGlobal("tvm.graph_executor.create", &create) == 0 &&
              create != NULL &&
              TVMFuncCall(create, args, codes, 4, &result, &result_code) == 0 &&
              result_code == kTVMModuleHandle,
          "a module around an executor"))
    return;
  executor = result.v_handle;
  args[0].v_str = "x";
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
  acceptance_check(TVMGraphExecutorModule_Release() == kTvmErrorNoError,
                   "it is released");
}

void acceptance_graph_executor(void) {
  TVMModuleHandle module = NULL;
  if (!acceptance_check(acceptance_system_lib(&module), "the system library"))
    return;
  check_executor(module);
  check_bad_graphs(module);
  check_module(module);
}
