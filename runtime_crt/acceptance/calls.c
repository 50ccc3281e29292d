/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Calls through handles, and how errors travel. */

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/error_detail.h>

#include "acceptance.h"
#include "crt_config.h"

/* (a, b) integers: their sum. */
static int add(TVMValue *args, int *type_codes, int num_args, TVMValue *ret_val,
               int *ret_type_code, void *resource_handle) {
  if (num_args != 2)
    return kTvmErrorFunctionCallNumArguments;
  if (type_codes[0] != kTVMArgInt || type_codes[1] != kTVMArgInt)
    return kTvmErrorFunctionCallWrongArgType;
  if (resource_handle != NULL)
    return kTvmErrorFunctionCallInvalidArg;
  ret_val->v_int64 = args[0].v_int64 + args[1].v_int64;
  *ret_type_code = kTVMArgInt;
  return 0;
}

static void check_global_function(void) {
  TVMFunctionHandle function = NULL;
  TVMValue args[2];
  int codes[2] = {kTVMArgInt, kTVMArgInt};
  TVMValue result;
  int result_code = kTVMStr;
  if (!acceptance_check(
          TVMFuncRegisterGlobal("acceptance.add", acceptance_address(add), 0) ==
                  0 &&
              TVMFuncGetGlobal("acceptance.add", &function) == 0 &&
              function != NULL,
          "a global function is registered and found"))
    return;
  acceptance_check(TVMFuncRegisterGlobal("acceptance.add",
                                         acceptance_address(add),
                                         0) == kTvmErrorFunctionAlreadyDefined,
                   "its name is taken");
  args[0].v_int64 = INT64_C(-5000000000);
  args[1].v_int64 = INT64_C(5000000042);
  acceptance_check(
      TVMFuncCall(function, args, codes, 2, &result, &result_code) == 0 &&
          result_code == kTVMArgInt,
      "it is called with two numbers");
  acceptance_show("sum", (int)result.v_int64);
  acceptance_check(result.v_int64 == 42, "it returns their sum");
  acceptance_check(
      TVMFuncCall(function, args, codes, 1, &result, &result_code) ==
              kTvmErrorFunctionCallNumArguments &&
          result_code == kTVMNullptr && result.v_handle == NULL,
      "its error is passed on; there is no result then");
  codes[1] = kTVMArgFloat;
  acceptance_check(
      TVMFuncCall(function, args, codes, 2, &result, &result_code) ==
          kTvmErrorFunctionCallWrongArgType,
      "it sees the type codes");
  acceptance_check(TVMFuncGetGlobal("acceptance.none", &function) == 0 &&
                       function == NULL,
                   "a missing global function is NULL");
}

static void check_resource(TVMModuleHandle module) {
  TVMFunctionHandle function = NULL;
  TVMValue result;
  int result_code = kTVMArgInt;
  acceptance_check(
      TVMModGetFunction(module, "tvmgen_acceptance_resource", 0, &function) ==
              0 &&
          TVMFuncCall(function, NULL, NULL, 0, &result, &result_code) == 0 &&
          result_code == kTVMOpaqueHandle &&
          result.v_handle == (const void *)TVMSystemLibEntryPoint()->registry,
      "a module's function gets its registry as resource handle");
}

static void check_time_evaluator(TVMModuleHandle module) {
#if TVM_CRT_ENABLE_TIME_EVALUATOR
  TVMFunctionHandle function = NULL;
  TVMValue args[8];
  int codes[8];
  TVMValue result;
  int result_code = kTVMArgInt;
  const TVMByteArray *bytes;
  double seconds[3] = {-1.0, -1.0, -1.0};
  bool is_plausible = true;
  for (int i = 0; i < 8; i++) {
    args[i].v_int64 = 0;
    codes[i] = kTVMArgInt;
  }
  args[0].v_handle = module;
  codes[0] = kTVMModuleHandle;
  args[1].v_str = "tvmgen_acceptance_resource";
  codes[1] = kTVMStr;
  args[2].v_int64 = kDLCPU;
  args[4].v_int64 = 10; /* calls */
  args[5].v_int64 = 3;  /* results */
  args[7].v_str = "";
  codes[7] = kTVMStr;
  if (!acceptance_check(
          TVMFuncGetGlobal("runtime.RPCTimeEvaluator", &function) == 0 &&
              function != NULL &&
              TVMFuncCall(function, args, codes, 8, &result, &result_code) ==
                  0 &&
              result_code == kTVMPackedFuncHandle,
          "a time evaluator"))
    return;
  function = result.v_handle;
  if (!acceptance_check(
          TVMFuncCall(function, NULL, NULL, 0, &result, &result_code) == 0 &&
              result_code == kTVMBytes,
          "it measures a function"))
    return;
  bytes = result.v_handle;
  for (size_t i = 0; i < sizeof(seconds) && i < bytes->size; i++)
    ((char *)seconds)[i] = bytes->data[i];
  for (int i = 0; i < 3; i++)
    is_plausible = is_plausible && seconds[i] >= 0.0 && seconds[i] < 60.0;
  acceptance_check(bytes->size == sizeof(seconds) && is_plausible,
                   "three times that can be");
  acceptance_check(TVMByteArrayFree(result.v_handle) == 0,
                   "their memory is freed");
#else
  (void)module;
#endif
}

