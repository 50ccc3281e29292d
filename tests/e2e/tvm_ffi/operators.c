/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operators as TVM's code generator makes them. Without SYSTEM_LIB the runtime
 * is called by weak pointers. PREFIX is the system library's. */
#include "double.h"

#ifndef PREFIX
#define PREFIX
#endif
#define JOINED(a, b, c) a##b##c
#define NAME(a, b, c) JOINED(a, b, c)
#define FUNCTION(name) NAME(__tvm_ffi_, PREFIX, name)

__attribute__((weak)) void *NAME(PREFIX, __tvm_ffi__library, _ctx);
__attribute__((weak)) int (*__TVMFFIFunctionCall)(void *, const TVMFFIAny *,
                                                  int32_t, TVMFFIAny *);
__attribute__((weak)) void (*__TVMFFIErrorSetRaisedFromCStr)(const char *,
                                                             const char *);

int FUNCTION(add)(void *handle, const TVMFFIAny *args, int32_t num_args,
                  TVMFFIAny *result);
int FUNCTION(add)(void *handle, const TVMFFIAny *args, int32_t num_args,
                  TVMFFIAny *result) {
  if (num_args != 2) {
    __TVMFFIErrorSetRaisedFromCStr("TypeError", "add takes two arguments");
    return -1;
  }
  result->type_index = 1;
  result->v_int64 = args[0].v_int64 + args[1].v_int64;
  return 0;
}

/* Calls a function of another library by the runtime. */
int FUNCTION(call)(void *handle, const TVMFFIAny *args, int32_t num_args,
                   TVMFFIAny *result);
int FUNCTION(call)(void *handle, const TVMFFIAny *args, int32_t num_args,
                   TVMFFIAny *result) {
  return __TVMFFIFunctionCall(NAME(PREFIX, __tvm_ffi__library, _ctx), args,
                              num_args, result);
}
