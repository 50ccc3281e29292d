/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The functions that belong to no module. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_GLOBAL_REGISTRY_H_
#define RUNTIME_CRT_SRC_RUNTIME_GLOBAL_REGISTRY_H_

#include <stdbool.h>

#include <tvm/runtime/crt/func_registry.h>

/* Starts with no functions. */
tvm_crt_error_t global_registry_reset(void) TVM_CRT_MUST_CHECK;

/* Back to the state before the first TVMInitializeRuntime. */
void global_registry_shut(void);

/* Whether TVMInitializeRuntime has run. */
bool global_registry_is_ready(void);

/* Adds a function under a name that is not taken. */
tvm_crt_error_t
global_registry_add(const char *name,
                    TVMBackendPackedCFunc func) TVM_CRT_MUST_CHECK;

/* The registry, or NULL before TVMInitializeRuntime. */
const TVMFuncRegistry *global_registry(void);

#endif /* RUNTIME_CRT_SRC_RUNTIME_GLOBAL_REGISTRY_H_ */
