/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What the packed functions of the executors' modules share: checks of their
 * arguments, whose errors' texts begin with the title of the module, and their
 * results. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_MODULE_FUNCTIONS_H_
#define RUNTIME_CRT_SRC_RUNTIME_MODULE_FUNCTIONS_H_

#include <stdbool.h>

#include <tvm/runtime/c_backend_api.h>
#include <tvm_crt/attributes.h>

/* 0 when the arguments are so many. */
int tvm_crt_module_check_count(const char *title, int num_args,
                               int wanted) TVM_CRT_MUST_CHECK;

/* The error of an argument of a wrong type. */
int tvm_crt_module_refuse_type(const char *title);

/* Whether an argument of this type is a tensor. */
bool tvm_crt_module_is_tensor(int type_code);

/* Copies a tensor of the program into one of an executor, or the other way
 * round: they fit as tvm_crt_tensor_fits tells, and lie without gaps.
 * kTvmErrorFunctionCallInvalidArg for others, with the last error unchanged. */
int tvm_crt_module_copy_in(const DLTensor *given,
                           const DLTensor *own) TVM_CRT_MUST_CHECK;
int tvm_crt_module_copy_out(const DLTensor *own,
                            const DLTensor *given) TVM_CRT_MUST_CHECK;

/* The only argument, the bytes of a params file. */
int tvm_crt_module_read_params(const char *title, const TVMValue *args,
                               const int *type_codes, int num_args,
                               const TVMByteArray **bytes) TVM_CRT_MUST_CHECK;

void tvm_crt_module_return_int(TVMValue *ret_val, int *ret_type_code,
                               int value);

void tvm_crt_module_return_tensor(TVMValue *ret_val, int *ret_type_code,
                                  DLTensor *tensor);

/* Makes the function that creates a module a global function. */
int tvm_crt_module_register(const char *name,
                            TVMBackendPackedCFunc create) TVM_CRT_MUST_CHECK;

#endif /* RUNTIME_CRT_SRC_RUNTIME_MODULE_FUNCTIONS_H_ */
