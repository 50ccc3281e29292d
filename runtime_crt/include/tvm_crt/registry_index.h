/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file registry_index.h
 * A perfect hash table of a registry's names, in flash, as `metaobj emit
 * --registry-index` puts it next to the names. With it a look-up takes the same
 * time for any number of functions. It is never required, and TVM's own runtime
 * does not know it.
 *
 * The emitted object defines one function for it, `<prefix>_registry_index`, or
 * `tvmgen_<model>_registry_index` without a prefix. The program calls it by
 * name, which works with every linker and with several models in one image:
 *
 *     const TVMRegistryIndex *tvmgen_default_registry_index(void);
 *     ...
 *     TVMModUseIndex(module, tvmgen_default_registry_index());
 *
 * Needs a runtime built with TVM_CRT_ENABLE_REGISTRY_INDEX=1.
 */

#ifndef TVM_CRT_REGISTRY_INDEX_H_
#define TVM_CRT_REGISTRY_INDEX_H_

#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The value of TVMRegistryIndex.version. Other versions are refused. */
#define TVM_CRT_REGISTRY_INDEX_VERSION 2

/**
 * An index. With mixed(x) as p ^ (p >> 15), where p = x * 0x9e3779b1, all in 32
 * bits, the hash of a name is
 *
 *     hash = seed
 *     for each four bytes of the name, and for the rest, which may be none:
 *       hash = mixed(hash ^ bytes), where the first byte is the lowest one
 *     hash = mixed(hash)
 *
 * A look-up starts at slot
 *
 *     (hash + shifts[(hash >> 16) % (num_slots / 2)]) % num_slots
 *
 * and continues slot by slot (after the last slot, the first) until it finds
 * the name or an empty slot, or has seen max_probes slots. Pointers and numbers
 * of this structure are trusted, as in a registry. Each look-up checks slots,
 * shifts and offsets.
 */
typedef struct TVMRegistryIndex {
  uint32_t version;
  /** Functions of the registry. */
  uint32_t num_functions;
  /** A power of two, 2 to 65536. */
  uint32_t num_slots;
  /** Slots that a look-up reads at most: 1 but for names that were made to
   * collide. */
  uint32_t max_probes;
  /** Where the hash begins. */
  uint32_t seed;
  /** Bytes of the names, from their count to the empty name at their end. */
  uint32_t names_size;
  /** The names of the registry. */
  const char *names;
  /** num_slots slots: the ordinal of a function plus one; 0 is empty. */
  const uint16_t *slots;
  /** num_slots / 2 shifts. */
  const uint16_t *shifts;
  /** Where the name of each function begins, in bytes from names. */
  const uint32_t *offsets;
} TVMRegistryIndex;

/**
 * Look up the functions of a module by an index from now on, until the module
 * is freed.
 *
 * \param mod A live module.
 * \param index The index of its registry; must live as long as the module. NULL
 * goes back to a search without.
 * \return 0; kTvmErrorFunctionCallInvalidArg for a bad handle, for an index of
 * another version or of other names, and for one whose numbers cannot be.
 */
int TVMModUseIndex(TVMModuleHandle mod,
                   const TVMRegistryIndex *index) TVM_CRT_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_REGISTRY_INDEX_H_ */
