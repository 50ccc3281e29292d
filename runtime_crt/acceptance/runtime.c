/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Life cycle, registries and modules. */

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/life_cycle.h>

#include "acceptance.h"
#include "crt_config.h"
#include "model/model.h"

#define DENSE "tvmgen_acceptance_fused_dense"

/* In front of names: as many bytes as TVM_CRT_FUNC_REGISTRY_COUNT_BYTES. */
#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
typedef uint8_t names_count_t;
#else
typedef uint16_t names_count_t;
#endif

static int seven(TVMValue *args, int *type_codes, int num_args,
                 TVMValue *ret_val, int *ret_type_code, void *resource_handle) {
  (void)args;
  (void)type_codes;
  (void)num_args;
  (void)resource_handle;
  ret_val->v_int64 = 7;
  *ret_type_code = kTVMArgInt;
  return 0;
}

static int eight(TVMValue *args, int *type_codes, int num_args,
                 TVMValue *ret_val, int *ret_type_code, void *resource_handle) {
  (void)args;
  (void)type_codes;
  (void)num_args;
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  return 8;
}

void acceptance_life_cycle(void) {
  TVMFunctionHandle function = NULL;
  TVMModuleHandle module = NULL;
  acceptance_check(TVMFuncGetGlobal("runtime.SystemLib", &function) ==
                       kTvmErrorPlatformCheckFailure,
                   "no global function before initialisation");
  acceptance_check(TVMFuncRegisterGlobal("seven", acceptance_address(seven),
                                         0) == kTvmErrorPlatformCheckFailure,
                   "none can be registered");
  acceptance_check(TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module) ==
                       kTvmErrorPlatformCheckFailure,
                   "no module can be created");
  if (!acceptance_check(TVMInitializeRuntime() == kTvmErrorNoError,
                        "the runtime is initialised"))
    return;
  acceptance_check(
      TVMFuncRegisterGlobal("seven", acceptance_address(seven), 0) == 0 &&
          TVMFuncGetGlobal("seven", &function) == 0 && function != NULL,
      "a global function is registered and found");
  acceptance_check(acceptance_system_lib(&module), "the system library");
  acceptance_check(TVMInitializeRuntime() == kTvmErrorNoError,
                   "the runtime is initialised again");
  acceptance_check(TVMFuncGetGlobal("seven", &function) == 0 &&
                       function == NULL,
                   "that forgets what was registered");
  acceptance_check(TVMModGetFunction(module, DENSE, 0, &function) ==
                       kTvmErrorFunctionCallInvalidArg,
                   "and all modules");
  if (!acceptance_system_lib(&module) ||
      TVMModGetFunction(module, DENSE, 0, &function) != 0)
    module = NULL;
  TVMShutdownRuntime();
  acceptance_check(module != NULL &&
                       TVMModGetFunction(module, DENSE, 0, &function) != 0 &&
                       TVMFuncGetGlobal("runtime.SystemLib", &function) ==
                           kTvmErrorPlatformCheckFailure,
                   "after shutdown handles are errors");
  acceptance_check(TVMInitializeRuntime() == kTvmErrorNoError &&
                       acceptance_system_lib(&module),
                   "it can be started again");
}

/* What a client sees of the registry that metaobj emitted. */
static void check_emitted_registry(void) {
  const TVMModule *module = TVMSystemLibEntryPoint();
  const TVMFuncRegistry *registry;
  tvm_function_index_t index = 999;
  TVMBackendPackedCFunc function = NULL;
  if (!acceptance_check(module != NULL && module->registry != NULL,
                        "the emitted registry"))
    return;
  registry = module->registry;
  acceptance_show("functions", TVMFuncRegistry_GetNumFuncs(registry));
  acceptance_check(TVMFuncRegistry_GetNumFuncs(registry) ==
                       TVMGEN_ACCEPTANCE_NUM_FUNCTIONS,
                   "it has as many functions as the model's header says");
  acceptance_check(TVMFuncRegistry_Lookup(registry, DENSE, &index) ==
                           kTvmErrorNoError &&
                       index == 0,
                   "the first function is found");
  acceptance_check(TVMFuncRegistry_Lookup(registry, "_lookup_linked_param",
                                          &index) == kTvmErrorNoError &&
                       index == TVMGEN_ACCEPTANCE_NUM_FUNCTIONS - 1,
                   "the last function is found");
  acceptance_check(
      TVMFuncRegistry_GetByIndex(registry, index, &function) ==
              kTvmErrorNoError &&
          acceptance_address(function) ==
              acceptance_address((TVMBackendPackedCFunc)_lookup_linked_param),
      "its address is that of the function");
  acceptance_check(
      TVMFuncRegistry_Lookup(registry, "tvmgen_acceptance", &index) ==
              kTvmErrorFunctionNameNotFound &&
          TVMFuncRegistry_Lookup(registry, DENSE "_1", &index) ==
              kTvmErrorFunctionNameNotFound &&
          TVMFuncRegistry_Lookup(registry, "", &index) ==
              kTvmErrorFunctionNameNotFound,
      "other names are not");
  acceptance_check(
      TVMFuncRegistry_GetByIndex(registry, TVMGEN_ACCEPTANCE_NUM_FUNCTIONS,
                                 &function) == kTvmErrorFunctionIndexInvalid,
      "there is nothing behind the last function");
}

