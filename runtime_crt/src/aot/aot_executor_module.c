/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Packed functions around the one executor. Their resource handle is the
 * registry below, which is constant, so the executor is a variable of this
 * file. */

#include <tvm/runtime/crt/aot_executor_module.h>

#include <stdbool.h>

#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/aot_executor.h>

#include "backend/failure.h"
#include "runtime/module_functions.h"
#include "runtime/name_count.h"

/* NULL when there is none; the module exists only as long as it does. */
static TVMAotExecutor *the_executor;
static TVMModuleHandle the_module;

/* What the texts of errors begin with. */
static const char title[] = "tvm.aot_executor";

static int refuse(tvm_crt_error_t error, const char *reason) {
  return tvm_crt_fail(error, title, reason);
}

static int check_count(int num_args, int wanted) {
  return tvm_crt_module_check_count(title, num_args, wanted);
}

static int refuse_type(void) { return tvm_crt_module_refuse_type(title); }

/* An argument that is an index below count. */
static bool read_index(const TVMValue *arg, int count, int *index) {
  if ((arg->v_int64 < 0) || (arg->v_int64 >= (int64_t)count)) {
    return false;
  }
  *index = (int)arg->v_int64;
  return true;
}

/* The input that the first argument means, by name or index. */
static int find_input(const TVMValue *args, const int *type_codes, int *index) {
  bool is_found;
  if (type_codes[0] == (int)kTVMStr) {
    *index = TVMAotExecutor_GetInputIndex(the_executor, args[0].v_str);
    is_found = *index >= 0;
  } else if (type_codes[0] == (int)kTVMArgInt) {
    is_found =
        read_index(&args[0], TVMAotExecutor_GetNumInputs(the_executor), index);
  } else {
    return refuse_type();
  }
  return is_found ? (int)kTvmErrorNoError
                  : refuse(kTvmErrorExecutorModuleNoSuchInput, "no such input");
}

static void return_tensor(TVMValue *ret_val, int *ret_type_code,
                          int64_t index) {
  tvm_crt_module_return_tensor(ret_val, ret_type_code,
                               &the_executor->args[index].dl_tensor);
}

static int get_input(TVMValue *args, int *type_codes, int num_args,
                     TVMValue *ret_val, int *ret_type_code,
                     void *resource_handle) {
  int index;
  int error = check_count(num_args, 1);
  (void)resource_handle;
  if (error == 0) {
    error = find_input(args, type_codes, &index);
  }
  if (error == 0) {
    /* From now on the program may write it at any time. */
    the_executor->is_set[index] = 1U;
    return_tensor(ret_val, ret_type_code, index);
  }
  return error;
}

static int get_input_index(TVMValue *args, int *type_codes, int num_args,
                           TVMValue *ret_val, int *ret_type_code,
                           void *resource_handle) {
  int index;
  int error = check_count(num_args, 1);
  (void)resource_handle;
  if (error != 0) {
    return error;
  }
  if (type_codes[0] != (int)kTVMStr) {
    return refuse_type();
  }
  error = find_input(args, type_codes, &index);
  if (error == 0) {
    tvm_crt_module_return_int(ret_val, ret_type_code, index);
  }
  return error;
}

static int get_input_name(TVMValue *args, int *type_codes, int num_args,
                          TVMValue *ret_val, int *ret_type_code,
                          void *resource_handle) {
  int index;
  int error = check_count(num_args, 1);
  (void)resource_handle;
  if (error != 0) {
    return error;
  }
  if (type_codes[0] != (int)kTVMArgInt) {
    return refuse_type();
  }
  error = find_input(args, type_codes, &index);
  if (error == 0) {
    error = TVMAotExecutor_GetInputName(the_executor, index, &ret_val->v_str);
  }
  if (error == 0) {
    *ret_type_code = (int)kTVMStr;
  }
  return error;
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
                              TVMAotExecutor_GetNumInputs(the_executor));
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
                              TVMAotExecutor_GetNumOutputs(the_executor));
  }
  return error;
}

static int get_output(TVMValue *args, int *type_codes, int num_args,
                      TVMValue *ret_val, int *ret_type_code,
                      void *resource_handle) {
  int64_t index;
  int output;
  /* One argument or two. */
  const int error = check_count(num_args, (num_args == 2) ? 2 : 1);
  (void)resource_handle;
  if (error != 0) {
    return error;
  }
  if ((type_codes[0] != (int)kTVMArgInt) ||
      ((num_args == 2) && !tvm_crt_module_is_tensor(type_codes[1]))) {
    return refuse_type();
  }
  if (!read_index(&args[0], TVMAotExecutor_GetNumOutputs(the_executor),
                  &output)) {
    return refuse(kTvmErrorFunctionCallInvalidArg, "no such output");
  }
  index = the_executor->metadata->num_inputs + output;
  if (num_args == 2) {
    return (tvm_crt_module_copy_out(&the_executor->args[index].dl_tensor,
                                    args[1].v_handle) == 0)
               ? (int)kTvmErrorNoError
               : refuse(kTvmErrorFunctionCallInvalidArg,
                        "output: type or size");
  }
  return_tensor(ret_val, ret_type_code, index);
  return kTvmErrorNoError;
}

