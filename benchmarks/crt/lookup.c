// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nanoseconds of look-ups by name, for lookup.py: a line of `names which plain
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
#define LONGEST 100

typedef tvm_crt_error_t (*lookup_t)(const TVMFuncRegistry *, const char *,
                                    tvm_function_index_t *);

// The registry is that of module 0, which has an index.
static tvm_crt_error_t look_up_by_index(const TVMFuncRegistry *reg,
                                        const char *name,
                                        tvm_function_index_t *function_index) {
  (void)reg;
  return registry_index_lookup(0, name, function_index);
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

// Names as TVM gives them: a common start, the operators, a number.
static void write_name(char *name, int number) {
  static const char *const operators[] = {
      "nn_conv2d_add_nn_relu",
      "nn_dense_add",
      "nn_softmax",
      "add",
      "nn_max_pool2d",
      "nn_contrib_conv2d_NCHWc_add_clip",
      "reshape",
      "cast_subtract_fixed_point_multiply_clip_cast"};
  snprintf(name, LONGEST, "tvmgen_default_fused_%s_%d", operators[number % 8],
           number);
}

static char *make_names(int count) {
  char *names = malloc((size_t)count * LONGEST + 3), *at = names + 2;
  const uint16_t field = (uint16_t)count;
  memcpy(names, &field, sizeof(field));
  for (int i = 0; i < count; i++) {
    write_name(at, i);
    at += strlen(at) + 1;
  }
  *at = '\0';
  return names;
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

// As metaobj emits it; tvm_crt/registry_index.h has the form.
static TVMRegistryIndex make_index(const char *names, int count) {
  TVMRegistryIndex index = {0};
  uint32_t *slots, *offsets = malloc((size_t)count * sizeof(uint32_t));
  uint32_t at = 2;
  index.num_slots = 1;
  while (index.num_slots < (uint32_t)count * 3 / 2 + 1)
    index.num_slots *= 2;
  slots = calloc(index.num_slots, sizeof(uint32_t));
  for (int i = 0; i < count; i++) {
    uint32_t hash = 0x811c9dc5u, place;
    offsets[i] = at;
    for (; names[at] != '\0'; at++)
      hash = (hash ^ (uint8_t)names[at]) * 0x01000193u;
    at++;
    place = hash & (index.num_slots - 1);
    while (slots[place] != 0)
      place = (place + 1) & (index.num_slots - 1);
    slots[place] = (hash & 0xffff0000u) | (uint32_t)(i + 1);
  }
  index.version = TVM_CRT_REGISTRY_INDEX_VERSION;
  index.names = names;
  index.names_size = at + 1;
  index.num_functions = (uint32_t)count;
  index.slots = slots;
  index.offsets = offsets;
  return index;
}

const TVMModule *TVMSystemLibEntryPoint(void) { return NULL; }

int main(void) {
  static const int counts[] = {8, 9, 30, 255, 5000};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
    const int count = counts[i];
    char *names = make_names(count);
    const TVMFuncRegistry registry = {names, NULL};
    const TVMModule module = {&registry};
    const TVMRegistryIndex index = make_index(names, count);
    TVMModuleHandle handle;
    char name[LONGEST];
    if (TVMInitializeRuntime() != kTvmErrorNoError ||
        TVMModCreateFromCModule(&module, &handle) != 0 ||
        TVMModUseIndex(handle, &index) != 0)
      return 1;
    write_name(name, 0);
    measure(&registry, count, "first", name, kTvmErrorNoError);
    write_name(name, count - 1);
    measure(&registry, count, "last", name, kTvmErrorNoError);
    // Of a common length and start.
    write_name(name, 9000);
    measure(&registry, count, "missing", name, kTvmErrorFunctionNameNotFound);
    free(names);
  }
  return 0;
}
