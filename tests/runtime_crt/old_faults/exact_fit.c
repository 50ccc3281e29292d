/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: a name that just fits into a mutable registry; the space check forgets
 * the end mark, which overwrites the first function's address.
 *
 * Wraps: TVMMutableFuncRegistry_Set. Program: crt_test. Fails:
 * MutableRegistry.ExactFitDoesNotOverwriteTheFirstAddress. */

#include <string.h>

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
  char *at;
  uint16_t count;
  if (error != kTvmErrorFunctionRegistryFull)
    return error;
  count = TVMFuncRegistry_GetNumFuncs(&reg->registry);
  if (count >= reg->max_functions)
    return error;
  at = (char *)(uintptr_t)TVMFuncRegistry_Get0thFunctionName(&reg->registry);
  while (*at != '\0')
    at += strlen(at) + 1;
  if (strlen(name) + 1 > (size_t)((const char *)reg->registry.funcs - at))
    return error;
  strcpy(at, name);
  at[strlen(name) + 1] = '\0';
  ((TVMBackendPackedCFunc *)(uintptr_t)reg->registry.funcs)[count] = func;
  return (tvm_crt_error_t)TVMFuncRegistry_SetNumFuncs(&reg->registry,
                                                      (uint16_t)(count + 1));
}
