// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The digit with the highest score; the lower digit wins a draw.
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>

// args: scores int32 [1, 10], result int32 [1].
TVM_DLL int32_t tvmgen_digits_fused_argmax(void *args, int32_t *arg_type_ids,
                                           int32_t num_args,
                                           void *out_ret_value,
                                           int32_t *out_ret_tcode,
                                           void *resource_handle) {
  DLTensor *arg_scores = (DLTensor *)((TVMValue *)args)[0].v_handle;
  DLTensor *arg_result = (DLTensor *)((TVMValue *)args)[1].v_handle;
  const int32_t *scores = (const int32_t *)arg_scores->data;
  int32_t *result = (int32_t *)arg_result->data;
  int32_t best = 0;
  for (int32_t i = 1; i < 10; ++i)
    best = scores[i] > scores[best] ? i : best;
  result[0] = best;
  return 0;
}
