/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Indexes of registries that modules use. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_REGISTRY_INDEX_H_
#define RUNTIME_CRT_SRC_RUNTIME_REGISTRY_INDEX_H_

#include <tvm/runtime/crt/func_registry.h>

#include "config_registry.h"

#if TVM_CRT_ENABLE_REGISTRY_INDEX

/* Looks up a function in the registry of a slot, by its index if it has one. As
 * TVMFuncRegistry_Lookup. */
tvm_crt_error_t tvm_crt_registry_index_lookup(uintptr_t slot, const char *name,
                                              tvm_function_index_t *function)
    TVM_CRT_MUST_CHECK;

#endif

#endif /* RUNTIME_CRT_SRC_RUNTIME_REGISTRY_INDEX_H_ */
