/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/registry_table.h"

#include "backend/failure.h"

registry_slot_t tvm_crt_registry_table[TABLE_SLOTS];

TVMModuleHandle tvm_crt_system_lib_module;

void tvm_crt_registry_table_free(uintptr_t slot) {
  registry_slot_t *entry = &tvm_crt_registry_table[slot];
  if (entry->registry != NULL) {
    entry->registry = NULL;
#if TVM_CRT_ENABLE_REGISTRY_INDEX
    entry->index = NULL;
#endif
    entry->generation =
        (uint16_t)((entry->generation + 1U) % HANDLE_GENERATIONS);
  }
}

const TVMFuncRegistry *tvm_crt_module_registry(TVMModuleHandle mod) {
  const uintptr_t number = module_number(mod);
  return ((number % HANDLE_SLOTS) < GLOBAL_FUNCTIONS_SLOT) ? registry_of(number)
                                                           : NULL;
}

int tvm_crt_runtime_not_ready(const char *function) {
  return tvm_crt_fail(kTvmErrorPlatformCheckFailure, function,
                      "not initialised");
}
