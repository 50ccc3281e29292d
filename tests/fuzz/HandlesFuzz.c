/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Handles that were never given out, or not any more, between right uses.
 *
 * Tries to break (SECURITY.md): runtime_crt 2. */

#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/life_cycle.h>

#include "crt_config.h"

#define SLOTS TVM_CRT_MAX_REGISTERED_MODULES

#if SLOTS != 2
#error "the bits of handles below are those of two modules"
#endif
/* A module's number: how often its slot was freed, and two bits of slot. */
#define GENERATIONS 0x2000u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int holds) {
  if (!holds)
    abort();
}

/* Which function was reached last, and for which registry. */
static int reached;
static const void *reached_for;

#define FUNCTION(number)                                                       \
  static int function_##number(TVMValue *args, int *type_codes, int num_args,  \
                               TVMValue *ret_val, int *ret_type_code,          \
                               void *resource) {                               \
    (void)args, (void)type_codes, (void)num_args, (void)ret_val;               \
    (void)ret_type_code;                                                       \
    reached = number;                                                          \
    reached_for = resource;                                                    \
    return 0;                                                                  \
  }
FUNCTION(0)
FUNCTION(1)
FUNCTION(2)

#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
typedef uint8_t names_count_t;
#else
typedef uint16_t names_count_t;
#endif
typedef struct {
  names_count_t count;
  char names[7];
} names_t;

/* No function, one, and three of which the middle one has no address. */
static const names_t names[3] = {{0, ""}, {1, "a"}, {3, "a\0b\0c"}};
static const TVMBackendPackedCFunc one[] = {function_0};
static const TVMBackendPackedCFunc three[] = {function_0, NULL, function_2};
static const TVMFuncRegistry registries[3] = {{(const char *)&names[0], NULL},
                                              {(const char *)&names[1], one},
                                              {(const char *)&names[2], three}};
static const TVMModule modules[3] = {
    {&registries[0]}, {&registries[1]}, {&registries[2]}};

static const names_t system_names = {1, "s"};
static const TVMBackendPackedCFunc system_functions[] = {function_1};
static const TVMFuncRegistry system_registry = {(const char *)&system_names,
                                                system_functions};
static const TVMModule system_lib = {&system_registry};

const TVMModule *TVMSystemLibEntryPoint(void) { return &system_lib; }

/* What must be in each slot, NULL for nothing, and how often it was freed. */
static const TVMFuncRegistry *live[SLOTS];
static uintptr_t freed[SLOTS];

/* The runtime lives longer than an input; its handles must not depend on the
 * inputs before. So in an input 0 is the present generation of a slot, 1 the
 * one before. */
static uintptr_t module_of(uintptr_t bits) {
  const uintptr_t slot = bits & 3;
  const uintptr_t age = bits >> 2 & (GENERATIONS - 1);
  if (slot >= SLOTS)
    return bits;
  return (bits & ~(uintptr_t)0x7fff) |
         ((freed[slot] - age) % GENERATIONS) << 2 | slot;
}

static uintptr_t function_of(uintptr_t bits) {
  return module_of(bits >> 16) << 16 | (bits & 0xffff);
}

static void forget(size_t slot) {
  if (live[slot] != NULL)
    freed[slot]++;
  live[slot] = NULL;
}

static void start(void) {
  check(TVMInitializeRuntime() == kTvmErrorNoError);
  for (size_t slot = 0; slot < SLOTS; slot++)
    forget(slot);
}

static void create(size_t which) {
  TVMModuleHandle handle = NULL;
  size_t slot = 0;
  int error;
  while (slot < SLOTS && live[slot] != NULL)
    slot++;
  error = TVMModCreateFromCModule(&modules[which], &handle);
  check((error == 0) == (slot < SLOTS));
  if (error == 0) {
    check((uintptr_t)handle == (module_of(slot) | 0x8000u));
    live[slot] = modules[which].registry;
  }
}

/* The registry behind a module handle, when it is one. */
static const TVMFuncRegistry *behind(uintptr_t handle) {
  const uintptr_t slot = handle & 3;
  if ((handle & ~(uintptr_t)0x7fff) != 0x8000 || slot >= SLOTS ||
      handle != (module_of(slot) | 0x8000u))
    return NULL;
  return live[slot];
}

static void free_module(uintptr_t handle) {
  const TVMFuncRegistry *registry = behind(handle);
  const int error = TVMModFree((TVMModuleHandle)handle);
  check((error == 0) == (registry != NULL));
  if (error == 0 && registry != &system_registry)
    forget(handle & 3);
}

