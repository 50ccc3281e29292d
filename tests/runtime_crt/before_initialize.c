// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls before TVMInitializeRuntime: errors, no crash. A program of its own,
// with a constructor that registers a symbol as operators built for the C++
// runtime do.

#include <stdio.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

static int failures;

static void expect(int is_true, const char *text) {
  if (!is_true) {
    fprintf(stderr, "not true: %s\n", text);
    failures++;
  }
}
#define EXPECT(condition) expect(condition, #condition)

static int seven(TVMValue *args, int *codes, int num_args, TVMValue *ret,
                 int *ret_code, void *resource) {
  (void)args, (void)codes, (void)num_args, (void)ret, (void)ret_code;
  (void)resource;
  return 7;
}

static void *address_of_seven(void) {
  union {
    TVMBackendPackedCFunc code;
    void *data;
  } address;
  address.code = seven;
  return address.data;
}

static int constructor_result;

__attribute__((constructor)) static void register_early(void) {
  constructor_result =
      TVMBackendRegisterSystemLibSymbol("early", address_of_seven());
}

int main(void) {
  TVMFunctionHandle func = NULL;
  TVMModuleHandle module = NULL;
  TVMValue result;
  int result_code;

  EXPECT(constructor_result == kTvmErrorPlatformCheckFailure);
  EXPECT(TVMFuncRegisterGlobal("f", address_of_seven(), 0) ==
         kTvmErrorPlatformCheckFailure);
  EXPECT(TVMFuncGetGlobal("f", &func) == kTvmErrorPlatformCheckFailure);
  EXPECT(TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module) ==
         kTvmErrorPlatformCheckFailure);
  EXPECT(TVMModGetFunction((TVMModuleHandle)0x8000, "f", 0, &func) != 0);
  EXPECT(TVMModFree((TVMModuleHandle)0x8000) != 0);
  EXPECT(TVMBackendGetFuncFromEnv(NULL, "f", &func) != 0);
  for (uintptr_t bits = 0x80008000u; bits < 0x80108000u; bits += 0x10000)
    EXPECT(TVMFuncCall((TVMFunctionHandle)bits, NULL, NULL, 0, &result,
                       &result_code) == -1);

  EXPECT(TVMInitializeRuntime() == kTvmErrorNoError);
  EXPECT(TVMBackendRegisterSystemLibSymbol("early", address_of_seven()) == 0);
  EXPECT(TVMFuncGetGlobal("early", &func) == 0);
  EXPECT(TVMFuncCall(func, NULL, NULL, 0, &result, &result_code) == 7);
  /* The first handles are TVM's. */
  EXPECT(TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module) == 0);
  EXPECT(module == (TVMModuleHandle)0x8000);
  EXPECT(TVMModGetFunction(module, "tvmgen_default_fused_add", 0, &func) == 0);
  EXPECT(((uintptr_t)func & ~(uintptr_t)0x7fff) == 0x80008000u);
  return failures != 0;
}
