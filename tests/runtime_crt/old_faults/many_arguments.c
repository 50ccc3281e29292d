/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: an executor copies the arguments of a function into an array of
 * TVM_CRT_MAX_ARGS, and fails when there are more.
 *
 * Wraps: TVMFuncCall. Program: crt_test. Fails:
 * GraphExecutor.OperatorMayHaveManyArguments,
 * AotExecutor.ItNeedsNoRoomInTvmArgs. */

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>

#include "crt_config.h"

int __real_TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                       int *type_codes, int num_args, TVMValue *ret_val,
                       int *ret_type_code);
int __wrap_TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                       int *type_codes, int num_args, TVMValue *ret_val,
                       int *ret_type_code);

int __wrap_TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                       int *type_codes, int num_args, TVMValue *ret_val,
                       int *ret_type_code) {
  /* The time evaluator takes more arguments too, and no tensors. */
  if (num_args > TVM_CRT_MAX_ARGS && (type_codes[0] == kTVMNDArrayHandle ||
                                      type_codes[0] == kTVMDLTensorHandle))
    return kTvmErrorFunctionCallNumArguments;
  return __real_TVMFuncCall(func, arg_values, type_codes, num_args, ret_val,
                            ret_type_code);
}
