/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/registry_index.h"

#if TVM_CRT_ENABLE_REGISTRY_INDEX

#include <stdbool.h>

#include <tvm_crt/registry_index.h>

#include "backend/failure.h"
#include "runtime/registry_table.h"

#define FNV_OFFSET ((uint32_t)0x811c9dc5U)
#define FNV_PRIME ((uint32_t)0x01000193U)

/* Ordinals that a slot can hold, which leaves one value for an empty slot. */
#define FUNCTIONS_MAX ((uint32_t)0xffffU)

/* NULL is a module without an index. The global functions never have one. */
static const TVMRegistryIndex *indexes[TVM_CRT_MAX_REGISTERED_MODULES];

void registry_index_forget(tvm_module_index_t module) {
  if (module < (tvm_module_index_t)GLOBAL_FUNCTIONS_INDEX) {
    indexes[module] = NULL;
  }
}

static uint32_t hash_of(const char *name) {
  uint32_t hash = FNV_OFFSET;
  for (size_t i = 0U; name[i] != '\0'; i++) {
    hash = (hash ^ (uint8_t)name[i]) * FNV_PRIME;
  }
  return hash;
}

/* Whether the name at an offset, which may be anything, is this one. */
static bool is_name_at(const TVMRegistryIndex *index, uint32_t offset,
                       const char *name) {
  uint32_t at = offset;
  size_t i = 0U;
  while ((at < index->names_size) && (index->names[at] == name[i])) {
    if (name[i] == '\0') {
      return true;
    }
    at++;
    i++;
  }
  return false;
}

tvm_crt_error_t registry_index_lookup(tvm_module_index_t module,
                                      const char *name,
                                      tvm_function_index_t *function) {
  const TVMFuncRegistry *registry = registry_table[module];
  const TVMRegistryIndex *index = NULL;
  uint32_t hash;
  if (module < (tvm_module_index_t)GLOBAL_FUNCTIONS_INDEX) {
    index = indexes[module];
  }
  if (index == NULL) {
    return TVMFuncRegistry_Lookup(registry, name, function);
  }
  hash = hash_of(name);
  for (uint32_t i = 0U; i < index->num_slots; i++) {
    const uint32_t slot = index->slots[(hash + i) & (index->num_slots - 1U)];
    const uint32_t number = slot & 0xffffU;
    if (slot == 0U) {
      return kTvmErrorFunctionNameNotFound;
    }
    if ((number == 0U) || (number > index->num_functions)) {
      /* Not a slot: the names themselves know better. */
      return TVMFuncRegistry_Lookup(registry, name, function);
    }
    if (((slot >> 16U) == (hash >> 16U)) &&
        is_name_at(index, index->offsets[number - 1U], name)) {
      *function = (tvm_function_index_t)(number - 1U);
      return kTvmErrorNoError;
    }
  }
  return kTvmErrorFunctionNameNotFound;
}

int TVMModUseIndex(TVMModuleHandle mod, const TVMRegistryIndex *index) {
  if (!is_module(mod)) {
    return tvm_crt_invalid_argument(__func__);
  }
  if (index != NULL) {
    const uint32_t slots = index->num_slots;
    if ((index->version != (uint32_t)TVM_CRT_REGISTRY_INDEX_VERSION) ||
        (index->names == NULL) || (index->slots == NULL) ||
        (index->offsets == NULL) ||
        (index->names != registry_table[module_bits(mod)]->names) ||
        (index->num_functions > FUNCTIONS_MAX) ||
        (slots <= index->num_functions) || ((slots & (slots - 1U)) != 0U)) {
      return tvm_crt_invalid_argument(__func__);
    }
  }
  indexes[module_bits(mod)] = index;
  return kTvmErrorNoError;
}

#endif
