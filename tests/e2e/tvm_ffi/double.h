/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A test double of tvm-ffi: the interface that operators and registration use,
 * written from its description. It has no library and no operating system. */
#ifndef TEST_TVM_FFI_DOUBLE_H
#define TEST_TVM_FFI_DOUBLE_H

#include <stdint.h>

typedef struct TVMFFIAny {
  int32_t type_index;
  uint32_t zero_padding;
  union {
    int64_t v_int64;
    void *v_ptr;
  };
} TVMFFIAny;

typedef int (*TVMFFISafeCallType)(void *handle, const TVMFFIAny *args,
                                  int32_t num_args, TVMFFIAny *result);

int TVMFFIEnvModRegisterSystemLibSymbol(const char *name, void *symbol);
int TVMFFIFunctionCall(void *function, TVMFFIAny *args, int32_t num_args,
                       TVMFFIAny *result);
void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message);

#endif
