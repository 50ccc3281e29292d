/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/global_registry.h"

#include <tvm/runtime/crt/crt.h>

#include "runtime/handles.h"

/* Static, not from the platform: it lives as long as the program, and a
 * platform with a stack allocator could never free it in order. */
static union {
  uint8_t bytes[TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES];
  TVMBackendPackedCFunc alignment;
} memory;

static TVMMutableFuncRegistry registry;
static bool is_ready;

tvm_crt_error_t global_registry_reset(void) {
  const tvm_crt_error_t error = TVMMutableFuncRegistry_Create(
      &registry, memory.bytes, sizeof(memory.bytes));
  is_ready = error == kTvmErrorNoError;
  return error;
}

void global_registry_shut(void) { is_ready = false; }

bool global_registry_is_ready(void) { return is_ready; }

const TVMFuncRegistry *global_registry(void) {
  return is_ready ? &registry.registry : NULL;
}

tvm_crt_error_t global_registry_add(const char *name,
                                    TVMBackendPackedCFunc func) {
  return TVMMutableFuncRegistry_Set(&registry, name, func, 0);
}

static int report_not_ready(void) {
  TVMAPISetLastError("global function: the runtime is not initialised");
  return kTvmErrorPlatformCheckFailure;
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
  if (!is_ready)
    return report_not_ready();
  address.data = f;
  error = TVMMutableFuncRegistry_Set(&registry, name, address.code,
                                     override_existing);
  if (error != kTvmErrorNoError)
    (void)TVMAPIErrorf("global function: cannot register %s: error 0x%x", name,
                       (unsigned)error);
  return (int)error;
}

int TVMBackendRegisterSystemLibSymbol(const char *name, void *ptr) {
  return TVMFuncRegisterGlobal(name, ptr, 0);
}

int TVMFuncGetGlobal(const char *name, TVMFunctionHandle *out) {
  tvm_function_index_t function;
  if (name == NULL || out == NULL) {
    TVMAPISetLastError("global function: NULL argument");
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (!is_ready)
    return report_not_ready();
  if (TVMFuncRegistry_Lookup(&registry.registry, name, &function) ==
      kTvmErrorNoError) {
    *out = encode_function(GLOBAL_FUNCTIONS_INDEX, function);
  } else {
    (void)TVMAPIErrorf("global function: not found: %s", name);
    *out = NULL;
  }
  return kTvmErrorNoError;
}
