/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The registries that handles reach. Knows nothing of who fills it. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_REGISTRY_TABLE_H_
#define RUNTIME_CRT_SRC_RUNTIME_REGISTRY_TABLE_H_

#include <stdbool.h>

#include <tvm/runtime/crt/func_registry.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/registry_index.h>

#include "runtime/handles.h"

typedef struct {
  /* NULL is a free slot; for the global functions, a runtime that is not
   * initialised. */
  const TVMFuncRegistry *registry;
#if TVM_CRT_ENABLE_REGISTRY_INDEX
  /* NULL is a registry without an index. */
  const TVMRegistryIndex *index;
#endif
  /* How often the slot was freed, modulo HANDLE_GENERATIONS. */
  uint16_t generation;
} registry_slot_t;

extern registry_slot_t tvm_crt_registry_table[TABLE_SLOTS];

/* The module of the functions that are linked into the program; NULL until it
 * was asked for. */
extern TVMModuleHandle tvm_crt_system_lib_module;

/* Frees a slot, whose handles are invalid from now on. */
void tvm_crt_registry_table_free(uintptr_t slot);

/* The registry of a module; NULL for a handle, which may be anything, that is
 * not that of a live module. */
const TVMFuncRegistry *tvm_crt_module_registry(TVMModuleHandle mod);

/* TVMFuncRegistry_Lookup without a text for TVMGetLastError: the caller has
 * one, or looks elsewhere. */
tvm_crt_error_t tvm_crt_registry_look_up(const TVMFuncRegistry *reg,
                                         const char *name,
                                         tvm_function_index_t *function_index);

/* kTvmErrorPlatformCheckFailure, for a function that needs the runtime. */
int tvm_crt_runtime_not_ready(const char *function);

/* The number that handles of a slot have now. */
static inline uintptr_t number_of_slot(uintptr_t slot) {
  return (tvm_crt_registry_table[slot].generation * HANDLE_SLOTS) + slot;
}

/* The registry with a number, which may be anything; NULL when there is none or
 * not any more. */
static inline const TVMFuncRegistry *registry_of(uintptr_t number) {
  const uintptr_t slot = number % HANDLE_SLOTS;
  if ((slot >= TABLE_SLOTS) || (number != number_of_slot(slot))) {
    return NULL;
  }
  return tvm_crt_registry_table[slot].registry;
}

/* Whether TVMInitializeRuntime has run. */
static inline bool runtime_is_ready(void) {
  return tvm_crt_registry_table[GLOBAL_FUNCTIONS_SLOT].registry != NULL;
}

#endif /* RUNTIME_CRT_SRC_RUNTIME_REGISTRY_TABLE_H_ */
