/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

#include "backend/failure.h"
#include "runtime/find_function.h"
#include "runtime/registry_table.h"

int TVMModCreateFromCModule(const TVMModule *mod, TVMModuleHandle *out_handle) {
  uintptr_t slot = 0U;
  if ((mod == NULL) || (mod->registry == NULL) || (out_handle == NULL)) {
    return tvm_crt_invalid_argument(__func__);
  }
  if (!runtime_is_ready()) {
    return tvm_crt_runtime_not_ready(__func__);
  }
  while ((slot < GLOBAL_FUNCTIONS_SLOT) &&
         (tvm_crt_registry_table[slot].registry != NULL)) {
    slot++;
  }
  if (slot == GLOBAL_FUNCTIONS_SLOT) {
    (void)tvm_crt_fail(kTvmErrorFunctionRegistryFull, __func__, "table full");
    return -1;
  }
  tvm_crt_registry_table[slot].registry = mod->registry;
  *out_handle = encode_module(number_of_slot(slot));
  return kTvmErrorNoError;
}

int TVMModFree(TVMModuleHandle mod) {
  if (tvm_crt_module_registry(mod) == NULL) {
    return tvm_crt_invalid_argument(__func__);
  }
  /* Others hold the one handle that runtime.SystemLib gave them. */
  if (mod != tvm_crt_system_lib_module) {
    tvm_crt_registry_table_free(module_number(mod) % HANDLE_SLOTS);
  }
  return kTvmErrorNoError;
}

int TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                      int query_imports, TVMFunctionHandle *out) {
  (void)query_imports;
  if ((func_name == NULL) || (out == NULL) ||
      (tvm_crt_module_registry(mod) == NULL)) {
    return tvm_crt_invalid_argument(__func__);
  }
  return tvm_crt_find_function(module_number(mod) % HANDLE_SLOTS, func_name,
                               out, __func__);
}
