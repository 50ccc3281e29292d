/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Reading and writing of function registries; their bytes are described in
 * func_registry.h. */

#include <tvm/runtime/crt/func_registry.h>

#include <stdbool.h>

#include "backend/failure.h"
#include "runtime/name_count.h"
#include "runtime/registry_table.h"

/* Longest name without its NUL. */
#define NAME_LENGTH_MAX ((size_t)TVM_CRT_MAX_STRLEN_FUNCTION_NAME - 1U)

/* Functions that the count and 15 bits of a handle can number. */
#define CAPACITY_MAX ((COUNT_BYTES == 1U) ? (size_t)0xff : (size_t)0x8000)

/* A position in the names: before name number ordinal. */
typedef struct {
  const char *name;
  size_t ordinal;
} cursor_t;

typedef enum {
  name_present,
  name_differs,
  names_ended,
  name_too_long
} name_state_t;

#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
const uint8_t tvm_crt_registry_count_is_one_byte = 1;
#endif

static void write_count(char *names, size_t count) {
#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
  names[0] = (char)count;
#else
  const uint16_t value = (uint16_t)count;
  const char *bytes = (const char *)&value;
  names[0] = bytes[0];
  names[1] = bytes[1];
#endif
}

/* Length of text, or limit + 1 when no NUL stands in its first limit + 1
 * bytes; reads no more than those. */
static size_t length_up_to(const char *text, size_t limit) {
  size_t length = 0;
  while ((length <= limit) && (text[length] != '\0')) {
    length++;
  }
  return length;
}

/* How many bytes two names have in common, before their NUL; of longer ones
 * than the longest no more is read. */
static size_t common_length(const char *left, const char *right) {
  size_t length = 0U;
  while ((length < NAME_LENGTH_MAX) && (left[length] == right[length]) &&
         (left[length] != '\0')) {
    length++;
  }
  return length;
}

/* Moves the cursor to the name, or to where the names end. Of each name at most
 * NAME_LENGTH_MAX + 1 bytes are read, and none behind the last name. */
static name_state_t seek_name(const char *names, const char *name,
                              cursor_t *cursor) {
  const size_t count = read_count(names);
  const char *candidate = &names[COUNT_BYTES];
  name_state_t state = name_differs;
  size_t ordinal = 0U;
  while (state == name_differs) {
    if ((ordinal == count) || (candidate[0] == '\0')) {
      state = names_ended;
    } else {
      const size_t common = common_length(candidate, name);
      const char *rest = &candidate[common];
      if ((*rest == '\0') && (name[common] == '\0')) {
        state = name_present;
      } else {
        const size_t limit = NAME_LENGTH_MAX - common;
        const size_t length = length_up_to(rest, limit);
        if (length > limit) {
          state = name_too_long;
        } else {
          candidate = &rest[length + 1U];
          ordinal++;
        }
      }
    }
  }
  cursor->name = candidate;
  cursor->ordinal = ordinal;
  return state;
}

