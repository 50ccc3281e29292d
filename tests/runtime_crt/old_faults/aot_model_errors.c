/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: an error of the model ends the program.
 *
 * Wraps: TVMAotExecutor_Run. Program: crt_test. Fails:
 * AotExecutor.AnErrorOfTheModelIsReported.
 * Also: AotExecutor*, AotModule*, AotParams*. */

#include <stdlib.h>

#include <tvm/runtime/crt/aot_executor.h>

int __real_TVMAotExecutor_Run(TVMAotExecutor *executor);
int __wrap_TVMAotExecutor_Run(TVMAotExecutor *executor);

int __wrap_TVMAotExecutor_Run(TVMAotExecutor *executor) {
  if (__real_TVMAotExecutor_Run(executor) != 0)
    abort();
  return 0;
}
