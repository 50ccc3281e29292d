/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/crt.h>
#include <tvm_crt/life_cycle.h>

#include "backend/failure.h"
#include "config_host.h"
#include "runtime/builtin_functions.h"
#include "runtime/global_registry.h"

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
