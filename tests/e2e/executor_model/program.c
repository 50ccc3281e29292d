/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Runs the model of executor.py in the way that the macros say, and writes what
 * came out: the same in all ways.
 *
 *   PACKED     tvmgen_net_run is a packed function
 *   BY_NAME    the model is found through the registry, too
 *   CALLERS    the program has the pool
 *   CALLERS_CONSTANTS
 *              and one with the parameters
 *   IN_POOL    inputs and outputs lie in the pool */

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

#include "board.h"
#include "tvmgen_net.h"

int main(void);

static void print(const char *text) {
  size_t size = 0;
  while (text[size] != '\0')
    size++;
  board_write(text, size);
}

static void print_number(int64_t value) {
  char text[21];
  size_t start = sizeof(text);
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do {
    text[--start] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (value < 0)
    text[--start] = '-';
  board_write(text + start, sizeof(text) - start);
}

static void print_all(const char *name, const int32_t *values) {
  print(name);
  for (int i = 0; i < 4; i++) {
    print(" ");
    print_number(values[i]);
  }
  print("\n");
}

static void print_result(const char *name, int64_t result) {
  print(name);
  print(" ");
  print_number(result);
  print("\n");
}

/* As an input and as an output of the model. */
#ifdef IN_POOL
static int32_t *x, *y, *outputs[4];
#else
static int32_t x[4], y[4], o0[4], o1[4], o2[4], o3[4];
static int32_t *outputs[4] = {o0, o1, o2, o3};
#endif

#ifdef CALLERS
static int64_t
    memory[(TVMGEN_NET_GLOBAL_WORKSPACE_WORKSPACE_POOL_SIZE + 23) / 8];
static struct tvmgen_net_workspace_pools pools;
#ifdef CALLERS_CONSTANTS
static const uint8_t __attribute__((aligned(
    16))) constants[TVMGEN_NET_GLOBAL_CONST_WORKSPACE_CONSTANT_POOL_SIZE] = {
    TVMGEN_NET_GLOBAL_CONST_WORKSPACE_CONSTANT_POOL_DATA};
#endif

/* At any multiple of the alignment. */
static void set_pools(void) {
  pools.global_workspace = (void *)(((uintptr_t)memory + 15) / 16 * 16);
#ifdef CALLERS_CONSTANTS
  pools.global_const_workspace = (void *)(uintptr_t)constants;
#endif
}
#define POOLS &pools
#else
#define POOLS
#endif

static int64_t four[] = {4};
static int64_t two_by_two[] = {2, 2};

/* Like memory of the stack: nobody sets what is between members. */
static void dirty(void *start, size_t size) {
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)start)[i] = 0xA5;
}

static void set_tensor(DLTensor *to, void *data, int64_t *shape, int ndim) {
  dirty(to, sizeof(*to));
  to->data = data;
  to->device.device_type = kDLCPU;
  to->device.device_id = 0;
  to->ndim = ndim;
  to->dtype.code = kDLInt;
  to->dtype.bits = 32;
  to->dtype.lanes = 1;
  to->shape = shape;
  to->strides = NULL;
  to->byte_offset = 0;
}

#if defined(PACKED) || defined(BY_NAME)
/* What a packed form of the model makes of its arguments, with one of them
 * changed. */
static int (*entry)(void *, int *, int, void *, int *, void *);

static int call(int num_args, int changed_code, const DLTensor *changed) {
  DLTensor tensors[6];
  TVMValue values[6];
  int codes[6];
  TVMValue result;
  int result_code = 4;
  set_tensor(&tensors[0], x, four, 1);
  set_tensor(&tensors[1], y, four, 1);
  set_tensor(&tensors[2], outputs[0], two_by_two, 2);
  set_tensor(&tensors[3], outputs[1], four, 1);
  set_tensor(&tensors[4], outputs[2], two_by_two, 2);
  set_tensor(&tensors[5], outputs[3], four, 1);
  for (int i = 0; i < 6; i++) {
    values[i].v_handle = &tensors[i];
    codes[i] = kTVMDLTensorHandle;
  }
  if (changed)
    tensors[2] = *changed;
  if (changed_code)
    codes[1] = changed_code;
  return entry(values, codes, num_args, &result, &result_code, NULL);
}

static void check_refusals(void) {
  static int64_t flat[] = {4, 1};
  static int64_t compact[] = {2, 1};
  static int64_t swapped[] = {1, 2};
  DLTensor good;
  DLTensor other;
  set_tensor(&good, outputs[0], two_by_two, 2);
  other = good;
  print_result("five", call(5, 0, NULL));
  print_result("string", call(6, kTVMStr, NULL));
  print_result("array", call(6, kTVMNDArrayHandle, NULL));
  other.shape = flat;
  print_result("shape", call(6, 0, &other));
  set_tensor(&other, outputs[0], four, 1);
  print_result("rank", call(6, 0, &other));
  other = good;
  other.dtype.bits = 16;
  print_result("dtype", call(6, 0, &other));
  other = good;
  other.byte_offset = 4;
  print_result("offset", call(6, 0, &other));
  other = good;
  other.device.device_type = (DLDeviceType)4;
  print_result("device", call(6, 0, &other));
  other = good;
  other.strides = compact;
  print_result("compact", call(6, 0, &other));
  other.strides = swapped;
  print_result("strides", call(6, 0, &other));
  other = good;
  other.data = NULL;
  print_result("null", call(6, 0, &other));
}
#endif

