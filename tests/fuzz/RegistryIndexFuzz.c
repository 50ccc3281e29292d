/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Look-ups by an index: hostile tables, and right ones against a scan.
 *
 * Tries to break (SECURITY.md): runtime_crt 10. */

#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/life_cycle.h>
#include <tvm_crt/registry_index.h>

#include "../runtime_crt/name_hash.h"
#include "crt_config.h"

#define COUNT_BYTES TVM_CRT_FUNC_REGISTRY_COUNT_BYTES
#define MAX_FUNCTIONS 31

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int holds) {
  if (!holds)
    abort();
}

static int function(TVMValue *args, int *type_codes, int num_args,
                    TVMValue *ret_val, int *ret_type_code, void *resource) {
  (void)args, (void)type_codes, (void)num_args, (void)ret_val;
  (void)ret_type_code, (void)resource;
  return 0;
}

const TVMModule *TVMSystemLibEntryPoint(void) { return NULL; }

/* What is left of the input. */
typedef struct {
  const uint8_t *at;
  size_t size;
} input_t;

/* So many bytes, in memory of exactly that size; zeros behind the input. */
static void *take(input_t *input, size_t size) {
  uint8_t *memory = calloc(size > 0 ? size : 1, 1);
  const size_t there = size < input->size ? size : input->size;
  check(memory != NULL);
  if (there > 0) {
    memcpy(memory, input->at, there);
    input->at += there;
    input->size -= there;
  }
  return memory;
}

/* A text, in memory that ends with its NUL. */
static char *take_text(input_t *input, size_t longest) {
  char *const bytes = take(input, longest);
  size_t length = 0;
  char *text;
  while (length < longest && bytes[length] != '\0')
    length++;
  text = calloc(length + 1, 1);
  check(text != NULL);
  memcpy(text, bytes, length);
  free(bytes);
  return text;
}

/* All that is left as names, with their count and an end. */
static char *take_names(input_t *input, uint16_t count, uint32_t *size) {
  const size_t nbytes = input->size;
  char *names = calloc(COUNT_BYTES + nbytes + 2, 1);
  uint8_t *const bytes = take(input, nbytes);
  check(names != NULL);
#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
  names[0] = (char)count;
#else
  memcpy(names, &count, COUNT_BYTES);
#endif
  memcpy(names + COUNT_BYTES, bytes, nbytes);
  free(bytes);
  *size = (uint32_t)(COUNT_BYTES + nbytes + 2);
  return names;
}

/* Slots and offsets of the names that a scan finds. False when there are too
 * many. */
static int fill_tables(TVMRegistryIndex *index, uint16_t *slots,
                       uint32_t *offsets) {
  const char *name = index->names + COUNT_BYTES;
  memset(slots, 0, index->num_slots * sizeof(*slots));
  memset(offsets, 0, index->num_functions * sizeof(*offsets));
  index->max_probes = index->num_slots;
  for (uint32_t i = 0; i < index->num_functions && *name != '\0'; i++) {
    uint32_t slot =
        first_slot(name, index->seed, index->shifts, index->num_slots);
    uint32_t probes = 1;
    for (; slots[slot] != 0; slot = (slot + 1) % index->num_slots)
      if (++probes > index->num_slots)
        return 0;
    slots[slot] = (uint16_t)(i + 1);
    offsets[i] = (uint32_t)(name - index->names);
    /* Scans stop at longer names. */
    if (strlen(name) >= TVM_CRT_MAX_STRLEN_FUNCTION_NAME)
      return 0;
    name += strlen(name) + 1;
  }
  return 1;
}

/* The ordinal of what is found, or -1. */
static int find(TVMModuleHandle module, const char *name) {
  TVMFunctionHandle handle = NULL;
  return TVMModGetFunction(module, name, 0, &handle) == 0
             ? (int)((uintptr_t)handle & 0x7fff)
             : -1;
}

static int scan(const TVMFuncRegistry *registry, const char *name) {
  tvm_function_index_t ordinal;
  return TVMFuncRegistry_Lookup(registry, name, &ordinal) == 0 ? ordinal : -1;
}

/* What is found is there under that name, or is what a scan finds. */
static void check_found(const TVMRegistryIndex *index, int found, int scanned,
                        const char *name) {
  uint32_t offset;
  if (found < 0 || found == scanned)
    return;
  check(found < (int)index->num_functions);
  offset = index->offsets[found];
  check(offset < index->names_size && strcmp(index->names + offset, name) == 0);
}

/* Numbers: slots as a power of two, the most to read, functions, seed; the
 * lowest bit of the next byte: right tables. Then the wanted name, the shifts,
 * slots and offsets, and names. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  TVMBackendPackedCFunc functions[MAX_FUNCTIONS];
  input_t input = {data, size};
  uint8_t *const numbers = take(&input, 5);
  char *const wanted = take_text(&input, numbers[4] / 2);
  const uint32_t num_slots = 2u << numbers[0] % 5;
  const uint32_t num_functions = numbers[2] % (MAX_FUNCTIONS + 1);
  uint16_t *const shifts = take(&input, num_slots / 2 * sizeof(*shifts));
  uint16_t *const slots = take(&input, num_slots * sizeof(*slots));
  uint32_t *const offsets = take(&input, num_functions * sizeof(*offsets));
  uint32_t names_size;
  char *const names = take_names(&input, (uint16_t)num_functions, &names_size);
  TVMRegistryIndex index = {TVM_CRT_REGISTRY_INDEX_VERSION,
                            num_functions,
                            num_slots,
                            numbers[1] % (num_slots + 1),
                            numbers[3],
                            names_size,
                            names,
                            slots,
                            shifts,
                            offsets};
  const TVMFuncRegistry registry = {names, functions};
  const TVMModule module = {&registry};
  const int is_right =
      (numbers[4] & 1) != 0 && fill_tables(&index, slots, offsets);
  TVMModuleHandle handle = NULL;
  int found;
  for (size_t i = 0; i < MAX_FUNCTIONS; i++)
    functions[i] = function;
  check(TVMInitializeRuntime() == kTvmErrorNoError);
  check(TVMModCreateFromCModule(&module, &handle) == 0);
  check(TVMModUseIndex(handle, &index) == 0);
  found = find(handle, wanted);
  if (is_right) {
    const char *name = names + COUNT_BYTES;
    check(found == scan(&registry, wanted));
    for (uint32_t i = 0; i < num_functions && *name != '\0'; i++) {
      check(find(handle, name) == scan(&registry, name));
      name += strlen(name) + 1;
    }
  } else {
    check_found(&index, found, scan(&registry, wanted), wanted);
  }
  TVMShutdownRuntime();
  free(numbers);
  free(wanted);
  free(shifts);
  free(slots);
  free(offsets);
  free(names);
  return 0;
}
