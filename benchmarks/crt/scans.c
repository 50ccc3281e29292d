/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "scans.h"

#include <string.h>

/* Moves what follows it in the program; lookup.py says why. */
__asm__(".text\n.skip 16 * " LAYOUT ", 0x90");

/* Without a call: memcpy is one when lookup.py builds this. */
static size_t count_of(const TVMFuncRegistry *reg) {
  uint16_t count;
  char *bytes = (char *)&count;
  bytes[0] = reg->names[0];
  bytes[1] = reg->names[1];
  return count;
}

tvm_crt_error_t scan_plain(const TVMFuncRegistry *reg, const char *name,
                           tvm_function_index_t *function_index) {
  const size_t count = count_of(reg);
  const char *at = reg->names + sizeof(uint16_t);
  for (size_t i = 0; i < count && *at != '\0'; i++) {
    const char *wanted = name;
    while (*at != '\0' && *at == *wanted) {
      at++;
      wanted++;
    }
    if (*at == *wanted) {
      *function_index = (tvm_function_index_t)i;
      return kTvmErrorNoError;
    }
    while (*at != '\0')
      at++;
    at++;
  }
  return kTvmErrorFunctionNameNotFound;
}

tvm_crt_error_t scan_libc(const TVMFuncRegistry *reg, const char *name,
                          tvm_function_index_t *function_index) {
  const size_t count = count_of(reg);
  const char *at = reg->names + sizeof(uint16_t);
  for (size_t i = 0; i < count && *at != '\0'; i++) {
    if (strcmp(at, name) == 0) {
      *function_index = (tvm_function_index_t)i;
      return kTvmErrorNoError;
    }
    at += strlen(at) + 1;
  }
  return kTvmErrorFunctionNameNotFound;
}
