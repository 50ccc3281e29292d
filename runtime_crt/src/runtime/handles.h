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

#include "config_registry.h"

#if UINTPTR_MAX < 0xffffffff
#error "a function handle needs pointers of 32 bits or more"
#endif

#define HANDLE_VALID_BIT ((uintptr_t)0x8000U)
#define HANDLE_INDEX_MAX 0x7fffU

/* Module indexes that are no module. */
#define GLOBAL_FUNCTIONS_INDEX ((uint16_t)TVM_CRT_MAX_REGISTERED_MODULES)
#define TIME_EVALUATOR_INDEX 0x7fffU

static inline TVMModuleHandle encode_module(tvm_module_index_t module) {
  return (TVMModuleHandle)(module | HANDLE_VALID_BIT);
}

static inline TVMFunctionHandle encode_function(tvm_module_index_t module,
                                                tvm_function_index_t function) {
  return (TVMFunctionHandle)((((uintptr_t)module << 16U) | function) |
                             ((HANDLE_VALID_BIT << 16U) | HANDLE_VALID_BIT));
}

/* The index in a module handle; above HANDLE_INDEX_MAX when a bit that must be
 * set is not, or one above the handle is. */
static inline uintptr_t module_bits(TVMModuleHandle handle) {
  return (uintptr_t)handle ^ HANDLE_VALID_BIT;
}

/* The indexes in a function handle. A half without its valid bit becomes a
 * number above every index, and so does the module's when a bit above the
 * handle is set. */
static inline uintptr_t module_index(TVMFunctionHandle handle) {
  return ((uintptr_t)handle >> 16U) - HANDLE_VALID_BIT;
}

static inline uintptr_t function_index(TVMFunctionHandle handle) {
  return ((uintptr_t)handle & 0xffffU) - HANDLE_VALID_BIT;
}

#endif /* RUNTIME_CRT_SRC_RUNTIME_HANDLES_H_ */
