/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Calls through handles. */

#include <tvm/runtime/crt/crt.h>

#include "backend/failure.h"
#include "runtime/name_count.h"
#include "runtime/registry_table.h"
#include "runtime/time_evaluator.h"

/* Generated C defines its functions with void pointers where the packed type
 * has TVMValue and int pointers. The calling convention is the same; a check of
 * the exact type would refuse every operator. */
#if defined(__clang__)
#define ACCEPTS_GENERATED_TYPES __attribute__((no_sanitize("function")))
#else
#define ACCEPTS_GENERATED_TYPES
#endif

/* A call through a handle should cost little: what fails is kept out of its
 * way, for a compiler would spend registers on it. Where size counts it is left
 * in line. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define OUT_OF_LINE __attribute__((noinline, cold))
#else
#define OUT_OF_LINE
#endif

static const char func_call[] = "TVMFuncCall";

OUT_OF_LINE static int no_function(void) {
  (void)tvm_crt_fail(kTvmErrorFunctionIndexInvalid, func_call,
                     "invalid function index");
  return -1;
}

/* Whether values or their codes are missing. Addresses of one memory have a bit
 * in common, so that a single test tells of most that neither is NULL. */
static inline bool is_missing(const TVMValue *values, const int *codes) {
#if !defined(__OPTIMIZE_SIZE__)
  if (((uintptr_t)values & (uintptr_t)codes) != 0U) {
    return false;
  }
#endif
  return (values == NULL) || (codes == NULL);
}

/* The work of TVMFuncRegistry_GetByIndex is done here, less the checks that
 * TVMModCreateFromCModule made: a registry in the table has names and
 * functions. */
ACCEPTS_GENERATED_TYPES
int TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values, int *type_codes,
                int num_args, TVMValue *ret_val, int *ret_type_code) {
  const uintptr_t module = module_index(func);
  const uintptr_t function = function_index(func);
  const TVMFuncRegistry *registry;
  const TVMFuncRegistry *resource = NULL;
  if (is_missing(ret_val, ret_type_code) ||
      ((num_args > 0) && is_missing(arg_values, type_codes))) {
    return tvm_crt_invalid_argument(func_call);
  }
  if (num_args < 0) {
    return tvm_crt_wrong_count(func_call);
  }
  if (module < GLOBAL_FUNCTIONS_INDEX) {
    registry = tvm_crt_registry_table[module];
    /* Functions of a module get its registry as their resource. */
    resource = registry;
  } else if (module == GLOBAL_FUNCTIONS_INDEX) {
    registry = tvm_crt_registry_table[GLOBAL_FUNCTIONS_INDEX];
  } else {
#if TVM_CRT_ENABLE_TIME_EVALUATOR
    if (module == TIME_EVALUATOR_INDEX) {
      return tvm_crt_time_evaluator_call((tvm_function_index_t)function,
                                         arg_values, type_codes, num_args,
                                         ret_val, ret_type_code);
    }
#endif
    return no_function();
  }
  if ((registry != NULL) && (function < read_count(registry->names))) {
    const TVMBackendPackedCFunc code = registry->funcs[function];
    if (code != NULL) {
      ret_val->v_handle = NULL;
      *ret_type_code = kTVMNullptr;
      return code(arg_values, type_codes, num_args, ret_val, ret_type_code,
                  (void *)(uintptr_t)resource);
    }
  }
  return no_function();
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
  if ((target == NULL) || (target->ret_val == NULL) ||
      (target->ret_type_code == NULL) || (value == NULL) ||
      (type_code == NULL)) {
    return tvm_crt_invalid_argument(__func__);
  }
  if (num_ret != 1) {
    return tvm_crt_wrong_count(__func__);
  }
  *target->ret_val = *value;
  *target->ret_type_code = *type_code;
  return 0;
}

int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name,
                             TVMFunctionHandle *out) {
  uintptr_t module = 0U;
  int error;
  if (mod_node != NULL) {
    return TVMModGetFunction(mod_node, func_name, 0, out);
  }
  if ((func_name == NULL) || (out == NULL)) {
    return tvm_crt_invalid_argument(__func__);
  }
  do {
    error = tvm_crt_registry_table_find(
        (tvm_module_index_t)module, func_name, out,
        (module == GLOBAL_FUNCTIONS_INDEX) ? __func__ : NULL);
    module++;
  } while ((error != 0) && (module <= GLOBAL_FUNCTIONS_INDEX));
  return error;
}
