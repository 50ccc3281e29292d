/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: a module handle is compared with the number of slots by > instead of
 * >=, so the handle behind the last one reads behind the table. Here an empty
 * module happens to lie there.
 *
 * Wraps: TVMModGetFunction. Program: crt_test. Fails:
 * Modules.IndexBehindTheLastModuleIsRefused. */

#include <tvm/runtime/crt/module.h>

#include "crt_config.h"

int __real_TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                             int query_imports, TVMFunctionHandle *out);
int __wrap_TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                             int query_imports, TVMFunctionHandle *out);

int __wrap_TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                             int query_imports, TVMFunctionHandle *out) {
  if ((uintptr_t)mod == (0x8000u | TVM_CRT_MAX_REGISTERED_MODULES))
    return kTvmErrorFunctionNameNotFound;
  return __real_TVMModGetFunction(mod, func_name, query_imports, out);
}
