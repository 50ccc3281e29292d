/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: with 64-bit pointers the sign of a 32-bit function handle is extended
 * (v0.7).
 *
 * Wraps: TVMModGetFunction, TVMFuncCall. Program: crt_test. Fails:
 * Modules.HandlesHaveTheDocumentedBits.
 * Also: Modules.*,
 * GlobalFunctions.SystemLibIsRegisteredOnceAndKept,
 * GlobalFunctions.ModuleGetFunction. */

#include <tvm/runtime/crt/module.h>

int __real_TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                             int query_imports, TVMFunctionHandle *out);
int __wrap_TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                             int query_imports, TVMFunctionHandle *out);
int __real_TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                       int *type_codes, int num_args, TVMValue *ret_val,
                       int *ret_type_code);
int __wrap_TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                       int *type_codes, int num_args, TVMValue *ret_val,
                       int *ret_type_code);

/* Calls look at the lower half only. */
int __wrap_TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                       int *type_codes, int num_args, TVMValue *ret_val,
                       int *ret_type_code) {
  return __real_TVMFuncCall(
      (TVMFunctionHandle)((uintptr_t)func & (uintptr_t)0xffffffff), arg_values,
      type_codes, num_args, ret_val, ret_type_code);
}

int __wrap_TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                             int query_imports, TVMFunctionHandle *out) {
  const int error =
      __real_TVMModGetFunction(mod, func_name, query_imports, out);
  if (error == 0)
    *out = (TVMFunctionHandle)(intptr_t)(int32_t)(intptr_t)*out;
  return error;
}
