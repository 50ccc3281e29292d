/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/crt.h>

#include "backend/failure.h"
#include "runtime/builtin_functions.h"
#include "runtime/global_registry.h"
#include "runtime/registry_table.h"
#include "runtime/time_evaluator.h"

tvm_crt_error_t TVMInitializeRuntime(void) {
  tvm_crt_error_t error;
  registry_table_reset();
#if TVM_CRT_ENABLE_TIME_EVALUATOR
  time_evaluator_reset();
#endif
  error = global_registry_reset();
  if (error == kTvmErrorNoError) {
    error = builtin_functions_register();
  }
  if (error != kTvmErrorNoError) {
    registry_table_reset();
    (void)tvm_crt_fail(error, __func__, "registry too small");
  }
  return error;
}
