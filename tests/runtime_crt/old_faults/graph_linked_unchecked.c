/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the graph executor does not look at what _lookup_linked_param
 * returned, and marks of linked parameters are what the memory held before.
 *
 * Wraps: TVMFuncCall. Program: crt_test. Fails:
 * GraphExecutor.LookUpOfLinkedParametersMayFail. */

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>

int __real_TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                       int *type_codes, int num_args, TVMValue *ret_val,
                       int *ret_type_code);
int __wrap_TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                       int *type_codes, int num_args, TVMValue *ret_val,
                       int *ret_type_code);

/* The look-up is the one function that fails with this code in the tests. */
int __wrap_TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                       int *type_codes, int num_args, TVMValue *ret_val,
                       int *ret_type_code) {
  const int error = __real_TVMFuncCall(func, arg_values, type_codes, num_args,
                                       ret_val, ret_type_code);
  return error == kTvmErrorGeneratedInvalidStorageId ? 0 : error;
}
