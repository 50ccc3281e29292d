/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file registry_index.h
 * A hash table of a registry's names, in flash, as `metaobj emit
 * --registry-index` puts it next to the names. With it a look-up takes the same
 * time whatever the number of functions. It is never required, and TVM's own
 * runtime does not know of it.
 *
 * The emitted object defines one function for it, <prefix>_registry_index, or
 * tvmgen_<model>_registry_index without a prefix. The program names it, which
 * works with every linker and with several models in one image:
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

/** The value of TVMRegistryIndex.version. */
#define TVM_CRT_REGISTRY_INDEX_VERSION 1

/**
 * An index. The hash of a name is FNV-1a of 32 bits over its bytes without the
 * NUL. A look-up starts at slot (hash & (num_slots - 1)) and goes on slot by
 * slot, with the first behind the last, until it finds the name or an empty
 * slot. Pointers and numbers of this structure are trusted, as those of a
 * registry are; what slots and offsets hold is checked at each look-up.
 */
typedef struct TVMRegistryIndex {
  uint32_t version;
  /** Functions of the registry. */
  uint32_t num_functions;
  /** A power of two, more than num_functions. */
  uint32_t num_slots;
  /** Bytes of the names, from their count to the empty name at their end. */
  uint32_t names_size;
  /** The names of the registry. */
  const char *names;
  /** num_slots slots: 0 is empty; otherwise the ordinal of a function plus one
   * in the low 16 bits, the high 16 bits of its name's hash in the high ones.
   */
  const uint32_t *slots;
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
