/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Calls through handles. */

#include <tvm/runtime/crt/crt.h>

#include "backend/failure.h"
#include "runtime/find_function.h"
#include "runtime/name_count.h"
#include "runtime/registry_table.h"

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
  const uintptr_t module = function_module_number(func);
  const TVMFuncRegistry *registry = registry_of(module);
  TVMBackendPackedCFunc code = NULL;
  if ((ret_val == NULL) || (ret_type_code == NULL) ||
      ((num_args > 0) && ((arg_values == NULL) || (type_codes == NULL)))) {
    return tvm_crt_invalid_argument(__func__);
  }
  if (num_args < 0) {
    return tvm_crt_wrong_count(__func__);
  }
  if (registry != NULL) {
    code = function_at(registry, function_index(func));
  }
  if (code == NULL) {
    (void)tvm_crt_fail(kTvmErrorFunctionIndexInvalid, __func__,
                       "invalid function index");
    return -1;
  }
  /* Functions of a module get its registry as their resource. */
  if ((module % HANDLE_SLOTS) >= GLOBAL_FUNCTIONS_SLOT) {
    registry = NULL;
  }
  ret_val->v_handle = NULL;
  *ret_type_code = kTVMNullptr;
  return code(arg_values, type_codes, num_args, ret_val, ret_type_code,
              (void *)(uintptr_t)registry);
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
  if (mod_node != NULL) {
    return TVMModGetFunction(mod_node, func_name, 0, out);
  }
  if ((func_name == NULL) || (out == NULL)) {
    return tvm_crt_invalid_argument(__func__);
  }
  for (uintptr_t slot = 0U; slot < GLOBAL_FUNCTIONS_SLOT; slot++) {
    if (tvm_crt_find_function(slot, func_name, out, NULL) == 0) {
      return 0;
    }
  }
  return tvm_crt_find_function(GLOBAL_FUNCTIONS_SLOT, func_name, out, __func__);
}
