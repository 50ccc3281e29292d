/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The runtime's own global functions. All have the type TVMBackendPackedCFunc,
 * with its six parameters: targets that check the type of a call (WebAssembly,
 * control flow integrity) refuse any other. */

#include "runtime/builtin_functions.h"

#include <stdbool.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/platform.h>

#include "backend/failure.h"
#include "runtime/cpu_device.h"
#include "runtime/global_registry.h"
#include "runtime/registry_table.h"
#include "runtime/tensor_size.h"
#include "runtime/time_evaluator.h"

/* Bytes of a packet around its payload: escaped start, length, session and
 * type, checksum. */
#define PACKET_OVERHEAD_BYTES 11

static int wrong_arg_type(const char *function) {
  return tvm_crt_fail(kTvmErrorFunctionCallWrongArgType, function,
                      "an argument has the wrong type");
}

static int invalid_arg(const char *function, const char *reason) {
  return tvm_crt_fail(kTvmErrorFunctionCallInvalidArg, function, reason);
}

/* The handle of the system library, which is registered on the first call. */
static int system_lib_handle(TVMModuleHandle *out_handle) {
  int error = kTvmErrorNoError;
  if (tvm_crt_system_lib_module == NULL) {
    error = TVMModCreateFromCModule(TVMSystemLibEntryPoint(),
                                    &tvm_crt_system_lib_module);
  }
  *out_handle = tvm_crt_system_lib_module;
  return error;
}

/* () -> module; ("") means the same for newer hosts, which pass a prefix. */
static int system_lib(TVMValue *args, int *type_codes, int num_args,
                      TVMValue *ret_val, int *ret_type_code,
                      void *resource_handle) {
  static const char name[] = "runtime.SystemLib";
  TVMModuleHandle handle;
  int error;
  (void)resource_handle;
  if (num_args > 1) {
    return tvm_crt_wrong_count(name);
  }
  if (num_args == 1) {
    if (type_codes[0] != (int)kTVMStr) {
      return wrong_arg_type(name);
    }
    if ((args[0].v_str == NULL) || (args[0].v_str[0] != '\0')) {
      return invalid_arg(name, "there is one system library, without prefix");
    }
  }
  error = system_lib_handle(&handle);
  if (error != 0) {
    return error;
  }
  ret_val->v_handle = handle;
  *ret_type_code = kTVMModuleHandle;
  return 0;
}

/* (module, name, query_imports) -> function, or NULL when there is none. */
static int module_get_function(TVMValue *args, int *type_codes, int num_args,
                               TVMValue *ret_val, int *ret_type_code,
                               void *resource_handle) {
  static const char name[] = "tvm.rpc.server.ModuleGetFunction";
  TVMFunctionHandle handle;
  int error;
  (void)resource_handle;
  if (num_args != 3) {
    return tvm_crt_wrong_count(name);
  }
  if (type_codes[0] != (int)kTVMModuleHandle) {
    return wrong_arg_type(name);
  }
  if (type_codes[1] != (int)kTVMStr) {
    return wrong_arg_type(name);
  }
  if ((type_codes[2] != (int)kTVMArgInt) &&
      (type_codes[2] != (int)kTVMArgBool)) {
    return wrong_arg_type(name);
  }
  error = TVMModGetFunction(args[0].v_handle, args[1].v_str,
                            args[2].v_int64 != 0, &handle);
  if (error == (int)kTvmErrorFunctionNameNotFound) {
    ret_val->v_handle = NULL;
    *ret_type_code = kTVMNullptr;
    return 0;
  }
  if (error != 0) {
    return error;
  }
  ret_val->v_handle = handle;
  *ret_type_code = kTVMPackedFuncHandle;
  return 0;
}

/* () -> bytes of the largest payload. */
static int max_packet_size(TVMValue *args, int *type_codes, int num_args,
                           TVMValue *ret_val, int *ret_type_code,
                           void *resource_handle) {
  (void)args;
  (void)type_codes;
  (void)num_args;
  (void)resource_handle;
  ret_val->v_int64 = TVM_CRT_MAX_PACKET_SIZE_BYTES - PACKET_OVERHEAD_BYTES;
  *ret_type_code = kTVMArgInt;
  return 0;
}

/* Bytes that a tensor surely has; false when its shape is not valid or they do
 * not fit in the address space. A boolean takes a byte; other small types may
 * be packed in the memory of somebody else. */
static bool smallest_bytes(const DLTensor *tensor, size_t *nbytes) {
  const uint64_t bits = (uint64_t)tensor->dtype.bits * tensor->dtype.lanes;
  size_t elements;
  if (!tvm_crt_tensor_elements(tensor->ndim, tensor->shape, &elements)) {
    return false;
  }
  if (bits != 1U) {
    if (!tvm_crt_size_multiply(&elements, bits)) {
      return false;
    }
    elements = (elements / 8U) + (((elements % 8U) != 0U) ? 1U : 0U);
  }
  *nbytes = elements;
  return true;
}

/* (tensor): fills it with random bytes. */
static int random_fill(TVMValue *args, int *type_codes, int num_args,
                       TVMValue *ret_val, int *ret_type_code,
                       void *resource_handle) {
  static const char name[] = "tvm.contrib.random.random_fill";
  const DLTensor *tensor;
  size_t nbytes;
  tvm_crt_error_t error;
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  if (num_args != 1) {
    return tvm_crt_wrong_count(name);
  }
  if ((type_codes[0] != (int)kTVMDLTensorHandle) &&
      (type_codes[0] != (int)kTVMNDArrayHandle)) {
    return wrong_arg_type(name);
  }
  tensor = args[0].v_handle;
  if ((tensor == NULL) || !tvm_crt_is_cpu(tensor->device)) {
    return invalid_arg(name, "no tensor in CPU memory");
  }
  if (!smallest_bytes(tensor, &nbytes)) {
    return invalid_arg(name, "invalid shape");
  }
  if (nbytes == 0U) {
    return 0;
  }
  if ((tensor->data == NULL) || !tvm_crt_tensor_is_compact(tensor) ||
      (tensor->byte_offset > (SIZE_MAX - nbytes))) {
    return invalid_arg(name, "no compact memory");
  }
  error = TVMPlatformGenerateRandom(
      (uint8_t *)tensor->data + (size_t)tensor->byte_offset, nbytes);
  if (error != kTvmErrorNoError) {
    return tvm_crt_fail(error, name, "the platform has no random numbers");
  }
  return 0;
}

tvm_crt_error_t tvm_crt_builtin_functions_register(void) {
  static const struct {
    const char *name;
    TVMBackendPackedCFunc function;
  } functions[] = {
      {"runtime.SystemLib", system_lib},
      {"tvm.rpc.server.ModuleGetFunction", module_get_function},
#if TVM_CRT_ENABLE_TIME_EVALUATOR
      {"runtime.RPCTimeEvaluator", tvm_crt_time_evaluator_create},
#endif
      {"tvm.rpc.server.GetCRTMaxPacketSize", max_packet_size},
      {"tvm.contrib.random.random_fill", random_fill},
  };
  for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
    const tvm_crt_error_t error = TVMMutableFuncRegistry_Set(
        &tvm_crt_global_registry, functions[i].name, functions[i].function, 0);
    if (error != kTvmErrorNoError) {
      return error;
    }
  }
  return kTvmErrorNoError;
}
