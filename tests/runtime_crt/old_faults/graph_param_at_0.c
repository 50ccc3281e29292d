/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: loading parameters wants the index of the input to be above 0, and
 * ends the program otherwise.
 *
 * Wraps: TVMGraphExecutor_LoadParams. Program: crt_test. Fails:
 * GraphExecutor.ParameterAtInputZeroIsLoaded.
 * Also: GraphExecutor*, HostileParams.*. */

#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/crt/graph_executor.h>

int __real_TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                       const char *blob, uint32_t nbytes);
int __wrap_TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                       const char *blob, uint32_t nbytes);

/* The first name of a params file: its length stands at 24, it behind. */
int __wrap_TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                       const char *blob, uint32_t nbytes) {
  char name[2] = "";
  if (blob != NULL && nbytes > 33 && blob[24] == 1) {
    name[0] = blob[32];
    if (TVMGraphExecutor_GetInputIndex(executor, name) == 0)
      abort();
  }
  return __real_TVMGraphExecutor_LoadParams(executor, blob, nbytes);
}
