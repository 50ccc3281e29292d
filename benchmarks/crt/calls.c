// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// calls <function | handle> <count>: calls an operator that many times, by its
// address or through TVMFuncCall. calls.py counts the instructions.

#include <stdlib.h>
#include <string.h>

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
