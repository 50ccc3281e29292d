/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The hash of an index, as tvm_crt/registry_index.h tells it: not how the
 * runtime does it.
 */

#ifndef TESTS_RUNTIME_CRT_NAME_HASH_H_
#define TESTS_RUNTIME_CRT_NAME_HASH_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t mixed(uint32_t value) {
  value *= 0x9e3779b1u;
  return value ^ (value >> 15);
}

static inline uint32_t name_hash(const char *name, uint32_t seed) {
  const size_t length = strlen(name);
  uint32_t hash = seed;
  /* The rest is there even when it is empty. */
  for (size_t i = 0; i <= length; i += 4) {
    uint32_t bytes = 0;
    for (size_t byte = 0; byte < 4 && i + byte < length; byte++)
      bytes |= (uint32_t)(uint8_t)name[i + byte] << (8 * byte);
    hash = mixed(hash ^ bytes);
  }
  return mixed(hash);
}

/* The slot where a look-up begins. */
static inline uint32_t first_slot(const char *name, uint32_t seed,
                                  const uint16_t *shifts, uint32_t num_slots) {
  const uint32_t hash = name_hash(name, seed);
  return (hash + shifts[(hash >> 16) % (num_slots / 2)]) % num_slots;
}

#endif /* TESTS_RUNTIME_CRT_NAME_HASH_H_ */
