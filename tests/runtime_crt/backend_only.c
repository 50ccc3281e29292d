// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smallest program: one operator, called as the C function it is. It links
// the backend and a platform, and nothing of the runtime library.

#include <stdio.h>

#include <tvm/runtime/c_backend_api.h>

int32_t tvmgen_default_fused_add(void *args, int32_t *arg_type_ids,
                                 int32_t num_args, void *out_ret_value,
                                 int32_t *out_ret_tcode, void *resource_handle);

int main(void) {
  int32_t data[2] = {20, 22}, sum[2] = {0, 0};
  int64_t shape[1] = {2};
  DLTensor in = {
      data, {kDLCPU, 0}, 1, {kDLInt, 32, 1}, shape, NULL, 0,
  };
  DLTensor out = in;
  TVMValue args[3];
  int32_t codes[3] = {kTVMDLTensorHandle, kTVMDLTensorHandle,
                      kTVMDLTensorHandle};
  out.data = sum;
  args[0].v_handle = &in;
  args[1].v_handle = &in;
  args[2].v_handle = &out;
  if (tvmgen_default_fused_add(args, codes, 3, NULL, NULL, NULL) != 0 ||
      sum[0] != 40 || sum[1] != 44) {
    fprintf(stderr, "wrong result: %s\n", TVMGetLastError());
    return 1;
  }
  return 0;
}
