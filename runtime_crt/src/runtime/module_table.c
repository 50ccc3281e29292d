/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/module_table.h"

#include <tvm/runtime/crt/crt.h>

#include "runtime/global_registry.h"
#include "runtime/handles.h"

/* NULL marks a free slot. */
static const TVMModule *modules[TVM_CRT_MAX_REGISTERED_MODULES];

/* NULL until the system library was asked for. */
static TVMModuleHandle system_lib;

void module_table_reset(void) {
  for (size_t i = 0; i < TVM_CRT_MAX_REGISTERED_MODULES; i++)
    modules[i] = NULL;
  system_lib = NULL;
}

const TVMFuncRegistry *module_table_registry(tvm_module_index_t index) {
  if (index >= TVM_CRT_MAX_REGISTERED_MODULES || modules[index] == NULL)
    return NULL;
  return modules[index]->registry;
}

int TVMModCreateFromCModule(const TVMModule *mod, TVMModuleHandle *out_handle) {
  if (mod == NULL || mod->registry == NULL || out_handle == NULL) {
    TVMAPISetLastError("module: NULL argument or module without registry");
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (!global_registry_is_ready()) {
    TVMAPISetLastError("module: the runtime is not initialised");
    return kTvmErrorPlatformCheckFailure;
  }
  for (size_t i = 0; i < TVM_CRT_MAX_REGISTERED_MODULES; i++) {
    if (modules[i] == NULL) {
      modules[i] = mod;
      *out_handle = encode_module((tvm_module_index_t)i);
      return kTvmErrorNoError;
    }
  }
  TVMAPISetLastError("module: all slots taken, "
                     "raise TVM_CRT_MAX_REGISTERED_MODULES");
  return -1;
}

int module_table_system_lib(TVMModuleHandle *out_handle) {
  if (system_lib == NULL) {
    const int error =
        TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &system_lib);
    if (error != 0)
      return error;
  }
  *out_handle = system_lib;
  return kTvmErrorNoError;
}

/* Index and registry of a live module; sets the last error when it is none. */
static const TVMFuncRegistry *find_module(TVMModuleHandle mod,
                                          tvm_module_index_t *index) {
  const TVMFuncRegistry *registry = NULL;
  if (decode_module((uintptr_t)mod, index))
    registry = module_table_registry(*index);
  if (registry == NULL)
    TVMAPISetLastError("module: invalid handle");
  return registry;
}

int TVMModFree(TVMModuleHandle mod) {
  tvm_module_index_t index;
  if (find_module(mod, &index) == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  /* Others hold the one handle that runtime.SystemLib gave them. */
  if (mod != system_lib)
    modules[index] = NULL;
  return kTvmErrorNoError;
}

int TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                      int query_imports, TVMFunctionHandle *out) {
  tvm_module_index_t module;
  tvm_function_index_t function;
  const TVMFuncRegistry *registry;
  tvm_crt_error_t error;
  (void)query_imports;
  if (func_name == NULL || out == NULL) {
    TVMAPISetLastError("module: NULL argument");
    return kTvmErrorFunctionCallInvalidArg;
  }
  registry = find_module(mod, &module);
  if (registry == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  error = TVMFuncRegistry_Lookup(registry, func_name, &function);
  if (error == kTvmErrorNoError && function > HANDLE_INDEX_MAX)
    error = kTvmErrorFunctionIndexInvalid;
  if (error != kTvmErrorNoError) {
    (void)TVMAPIErrorf("module: function not found: %s", func_name);
    return (int)error;
  }
  *out = encode_function(module, function);
  return kTvmErrorNoError;
}
