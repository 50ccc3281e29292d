// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises the test images with the functions and parameters that metaobj
// put into metadata.o. The same source runs on a desktop and on bare metal:
// no heap, no files, no C library. main_executor.c is the way without names.
//
// The parameters are used where the linker placed them: a tensor points into
// the constant section and nothing is copied.
#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/crt.h>

#include "images.h"
#include "model/digits_model.h"

//===----------------------------------------------------------------------===//
// The graph: tensors, where parameters come from, calls
//===----------------------------------------------------------------------===//

// One entry for each node of model/graph.json, in the same order.
typedef enum {
  IMAGE,
  IMAGE_ZERO_POINT,
  CENTRED,
  CONV1_WEIGHT,
  CONV1_BIAS,
  CONV1_MULTIPLIER,
  CONV1_SHIFT,
  CONV1,
  CONV2_WEIGHT,
  CONV2_BIAS,
  CONV2_MULTIPLIER,
  CONV2_SHIFT,
  CONV2,
  POOLED,
  FLAT,
  DENSE_WEIGHT,
  DENSE_BIAS,
  LOGITS,
  DIGIT,
  TENSOR_COUNT
} Tensor;

enum {
  PIXELS = DIGITS_IMAGE_BYTES,
  C1 = DIGITS_CONV1_CHANNELS,
  C2 = DIGITS_CONV2_CHANNELS,
  MAX_ARGS = 6
};

static uint8_t image[PIXELS];
static int8_t centred[PIXELS];
static int8_t conv1[C1 * PIXELS];
static int8_t conv2[C2 * PIXELS];
static int8_t pooled[DIGITS_FEATURES];
static int8_t flat[DIGITS_FEATURES];
static int32_t logits[10];
static int32_t digit[1];

#define INT8 {kDLInt, 8, 1}
#define INT16 {kDLInt, 16, 1}
#define INT32 {kDLInt, 32, 1}
#define UINT8 {kDLUInt, 8, 1}
// The remaining arguments are the shape.
#define TENSOR(DATA, TYPE, ...)                                                \
  {DATA,                                                                       \
   {kDLCPU, 0},                                                                \
   sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t),                         \
   TYPE,                                                                       \
   (int64_t[]){__VA_ARGS__},                                                   \
   NULL,                                                                       \
   0}

// Parameters have no data before bind_parameters().
static DLTensor tensors[TENSOR_COUNT] = {
    [IMAGE] = TENSOR(image, UINT8, 1, 1, 8, 8),
    [IMAGE_ZERO_POINT] = {NULL, {kDLCPU, 0}, 0, INT16, NULL, NULL, 0},
    [CENTRED] = TENSOR(centred, INT8, 1, 1, 8, 8),
    [CONV1_WEIGHT] = TENSOR(NULL, INT8, C1, 1, 3, 3),
    [CONV1_BIAS] = TENSOR(NULL, INT32, 1, C1, 1, 1),
    [CONV1_MULTIPLIER] = TENSOR(NULL, INT32, C1),
    [CONV1_SHIFT] = TENSOR(NULL, INT32, C1),
    [CONV1] = TENSOR(conv1, INT8, 1, C1, 8, 8),
    [CONV2_WEIGHT] = TENSOR(NULL, INT8, C2, C1, 3, 3),
    [CONV2_BIAS] = TENSOR(NULL, INT32, 1, C2, 1, 1),
    [CONV2_MULTIPLIER] = TENSOR(NULL, INT32, C2),
    [CONV2_SHIFT] = TENSOR(NULL, INT32, C2),
    [CONV2] = TENSOR(conv2, INT8, 1, C2, 8, 8),
    [POOLED] = TENSOR(pooled, INT8, 1, C2, 4, 4),
    [FLAT] = TENSOR(flat, INT8, 1, DIGITS_FEATURES),
    [DENSE_WEIGHT] = TENSOR(NULL, INT8, 10, DIGITS_FEATURES),
    [DENSE_BIAS] = TENSOR(NULL, INT32, 10),
    [LOGITS] = TENSOR(logits, INT32, 1, 10),
    [DIGIT] = TENSOR(digit, INT32, 1),
};

static const struct {
  Tensor tensor;
  int32_t storage_id;
} parameters[] = {
    {IMAGE_ZERO_POINT, DIGITS_SID_IMAGE_ZERO_POINT},
    {CONV1_WEIGHT, DIGITS_SID_CONV1_WEIGHT},
    {CONV1_BIAS, DIGITS_SID_CONV1_BIAS},
    {CONV1_MULTIPLIER, DIGITS_SID_CONV1_MULTIPLIER},
    {CONV1_SHIFT, DIGITS_SID_CONV1_SHIFT},
    {CONV2_WEIGHT, DIGITS_SID_CONV2_WEIGHT},
    {CONV2_BIAS, DIGITS_SID_CONV2_BIAS},
    {CONV2_MULTIPLIER, DIGITS_SID_CONV2_MULTIPLIER},
    {CONV2_SHIFT, DIGITS_SID_CONV2_SHIFT},
    {DENSE_WEIGHT, DIGITS_SID_DENSE_WEIGHT},
    {DENSE_BIAS, DIGITS_SID_DENSE_BIAS},
};

