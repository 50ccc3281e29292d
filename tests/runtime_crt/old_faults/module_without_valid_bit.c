/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: decoding a module handle clears bit 15 and does not look whether it
 * was set, so NULL is the first module.
 *
 * Wraps: TVMModGetFunction. Program: crt_test. Fails:
 * Modules.HandleWithoutItsValidBitsIsRefused.
 * Also: *BadArguments*, GlobalFunctions.ModuleGetFunction,
 * GraphExecutor.MissingOperatorIsNamed. */

#include <tvm/runtime/crt/module.h>

int __real_TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                             int query_imports, TVMFunctionHandle *out);
int __wrap_TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                             int query_imports, TVMFunctionHandle *out);

int __wrap_TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                             int query_imports, TVMFunctionHandle *out) {
  return __real_TVMModGetFunction(
      (TVMModuleHandle)(((uintptr_t)mod & 0x7fff) | 0x8000), func_name,
      query_imports, out);
}
