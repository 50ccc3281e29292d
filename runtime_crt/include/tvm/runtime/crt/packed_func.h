/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file packed_func.h
 * A function with its name, arguments and result in one structure. It is large;
 * TVMFuncCall does the same with arrays of the caller.
 *
 * The structures depend on TVM_CRT_MAX_ARGS: whoever includes this header needs
 * the crt_config.h that the runtime was compiled with.
 */

#ifndef TVM_RUNTIME_CRT_PACKED_FUNC_H_
#define TVM_RUNTIME_CRT_PACKED_FUNC_H_

#include "crt_config.h"

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>
#include <tvm/runtime/crt/module.h>

#ifndef TVM_CRT_MAX_ARGS
#define TVM_CRT_MAX_ARGS 10
#endif
#if TVM_CRT_MAX_ARGS < 1 || TVM_CRT_MAX_ARGS > 255
#error "TVM_CRT_MAX_ARGS must be 1 to 255"
#endif

/** Room for a function's name with its NUL. */
#define TVM_CRT_PACKED_FUNC_NAME_BYTES 200

#ifdef __cplusplus
extern "C" {
#endif

/** Arguments of a packed function. */
typedef struct TVMArgs {
  TVMValue values[TVM_CRT_MAX_ARGS];
  /** TVMArgTypeCode of each value. */
  int tcodes[TVM_CRT_MAX_ARGS];
  /** How many there are. More than TVM_CRT_MAX_ARGS: arguments that did not
   * fit, which every function here refuses. */
  uint32_t values_count;
} TVMArgs;

/**
 * Make arguments.
 *
 * \param values values_count values, copied; may be NULL when there are none.
 * \param tcodes values_count codes, copied; may be NULL when there are none.
 * \param values_count How many.
 * \return The arguments. Too many for TVM_CRT_MAX_ARGS, or NULL, give a
 * structure that every function here refuses.
 */
TVMArgs TVMArgs_Create(TVMValue *values, uint32_t *tcodes,
                       uint32_t values_count);

/** A function that is ready to be called. */
typedef struct TVMPackedFunc {
  char name[TVM_CRT_PACKED_FUNC_NAME_BYTES];
  TVMFunctionHandle fexec;
  TVMArgs args;
  /** Result of the last call, in the first place. */
  TVMArgs ret_value;
  /** TVMPackedFunc_Call. */
  int (*Call)(struct TVMPackedFunc *pf);
  /** TVMPackedFunc_SetArgs. */
  int (*SetArgs)(struct TVMPackedFunc *pf, const struct TVMArgs *args);
} TVMPackedFunc;

/**
 * Find a global function.
 *
 * \param pf Receives the function. Not NULL.
 * \param name Not NULL, shorter than TVM_CRT_PACKED_FUNC_NAME_BYTES; copied.
 * \param args As for TVMPackedFunc_SetArgs.
 * \return 0; kTvmErrorFunctionNameNotFound; kTvmErrorFunctionCallInvalidArg for
 * NULL or a name that is too long; the codes of TVMPackedFunc_SetArgs and
 * TVMFuncGetGlobal. After a failure the structure must not be called.
 */
TVM_CRT_MUST_CHECK int TVMPackedFunc_InitGlobalFunc(TVMPackedFunc *pf,
                                                    const char *name,
                                                    const TVMArgs *args);

/** Find a function of a module: TVMPackedFunc_InitGlobalFunc with the codes of
 * TVMModGetFunction. */
TVM_CRT_MUST_CHECK int TVMPackedFunc_InitModuleFunc(TVMPackedFunc *pf,
                                                    TVMModuleHandle module,
                                                    const char *name,
                                                    const TVMArgs *args);

/**
 * Call the function.
 *
 * \param pf Not NULL. Its ret_value is set.
 * \return What TVMFuncCall returned; kTvmErrorFunctionCallNumArguments for
 * arguments that did not fit; kTvmErrorFunctionCallInvalidArg for NULL.
 */
int TVMPackedFunc_Call(TVMPackedFunc *pf);

/**
 * Set the arguments of the next calls.
 *
 * \param pf Not NULL.
 * \param args Copied. Not NULL.
 * \return 0; kTvmErrorFunctionCallNumArguments for arguments that did not fit,
 * which the function keeps, so that calling it fails too;
 * kTvmErrorFunctionCallInvalidArg for NULL.
 */
int TVMPackedFunc_SetArgs(TVMPackedFunc *pf, const TVMArgs *args);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_PACKED_FUNC_H_ */
