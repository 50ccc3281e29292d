/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The graph executor behind packed functions. They get the address of their
 * registry, which is in flash and the same for all, so the executor is static:
 * there is one at a time. */

#include <tvm/runtime/crt/graph_executor_module.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

#include "backend/failure.h"
#include "graph/graph.h"
#include "runtime/module_functions.h"
#include "runtime/name_count.h"

/* NULL when there is none; the module exists only as long as it does. */
static TVMGraphExecutor *the_executor;
static TVMModuleHandle the_module;

static int check_count(int num_args, int wanted) {
  return tvm_crt_module_check_count(tvm_crt_graph_title, num_args, wanted);
}

static int refuse_type(void) {
  return tvm_crt_module_refuse_type(tvm_crt_graph_title);
}

/* Whether a number can be an index. */
static bool is_index(int64_t number) {
  return (number >= 0) && (number <= (int64_t)GRAPH_COUNT_MAX);
}

/* The index of an input, which is given by name or index. */
static int find_input(const TVMValue *arg, int type_code, int32_t *found) {
  int64_t index;
  if ((type_code == (int)kTVMStr) && (arg->v_str != NULL)) {
    index = TVMGraphExecutor_GetInputIndex(the_executor, arg->v_str);
  } else if (type_code == (int)kTVMArgInt) {
    index = arg->v_int64;
  } else {
    return refuse_type();
  }
  if (!is_index(index) ||
      !tvm_crt_graph_has(the_executor, graph_inputs, (int32_t)index)) {
    return tvm_crt_graph_fail(kTvmErrorExecutorModuleNoSuchInput, "no input");
  }
  *found = (int32_t)index;
  return 0;
}

static int get_input(TVMValue *args, int *type_codes, int num_args,
                     TVMValue *ret_val, int *ret_type_code,
                     void *resource_handle) {
  int32_t index = 0;
  int error = check_count(num_args, 1);
  (void)resource_handle;
  if (error == 0) {
    error = find_input(&args[0], type_codes[0], &index);
  }
  if (error == 0) {
    tvm_crt_module_return_tensor(
        ret_val, ret_type_code,
        TVMGraphExecutor_InputTensor(the_executor, index));
  }
  return error;
}

static int get_input_index(TVMValue *args, int *type_codes, int num_args,
                           TVMValue *ret_val, int *ret_type_code,
                           void *resource_handle) {
  const int error = check_count(num_args, 1);
  (void)resource_handle;
  if (error != 0) {
    return error;
  }
  if ((type_codes[0] != (int)kTVMStr) || (args[0].v_str == NULL)) {
    return refuse_type();
  }
  tvm_crt_module_return_int(
      ret_val, ret_type_code,
      TVMGraphExecutor_GetInputIndex(the_executor, args[0].v_str));
  return 0;
}

/* get_input_info and share_params. */
static int not_implemented(TVMValue *args, int *type_codes, int num_args,
                           TVMValue *ret_val, int *ret_type_code,
                           void *resource_handle) {
  (void)args;
  (void)type_codes;
  (void)num_args;
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  return tvm_crt_graph_fail(kTvmErrorFunctionCallNotImplemented,
                            "not implemented");
}

static int get_num_inputs(TVMValue *args, int *type_codes, int num_args,
                          TVMValue *ret_val, int *ret_type_code,
                          void *resource_handle) {
  const int error = check_count(num_args, 0);
  (void)args;
  (void)type_codes;
  (void)resource_handle;
  if (error == 0) {
    tvm_crt_module_return_int(ret_val, ret_type_code,
                              TVMGraphExecutor_GetNumInputs(the_executor));
  }
  return error;
}

static int get_num_outputs(TVMValue *args, int *type_codes, int num_args,
                           TVMValue *ret_val, int *ret_type_code,
                           void *resource_handle) {
  const int error = check_count(num_args, 0);
  (void)args;
  (void)type_codes;
  (void)resource_handle;
  if (error == 0) {
    tvm_crt_module_return_int(ret_val, ret_type_code,
                              TVMGraphExecutor_GetNumOutputs(the_executor));
  }
  return error;
}

static int get_output(TVMValue *args, int *type_codes, int num_args,
                      TVMValue *ret_val, int *ret_type_code,
                      void *resource_handle) {
  const int error = check_count(num_args, 1);
  (void)resource_handle;
  if (error != 0) {
    return error;
  }
  if (type_codes[0] != (int)kTVMArgInt) {
    return refuse_type();
  }
  if (!is_index(args[0].v_int64) ||
      !tvm_crt_graph_has(the_executor, graph_outputs,
                         (int32_t)args[0].v_int64)) {
    return tvm_crt_invalid_argument(tvm_crt_graph_title);
  }
  tvm_crt_module_return_tensor(
      ret_val, ret_type_code,
      TVMGraphExecutor_OutputTensor(the_executor, (int32_t)args[0].v_int64));
  return 0;
}

