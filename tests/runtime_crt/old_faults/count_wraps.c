/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: function 256 of a mutable registry with a one-byte count makes the
 * count 0.
 *
 * Wraps: TVMMutableFuncRegistry_Set. Program:
 * crt_u8_test. Fails: MutableRegistry.CountNeverWraps. */

#include <tvm/runtime/crt/func_registry.h>

tvm_crt_error_t __real_TVMMutableFuncRegistry_Set(TVMMutableFuncRegistry *reg,
                                                  const char *name,
                                                  TVMBackendPackedCFunc func,
                                                  int override_existing);
tvm_crt_error_t __wrap_TVMMutableFuncRegistry_Set(TVMMutableFuncRegistry *reg,
                                                  const char *name,
                                                  TVMBackendPackedCFunc func,
                                                  int override_existing);
tvm_crt_error_t __wrap_TVMMutableFuncRegistry_Set(TVMMutableFuncRegistry *reg,
                                                  const char *name,
                                                  TVMBackendPackedCFunc func,
                                                  int override_existing) {
  const tvm_crt_error_t error =
      __real_TVMMutableFuncRegistry_Set(reg, name, func, override_existing);
  if (error != kTvmErrorFunctionRegistryFull ||
      TVMFuncRegistry_GetNumFuncs(&reg->registry) != 0xff)
    return error;
  return (tvm_crt_error_t)TVMFuncRegistry_SetNumFuncs(&reg->registry, 0);
}
