/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Function registries: hostile names, and a mutable registry against a model.
 *
 * Tries to break (SECURITY.md): runtime_crt 3, 4, 5. */

#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/crt/func_registry.h>

#include "crt_config.h"

#define COUNT_BYTES TVM_CRT_FUNC_REGISTRY_COUNT_BYTES
#define LONGEST TVM_CRT_MAX_STRLEN_FUNCTION_NAME

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

static int another(TVMValue *args, int *type_codes, int num_args,
                   TVMValue *ret_val, int *ret_type_code, void *resource) {
  (void)args, (void)type_codes, (void)num_args, (void)ret_val;
  (void)ret_type_code, (void)resource;
  return 1;
}

/* Names that are valid: what is found has the name, and is the first that does.
 */
static void look_up_valid(const char *names, uint16_t count,
                          const char *wanted) {
  const TVMFuncRegistry registry = {names, NULL};
  const char *name = names + COUNT_BYTES;
  int is_there = 0;
  tvm_function_index_t index;
  check(TVMFuncRegistry_GetNumFuncs(&registry) == count);
  for (size_t ordinal = 0; ordinal < count; ordinal++) {
    check(TVMFuncRegistry_Lookup(&registry, name, &index) == 0);
    check(index <= ordinal);
    is_there = is_there || strcmp(name, wanted) == 0;
    name += strlen(name) + 1;
  }
  check((TVMFuncRegistry_Lookup(&registry, wanted, &index) == 0) == is_there);
}

static void read_names(const uint8_t *data, size_t size, const char *wanted) {
  char *exact = malloc(size > 0 ? size : 1);
  char *endless = malloc(size + LONGEST);
  const TVMFuncRegistry registry = {endless, NULL};
  tvm_function_index_t index;
  uint16_t count;
  check(exact != NULL && endless != NULL);
  memcpy(exact, data, size);
  memcpy(endless, data, size);
  memset(endless + size, 'A', LONGEST);
  if (TVMFuncRegistry_ValidateNames(exact, size, &count) == 0)
    look_up_valid(exact, count, wanted);
  /* Not validated: no name ends behind the data, yet the scan does. */
  if (size >= COUNT_BYTES &&
      TVMFuncRegistry_Lookup(&registry, wanted, &index) == 0)
    check(index < TVMFuncRegistry_GetNumFuncs(&registry));
  free(exact);
  free(endless);
}

typedef struct {
  char name[8];
  TVMBackendPackedCFunc function;
} entry_t;

static void check_entries(const TVMMutableFuncRegistry *registry,
                          const entry_t *entries, size_t count) {
  check(TVMFuncRegistry_GetNumFuncs(&registry->registry) == count);
  for (size_t i = 0; i < count; i++) {
    tvm_function_index_t index;
    TVMBackendPackedCFunc found;
    check(TVMFuncRegistry_Lookup(&registry->registry, entries[i].name,
                                 &index) == 0);
    check(index == i);
    check(TVMFuncRegistry_GetByIndex(&registry->registry, index, &found) == 0);
    check(found == entries[i].function);
  }
}

/* Adds and replaces functions in a buffer of exactly its size. */
static void change(const uint8_t *data, size_t size) {
  enum { most = 64 };
  entry_t entries[most];
  size_t count = 0;
  TVMMutableFuncRegistry registry;
  size_t nbytes;
  uint8_t *memory;
  if (size < 2)
    return;
  nbytes = data[0];
  memory = malloc(nbytes + 8);
  check(memory != NULL);
  /* Wherever it starts, it ends with the allocation. */
  if (TVMMutableFuncRegistry_Create(&registry, memory + data[1] % 8,
                                    nbytes + 8 - data[1] % 8) != 0) {
    free(memory);
    return;
  }
  for (size_t at = 2; at + 8 <= size && count < most; at += 8) {
    entry_t entry;
    size_t old = 0;
    tvm_crt_error_t error;
    const int override_existing = data[at] & 1;
    memcpy(entry.name, data + at + 1, 7);
    entry.name[7] = '\0';
    entry.function = (data[at] & 2) != 0 ? function : another;
    while (old < count && strcmp(entries[old].name, entry.name) != 0)
      old++;
    error = TVMMutableFuncRegistry_Set(&registry, entry.name, entry.function,
                                       override_existing);
    if (entry.name[0] == '\0') {
      check(error == kTvmErrorFunctionCallInvalidArg);
    } else if (old < count) {
      check(error == (override_existing ? kTvmErrorNoError
                                        : kTvmErrorFunctionAlreadyDefined));
      if (error == kTvmErrorNoError)
        entries[old] = entry;
    } else if (error == kTvmErrorNoError) {
      entries[count++] = entry;
    } else {
      check(error == kTvmErrorFunctionRegistryFull);
    }
    check_entries(&registry, entries, count);
  }
  free(memory);
}

/* The first byte says what follows: 255 changes, and otherwise the length of
 * the wanted name, the name, and a registry's names. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char wanted[256] = "";
  size_t length;
  if (size == 0)
    return 0;
  length = data[0];
  if (length == 255) {
    change(data + 1, size - 1);
  } else if (length < size) {
    memcpy(wanted, data + 1, length);
    read_names(data + 1 + length, size - 1 - length, wanted);
  }
  return 0;
}
