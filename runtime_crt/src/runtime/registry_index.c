/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/registry_index.h"

#if TVM_CRT_ENABLE_REGISTRY_INDEX

#include <stdbool.h>

#include <tvm_crt/registry_index.h>

#include "backend/failure.h"
#include "runtime/registry_table.h"

/* 2^32 by the golden ratio, which spreads whatever it is multiplied with. */
#define MULTIPLIER ((uint32_t)0x9e3779b1U)

/* A slot holds an ordinal plus one in 16 bits, and 0 if it is empty. */
#define FUNCTIONS_MAX ((uint32_t)0xffffU)
#define SLOTS_MAX ((uint32_t)0x10000U)

static uint32_t mixed(uint32_t hash) {
  const uint32_t product = hash * MULTIPLIER;
  return product ^ (product >> 15U);
}

/* Four bytes at a time, which does with few multiplications, and nothing behind
 * the NUL, whose place is the length. */
static uint32_t hash_of(const char *name, uint32_t seed, size_t *length) {
  uint32_t hash = seed;
  uint32_t last;
  size_t i = 0U;
  do {
    uint32_t word = (uint8_t)name[i];
    last = word;
    if (last != 0U) {
      i++;
      last = (uint8_t)name[i];
      word |= last << 8U;
    }
    if (last != 0U) {
      i++;
      last = (uint8_t)name[i];
      word |= last << 16U;
    }
    if (last != 0U) {
      i++;
      last = (uint8_t)name[i];
      word |= last << 24U;
    }
    if (last != 0U) {
      i++;
    }
    hash = mixed(hash ^ word);
  } while (last != 0U);
  *length = i;
  return mixed(hash);
}

/* Compilers make one load of it where the machine has such a load. */
static inline uint32_t word_at(const char *bytes) {
  return (uint32_t)(uint8_t)bytes[0] | ((uint32_t)(uint8_t)bytes[1] << 8U) |
         ((uint32_t)(uint8_t)bytes[2] << 16U) |
         ((uint32_t)(uint8_t)bytes[3] << 24U);
}

/* Whether the name at an offset, which may be anything, is this one. */
static bool is_name_at(const TVMRegistryIndex *index, uint32_t offset,
                       const char *name, size_t length) {
  const char *found;
  size_t i = 0U;
  if ((offset >= index->names_size) ||
      (length >= ((size_t)index->names_size - offset))) {
    return false;
  }
  found = &index->names[offset];
  while (((length - i) >= 4U) && (word_at(&found[i]) == word_at(&name[i]))) {
    i += 4U;
  }
  while ((i < length) && (found[i] == name[i])) {
    i++;
  }
  return (i == length) && (found[i] == '\0');
}

tvm_crt_error_t tvm_crt_registry_index_lookup(uintptr_t slot, const char *name,
                                              tvm_function_index_t *function) {
  const TVMFuncRegistry *registry = tvm_crt_registry_table[slot].registry;
  const TVMRegistryIndex *index = tvm_crt_registry_table[slot].index;
  uint32_t hash;
  uint32_t first;
  size_t length;
  if (index == NULL) {
    return tvm_crt_registry_look_up(registry, name, function);
  }
  hash = hash_of(name, index->seed, &length);
  first = hash + index->shifts[(hash >> 16U) & ((index->num_slots / 2U) - 1U)];
  for (uint32_t i = 0U; i < index->max_probes; i++) {
    const uint32_t number = index->slots[(first + i) & (index->num_slots - 1U)];
    if (number == 0U) {
      return kTvmErrorFunctionNameNotFound;
    }
    if (number > index->num_functions) {
      /* Not a slot: the names themselves know better. */
      return tvm_crt_registry_look_up(registry, name, function);
    }
    if (is_name_at(index, index->offsets[number - 1U], name, length)) {
      *function = (tvm_function_index_t)(number - 1U);
      return kTvmErrorNoError;
    }
  }
  return kTvmErrorFunctionNameNotFound;
}

int TVMModUseIndex(TVMModuleHandle mod, const TVMRegistryIndex *index) {
  const TVMFuncRegistry *registry = tvm_crt_module_registry(mod);
  if (registry == NULL) {
    return tvm_crt_invalid_argument(__func__);
  }
  if (index != NULL) {
    const uint32_t slots = index->num_slots;
    if ((index->version != (uint32_t)TVM_CRT_REGISTRY_INDEX_VERSION) ||
        (index->names == NULL) || (index->slots == NULL) ||
        (index->shifts == NULL) || (index->offsets == NULL) ||
        (index->names != registry->names) ||
        (index->num_functions > FUNCTIONS_MAX) || (slots < 2U) ||
        (slots > SLOTS_MAX) || ((slots & (slots - 1U)) != 0U) ||
        (index->max_probes > slots)) {
      return tvm_crt_invalid_argument(__func__);
    }
  }
  tvm_crt_registry_table[module_number(mod) % HANDLE_SLOTS].index = index;
  return kTvmErrorNoError;
}

#endif
