/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the graph executor reads the keys of the JSON into an array of twenty
 * letters, and fails when one is longer.
 *
 * Wraps: TVMGraphExecutor_Create. Program: crt_test. Fails:
 * GraphExecutor.KeysMayBeLong. Also: GraphClients*. */

#include <string.h>

#include <tvm/runtime/crt/graph_executor.h>

int __real_TVMGraphExecutor_Create(const char *sym_json, TVMModuleHandle module,
                                   const DLDevice *devices,
                                   TVMGraphExecutor **executor);
int __wrap_TVMGraphExecutor_Create(const char *sym_json, TVMModuleHandle module,
                                   const DLDevice *devices,
                                   TVMGraphExecutor **executor);

/* In the tests' graphs no key has an escape. */
int __wrap_TVMGraphExecutor_Create(const char *sym_json, TVMModuleHandle module,
                                   const DLDevice *devices,
                                   TVMGraphExecutor **executor) {
  const char *quote = sym_json != NULL ? strchr(sym_json, '"') : NULL;
  while (quote != NULL) {
    const char *end = strchr(quote + 1, '"');
    if (end == NULL)
      break;
    if (end[1] == ':' && end - quote > 20)
      return kTvmErrorExecutorBadGraph;
    quote = strchr(end + 1, '"');
  }
  return __real_TVMGraphExecutor_Create(sym_json, module, devices, executor);
}
