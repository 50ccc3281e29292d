/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/registry_table.h"

#include <tvm_crt/life_cycle.h>

#include "backend/failure.h"
#include "runtime/registry_index.h"
#include "runtime/time_evaluator.h"

const TVMFuncRegistry
    *tvm_crt_registry_table[TVM_CRT_MAX_REGISTERED_MODULES + 1];

TVMModuleHandle tvm_crt_system_lib_module;

void TVMShutdownRuntime(void) {
  tvm_crt_system_lib_module = NULL;
  for (size_t i = 0U; i <= GLOBAL_FUNCTIONS_INDEX; i++) {
    tvm_crt_registry_table[i] = NULL;
#if TVM_CRT_ENABLE_REGISTRY_INDEX
    tvm_crt_registry_index_forget((tvm_module_index_t)i);
#endif
  }
#if TVM_CRT_ENABLE_TIME_EVALUATOR
  tvm_crt_time_evaluator_reset();
#endif
}

int tvm_crt_runtime_not_ready(const char *function) {
  return tvm_crt_fail(kTvmErrorPlatformCheckFailure, function,
                      "not initialised");
}

int tvm_crt_registry_table_find(tvm_module_index_t module, const char *name,
                                TVMFunctionHandle *out, const char *caller) {
  tvm_function_index_t function;
#if TVM_CRT_ENABLE_REGISTRY_INDEX
  tvm_crt_error_t error =
      tvm_crt_registry_index_lookup(module, name, &function);
#else
  tvm_crt_error_t error =
      TVMFuncRegistry_Lookup(tvm_crt_registry_table[module], name, &function);
#endif
  if ((error == kTvmErrorNoError) && (function > HANDLE_INDEX_MAX)) {
    error = kTvmErrorFunctionIndexInvalid;
  }
  if (error == kTvmErrorNoError) {
    *out = encode_function(module, function);
  } else if (caller != NULL) {
    (void)tvm_crt_fail_named(error, caller, "no such function", name);
  } else {
    /* The caller looks elsewhere. */
  }
  return (int)error;
}
