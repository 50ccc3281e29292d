// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model that TVM v0.8 compiled ahead of time: its entry is called as the C
// function it is, and the backend is all that is linked.

#include <stdio.h>

#include <tvm/runtime/c_runtime_api.h>

int32_t tvmgen_default_run(void *args, void *type_code, int num_args,
                           void *out_value, void *out_type_code,
                           void *resource_handle);

int main(void) {
  float x[4] = {1, 2, 3, 4}, output[4] = {0, 0, 0, 0};
  int64_t shape[1] = {4};
  DLTensor in = {x, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, NULL, 0};
  DLTensor out = in;
  TVMValue args[2];
  int32_t codes[2] = {kTVMDLTensorHandle, kTVMDLTensorHandle};
  out.data = output;
  args[0].v_handle = &in;
  args[1].v_handle = &out;
  if (tvmgen_default_run(args, codes, 2, NULL, NULL, NULL) != 0 ||
      output[0] != 1.5f || output[1] != 3.0f || output[2] != 9.0f ||
      output[3] != 116.0f) {
    fprintf(stderr, "wrong result: %s\n", TVMGetLastError());
    return 1;
  }
  return 0;
}
