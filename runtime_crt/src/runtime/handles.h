/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Handles are numbers in the clothes of pointers:
 *
 *   module handle    bit 15 set, module index in bits 0 to 14
 *   function handle  a module handle in bits 16 to 31, and in bits 0 to 15 the
 *                    function's ordinal with bit 15 set
 *
 * All arithmetic is unsigned, so that a 64-bit handle has zeros above bit 31.
 */

#ifndef RUNTIME_CRT_SRC_RUNTIME_HANDLES_H_
#define RUNTIME_CRT_SRC_RUNTIME_HANDLES_H_

#include <stdbool.h>
#include <stdint.h>

#include <tvm/runtime/crt/func_registry.h>

#include "config_checks.h"

#define HANDLE_VALID_BIT ((uintptr_t)0x8000)
#define HANDLE_INDEX_MAX 0x7fff

/* Module indexes that are no module. */
#define GLOBAL_FUNCTIONS_INDEX TVM_CRT_MAX_REGISTERED_MODULES
#define TIME_EVALUATOR_INDEX 0x7fff

static inline TVMModuleHandle encode_module(tvm_module_index_t module) {
  return (TVMModuleHandle)(module | HANDLE_VALID_BIT);
}

static inline TVMFunctionHandle encode_function(tvm_module_index_t module,
                                                tvm_function_index_t function) {
  return (TVMFunctionHandle)(((module | HANDLE_VALID_BIT) << 16) |
                             (function | HANDLE_VALID_BIT));
}

/* False when a bit that must be set is not, or one above the handle is. */
static inline bool decode_module(uintptr_t handle, tvm_module_index_t *module) {
  if ((handle & ~(uintptr_t)HANDLE_INDEX_MAX) != HANDLE_VALID_BIT)
    return false;
  *module = (tvm_module_index_t)(handle & HANDLE_INDEX_MAX);
  return true;
}

static inline bool decode_function(TVMFunctionHandle handle,
                                   tvm_module_index_t *module,
                                   tvm_function_index_t *function) {
  const uintptr_t bits = (uintptr_t)handle;
  if ((bits & HANDLE_VALID_BIT) == 0 || !decode_module(bits >> 16, module))
    return false;
  *function = (tvm_function_index_t)(bits & HANDLE_INDEX_MAX);
  return true;
}

#endif /* RUNTIME_CRT_SRC_RUNTIME_HANDLES_H_ */
