/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The functions that belong to no module. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_GLOBAL_REGISTRY_H_
#define RUNTIME_CRT_SRC_RUNTIME_GLOBAL_REGISTRY_H_

#include <tvm/runtime/crt/func_registry.h>

/* Starts with no functions; from here on the runtime is initialised. */
tvm_crt_error_t tvm_crt_global_registry_reset(void) TVM_CRT_MUST_CHECK;

/* Only after tvm_crt_global_registry_reset. */
extern TVMMutableFuncRegistry tvm_crt_global_registry;

#endif /* RUNTIME_CRT_SRC_RUNTIME_GLOBAL_REGISTRY_H_ */