static int load_params(TVMValue *args, int *type_codes, int num_args,
                       TVMValue *ret_val, int *ret_type_code,
                       void *resource_handle) {
  const TVMByteArray *bytes = NULL;
  const int error = tvm_crt_module_read_params(tvm_crt_graph_title, args,
                                               type_codes, num_args, &bytes);
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  return (error == 0) ? TVMGraphExecutor_LoadParams(the_executor, bytes->data,
                                                    (uint32_t)bytes->size)
                      : error;
}

static int run(TVMValue *args, int *type_codes, int num_args, TVMValue *ret_val,
               int *ret_type_code, void *resource_handle) {
  const int error = check_count(num_args, 0);
  (void)args;
  (void)type_codes;
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  return (error == 0) ? TVMGraphExecutor_Run(the_executor) : error;
}

static int set_input(TVMValue *args, int *type_codes, int num_args,
                     TVMValue *ret_val, int *ret_type_code,
                     void *resource_handle) {
  int32_t index = 0;
  int error = check_count(num_args, 2);
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  if (error == 0) {
    error = find_input(&args[0], type_codes[0], &index);
  }
  if ((error == 0) && !tvm_crt_module_is_tensor(type_codes[1])) {
    error = refuse_type();
  }
  if (error == 0) {
    error = tvm_crt_graph_copy_input(the_executor, (uint32_t)index,
                                     args[1].v_handle);
  }
  return error;
}

#define NAMES                                                                  \
  "get_input\0"                                                                \
  "get_input_index\0"                                                          \
  "get_input_info\0"                                                           \
  "get_num_inputs\0"                                                           \
  "get_num_outputs\0"                                                          \
  "get_output\0"                                                               \
  "load_params\0"                                                              \
  "run\0"                                                                      \
  "set_input\0"                                                                \
  "share_params\0"

static const TVMBackendPackedCFunc functions[] = {
    get_input,       get_input_index, not_implemented, get_num_inputs,
    get_num_outputs, get_output,      load_params,     run,
    set_input,       not_implemented};

static const struct {
  name_count_t count;
  char text[sizeof(NAMES)];
} names = {sizeof(functions) / sizeof(functions[0]), NAMES};

static const TVMFuncRegistry registry = {(const char *)&names, functions};
static const TVMModule module = {&registry};

/* (json, module, device type, device number) -> module */
static int create(TVMValue *args, int *type_codes, int num_args,
                  TVMValue *ret_val, int *ret_type_code,
                  void *resource_handle) {
  DLDevice device;
  int error;
  (void)resource_handle;
  if (the_executor != NULL) {
    return tvm_crt_graph_fail(kTvmErrorExecutorModuleAlreadyCreated,
                              "there is one already");
  }
  error = check_count(num_args, 4);
  if (error != 0) {
    return error;
  }
  if ((type_codes[0] != (int)kTVMStr) ||
      (type_codes[1] != (int)kTVMModuleHandle) ||
      (type_codes[2] != (int)kTVMArgInt) ||
      (type_codes[3] != (int)kTVMArgInt)) {
    return refuse_type();
  }
  if ((args[2].v_int64 != (int64_t)kDLCPU) || (args[3].v_int64 != 0)) {
    return tvm_crt_graph_fail(kTvmErrorExecutorModuleBadContext, "device");
  }
  device.device_type = kDLCPU;
  device.device_id = 0;
  error = TVMGraphExecutor_Create(args[0].v_str, args[1].v_handle, &device,
                                  &the_executor);
  if (error != 0) {
    return error;
  }
  error = TVMModCreateFromCModule(&module, &the_module);
  if (error != 0) {
    (void)TVMGraphExecutor_Release(&the_executor);
    the_executor = NULL;
    return error;
  }
  ret_val->v_handle = the_module;
  *ret_type_code = kTVMModuleHandle;
  return 0;
}

tvm_crt_error_t TVMGraphExecutorModule_Register(void) {
  const int error =
      tvm_crt_module_register("tvm.graph_executor.create", create);
  if (error == 0) {
    the_executor = NULL;
  }
  return (tvm_crt_error_t)error;
}

tvm_crt_error_t TVMGraphExecutorModule_Release(void) {
  int error = 0;
  if (the_executor != NULL) {
    /* It may have been freed already; then there is no such module. */
    (void)TVMModFree(the_module);
    error = TVMGraphExecutor_Release(&the_executor);
    the_executor = NULL;
  }
  return (tvm_crt_error_t)error;
}
