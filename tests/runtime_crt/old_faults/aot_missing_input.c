/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: asking the AOT executor for an input that there is not ends the
 * program.
 *
 * Wraps: TVMAotExecutor_GetInputIndex. Program: crt_test. Fails:
 * AotExecutor.AMissingInputIsAnError.
 * Also: AotExecutor.*, AotModule.*, AotParams.*. */

#include <stdlib.h>

#include <tvm/runtime/crt/aot_executor.h>

int __real_TVMAotExecutor_GetInputIndex(TVMAotExecutor *executor,
                                        const char *name);
int __wrap_TVMAotExecutor_GetInputIndex(TVMAotExecutor *executor,
                                        const char *name);

int __wrap_TVMAotExecutor_GetInputIndex(TVMAotExecutor *executor,
                                        const char *name) {
  const int index = __real_TVMAotExecutor_GetInputIndex(executor, name);
  if (index < 0)
    abort();
  return index;
}
