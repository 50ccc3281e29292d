/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Calls an operator of tvm-ffi for a debugger; see tasks.h. */

#include "tasks.h"

#include <tvm_crt/ffi.h>

/* TVMFFIAny of tvm/ffi/c_api.h. */
typedef struct {
  int32_t type_index; /* Of a result: 0 (kTVMFFINone) for nothing. */
  uint32_t zero_padding;
  union {
    int64_t v_int64;
    void *v_ptr;
  } value;
} tvm_ffi_any_t;

typedef int32_t (*tvm_ffi_function_t)(void *handle, const tvm_ffi_any_t *args,
                                      int32_t num_args, tvm_ffi_any_t *result);

typedef char check_any_size[(sizeof(tvm_ffi_any_t) == 16U) ? 1 : -1];

/* Operators call the runtime by these pointers. Their objects have weak ones
 * that are NULL. */
#define POINTER_TO(function)                                                   \
  extern void *const __##function;                                             \
  void *const __##function = (void *)(uintptr_t)&function;

POINTER_TO(TVMBackendAllocWorkspace)
POINTER_TO(TVMBackendFreeWorkspace)
POINTER_TO(TVMBackendParallelLaunch)
POINTER_TO(TVMBackendParallelBarrier)
POINTER_TO(TVMFFIErrorSetRaisedFromCStr)
POINTER_TO(TVMFFIErrorSetRaisedFromCStrParts)

int32_t tvm_crt_call_ffi(TVMValue *args, int *type_codes, int num_args,
                         TVMValue *value, int *value_code, void *resource) {
  /* Handles hold addresses of functions, too. */
  const tvm_ffi_function_t function =
      (tvm_ffi_function_t)(uintptr_t)args[0].v_handle;
  tvm_ffi_any_t result = {0, 0U, {0}};
  int32_t error;
  (void)type_codes;
  (void)resource;
  /* An operator that failed may have left some. */
  TVMFfiUseWorkspace(NULL, 0U);
  TVMFfiResetWorkspacePeak();
  error = function(NULL, (const tvm_ffi_any_t *)&args[1], num_args, &result);
  value->v_int64 = (int64_t)TVMFfiWorkspacePeak();
  *value_code = kTVMArgInt;
  return error;
}
