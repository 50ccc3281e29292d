/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/module_functions.h"

#include <tvm/runtime/crt/module.h>

#include "backend/failure.h"
#include "runtime/tensor_size.h"

int tvm_crt_module_check_count(const char *title, int num_args, int wanted) {
  return (num_args == wanted) ? 0 : tvm_crt_wrong_count(title);
}

int tvm_crt_module_refuse_type(const char *title) {
  return tvm_crt_fail(kTvmErrorFunctionCallWrongArgType, title,
                      "argument type");
}

bool tvm_crt_module_is_tensor(int type_code) {
  return (type_code == (int)kTVMDLTensorHandle) ||
         (type_code == (int)kTVMNDArrayHandle);
}

/* Whether a tensor of the program can be copied to or from one of an executor;
 * *form receives it with lanes that are not 0. */
static bool can_copy(const DLTensor *given, const DLTensor *own,
                     DLTensor *form) {
  size_t nbytes;
  if (!tvm_crt_tensor_fits(given, own, &nbytes) ||
      !tvm_crt_tensor_is_compact(given)) {
    return false;
  }
  *form = *given;
  tvm_crt_normalise_lanes(form);
  return true;
}

int tvm_crt_module_copy_in(const DLTensor *given, const DLTensor *own) {
  DLTensor from;
  DLTensor to = *own;
  return can_copy(given, own, &from) ? TVMDeviceCopyDataFromTo(&from, &to, NULL)
                                     : (int)kTvmErrorFunctionCallInvalidArg;
}

int tvm_crt_module_copy_out(const DLTensor *own, const DLTensor *given) {
  DLTensor from = *own;
  DLTensor to;
  return can_copy(given, own, &to) ? TVMDeviceCopyDataFromTo(&from, &to, NULL)
                                   : (int)kTvmErrorFunctionCallInvalidArg;
}

int tvm_crt_module_read_params(const char *title, const TVMValue *args,
                               const int *type_codes, int num_args,
                               const TVMByteArray **bytes) {
  const int error = tvm_crt_module_check_count(title, num_args, 1);
  if (error != 0) {
    return error;
  }
  if ((type_codes[0] != (int)kTVMBytes) || (args[0].v_handle == NULL)) {
    return tvm_crt_module_refuse_type(title);
  }
  *bytes = args[0].v_handle;
  return ((*bytes)->size <= UINT32_MAX) ? 0 : tvm_crt_invalid_argument(title);
}

void tvm_crt_module_return_int(TVMValue *ret_val, int *ret_type_code,
                               int value) {
  ret_val->v_int64 = value;
  *ret_type_code = (int)kTVMArgInt;
}

void tvm_crt_module_return_tensor(TVMValue *ret_val, int *ret_type_code,
                                  DLTensor *tensor) {
  ret_val->v_handle = tensor;
  *ret_type_code = (int)kTVMNDArrayHandle;
}

int tvm_crt_module_register(const char *name, TVMBackendPackedCFunc create) {
  /* C has no conversion between addresses of data and of code; both are the
   * same on every target of this runtime. */
  union {
    TVMBackendPackedCFunc code;
    void *data;
  } address;
  address.code = create;
  return TVMFuncRegisterGlobal(name, address.data, 0);
}
