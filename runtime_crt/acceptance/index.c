/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Look-ups by the index of the registry's names that metaobj emitted. */

#include "crt_config.h"

#if TVM_CRT_ENABLE_REGISTRY_INDEX

#include <tvm/runtime/crt/module.h>
#include <tvm_crt/registry_index.h>

#include "acceptance.h"
#include "model/model.h"

#define DENSE "tvmgen_acceptance_fused_dense"

/* Looks up every name of the registry, and keeps the handles. */
static bool find_all(TVMModuleHandle module, const TVMRegistryIndex *index,
                     TVMFunctionHandle *handles) {
  const uint32_t count = TVMGEN_ACCEPTANCE_NUM_FUNCTIONS;
  bool are_found = true;
  for (uint32_t i = 0; i < count; i++) {
    const char *name =
        &index->names[index->offsets[index->num_functions - count + i]];
    handles[i] = NULL;
    are_found =
        are_found && TVMModGetFunction(module, name, 0, &handles[i]) == 0;
  }
  return are_found;
}

static bool is_missing(TVMModuleHandle module, const char *name) {
  TVMFunctionHandle function = NULL;
  return TVMModGetFunction(module, name, 0, &function) ==
         kTvmErrorFunctionNameNotFound;
}

static void check_refused(TVMModuleHandle module,
                          const TVMRegistryIndex *index) {
  static const char no_names[] = {0, 0, 0};
  TVMRegistryIndex other = *index;
  other.version--;
  acceptance_check(TVMModUseIndex(module, &other) ==
                       kTvmErrorFunctionCallInvalidArg,
                   "one of an older version is refused");
  other = *index;
  other.names = no_names;
  acceptance_check(TVMModUseIndex(module, &other) ==
                       kTvmErrorFunctionCallInvalidArg,
                   "one of other names is refused");
}

/* Slots that lead nowhere, and empty ones. */
static void check_bad_slots(TVMModuleHandle module,
                            const TVMRegistryIndex *index) {
  static const uint16_t outside[] = {0xffff, 0xffff};
  static const uint16_t empty[] = {0, 0};
  TVMRegistryIndex bad = *index;
  TVMFunctionHandle function = NULL;
  bad.num_slots = 2;
  bad.max_probes = 2;
  bad.slots = outside;
  acceptance_check(TVMModUseIndex(module, &bad) == 0 &&
                       TVMModGetFunction(module, DENSE, 0, &function) == 0,
                   "slots that lead outside are not followed");
  bad.slots = empty;
  acceptance_check(TVMModUseIndex(module, &bad) == 0 &&
                       is_missing(module, DENSE),
                   "the slots decide what is there");
}

void acceptance_index(void) {
  const TVMRegistryIndex *index = tvmgen_acceptance_registry_index();
  TVMFunctionHandle scanned[TVMGEN_ACCEPTANCE_NUM_FUNCTIONS];
  TVMFunctionHandle found[TVMGEN_ACCEPTANCE_NUM_FUNCTIONS];
  TVMModuleHandle module = NULL;
  bool are_equal = true;
  if (!acceptance_check(acceptance_system_lib(&module), "the system library"))
    return;
  acceptance_check(find_all(module, index, scanned),
                   "its functions are found without an index");
  if (!acceptance_check(TVMModUseIndex(module, index) == 0,
                        "the emitted index is taken"))
    return;
  acceptance_show("slots of a look-up", (int)index->max_probes);
  acceptance_check(find_all(module, index, found),
                   "its functions are found by the index");
  for (size_t i = 0; i < TVMGEN_ACCEPTANCE_NUM_FUNCTIONS; i++)
    are_equal = are_equal && found[i] == scanned[i];
  acceptance_check(are_equal, "and are the same");
  acceptance_check(is_missing(module, "tvmgen_acceptance") &&
                       is_missing(module, DENSE "_1") && is_missing(module, ""),
                   "other names are not");
  check_refused(module, index);
  check_bad_slots(module, index);
  acceptance_check(TVMModUseIndex(module, NULL) == 0 &&
                       find_all(module, index, found),
                   "without it they are found as before");
}

#else

/* Some compilers warn of a file without a declaration. */
typedef int acceptance_index_is_left_out_t;

#endif
