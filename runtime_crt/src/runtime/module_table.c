/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

#include "backend/failure.h"
#include "runtime/registry_index.h"
#include "runtime/registry_table.h"

int TVMModCreateFromCModule(const TVMModule *mod, TVMModuleHandle *out_handle) {
  /* Stands for a registry without tables, so that calls need not look for them.
   * The NULL is its names as well: a count of 0. */
  static const TVMFuncRegistry no_functions = {
      (const char *)&no_functions.funcs, NULL};
  tvm_module_index_t slot = 0U;
  if ((mod == NULL) || (mod->registry == NULL) || (out_handle == NULL)) {
    return tvm_crt_invalid_argument(__func__);
  }
  if (!runtime_is_ready()) {
    return tvm_crt_runtime_not_ready(__func__);
  }
  /* The global functions behind the last module end the search. */
  while (tvm_crt_registry_table[slot] != NULL) {
    slot++;
    if (slot == GLOBAL_FUNCTIONS_INDEX) {
      (void)tvm_crt_fail(kTvmErrorFunctionRegistryFull, __func__, "table full");
      return -1;
    }
  }
  tvm_crt_registry_table[slot] =
      ((mod->registry->names != NULL) && (mod->registry->funcs != NULL))
          ? mod->registry
          : &no_functions;
  *out_handle = encode_module(slot);
  return kTvmErrorNoError;
}

int TVMModFree(TVMModuleHandle mod) {
  if (!is_module(mod)) {
    return tvm_crt_invalid_argument(__func__);
  }
  /* Others hold the one handle that runtime.SystemLib gave them. */
  if (mod != tvm_crt_system_lib_module) {
    tvm_crt_registry_table[module_bits(mod)] = NULL;
#if TVM_CRT_ENABLE_REGISTRY_INDEX
    tvm_crt_registry_index_forget((tvm_module_index_t)module_bits(mod));
#endif
  }
  return kTvmErrorNoError;
}

int TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                      int query_imports, TVMFunctionHandle *out) {
  (void)query_imports;
  if ((func_name == NULL) || (out == NULL) || !is_module(mod)) {
    return tvm_crt_invalid_argument(__func__);
  }
  return tvm_crt_registry_table_find((tvm_module_index_t)module_bits(mod),
                                     func_name, out, __func__);
}