static void check_mutable_registry(void) {
  static void *memory[32];
  const size_t capacity = sizeof(memory) / (11 + sizeof(void *));
  TVMMutableFuncRegistry registry;
  TVMBackendPackedCFunc function = NULL;
  tvm_function_index_t index = 999;
  char name[] = "f0";
  size_t added = 0;
  bool is_kept = true;
  if (!acceptance_check(
          TVMMutableFuncRegistry_Create(&registry, (uint8_t *)memory,
                                        sizeof(memory)) == kTvmErrorNoError,
          "an empty registry in memory of the program"))
    return;
  acceptance_check(TVMMutableFuncRegistry_Create(&registry, (uint8_t *)memory,
                                                 8) == kTvmErrorBufferTooSmall,
                   "eight bytes are too few");
  if (TVMMutableFuncRegistry_Create(&registry, (uint8_t *)memory,
                                    sizeof(memory)) != kTvmErrorNoError)
    return;
  acceptance_check(TVMMutableFuncRegistry_Set(&registry, "f0", seven, 0) ==
                       kTvmErrorNoError,
                   "a function is added");
  acceptance_check(TVMMutableFuncRegistry_Set(&registry, "f0", eight, 0) ==
                       kTvmErrorFunctionAlreadyDefined,
                   "its name is taken");
  acceptance_check(
      TVMMutableFuncRegistry_Set(&registry, "f0", eight, 1) ==
              kTvmErrorNoError &&
          TVMFuncRegistry_Lookup(&registry.registry, "f0", &index) ==
              kTvmErrorNoError &&
          TVMFuncRegistry_GetByIndex(&registry.registry, index, &function) ==
              kTvmErrorNoError &&
          function == eight,
      "unless it is to be replaced");
  for (added = 1; added < 40; added++) {
    name[0] = (char)('f' + added / 10);
    name[1] = (char)('0' + added % 10);
    if (TVMMutableFuncRegistry_Set(&registry, name, seven, 0) !=
        kTvmErrorNoError)
      break;
  }
  acceptance_check(added == capacity, "as many are added as the header says");
  acceptance_check(TVMMutableFuncRegistry_Set(&registry, "more", seven, 0) ==
                       kTvmErrorFunctionRegistryFull,
                   "then it is full");
  for (size_t i = 0; i < added; i++) {
    name[0] = (char)('f' + i / 10);
    name[1] = (char)('0' + i % 10);
    is_kept = is_kept &&
              TVMFuncRegistry_Lookup(&registry.registry, name, &index) ==
                  kTvmErrorNoError &&
              TVMFuncRegistry_GetByIndex(&registry.registry, index,
                                         &function) == kTvmErrorNoError &&
              function == (i == 0 ? eight : seven);
  }
  acceptance_check(is_kept, "and holds all of them");
}

static void check_validation(void) {
  static const struct {
    names_count_t count;
    char names[9];
  } names = {2, "one\0two"};
  const char *bytes = (const char *)&names;
  const size_t nbytes = sizeof(names.count) + 9;
  uint16_t count = 0;
  bool is_refused = true;
  acceptance_check(TVMFuncRegistry_ValidateNames(bytes, nbytes, &count) ==
                           kTvmErrorNoError &&
                       count == 2,
                   "names of known size are valid");
  for (size_t length = 0; length < nbytes; length++)
    is_refused =
        is_refused && TVMFuncRegistry_ValidateNames(bytes, length, &count) ==
                          kTvmErrorBufferTooSmall;
  acceptance_check(is_refused, "no beginning of them is");
}

void acceptance_registry(void) {
  check_emitted_registry();
  check_mutable_registry();
  check_validation();
}

static bool calls(TVMFunctionHandle function, int wanted) {
  TVMValue result;
  int result_code = kTVMArgInt;
  return TVMFuncCall(function, NULL, NULL, 0, &result, &result_code) == wanted;
}

void acceptance_modules(void) {
  static const struct {
    names_count_t count;
    char names[7];
  } names = {1, "eight"};
  static const TVMBackendPackedCFunc functions[] = {eight};
  const TVMFuncRegistry registry = {(const char *)&names, functions};
  const TVMModule module = {&registry};
  TVMModuleHandle system_lib = NULL;
  TVMModuleHandle again = NULL;
  TVMModuleHandle own[TVM_CRT_MAX_REGISTERED_MODULES];
  TVMModuleHandle one_more = NULL;
  TVMFunctionHandle function = NULL;
  size_t created = 0;
  if (!acceptance_check(acceptance_system_lib(&system_lib),
                        "the system library"))
    return;
  acceptance_check(acceptance_system_lib(&again) && again == system_lib,
                   "asked for again it is the same");
  for (; created + 1 < TVM_CRT_MAX_REGISTERED_MODULES; created++)
    if (TVMModCreateFromCModule(&module, &own[created]) != 0)
      break;
  acceptance_check(created + 1 == TVM_CRT_MAX_REGISTERED_MODULES,
                   "modules up to TVM_CRT_MAX_REGISTERED_MODULES");
  acceptance_check(TVMModCreateFromCModule(&module, &one_more) == -1,
                   "and none more");
#if TVM_CRT_MAX_REGISTERED_MODULES > 1
  if (created == 0)
    return;
  acceptance_check(TVMModGetFunction(own[0], "eight", 0, &function) == 0 &&
                       calls(function, 8),
                   "a function of the program's own module is called");
  acceptance_check(TVMModGetFunction(own[0], DENSE, 0, &function) ==
                       kTvmErrorFunctionNameNotFound,
                   "a module does not have the functions of another");
  if (TVMModGetFunction(own[0], "eight", 0, &function) != 0)
    return;
  while (created > 0) {
    created--;
    acceptance_check(TVMModFree(own[created]) == 0, "the module is freed");
  }
  acceptance_check(calls(function, -1), "its function cannot be called");
  acceptance_check(TVMModFree(own[0]) == kTvmErrorFunctionCallInvalidArg,
                   "it is not freed twice");
#endif
  acceptance_check(TVMModFree(system_lib) == 0 &&
                       TVMModGetFunction(system_lib, DENSE, 0, &function) == 0,
                   "the system library stays");
}
