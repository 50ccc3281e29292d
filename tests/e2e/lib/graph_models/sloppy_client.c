/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* sloppy_client <what goes wrong> <input file> <output file>
 *
 * An application of TVM's graph executor as public ones are written: model.h
 * has graph and parameters as xxd -i prints them, without a NUL, in one array,
 * the parameters right behind the closing brace; tensors have lanes 0, another
 * type of the same width, the number 1 of the CPU, and garbage where TVM does
 * not look; no result is looked at. It infers twice, with one executor each
 * time. What goes wrong: nothing, no-params, cut-params, name, size, module. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/graph_executor.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/packed_func.h>
#include <tvm/runtime/crt/platform.h>

#include "model.h"

#define INPUT_BYTES (128 * 3)
#define OUTPUT_BYTES 4

static const char *fault;

static int is_fault(const char *name) { return strcmp(fault, name) == 0; }

void TVMLogf(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vfprintf(stderr, fmt, args);
  va_end(args);
}

void TVMPlatformAbort(tvm_crt_error_t code) { exit((int)code); }

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  (void)dev;
  *out_ptr = malloc(num_bytes);
  return *out_ptr != NULL ? kTvmErrorNoError : kTvmErrorPlatformNoMemory;
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  free(ptr);
  return kTvmErrorNoError;
}

static int8_t input_data[INPUT_BYTES], output_data[OUTPUT_BYTES];

static void fill(DLTensor *tensor, void *data, int64_t *shape, int ndim) {
  memset(tensor, 0xa5, sizeof(*tensor));
  tensor->data = data;
  tensor->device.device_type = kDLCPU;
  tensor->device.device_id = 1;
  tensor->ndim = ndim;
  tensor->dtype.code = kDLUInt;
  tensor->dtype.bits = 8;
  tensor->dtype.lanes = 0;
  tensor->shape = shape;
}

static TVMModuleHandle module;

static TVMGraphExecutor *create(void) {
  TVMGraphExecutor *executor = NULL;
  const DLDevice dev = {kDLCPU, 1};
  TVMGraphExecutor_Create((const char *)model, module, &dev, &executor);
  if (!is_fault("no-params"))
    TVMGraphExecutor_LoadParams(executor, (const char *)model + model_json_len,
                                model_len - model_json_len -
                                    (is_fault("cut-params") ? 1 : 0));
  return executor;
}

static void infer(TVMGraphExecutor *executor, int is_wrong) {
  int64_t input_shape[4] = {1, 128, 3, 1}, output_shape[2] = {1, 4};
  const char *name = NULL;
  DLTensor input, output;
  TVMGraphExecutor_GetInputName(executor, 0, &name);
  fill(&input, input_data, input_shape, 4);
  fill(&output, output_data, output_shape, 2);
  if (is_wrong && is_fault("size"))
    input_shape[1] = 127;
  if (is_wrong && is_fault("module"))
    TVMModFree(module);
  TVMGraphExecutor_SetInput(
      executor, is_wrong && is_fault("name") ? "input" : name, &input);
  TVMGraphExecutor_Run(executor);
  TVMGraphExecutor_GetOutput(executor, 0, &output);
}

int main(int argc, char **argv) {
  FILE *file = argc == 4 ? fopen(argv[2], "rb") : NULL;
  TVMGraphExecutor *executor;
  fault = argv[1];
  if (file == NULL || fread(input_data, 1, INPUT_BYTES, file) != INPUT_BYTES)
    return 2;
  fclose(file);
  TVMInitializeRuntime();
  TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module);
  /* One after another, and then one that is never released. */
  for (int i = 0; i != 3; i++) {
    executor = create();
    infer(executor, 0);
    TVMGraphExecutor_Release(&executor);
  }
  executor = create();
  infer(executor, 0);
  infer(executor, 1);
  file = fopen(argv[3], "wb");
  if (file == NULL || fwrite(output_data, 1, OUTPUT_BYTES, file) != 4)
    return 3;
  return fclose(file);
}
