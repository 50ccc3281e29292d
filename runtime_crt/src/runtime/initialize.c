/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Begin and end of the runtime, above all that it begins and ends. */

#include <tvm/runtime/crt/crt.h>
#include <tvm_crt/life_cycle.h>

#include "backend/failure.h"
#include "config_host.h"
#include "runtime/builtin_functions.h"
#include "runtime/global_registry.h"
#include "runtime/registry_table.h"

void TVMShutdownRuntime(void) {
  tvm_crt_system_lib_module = NULL;
  for (uintptr_t slot = 0U; slot < TABLE_SLOTS; slot++) {
    tvm_crt_registry_table_free(slot);
  }
}

tvm_crt_error_t TVMInitializeRuntime(void) {
  tvm_crt_error_t error;
  TVMShutdownRuntime();
  error = tvm_crt_global_registry_reset();
#if TVM_CRT_ENABLE_BUILTIN_FUNCTIONS
  if (error == kTvmErrorNoError) {
    error = tvm_crt_builtin_functions_register();
  }
#endif
  if (error != kTvmErrorNoError) {
    TVMShutdownRuntime();
    (void)tvm_crt_fail(error, __func__, "table full");
  }
  return error;
}
