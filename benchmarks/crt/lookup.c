// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nanoseconds of look-ups by name, for lookup.py, which has metaobj make the
// registries, and writes lookup_names.h: a line of `names which plain
// libc runtime index` for each number of names and each of first, last and
// missing. The four run in turn; each figure is the median of its rounds.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/registry_index.h>

#include "runtime/registry_index.h"
#include "scans.h"

#define ROUNDS 31
// Bytes of names that a round goes through, about.
#define ROUND_BYTES 400000

typedef tvm_crt_error_t (*lookup_t)(const TVMFuncRegistry *, const char *,
                                    tvm_function_index_t *);

// The registry is that of module 0, which has an index.
static tvm_crt_error_t look_up_by_index(const TVMFuncRegistry *reg,
                                        const char *name,
                                        tvm_function_index_t *function_index) {
  (void)reg;
  return tvm_crt_registry_index_lookup(0, name, function_index);
}

static const lookup_t lookups[] = {scan_plain, scan_libc,
                                   TVMFuncRegistry_Lookup, look_up_by_index};
enum { num_lookups = sizeof(lookups) / sizeof(lookups[0]) };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void *left, const void *right) {
  const double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static void measure(const TVMFuncRegistry *registry, int count,
                    const char *which, const char *name,
                    tvm_crt_error_t expected) {
  const int turns =
      ROUND_BYTES / (strcmp(which, "first") == 0 ? 40 : 40 * count) + 1;
  double times[num_lookups][ROUNDS];
  printf("%d %s", count, which);
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < num_lookups; i++) {
      const lookup_t volatile lookup = lookups[i];
      const double start = now();
      for (int turn = 0; turn < turns; turn++) {
        tvm_function_index_t index;
        if (lookup(registry, name, &index) != expected)
          abort();
      }
      times[i][round] = (now() - start) / turns;
    }
  }
  for (int i = 0; i < num_lookups; i++) {
    qsort(times[i], ROUNDS, sizeof(double), compare);
    printf(" %.2f", times[i][ROUNDS / 2]);
  }
  putchar('\n');
}

const TVMModule *TVMSystemLibEntryPoint(void) { return NULL; }

// A module, its index, names to look up: the first, the last and none of them.
#define REGISTRY(count)                                                        \
  const TVMModule *names_##count(void);                                        \
  const TVMRegistryIndex *tvmgen_names_##count##_registry_index(void);
#include "lookup_names.h"
#undef REGISTRY

struct names {
  int count;
  const TVMModule *(*module)(void);
  const TVMRegistryIndex *(*index)(void);
  const char *first;
  const char *last;
};

#define REGISTRY(count)                                                        \
  {count, names_##count, tvmgen_names_##count##_registry_index, FIRST_NAME,    \
   LAST_NAME_##count},
static const struct names registries[] = {
#include "lookup_names.h"
};

int main(void) {
  for (size_t i = 0; i < sizeof(registries) / sizeof(registries[0]); i++) {
    const struct names *names = &registries[i];
    const TVMFuncRegistry *registry = names->module()->registry;
    TVMModuleHandle handle;
    if (TVMInitializeRuntime() != kTvmErrorNoError ||
        TVMModCreateFromCModule(names->module(), &handle) != 0 ||
        TVMModUseIndex(handle, names->index()) != 0)
      return 1;
    measure(registry, names->count, "first", names->first, kTvmErrorNoError);
    measure(registry, names->count, "last", names->last, kTvmErrorNoError);
    measure(registry, names->count, "missing", MISSING_NAME,
            kTvmErrorFunctionNameNotFound);
  }
  return 0;
}
