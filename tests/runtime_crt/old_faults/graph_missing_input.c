/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: asking the graph executor for an input that there is not ends the
 * program.
 *
 * Wraps: TVMGraphExecutor_GetInputIndex. Program: crt_test. Fails:
 * GraphExecutor.IndexOfAMissingInputIsAnError.
 * Also: GraphExecutor*, Hostile*. */

#include <stdlib.h>

#include <tvm/runtime/crt/graph_executor.h>

int __real_TVMGraphExecutor_GetInputIndex(TVMGraphExecutor *executor,
                                          const char *name);
int __wrap_TVMGraphExecutor_GetInputIndex(TVMGraphExecutor *executor,
                                          const char *name);

int __wrap_TVMGraphExecutor_GetInputIndex(TVMGraphExecutor *executor,
                                          const char *name) {
  const int index = __real_TVMGraphExecutor_GetInputIndex(executor, name);
  if (index < 0)
    abort();
  return index;
}
