/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The count in front of a registry's names, and the functions that it counts.
 */

#ifndef RUNTIME_CRT_SRC_RUNTIME_NAME_COUNT_H_
#define RUNTIME_CRT_SRC_RUNTIME_NAME_COUNT_H_

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/crt/func_registry.h>

#include "config_registry.h"

#define COUNT_BYTES ((size_t)TVM_CRT_FUNC_REGISTRY_COUNT_BYTES)

/* For constants, in the byte order of the target as any number. */
#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
typedef uint8_t name_count_t;
#else
typedef uint16_t name_count_t;
#endif

#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
/* Nothing refers to it, so that linkers can drop it. In a library it tells
 * `metaobj check` which registries are read. */
extern const uint8_t tvm_crt_registry_count_is_one_byte;
#endif

static inline size_t read_count(const char *names) {
#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
  return (uint8_t)names[0];
#else
  /* Byte by byte, as the names have no alignment; in the target's order. */
  uint16_t count = 0;
  uint8_t *bytes = (uint8_t *)&count;
  bytes[0] = (uint8_t)names[0];
  bytes[1] = (uint8_t)names[1];
  return count;
#endif
}

/* A function by its ordinal; NULL when there is none. */
static inline TVMBackendPackedCFunc function_at(const TVMFuncRegistry *registry,
                                                uintptr_t ordinal) {
  if ((registry->names == NULL) || (registry->funcs == NULL) ||
      (ordinal >= read_count(registry->names))) {
    return NULL;
  }
  return registry->funcs[ordinal];
}

#endif /* RUNTIME_CRT_SRC_RUNTIME_NAME_COUNT_H_ */