void acceptance_calls(void) {
  TVMModuleHandle module = NULL;
  check_global_function();
  if (!acceptance_check(acceptance_system_lib(&module), "the system library"))
    return;
  check_resource(module);
  check_time_evaluator(module);
}

/* Handles that were never given out. */
static void check_bad_handles(void) {
  static const uintptr_t bits[] = {0,          1,          0x8000,
                                   0x80000000, 0xffffffff, 0x80007fff,
                                   0xfffe8000, 0x8000ffff, 0x7fff8000};
  bool is_refused = true;
  TVMFunctionHandle function = NULL;
  TVMModuleHandle live = NULL, freed = NULL;
  for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
    TVMValue result;
    int result_code = kTVMArgInt;
    is_refused =
        is_refused && TVMFuncCall((TVMFunctionHandle)bits[i], NULL, NULL, 0,
                                  &result, &result_code) == -1;
  }
  acceptance_check(is_refused, "calls of handles that are none");
  /* One that was alive, and all others but the system library. */
  is_refused = acceptance_system_lib(&live) &&
               TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &freed) == 0 &&
               TVMModFree(freed) == 0;
  for (uintptr_t module = 0; module < 0x10000; module++)
    if (module != (uintptr_t)live)
      is_refused = is_refused && TVMModFree((TVMModuleHandle)module) ==
                                     kTvmErrorFunctionCallInvalidArg;
  acceptance_check(is_refused, "modules that are none");
  acceptance_check(TVMModGetFunction(NULL, "f", 0, &function) ==
                       kTvmErrorFunctionCallInvalidArg,
                   "a function of no module");
}

static bool is_text(const char *text, const char *wanted) {
  while (*wanted != '\0' && *text == *wanted) {
    text++;
    wanted++;
  }
  return *text == *wanted;
}

static void check_failing_operator(void) {
  TVMModuleHandle module = NULL;
  TVMFunctionHandle function = NULL;
  TVMValue result;
  int result_code = kTVMArgInt;
  TVMAPISetLastError("");
  acceptance_check(
      acceptance_system_lib(&module) &&
          TVMModGetFunction(module, "tvmgen_acceptance_fails", 0, &function) ==
              0 &&
          TVMFuncCall(function, NULL, NULL, 0, &result, &result_code) == -1,
      "an operator that fails");
  TVMLogf("# %s\n", TVMGetLastError());
  acceptance_check(
      is_text(TVMGetLastError(), "acceptance: this operator fails"),
      "its text is the last error");
}

static void check_detail(void) {
  TVMModuleHandle module = NULL;
  TVMFunctionHandle function = NULL;
  TVMErrorDetail detail;
  acceptance_check(acceptance_system_lib(&module) &&
                       TVMModGetFunction(module, "none", 0, &function) ==
                           kTvmErrorFunctionNameNotFound,
                   "a missing function");
  TVMLastErrorDetail(&detail);
  TVMLogf("# category %d, code %d, function %s\n", (int)detail.category,
          (int)detail.code, detail.function);
  acceptance_check(detail.error == kTvmErrorFunctionNameNotFound &&
                       detail.category == kTvmErrorCategoryFunctionRegistry &&
                       detail.code == 0 &&
                       is_text(detail.function, "TVMModGetFunction"),
                   "category, code and function of the failure");
}

/* A text longer than there is room for: cut, with its beginning kept. */
static void check_long_text(void) {
  static char text[TVM_CRT_LAST_ERROR_SIZE_BYTES + 10];
  const char *kept;
  size_t length = 0;
  bool is_beginning = true;
  for (size_t i = 0; i + 1 < sizeof(text); i++)
    text[i] = (char)('a' + i % 26);
  TVMAPISetLastError(text);
  kept = TVMGetLastError();
  while (length < sizeof(text) && kept[length] != '\0') {
    is_beginning = is_beginning && kept[length] == text[length];
    length++;
  }
  acceptance_check(length == TVM_CRT_LAST_ERROR_SIZE_BYTES - 1 && is_beginning,
                   "a long text is cut");
  TVMAPISetLastError(NULL);
  acceptance_check(TVMGetLastError()[0] == '\0', "NULL is the empty text");
}

void acceptance_errors(void) {
  check_bad_handles();
  check_failing_operator();
  check_detail();
  check_long_text();
}
