/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The registries that handles reach. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_REGISTRY_TABLE_H_
#define RUNTIME_CRT_SRC_RUNTIME_REGISTRY_TABLE_H_

#include <stdbool.h>

#include <tvm/runtime/crt/func_registry.h>
#include <tvm/runtime/crt/module.h>

#include "runtime/handles.h"

/* Those of the modules, where NULL is a free slot, and behind the last module
 * that of the global functions, where NULL is a runtime that is not
 * initialised. */
extern const TVMFuncRegistry
    *tvm_crt_registry_table[TVM_CRT_MAX_REGISTERED_MODULES + 1];

/* The module of the functions that are linked into the program; NULL until it
 * was asked for. */
extern TVMModuleHandle tvm_crt_system_lib_module;

/* Whether TVMInitializeRuntime has run. */
static inline bool runtime_is_ready(void) {
  return tvm_crt_registry_table[GLOBAL_FUNCTIONS_INDEX] != NULL;
}

/* Whether a handle, which may be anything, is that of a live module. */
static inline bool is_module(TVMModuleHandle mod) {
  const uintptr_t index = module_bits(mod);
  return (index < GLOBAL_FUNCTIONS_INDEX) &&
         (tvm_crt_registry_table[index] != NULL);
}

/* kTvmErrorPlatformCheckFailure, for a function that needs the runtime. */
int tvm_crt_runtime_not_ready(const char *function);

/* Finds a function by name in one registry, which may be NULL. *out is
 * unchanged on failure, whose text begins with the caller; NULL stores no text.
 */
int tvm_crt_registry_table_find(tvm_module_index_t module, const char *name,
                                TVMFunctionHandle *out,
                                const char *caller) TVM_CRT_MUST_CHECK;

#endif /* RUNTIME_CRT_SRC_RUNTIME_REGISTRY_TABLE_H_ */
