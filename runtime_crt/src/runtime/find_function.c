/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/find_function.h"

#include "backend/failure.h"
#include "runtime/registry_index.h"
#include "runtime/registry_table.h"

int tvm_crt_find_function(uintptr_t slot, const char *name,
                          TVMFunctionHandle *out, const char *caller) {
  const TVMFuncRegistry *registry = tvm_crt_registry_table[slot].registry;
  tvm_function_index_t function;
#if TVM_CRT_ENABLE_REGISTRY_INDEX
  tvm_crt_error_t error = tvm_crt_registry_index_lookup(slot, name, &function);
#else
  tvm_crt_error_t error = tvm_crt_registry_look_up(registry, name, &function);
#endif
  if ((error == kTvmErrorNoError) && (registry->funcs == NULL)) {
    error = kTvmErrorFunctionNameNotFound;
  }
  if ((error == kTvmErrorNoError) && (function > HANDLE_INDEX_MAX)) {
    error = kTvmErrorFunctionIndexInvalid;
  }
  if (error == kTvmErrorNoError) {
    *out = encode_function(number_of_slot(slot), function);
  } else if (caller != NULL) {
    (void)tvm_crt_fail_named(error, caller, "no such function", name);
  } else {
    /* The caller looks elsewhere. */
  }
  return (int)error;
}