static void find(uintptr_t handle, const char *name) {
  const TVMFuncRegistry *registry = behind(handle);
  TVMFunctionHandle function = NULL;
  tvm_function_index_t index = 0;
  const int is_there =
      registry != NULL && TVMFuncRegistry_Lookup(registry, name, &index) == 0;
  check((TVMModGetFunction((TVMModuleHandle)handle, name, 0, &function) == 0) ==
        is_there);
  if (is_there)
    check((uintptr_t)function == ((handle << 16) | 0x8000u | index));
}

static void call(uintptr_t handle) {
  const TVMFuncRegistry *registry =
      (handle & 0x8000) != 0 ? behind(handle >> 16) : NULL;
  const size_t index = handle & 0x7fff;
  TVMValue result;
  int code = kTVMArgInt;
  int error;
  reached = -1;
  error = TVMFuncCall((TVMFunctionHandle)handle, NULL, NULL, 0, &result, &code);
  if (reached >= 0 && registry != NULL) {
    TVMBackendPackedCFunc wanted = NULL;
    check(error == 0 && reached_for == registry);
    check(TVMFuncRegistry_GetByIndex(registry, (tvm_function_index_t)index,
                                     &wanted) == 0);
    check(reached == (wanted == function_0 ? 0 : wanted == function_1 ? 1 : 2));
  } else if ((handle >> 16 & 3) < SLOTS || handle >> 31 != 1) {
    /* Neither a global function nor an evaluator: nothing was called. */
    check(error != 0 && reached < 0);
    check(registry == NULL || index >= TVMFuncRegistry_GetNumFuncs(registry) ||
          registry->funcs[index] == NULL);
  }
  if (error == 0 && code == kTVMModuleHandle) {
    /* runtime.SystemLib takes a slot. */
    check(((uintptr_t)result.v_handle & 3) < SLOTS);
    live[(uintptr_t)result.v_handle & 3] = &system_registry;
  }
  if (error == 0 && code == kTVMBytes)
    check(TVMByteArrayFree(result.v_handle) == 0);
}

/* An evaluator of a function of any module. */
static void evaluate(uintptr_t module, const char *name) {
  TVMFunctionHandle create_evaluator = NULL;
  TVMValue args[8];
  int codes[8];
  TVMValue result;
  int code = kTVMArgInt;
  for (int i = 0; i < 8; i++) {
    args[i].v_int64 = 1;
    codes[i] = kTVMArgInt;
  }
  args[0].v_handle = (void *)module;
  codes[0] = kTVMModuleHandle;
  args[1].v_str = name;
  codes[1] = kTVMStr;
  args[6].v_int64 = 0;
  args[7].v_str = "";
  codes[7] = kTVMStr;
  check(TVMFuncGetGlobal("runtime.RPCTimeEvaluator", &create_evaluator) == 0);
  if (create_evaluator != NULL &&
      TVMFuncCall(create_evaluator, args, codes, 8, &result, &code) == 0)
    call((uintptr_t)result.v_handle);
}

/* Between shutdown and the next start nothing can be called. */
static void restart(uintptr_t handle) {
  TVMFunctionHandle function = NULL;
  TVMValue result;
  int code = kTVMArgInt;
  TVMShutdownRuntime();
  reached = -1;
  check(TVMFuncCall((TVMFunctionHandle)handle, NULL, NULL, 0, &result, &code) !=
        0);
  check(TVMModGetFunction((TVMModuleHandle)handle, "a", 0, &function) != 0);
  check(TVMModFree((TVMModuleHandle)handle) != 0);
  check(reached < 0);
  start();
}

/* Nine bytes an operation: what, and a handle. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const wanted[] = {"a", "b", "c", "s", "", "other"};
  start();
  for (size_t at = 0; at + 9 <= size; at += 9) {
    const unsigned what = data[at];
    uint64_t bits = 0;
    for (size_t i = 9; i-- > 1;)
      bits = bits << 8 | data[at + i];
    switch (what % 8) {
    case 0:
      restart(module_of((uintptr_t)bits));
      break;
    case 1:
      create(what / 8 % 3);
      break;
    case 2:
      free_module(module_of((uintptr_t)bits));
      break;
    case 3:
      find(module_of((uintptr_t)bits), wanted[what / 8 % 6]);
      break;
    case 4:
      evaluate(module_of((uintptr_t)bits), wanted[what / 8 % 6]);
      break;
    default:
      call(function_of((uintptr_t)bits));
    }
  }
  return 0;
}