static int set_input(TVMValue *args, int *type_codes, int num_args,
                     TVMValue *ret_val, int *ret_type_code,
                     void *resource_handle) {
  int index;
  int error = check_count(num_args, 2);
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  if (error != 0) {
    return error;
  }
  if (!tvm_crt_module_is_tensor(type_codes[1])) {
    return refuse_type();
  }
  error = find_input(args, type_codes, &index);
  if (error != 0) {
    return error;
  }
  error = tvm_crt_module_copy_in(args[1].v_handle,
                                 &the_executor->args[index].dl_tensor);
  the_executor->is_set[index] = (error == 0) ? 1U : 0U;
  return (error == 0) ? (int)kTvmErrorNoError
                      : refuse((tvm_crt_error_t)error, "input: type or size");
}

static int load_params(TVMValue *args, int *type_codes, int num_args,
                       TVMValue *ret_val, int *ret_type_code,
                       void *resource_handle) {
  const TVMByteArray *bytes = NULL;
  const int error =
      tvm_crt_module_read_params(title, args, type_codes, num_args, &bytes);
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  return (error == 0) ? TVMAotExecutor_LoadParams(the_executor, bytes->data,
                                                  (uint32_t)bytes->size)
                      : error;
}

/* An error when an input was never set. */
static int check_inputs(void) {
  const TVMMetadata *metadata = the_executor->metadata;
  for (int64_t i = 0; i < metadata->num_inputs; i++) {
    if (the_executor->is_set[i] == 0U) {
      return tvm_crt_fail_named(kTvmErrorExecutorNotReady, title,
                                "input is not set", metadata->inputs[i].name);
    }
  }
  return 0;
}

static int run(TVMValue *args, int *type_codes, int num_args, TVMValue *ret_val,
               int *ret_type_code, void *resource_handle) {
  int error = check_count(num_args, 0);
  (void)args;
  (void)type_codes;
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  if (error == 0) {
    error = check_inputs();
  }
  return (error != 0) ? error : TVMAotExecutor_Run(the_executor);
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
  return refuse(kTvmErrorFunctionCallNotImplemented, "not implemented");
}

/* As the names below. */
static const TVMBackendPackedCFunc functions[] = {
    get_input,      get_input_index, not_implemented,
    get_input_name, get_num_inputs,  get_num_outputs,
    get_output,     load_params,     run,
    set_input,      not_implemented,
};

#define FUNCTION_NAMES                                                         \
  "get_input\0"                                                                \
  "get_input_index\0"                                                          \
  "get_input_info\0"                                                           \
  "get_input_name\0"                                                           \
  "get_num_inputs\0"                                                           \
  "get_num_outputs\0"                                                          \
  "get_output\0"                                                               \
  "load_params\0"                                                              \
  "run\0"                                                                      \
  "set_input\0"                                                                \
  "share_params\0"

static const struct {
  name_count_t count;
  char names[sizeof(FUNCTION_NAMES)];
} names = {sizeof(functions) / sizeof(functions[0]), FUNCTION_NAMES};

static const TVMFuncRegistry registry = {(const char *)&names, functions};
static const TVMModule module = {&registry};

/* (module, device type, device number, module name) -> module. */
static int create(TVMValue *args, int *type_codes, int num_args,
                  TVMValue *ret_val, int *ret_type_code,
                  void *resource_handle) {
  static const DLDevice cpu = {kDLCPU, 0};
  int error;
  (void)resource_handle;
  if (the_executor != NULL) {
    return refuse(kTvmErrorExecutorModuleAlreadyCreated,
                  "there is an executor already");
  }
  error = check_count(num_args, 4);
  if (error != 0) {
    return error;
  }
  if ((type_codes[0] != (int)kTVMModuleHandle) ||
      (type_codes[1] != (int)kTVMArgInt) ||
      (type_codes[2] != (int)kTVMArgInt) || (type_codes[3] != (int)kTVMStr)) {
    return refuse_type();
  }
  if ((args[1].v_int64 != (int64_t)kDLCPU) || (args[2].v_int64 != 0)) {
    return refuse(kTvmErrorExecutorModuleBadContext,
                  "there is no other device than CPU 0");
  }
  error = TVMAotExecutor_Create(args[0].v_handle, cpu, &the_executor,
                                args[3].v_str);
  if (error != 0) {
    return error;
  }
  error = TVMModCreateFromCModule(&module, &the_module);
  if (error != 0) {
    (void)TVMAotExecutor_Release(the_executor, cpu);
    the_executor = NULL;
    return error;
  }
  ret_val->v_handle = the_module;
  *ret_type_code = (int)kTVMModuleHandle;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMAotExecutorModule_Register(void) {
  const int error = tvm_crt_module_register("tvm.aot_executor.create", create);
  if (error == 0) {
    the_executor = NULL;
  }
  return (tvm_crt_error_t)error;
}

tvm_crt_error_t TVMAotExecutorModule_Release(void) {
  TVMAotExecutor *executor = the_executor;
  if (executor == NULL) {
    return kTvmErrorNoError;
  }
  the_executor = NULL;
  (void)TVMModFree(the_module);
  return (tvm_crt_error_t)TVMAotExecutor_Release(executor, executor->device);
}
