// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// calls <function | handle> <count>: calls an operator that many times, by its
// address or through TVMFuncCall. calls.py counts the instructions.
//
// calls time <count>: nanoseconds of a call through TVMFuncCall and in TVM's
// form, the best of many rounds of so many calls in turn.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

// Does nothing: what is left is the call. The compiler must not see through it.
static int operation(TVMValue *args, int *codes, int num_args, TVMValue *ret,
                     int *ret_code, void *resource) {
  __asm__ volatile(""
                   :
                   : "r"(args), "r"(codes), "r"(num_args), "r"(ret),
                     "r"(ret_code), "r"(resource)
                   : "memory");
  return 0;
}

static const TVMBackendPackedCFunc functions[] = {operation};
static const TVMFuncRegistry registry = {"\1\0operation\0", functions};
static const TVMModule module = {&registry};

const TVMModule *TVMSystemLibEntryPoint(void) { return &module; }

// TVM's form: functions of other files take the handle apart and look into the
// registry; nothing but the two numbers is checked.
#define APART __attribute__((noinline, noclone))
#define INDEX_BITS 0x7fff

static const TVMModule *const modules[] = {&module};

APART static int take_apart(TVMFunctionHandle handle, uint16_t *module_index,
                            uint16_t *function_index) {
  *module_index = ((uintptr_t)handle >> 16) & INDEX_BITS;
  *function_index = (uintptr_t)handle & INDEX_BITS;
  return *module_index < sizeof(modules) / sizeof(modules[0]) ? 0 : -1;
}

APART static uint16_t count(const TVMFuncRegistry *from) {
  uint16_t functions_there;
  memcpy(&functions_there, from->names, sizeof(functions_there));
  return functions_there;
}

APART static int get(const TVMFuncRegistry *from, uint16_t index,
                     TVMBackendPackedCFunc *out) {
  if (index >= count(from))
    return -1;
  *out = from->funcs[index];
  return 0;
}

APART static int call_as_tvm(TVMFunctionHandle handle, TVMValue *values,
                             int *codes, int num_args, TVMValue *result,
                             int *result_code) {
  uint16_t module_index, function_index;
  TVMBackendPackedCFunc function;
  const TVMFuncRegistry *from;
  if (take_apart(handle, &module_index, &function_index) != 0)
    return -1;
  from = modules[module_index]->registry;
  if (get(from, function_index, &function) != 0)
    return -1;
  *result_code = kTVMNullptr;
  result->v_handle = NULL;
  return function(values, codes, num_args, result, result_code, (void *)from);
}

typedef int (*Call)(TVMFunctionHandle, TVMValue *, int *, int, TVMValue *,
                    int *);

// Nanoseconds of a call; none when one fails.
static double time_of(Call call, TVMFunctionHandle handle, long calls) {
  TVMValue value = {0}, result;
  int code = kTVMArgInt, result_code;
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (long left = calls; left > 0; left--)
    if (call(handle, &value, &code, 1, &result, &result_code) != 0)
      return 0;
  clock_gettime(CLOCK_MONOTONIC, &end);
  return ((double)(end.tv_sec - start.tv_sec) * 1e9 +
          (double)(end.tv_nsec - start.tv_nsec)) /
         (double)calls;
}

static int print_times(TVMFunctionHandle handle, long calls) {
  // The compiler must not see through either.
  Call volatile forms[2] = {TVMFuncCall, call_as_tvm};
  // The first handles are TVM's.
  TVMFunctionHandle handles[2] = {handle,
                                  (TVMFunctionHandle)(uintptr_t)0x80008000};
  double best[2] = {1e9, 1e9};
  for (int round = 0; round < 30; round++)
    for (int form = 0; form < 2; form++) {
      const double time = time_of(forms[form], handles[form], calls);
      if (time == 0)
        return 1;
      if (time < best[form])
        best[form] = time;
    }
  printf("%.2f %.2f\n", best[0], best[1]);
  return 0;
}

int main(int argc, char **argv) {
  TVMBackendPackedCFunc volatile function = operation;
  TVMModuleHandle handle;
  TVMFunctionHandle found;
  TVMValue value = {0}, result;
  int code = kTVMArgInt, result_code;
  if (argc != 3 || TVMInitializeRuntime() != kTvmErrorNoError ||
      TVMModCreateFromCModule(&module, &handle) != 0 ||
      TVMModGetFunction(handle, "operation", 0, &found) != 0)
    return 1;
  if (strcmp(argv[1], "time") == 0)
    return print_times(found, atol(argv[2]));
  if (strcmp(argv[1], "function") == 0) {
    for (long left = atol(argv[2]); left > 0; left--)
      if (function(&value, &code, 1, &result, &result_code, NULL) != 0)
        return 1;
  } else {
    for (long left = atol(argv[2]); left > 0; left--)
      if (TVMFuncCall(found, &value, &code, 1, &result, &result_code) != 0)
        return 1;
  }
  return 0;
}
