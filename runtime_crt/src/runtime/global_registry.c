/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/global_registry.h"

#include <tvm/runtime/crt/crt.h>

#include "backend/failure.h"
#include "runtime/find_function.h"
#include "runtime/registry_table.h"

/* Static, not from the platform: it lives as long as the program, and a
 * platform with a stack allocator could never free it in order. */
static union {
  uint8_t bytes[TVM_CRT_GLOBAL_REGISTRY_MEMORY_BYTES];
  TVMBackendPackedCFunc alignment;
} memory;

TVMMutableFuncRegistry tvm_crt_global_registry;

tvm_crt_error_t tvm_crt_global_registry_reset(void) {
  tvm_crt_registry_table[GLOBAL_FUNCTIONS_SLOT].registry =
      &tvm_crt_global_registry.registry;
  return TVMMutableFuncRegistry_Create(&tvm_crt_global_registry, memory.bytes,
                                       sizeof(memory.bytes));
}

int TVMFuncRegisterGlobal(const char *name, TVMFunctionHandle f,
                          int override_existing) {
  /* C has no conversion between addresses of data and of code; both are the
   * same on every target of this runtime (abi_layout.c). */
  union {
    void *data;
    TVMBackendPackedCFunc code;
  } address;
  tvm_crt_error_t error;
  if (!runtime_is_ready()) {
    return tvm_crt_runtime_not_ready(__func__);
  }
  address.data = f;
  error = TVMMutableFuncRegistry_Set(&tvm_crt_global_registry, name,
                                     address.code, override_existing);
  if (error != kTvmErrorNoError) {
    return tvm_crt_fail_named(error, __func__, "refused", name);
  }
  return kTvmErrorNoError;
}

int TVMBackendRegisterSystemLibSymbol(const char *name, void *ptr) {
  return TVMFuncRegisterGlobal(name, ptr, 0);
}

int TVMFuncGetGlobal(const char *name, TVMFunctionHandle *out) {
  if ((name == NULL) || (out == NULL)) {
    return tvm_crt_invalid_argument(__func__);
  }
  if (!runtime_is_ready()) {
    return tvm_crt_runtime_not_ready(__func__);
  }
  if (tvm_crt_find_function(GLOBAL_FUNCTIONS_SLOT, name, out, __func__) != 0) {
    *out = NULL;
  }
  return kTvmErrorNoError;
}
