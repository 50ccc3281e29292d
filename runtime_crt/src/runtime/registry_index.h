/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Indexes of registries that modules use. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_REGISTRY_INDEX_H_
#define RUNTIME_CRT_SRC_RUNTIME_REGISTRY_INDEX_H_

#include <tvm/runtime/crt/func_registry.h>

#include "config_registry.h"

#if TVM_CRT_ENABLE_REGISTRY_INDEX

/* A slot of the module table has no index any more. */
void tvm_crt_registry_index_forget(tvm_module_index_t module);

/* Looks up a function of a slot of the module table, by its index if it has
 * one. As TVMFuncRegistry_Lookup. */
tvm_crt_error_t tvm_crt_registry_index_lookup(
    tvm_module_index_t module, const char *name,
    tvm_function_index_t *function) TVM_CRT_MUST_CHECK;

#endif

#endif /* RUNTIME_CRT_SRC_RUNTIME_REGISTRY_INDEX_H_ */
