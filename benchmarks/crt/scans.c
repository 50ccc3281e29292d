/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "scans.h"

#include <string.h>

static size_t count_of(const TVMFuncRegistry *reg) {
  uint16_t count;
  memcpy(&count, reg->names, sizeof(count));
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
