/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The graph executor behind packed functions. They get the address of their
 * registry, which is in flash and the same for all, so the executor is static:
 * there is one at a time. */

#include <tvm/runtime/crt/graph_executor_module.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

#include "backend/failure.h"
#include "config_checks.h"
#include "graph/graph.h"

static TVMGraphExecutor *the_executor;
static TVMModuleHandle the_module;

static int refuse_type(void) {
  return graph_fail(kTvmErrorFunctionCallWrongArgType, "argument type");
}

/* Checks that the arguments are so many. There is an executor, because there is
 * the module of these functions. */
static int check_count(int num_args, int wanted) {
  return (num_args == wanted) ? 0 : tvm_crt_wrong_count(graph_title);
}

static void return_int(TVMValue *ret_val, int *ret_type_code, int value) {
  ret_val->v_int64 = value;
  *ret_type_code = kTVMArgInt;
}

static int return_tensor(TVMValue *ret_val, int *ret_type_code,
                         DLTensor *tensor) {
  ret_val->v_handle = tensor;
  *ret_type_code = kTVMNDArrayHandle;
  return 0;
}

/* The entry of an input, by name or index. */
static int find_input(const TVMValue *arg, int type_code, uint32_t *entry) {
  int64_t index;
  if ((type_code == (int)kTVMStr) && (arg->v_str != NULL)) {
    index = TVMGraphExecutor_GetInputIndex(the_executor, arg->v_str);
  } else if (type_code == (int)kTVMArgInt) {
    index = arg->v_int64;
  } else {
    return refuse_type();
  }
  if ((index < 0) || (index >= (int64_t)the_executor->counts[graph_inputs])) {
    return graph_fail(kTvmErrorExecutorModuleNoSuchInput, "no input");
  }
  *entry = the_executor->lists[graph_inputs][index];
  return 0;
}

static int get_input(TVMValue *args, int *type_codes, int num_args,
                     TVMValue *ret_val, int *ret_type_code,
                     void *resource_handle) {
  uint32_t entry = 0U;
  int error = check_count(num_args, 1);
  (void)resource_handle;
  if (error == 0) {
    error = find_input(&args[0], type_codes[0], &entry);
  }
  return (error == 0) ? return_tensor(ret_val, ret_type_code,
                                      &the_executor->entries[entry])
                      : error;
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
  return_int(ret_val, ret_type_code,
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
  return graph_fail(kTvmErrorFunctionCallNotImplemented, "not implemented");
}

static int get_num_inputs(TVMValue *args, int *type_codes, int num_args,
                          TVMValue *ret_val, int *ret_type_code,
                          void *resource_handle) {
  const int error = check_count(num_args, 0);
  (void)args;
  (void)type_codes;
  (void)resource_handle;
  if (error == 0) {
    return_int(ret_val, ret_type_code,
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
    return_int(ret_val, ret_type_code,
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
  if ((args[0].v_int64 < 0) ||
      (args[0].v_int64 >= (int64_t)the_executor->counts[graph_outputs])) {
    return tvm_crt_invalid_argument(graph_title);
  }
  return return_tensor(
      ret_val, ret_type_code,
      TVMGraphExecutor_OutputTensor(the_executor, (int32_t)args[0].v_int64));
}

static int load_params(TVMValue *args, int *type_codes, int num_args,
                       TVMValue *ret_val, int *ret_type_code,
                       void *resource_handle) {
  const TVMByteArray *bytes;
  const int error = check_count(num_args, 1);
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  if (error != 0) {
    return error;
  }
  bytes = args[0].v_handle;
  if ((type_codes[0] != (int)kTVMBytes) || (bytes == NULL)) {
    return refuse_type();
  }
  if (bytes->size > UINT32_MAX) {
    return tvm_crt_invalid_argument(graph_title);
  }
  return TVMGraphExecutor_LoadParams(the_executor, bytes->data,
                                     (uint32_t)bytes->size);
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
  uint32_t entry = 0U;
  int error = check_count(num_args, 2);
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  if (error == 0) {
    error = find_input(&args[0], type_codes[0], &entry);
  }
  if ((error == 0) && (type_codes[1] != (int)kTVMDLTensorHandle) &&
      (type_codes[1] != (int)kTVMNDArrayHandle)) {
    error = refuse_type();
  }
  if (error == 0) {
    error = graph_copy_input(the_executor, entry, args[1].v_handle);
  }
  return error;
}

/* Names in the form of the configured count; as a number of its type, so in the
 * byte order of the target. */
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
#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
  uint8_t count;
#else
  uint16_t count;
#endif
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
    return graph_fail(kTvmErrorExecutorModuleAlreadyCreated,
                      "there is one already");
  }
  if (num_args != 4) {
    return tvm_crt_wrong_count(graph_title);
  }
  if ((type_codes[0] != (int)kTVMStr) ||
      (type_codes[1] != (int)kTVMModuleHandle) ||
      (type_codes[2] != (int)kTVMArgInt) ||
      (type_codes[3] != (int)kTVMArgInt)) {
    return refuse_type();
  }
  if ((args[2].v_int64 != (int64_t)kDLCPU) || (args[3].v_int64 != 0)) {
    return graph_fail(kTvmErrorExecutorModuleBadContext, "device");
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
  /* An address of code as the interface wants it: global_registry.c. */
  union {
    TVMBackendPackedCFunc code;
    void *data;
  } address;
  int error;
  address.code = create;
  error = TVMFuncRegisterGlobal("tvm.graph_executor.create", address.data, 0);
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
