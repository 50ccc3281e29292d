/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: loading parameters copies a name into an array of 80 bytes, however
 * long it is, and the program is lost.
 *
 * Wraps: TVMGraphExecutor_LoadParams. Program: crt_test. Fails:
 * GraphExecutor.NameOfAParameterMayBeLong.
 * Also: GraphExecutor*, Hostile*. */

#include <stdlib.h>

#include <tvm/runtime/crt/graph_executor.h>

int __real_TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                       const char *blob, uint32_t nbytes);
int __wrap_TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                       const char *blob, uint32_t nbytes);

/* The length of the first name of a params file stands at 24. */
int __wrap_TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                       const char *blob, uint32_t nbytes) {
  if (blob != NULL && nbytes > 26 &&
      (((unsigned char)blob[24] >= 80) || (blob[25] != 0)))
    abort();
  return __real_TVMGraphExecutor_LoadParams(executor, blob, nbytes);
}
