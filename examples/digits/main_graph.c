// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same with the graph executor of the C runtime, which reads the graph's
// JSON when the program starts and finds functions and parameters by name. It
// is here to be compared with.
#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/graph_executor.h>
#include <tvm/runtime/crt/module.h>

#include "images.h"

extern const char graph_json[];
const TVMModule *TVMSystemLibEntryPoint(void);

static uint8_t pixels[DIGITS_IMAGE_BYTES];
static int32_t digit;
static int64_t image_shape[] = {1, 1, 8, 8};
static int64_t digit_shape[] = {1};
static DLTensor image = {pixels,      {kDLCPU, 0}, 4, {kDLUInt, 8, 1},
                         image_shape, NULL,        0};
static DLTensor output = {&digit,      {kDLCPU, 0}, 1, {kDLInt, 32, 1},
                          digit_shape, NULL,        0};

static TVMGraphExecutor *start(void) {
  const DLDevice cpu = {kDLCPU, 0};
  TVMModuleHandle module = NULL;
  TVMGraphExecutor *executor = NULL;
  if (TVMInitializeRuntime() != kTvmErrorNoError ||
      TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module) != 0 ||
      TVMGraphExecutor_Create(graph_json, module, &cpu, &executor) != 0 ||
      TVMGraphExecutor_SetInput(executor, "image", &image) != 0)
    return NULL;
  return executor;
}

int main(void) {
  TVMGraphExecutor *executor = start();
  if (executor == NULL) {
    print(TVMGetLastError());
    return 1;
  }
  for (int i = 0; i < DIGITS_IMAGE_COUNT; ++i) {
    read_image(i, pixels);
    if (TVMGraphExecutor_Run(executor) != 0 ||
        TVMGraphExecutor_GetOutput(executor, 0, &output) != 0) {
      print(TVMGetLastError());
      return 1;
    }
    print_image(i, digit);
  }
  print_right();
  print("\n");
  return 0;
}
