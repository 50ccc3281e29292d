/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A function that names functions: TVM's protocol has no request for that. Only
 * a program that names it has it. */

#include <tvm/runtime/crt/crt.h>
#include <tvm_crt/rpc_server.h>

#include "backend/failure.h"
#include "runtime/global_registry.h"
#include "runtime/name_count.h"
#include "runtime/registry_table.h"

static const char list_function[] = "metaobj.rpc.function_name";

/* The name number *index of a registry, or NULL; then *index is less by the
 * names that it has. */
static const char *name_at(const TVMFuncRegistry *registry, uint64_t *index) {
  const char *name;
  size_t left;
  if ((registry == NULL) || (registry->names == NULL)) {
    return NULL;
  }
  name = &registry->names[COUNT_BYTES];
  for (left = read_count(registry->names); left > 0U; left--) {
    size_t length = 0U;
    while ((length < (size_t)TVM_CRT_MAX_STRLEN_FUNCTION_NAME) &&
           (name[length] != '\0')) {
      length++;
    }
    /* The end of all names, or one that no look-up finds. */
    if ((length == 0U) ||
        (length == (size_t)TVM_CRT_MAX_STRLEN_FUNCTION_NAME)) {
      break;
    }
    if (*index == 0U) {
      return name;
    }
    *index -= 1U;
    name = &name[length + 1U];
  }
  return NULL;
}

/* (number) -> name: global functions first, then those of the system library,
 * if it was asked for. Nothing behind the last one. */
static int function_name(TVMValue *args, int *type_codes, int num_args,
                         TVMValue *ret_val, int *ret_type_code,
                         void *resource_handle) {
  uint64_t index;
  const char *name;
  (void)resource_handle;
  if ((num_args != 1) || (type_codes[0] != (int)kTVMArgInt) ||
      (args[0].v_int64 < 0)) {
    return tvm_crt_fail(kTvmErrorFunctionCallInvalidArg, list_function,
                        "wants a number");
  }
  index = (uint64_t)args[0].v_int64;
  name = name_at(&tvm_crt_global_registry.registry, &index);
  if (name == NULL) {
    name = name_at(tvm_crt_module_registry(tvm_crt_system_lib_module), &index);
  }
  ret_val->v_str = name;
  *ret_type_code = (name == NULL) ? (int)kTVMNullptr : (int)kTVMStr;
  return 0;
}

tvm_crt_error_t TVMRpcServer_ListFunctions(void) {
  /* Code and data have the same addresses (abi_layout.c). */
  union {
    TVMBackendPackedCFunc code;
    void *data;
  } address;
  address.code = function_name;
  return (tvm_crt_error_t)TVMFuncRegisterGlobal(list_function, address.data, 1);
}