#define OPERATOR(NAME) "tvmgen_digits_fused_" NAME
#define CONV2D "nn_conv2d_add_fixed_point_multiply_per_axis_clip_cast"

static const struct {
  const char *function;
  int arg_count;
  Tensor args[MAX_ARGS];
} calls[] = {
    {OPERATOR("cast_subtract_cast"), 3, {IMAGE, IMAGE_ZERO_POINT, CENTRED}},
    {OPERATOR(CONV2D),
     6,
     {CENTRED, CONV1_WEIGHT, CONV1_BIAS, CONV1_MULTIPLIER, CONV1_SHIFT, CONV1}},
    {OPERATOR(CONV2D "_1"),
     6,
     {CONV1, CONV2_WEIGHT, CONV2_BIAS, CONV2_MULTIPLIER, CONV2_SHIFT, CONV2}},
    {OPERATOR("nn_max_pool2d"), 2, {CONV2, POOLED}},
    {OPERATOR("nn_batch_flatten"), 2, {POOLED, FLAT}},
    {OPERATOR("nn_dense_add"), 4, {FLAT, DENSE_WEIGHT, DENSE_BIAS, LOGITS}},
    {OPERATOR("argmax"), 2, {LOGITS, DIGIT}},
};

enum {
  PARAMETER_COUNT = sizeof(parameters) / sizeof(parameters[0]),
  CALL_COUNT = sizeof(calls) / sizeof(calls[0])
};

static TVMFunctionHandle functions[CALL_COUNT];

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

// Reports what went wrong and the runtime's own words for it; always 1.
static int fail(const char *what, const char *name) {
  const char *reason = TVMGetLastError();
  print("error: ");
  print(what);
  print(name);
  if (reason != NULL && reason[0] != '\0') {
    print(": ");
    print(reason);
  }
  print("\n");
  return 1;
}

static int find_module(TVMModuleHandle *module) {
  TVMFunctionHandle system_lib = NULL;
  TVMValue result;
  int result_code = kTVMNullptr;
  if (TVMFuncGetGlobal("runtime.SystemLib", &system_lib) != 0 ||
      system_lib == NULL)
    return fail("no global function ", "runtime.SystemLib");
  if (TVMFuncCall(system_lib, NULL, NULL, 0, &result, &result_code) != 0 ||
      result_code != kTVMModuleHandle)
    return fail("no module from ", "runtime.SystemLib");
  *module = result.v_handle;
  return 0;
}

static int bind_functions(TVMModuleHandle module) {
  for (int i = 0; i < CALL_COUNT; ++i)
    if (TVMModGetFunction(module, calls[i].function, 0, &functions[i]) != 0)
      return fail("no function ", calls[i].function);
  return 0;
}

static int bind_parameters(TVMModuleHandle module) {
  TVMFunctionHandle lookup = NULL;
  if (TVMModGetFunction(module, "_lookup_linked_param", 0, &lookup) != 0)
    return fail("no function ", "_lookup_linked_param");
  for (int i = 0; i < PARAMETER_COUNT; ++i) {
    TVMValue arg;
    TVMValue result;
    int arg_code = kTVMArgInt;
    int result_code = kTVMNullptr;
    arg.v_int64 = parameters[i].storage_id;
    if (TVMFuncCall(lookup, &arg, &arg_code, 1, &result, &result_code) != 0 ||
        result_code != kTVMOpaqueHandle)
      return fail("no linked parameter for a storage id", "");
    tensors[parameters[i].tensor].data = result.v_handle;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static int run_graph(void) {
  for (int i = 0; i < CALL_COUNT; ++i) {
    TVMValue args[MAX_ARGS];
    int arg_codes[MAX_ARGS];
    TVMValue result;
    int result_code = kTVMNullptr;
    for (int arg = 0; arg < calls[i].arg_count; ++arg) {
      args[arg].v_handle = &tensors[calls[i].args[arg]];
      arg_codes[arg] = kTVMDLTensorHandle;
    }
    if (TVMFuncCall(functions[i], args, arg_codes, calls[i].arg_count, &result,
                    &result_code) != 0)
      return fail("operator failed: ", calls[i].function);
  }
  return 0;
}

// FNV-1a over the scores as little-endian words, as the integer reference
// computes it: equal sums mean equal scores, not only equal predictions.
static uint32_t add_scores(uint32_t sum) {
  for (int i = 0; i < 10; ++i)
    for (int byte = 0; byte < 4; ++byte)
      sum = (sum ^ (((uint32_t)logits[i] >> (8 * byte)) & 0xff)) * 0x01000193u;
  return sum;
}

int main(void) {
  TVMModuleHandle module = NULL;
  uint32_t checksum = 0x811c9dc5u;
  if (TVMInitializeRuntime() != kTvmErrorNoError)
    return fail("the runtime does not start", "");
  if (find_module(&module) != 0 || bind_functions(module) != 0 ||
      bind_parameters(module) != 0)
    return 1;
  for (int i = 0; i < DIGITS_IMAGE_COUNT; ++i) {
    read_image(i, image);
    if (run_graph() != 0)
      return 1;
    checksum = add_scores(checksum);
    print_image(i, digit[0]);
  }
  print_right();
  print(", checksum ");
  print_number(checksum, 16);
  print("\n");
  if (checksum != DIGITS_CHECKSUM)
    return fail("scores differ from the integer reference", "");
  return 0;
}
