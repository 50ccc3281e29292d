/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Handles are numbers in the clothes of pointers:
 *
 *   module handle    bit 15 set, the module's number in bits 0 to 14
 *   function handle  a module handle in bits 16 to 31, and in bits 0 to 15 the
 *                    function's ordinal with bit 15 set
 *
 * The number of a module is its slot in the table, and how often the slot was
 * freed before:
 *
 *   number = generation * HANDLE_SLOTS + slot
 *
 * so the first handles are TVM's, and a handle that is kept when its module is
 * freed fits nothing, until the generation has gone round: HANDLE_GENERATIONS
 * modules later in that slot.
 *
 * All arithmetic is unsigned, so that a 64-bit handle has zeros above bit 31.
 */

#ifndef RUNTIME_CRT_SRC_RUNTIME_HANDLES_H_
#define RUNTIME_CRT_SRC_RUNTIME_HANDLES_H_

#include <stdint.h>

#include <tvm/runtime/crt/func_registry.h>

#include "config_registry.h"

#if UINTPTR_MAX < 0xffffffff
#error "a function handle needs pointers of 32 bits or more"
#endif

#define HANDLE_VALID_BIT ((uintptr_t)0x8000U)
#define HANDLE_INDEX_MAX 0x7fffU

/* Slots of the table: the modules', and behind them one for the global
 * functions and one for the time evaluator. */
#define GLOBAL_FUNCTIONS_SLOT ((uintptr_t)TVM_CRT_MAX_REGISTERED_MODULES)
#define TIME_EVALUATOR_SLOT (GLOBAL_FUNCTIONS_SLOT + 1U)
#if TVM_CRT_ENABLE_TIME_EVALUATOR
#define TABLE_SLOTS (GLOBAL_FUNCTIONS_SLOT + 2U)
#else
#define TABLE_SLOTS (GLOBAL_FUNCTIONS_SLOT + 1U)
#endif

/* The power of two that numbers all slots, so that a division is a shift. */
#if TVM_CRT_MAX_REGISTERED_MODULES <= 2
#define HANDLE_SLOTS ((uintptr_t)4U)
#elif TVM_CRT_MAX_REGISTERED_MODULES <= 6
#define HANDLE_SLOTS ((uintptr_t)8U)
#elif TVM_CRT_MAX_REGISTERED_MODULES <= 30
#define HANDLE_SLOTS ((uintptr_t)32U)
#else
#define HANDLE_SLOTS ((uintptr_t)128U)
#endif
#define HANDLE_GENERATIONS ((HANDLE_INDEX_MAX + 1U) / HANDLE_SLOTS)

/* The number in a module handle; above HANDLE_INDEX_MAX when a bit that must be
 * set is not, or one above the handle is. */
static inline uintptr_t module_number(TVMModuleHandle handle) {
  return (uintptr_t)handle ^ HANDLE_VALID_BIT;
}

/* The same of the module in a function handle. */
static inline uintptr_t function_module_number(TVMFunctionHandle handle) {
  return ((uintptr_t)handle >> 16U) ^ HANDLE_VALID_BIT;
}

/* The ordinal in a function handle, above every ordinal when its valid bit is
 * not set. */
static inline uintptr_t function_index(TVMFunctionHandle handle) {
  return ((uintptr_t)handle & 0xffffU) - HANDLE_VALID_BIT;
}

static inline TVMModuleHandle encode_module(uintptr_t number) {
  return (TVMModuleHandle)(number | HANDLE_VALID_BIT);
}

static inline TVMFunctionHandle encode_function(uintptr_t number,
                                                tvm_function_index_t function) {
  return (TVMFunctionHandle)((number << 16U) | function |
                             ((HANDLE_VALID_BIT << 16U) | HANDLE_VALID_BIT));
}

#endif /* RUNTIME_CRT_SRC_RUNTIME_HANDLES_H_ */
