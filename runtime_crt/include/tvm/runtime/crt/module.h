/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file module.h
 * Modules: a function registry that the runtime gives a handle to.
 */

#ifndef TVM_RUNTIME_CRT_MODULE_H_
#define TVM_RUNTIME_CRT_MODULE_H_

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/func_registry.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A module; may lie in flash. */
typedef struct TVMModule {
  /** Not NULL. */
  const TVMFuncRegistry *registry;
} TVMModule;

/**
 * Make a module known.
 *
 * \param mod Must live until TVMModFree or the next TVMInitializeRuntime; not
 * copied. Neither it nor its registry may be NULL. A registry without names or
 * without addresses is one without functions; one that has both must keep them
 * as long, its count may change.
 * \param out_handle Receives the handle; unchanged on failure. Not NULL. It has
 * TVM's bits, and counts how often its slot was freed: the handles of a module
 * that was freed, and of its functions, are refused. The count goes round after
 * 8192 (crt_config.h, TVM_CRT_MAX_REGISTERED_MODULES).
 * \return 0; kTvmErrorFunctionCallInvalidArg; -1 when all
 * TVM_CRT_MAX_REGISTERED_MODULES slots are taken;
 * kTvmErrorPlatformCheckFailure before TVMInitializeRuntime.
 */
int TVMModCreateFromCModule(const TVMModule *mod,
                            TVMModuleHandle *out_handle) TVM_CRT_MUST_CHECK;

/**
 * The module of the functions that are linked into the program. Defined by
 * generated code; runtime.SystemLib calls it once.
 *
 * \return A module that lives as long as the program.
 */
const TVMModule *TVMSystemLibEntryPoint(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_MODULE_H_ */
