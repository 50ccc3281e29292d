/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Calls through handles. */

#include <tvm/runtime/crt/crt.h>

#include "runtime/global_registry.h"
#include "runtime/handles.h"
#include "runtime/module_table.h"
#include "runtime/time_evaluator.h"

/* The function behind a handle, and the resource handle it is called with. */
static tvm_crt_error_t resolve(TVMFunctionHandle handle,
                               TVMBackendPackedCFunc *func, void **resource) {
  tvm_module_index_t module;
  tvm_function_index_t function;
  const TVMFuncRegistry *registry;
  *resource = NULL;
  if (!decode_function(handle, &module, &function))
    return kTvmErrorFunctionIndexInvalid;
#if TVM_CRT_ENABLE_TIME_EVALUATOR
  if (module == TIME_EVALUATOR_INDEX)
    return time_evaluator_function(function, func);
#endif
  if (module == GLOBAL_FUNCTIONS_INDEX) {
    registry = global_registry();
  } else {
    registry = module_table_registry(module);
    *resource = (void *)(uintptr_t)registry;
  }
  /* A NULL registry is refused there. */
  return TVMFuncRegistry_GetByIndex(registry, function, func);
}

/* Generated C defines its functions with void pointers where the packed type
 * has TVMValue and int pointers. The calling convention is the same; a check of
 * the exact type would refuse every operator. */
#if defined(__clang__)
#define ACCEPTS_GENERATED_TYPES __attribute__((no_sanitize("function")))
#else
#define ACCEPTS_GENERATED_TYPES
#endif

ACCEPTS_GENERATED_TYPES
int TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values, int *type_codes,
                int num_args, TVMValue *ret_val, int *ret_type_code) {
  TVMBackendPackedCFunc code;
  void *resource;
  if (num_args < 0) {
    TVMAPISetLastError("call: negative number of arguments");
    return kTvmErrorFunctionCallNumArguments;
  }
  if (ret_val == NULL || ret_type_code == NULL ||
      (num_args > 0 && (arg_values == NULL || type_codes == NULL))) {
    TVMAPISetLastError("call: NULL argument");
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (resolve(func, &code, &resource) != kTvmErrorNoError)
    return TVMAPIErrorf("invalid function index: 0x%zx", (size_t)func);
  ret_val->v_handle = NULL;
  *ret_type_code = kTVMNullptr;
  return code(arg_values, type_codes, num_args, ret_val, ret_type_code,
              resource);
}

int TVMFuncFree(TVMFunctionHandle func) {
  (void)func;
  return 0;
}

int TVMObjectFree(TVMObjectHandle obj) {
  (void)obj;
  return 0;
}

int TVMCFuncSetReturn(TVMRetValueHandle ret, TVMValue *value, int *type_code,
                      int num_ret) {
  const TVMCReturnValue *target = ret;
  if (target == NULL || target->ret_val == NULL ||
      target->ret_type_code == NULL || value == NULL || type_code == NULL) {
    TVMAPISetLastError("set return: NULL argument");
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (num_ret != 1) {
    TVMAPISetLastError("set return: there must be one value");
    return kTvmErrorFunctionCallNumArguments;
  }
  *target->ret_val = *value;
  *target->ret_type_code = *type_code;
  return 0;
}

int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name,
                             TVMFunctionHandle *out) {
  tvm_function_index_t function;
  if (mod_node != NULL || func_name == NULL || out == NULL)
    return TVMModGetFunction(mod_node, func_name, 0, out);
  /* The index behind the last module is that of the global functions. */
  for (uint32_t i = 0; i <= GLOBAL_FUNCTIONS_INDEX; i++) {
    const tvm_module_index_t module = (tvm_module_index_t)i;
    const TVMFuncRegistry *registry = module == GLOBAL_FUNCTIONS_INDEX
                                          ? global_registry()
                                          : module_table_registry(module);
    if (TVMFuncRegistry_Lookup(registry, func_name, &function) ==
            kTvmErrorNoError &&
        function <= HANDLE_INDEX_MAX) {
      *out = encode_function(module, function);
      return kTvmErrorNoError;
    }
  }
  (void)TVMAPIErrorf("environment: function not found: %s", func_name);
  return kTvmErrorFunctionNameNotFound;
}
