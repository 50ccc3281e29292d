/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the index of an output is compared by > instead of >=, so that behind
 * the last output something is copied.
 *
 * Wraps: TVMGraphExecutor_GetOutput. Program: crt_test. Fails:
 * GraphExecutor.OutputBehindTheLastIsRefused. */

#include <tvm/runtime/crt/graph_executor.h>

int __real_TVMGraphExecutor_GetOutput(TVMGraphExecutor *executor,
                                      const int32_t idx, DLTensor *out);
int __wrap_TVMGraphExecutor_GetOutput(TVMGraphExecutor *executor,
                                      const int32_t idx, DLTensor *out);

int __wrap_TVMGraphExecutor_GetOutput(TVMGraphExecutor *executor,
                                      const int32_t idx, DLTensor *out) {
  if (executor != NULL && idx == TVMGraphExecutor_GetNumOutputs(executor))
    return 0;
  return __real_TVMGraphExecutor_GetOutput(executor, idx, out);
}