tvm_crt_error_t tvm_crt_registry_look_up(const TVMFuncRegistry *reg,
                                         const char *name,
                                         tvm_function_index_t *function_index) {
  cursor_t cursor;
  if ((reg == NULL) || (name == NULL)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  if ((reg->names == NULL) ||
      (seek_name(reg->names, name, &cursor) != name_present)) {
    return kTvmErrorFunctionNameNotFound;
  }
  if (function_index == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  *function_index = (tvm_function_index_t)cursor.ordinal;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMFuncRegistry_Lookup(const TVMFuncRegistry *reg,
                                       const char *name,
                                       tvm_function_index_t *function_index) {
  const tvm_crt_error_t error =
      tvm_crt_registry_look_up(reg, name, function_index);
  if (error == kTvmErrorFunctionNameNotFound) {
    tvm_crt_keep_error((int)error, __func__, "no such function", name);
  } else if (error != kTvmErrorNoError) {
    tvm_crt_keep_error((int)error, __func__, "invalid argument", NULL);
  } else {
    /* Found. */
  }
  return error;
}

tvm_crt_error_t TVMFuncRegistry_GetByIndex(const TVMFuncRegistry *reg,
                                           tvm_function_index_t index,
                                           TVMBackendPackedCFunc *out_func) {
  TVMBackendPackedCFunc func;
  if (reg == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  func = function_at(reg, index);
  if (func == NULL) {
    return kTvmErrorFunctionIndexInvalid;
  }
  if (out_func == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  *out_func = func;
  return kTvmErrorNoError;
}

uint16_t TVMFuncRegistry_GetNumFuncs(const TVMFuncRegistry *reg) {
  if ((reg == NULL) || (reg->names == NULL)) {
    return 0;
  }
  return (uint16_t)read_count(reg->names);
}

/* The address of names that lie in RAM. The registry's type promises not to
 * write them; its owner, who knows better, may. */
static char *writable_names(const TVMFuncRegistry *reg) {
  return (char *)(uintptr_t)reg->names;
}

int TVMFuncRegistry_SetNumFuncs(const TVMFuncRegistry *reg,
                                const uint16_t num_funcs) {
  if ((reg == NULL) || (reg->names == NULL)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
  if (num_funcs > 0xffU) {
    return kTvmErrorFunctionRegistryFull;
  }
#endif
  write_count(writable_names(reg), num_funcs);
  return kTvmErrorNoError;
}

const char *TVMFuncRegistry_Get0thFunctionName(const TVMFuncRegistry *reg) {
  if ((reg == NULL) || (reg->names == NULL)) {
    return NULL;
  }
  return &reg->names[COUNT_BYTES];
}

tvm_crt_error_t TVMFuncRegistry_ValidateNames(const char *names, size_t nbytes,
                                              uint16_t *num_funcs) {
  size_t offset = COUNT_BYTES;
  size_t count;
  if (names == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (nbytes < (COUNT_BYTES + 1U)) {
    return kTvmErrorBufferTooSmall;
  }
  count = read_count(names);
  for (size_t ordinal = 0; ordinal <= count; ordinal++) {
    const size_t left = nbytes - offset;
    size_t limit = NAME_LENGTH_MAX;
    size_t length;
    if (left == 0U) {
      return kTvmErrorBufferTooSmall;
    }
    if (limit > (left - 1U)) {
      limit = left - 1U;
    }
    length = length_up_to(&names[offset], limit);
    if (length > limit) {
      return (limit == NAME_LENGTH_MAX) ? kTvmErrorFunctionNameNotFound
                                        : kTvmErrorBufferTooSmall;
    }
    if ((length == 0U) != (ordinal == count)) {
      return kTvmErrorFunctionIndexInvalid;
    }
    offset += length + 1U;
  }
  if (num_funcs != NULL) {
    *num_funcs = (uint16_t)count;
  }
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMMutableFuncRegistry_Create(TVMMutableFuncRegistry *reg,
                                              uint8_t *buffer,
                                              size_t buffer_size_bytes) {
  const size_t entry_size = kTvmAverageFuncEntrySizeBytes;
  size_t usable = buffer_size_bytes;
  size_t capacity;
  /* Before the others, as TVM does. */
  if (usable < entry_size) {
    return kTvmErrorBufferTooSmall;
  }
  if ((reg == NULL) || (buffer == NULL)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  /* Down to where an address may end. */
  capacity =
      (size_t)(((uintptr_t)buffer + usable) % sizeof(TVMBackendPackedCFunc));
  if ((usable - capacity) < entry_size) {
    return kTvmErrorBufferTooSmall;
  }
  usable -= capacity;
  capacity = usable / entry_size;
  if (capacity > CAPACITY_MAX) {
    capacity = CAPACITY_MAX;
  }
  write_count((char *)buffer, 0U);
  buffer[COUNT_BYTES] = 0U;
  reg->registry.names = (const char *)buffer;
  /* The addresses stand at the end of the memory, whatever their number is. */
  usable -= capacity * sizeof(TVMBackendPackedCFunc);
  reg->registry.funcs =
      (const TVMBackendPackedCFunc *)(uintptr_t)&buffer[usable];
  reg->max_functions = capacity;
  return kTvmErrorNoError;
}

/* Writes a name at the cursor, which stands on the empty name at the end; the
 * caller has seen that there is room. */
static void append_name(const TVMFuncRegistry *reg, const cursor_t *end,
                        const char *name, size_t length) {
  char *names = writable_names(reg);
  char *write = &names[end->name - reg->names];
  for (size_t i = 0U; i < length; i++) {
    write[i] = name[i];
  }
  write[length] = '\0';
  write[length + 1U] = '\0';
  write_count(names, end->ordinal + 1U);
}

tvm_crt_error_t TVMMutableFuncRegistry_Set(TVMMutableFuncRegistry *reg,
                                           const char *name,
                                           TVMBackendPackedCFunc func,
                                           int override_existing) {
  cursor_t cursor;
  size_t length;
  name_state_t state;
  TVMBackendPackedCFunc *funcs;
  if ((reg == NULL) || (reg->registry.names == NULL) ||
      (reg->registry.funcs == NULL) || (name == NULL) || (func == NULL)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  length = length_up_to(name, NAME_LENGTH_MAX);
  state = seek_name(reg->registry.names, name, &cursor);
  if ((length == 0U) || (length > NAME_LENGTH_MAX) ||
      (state == name_too_long)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  /* The name, its NUL, and the empty name behind it must stay clear of the
   * first address. */
  funcs = (TVMBackendPackedCFunc *)(uintptr_t)reg->registry.funcs;
  if (state == names_ended) {
    if ((cursor.ordinal >= reg->max_functions) ||
        (((uintptr_t)cursor.name + length + 2U) > (uintptr_t)funcs)) {
      return kTvmErrorFunctionRegistryFull;
    }
    append_name(&reg->registry, &cursor, name, length);
  } else if (cursor.ordinal >= reg->max_functions) {
    return kTvmErrorFunctionCallInvalidArg;
  } else if (override_existing == 0) {
    return kTvmErrorFunctionAlreadyDefined;
  } else {
    /* Its address is replaced. */
  }
  funcs[cursor.ordinal] = func;
  return kTvmErrorNoError;
}