static int run(void) {
#if defined(PACKED)
  entry = tvmgen_net_run;
  return call(6, 0, NULL);
#else
#ifdef CALLERS
  set_pools();
#endif
#ifdef IN_POOL
  return tvmgen_net_run(POOLS);
#else
  struct tvmgen_net_inputs in = {x, y};
  struct tvmgen_net_outputs out = {o0, o1, o2, o3};
#ifdef CALLERS
  return tvmgen_net_run(&in, &out, &pools);
#else
  return tvmgen_net_run(&in, &out);
#endif
#endif
#endif
}

static void locate(void) {
#ifdef IN_POOL
  struct tvmgen_net_inputs in;
  struct tvmgen_net_outputs out;
#ifdef CALLERS
  set_pools();
#endif
  in = tvmgen_net_map_inputs(POOLS);
  out = tvmgen_net_map_outputs(POOLS);
  x = in.x;
  y = in.y;
  outputs[0] = out.output0;
  outputs[1] = out.output1;
  outputs[2] = out.output2;
  outputs[3] = out.output3;
#endif
}

static void fill(int32_t start) {
  for (int i = 0; i < 4; i++) {
    x[i] = start + i;
    y[i] = -10 * i;
  }
}

static void print_outputs(void) {
  for (int i = 0; i < 4; i++)
    print_all("output", outputs[i]);
}

#ifdef BY_NAME
static void run_by_name(void) {
  TVMModuleHandle module;
  TVMAotExecutor *executor = NULL;
  DLDevice device;
  int error = TVMInitializeRuntime();
  dirty(&device, sizeof(device));
  device.device_type = kDLCPU;
  device.device_id = 0;
  if (error == 0)
    error = TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module);
  if (error == 0)
    error = TVMAotExecutor_Create(module, device, &executor, "net");
  print_result("by name", error);
  if (error != 0)
    return;
  print_result("inputs", TVMAotExecutor_GetNumInputs(executor));
  print_result("outputs", TVMAotExecutor_GetNumOutputs(executor));
  print_result("index of y", TVMAotExecutor_GetInputIndex(executor, "y"));
  for (int i = 0; i < 4; i++) {
    ((int32_t *)executor->args[0].dl_tensor.data)[i] = 3 + i;
    ((int32_t *)executor->args[1].dl_tensor.data)[i] = -10 * i;
  }
  print_result("run", TVMAotExecutor_Run(executor));
  for (int i = 2; i < 6; i++)
    print_all("output", executor->args[i].dl_tensor.data);
  print_result("release", TVMAotExecutor_Release(executor, device));
}

#ifdef OPERATOR_BY_NAME
/* An unpacked operator through its wrapper. */
static void run_operator_by_name(void) {
  DLTensor tensors[3];
  TVMValue values[3];
  int codes[3] = {kTVMDLTensorHandle, kTVMDLTensorHandle, kTVMDLTensorHandle};
  TVMFunctionHandle function;
  TVMValue result;
  int code;
  TVMModuleHandle module;
  int error = TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module);
  if (error == 0)
    error = TVMModGetFunction(module, "tvmgen_net_add", 0, &function);
  set_tensor(&tensors[0], x, four, 1);
  set_tensor(&tensors[1], y, four, 1);
  set_tensor(&tensors[2], outputs[1], four, 1);
  for (int i = 0; i < 3; i++)
    values[i].v_handle = &tensors[i];
  if (error == 0)
    error = TVMFuncCall(function, values, codes, 3, &result, &code);
  print_result("add by name", error);
  print_all("sum", outputs[1]);
  tensors[0].ndim = 2;
  print_result("wrong add by name",
               TVMFuncCall(function, values, codes, 3, &result, &code));
  set_tensor(&tensors[0], NULL, four, 1);
  print_result("add of nothing",
               TVMFuncCall(function, values, codes, 3, &result, &code));
}
#endif
#endif

int main(void) {
  locate();
  fill(3);
  print_result("run", run());
  print_result("failed", tvmgen_net_failed_operator());
  print_outputs();
  fill(665);
  print_result("run", run());
  print_result("failed", tvmgen_net_failed_operator());
  fill(-7);
  print_result("run", run());
  print_result("failed", tvmgen_net_failed_operator());
  print_outputs();
#ifdef PACKED
  check_refusals();
#elif defined(BY_NAME)
  entry = tvmgen_net_run_packed;
  check_refusals();
#endif
#ifdef BY_NAME
  run_by_name();
#ifdef OPERATOR_BY_NAME
  run_operator_by_name();
#endif
#endif
  (void)set_tensor;
  (void)two_by_two;
  (void)four;
  print("done\n");
  return 0;
}
