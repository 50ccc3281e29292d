/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm_crt/aot_executor.h>

#include "aot/aot.h"
#include "backend/failure.h"
#include "runtime/params_file.h"

/* What the texts of errors begin with. */
static const char title[] = "TVMAotExecutor_LoadParams";

static int set_param(const TVMAotExecutor *executor,
                     const file_param_t *param) {
  const int index =
      tvm_crt_aot_find_input(executor, param->name, param->length);
  const DLTensor *input;
  if (index < 0) {
    return tvm_crt_fail(kTvmErrorExecutorModuleNoSuchInput, title,
                        "no such input");
  }
  input = &executor->args[index].dl_tensor;
  executor->is_set[index] = 0U;
  if (!tvm_crt_array_is_like(&param->array, input)) {
    return tvm_crt_fail(kTvmErrorFunctionCallInvalidArg, title, "type or size");
  }
  tvm_crt_copy_elements(&param->array, input->data);
  executor->is_set[index] = 1U;
  return 0;
}

int TVMAotExecutor_LoadParams(TVMAotExecutor *executor, const char *param_blob,
                              uint32_t param_size) {
  params_file_t file;
  file_param_t param;
  int error = 0;
  if (executor == NULL) {
    return tvm_crt_aot_end(tvm_crt_invalid_argument(title));
  }
  if (param_blob == NULL) {
    executor->are_params_refused = 1U;
    return tvm_crt_aot_end(tvm_crt_invalid_argument(title));
  }
  tvm_crt_params_file_begin(&file, param_blob, param_size);
  while ((error == 0) && tvm_crt_params_file_next(&file, &param)) {
    error = set_param(executor, &param);
  }
  if (file.arrays.failed) {
    error = tvm_crt_fail(kTvmErrorParamCorrupt, title, "params");
  }
  executor->are_params_refused = (error != 0) ? 1U : 0U;
  return tvm_crt_aot_end(error);
}
