/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Look-up of functions by name. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_FIND_FUNCTION_H_
#define RUNTIME_CRT_SRC_RUNTIME_FIND_FUNCTION_H_

#include <tvm/runtime/crt/func_registry.h>
#include <tvm/runtime/crt/module.h>

/* Finds a function in the registry of a slot, which may be free. *out is
 * unchanged on failure, whose text begins with the caller; NULL stores no text.
 */
int tvm_crt_find_function(uintptr_t slot, const char *name,
                          TVMFunctionHandle *out,
                          const char *caller) TVM_CRT_MUST_CHECK;

#endif /* RUNTIME_CRT_SRC_RUNTIME_FIND_FUNCTION_H_ */
