/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the graph executor's module has ten functions and a count of 8, so two
 * are found and cannot be called (v0.9 to v0.18).
 *
 * Wraps: TVMModCreateFromCModule. Program: crt_test. Fails:
 * GraphExecutorModule.AllTenFunctionsCanBeCalled.
 * Also: GraphExecutorModule.*. */

#include <string.h>

#include <tvm/runtime/crt/module.h>

int __real_TVMModCreateFromCModule(const TVMModule *mod,
                                   TVMModuleHandle *out_handle);
int __wrap_TVMModCreateFromCModule(const TVMModule *mod,
                                   TVMModuleHandle *out_handle);

int __wrap_TVMModCreateFromCModule(const TVMModule *mod,
                                   TVMModuleHandle *out_handle) {
  static char names[512];
  static TVMFuncRegistry registry;
  static const TVMModule module = {&registry};
  const char *first;
  if (mod == NULL || mod->registry == NULL ||
      TVMFuncRegistry_GetNumFuncs(mod->registry) != 10)
    return __real_TVMModCreateFromCModule(mod, out_handle);
  first = TVMFuncRegistry_Get0thFunctionName(mod->registry);
  if (strcmp(first, "get_input") != 0)
    return __real_TVMModCreateFromCModule(mod, out_handle);
  /* As many bytes as the ten names of a registry have. */
  memcpy(names, mod->registry->names, 120);
  registry.names = names;
  registry.funcs = mod->registry->funcs;
  if (TVMFuncRegistry_SetNumFuncs(&registry, 8) != 0)
    return -1;
  return __real_TVMModCreateFromCModule(&module, out_handle);
}
