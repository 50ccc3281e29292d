/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file packed_func.h
 * A function with its name, arguments and result in one structure. It is large;
 * TVMFuncCall does the same with arrays of the caller.
 *
 * The structures depend on TVM_CRT_MAX_ARGS: include this header with the
 * crt_config.h that the runtime was compiled with.
 */

#ifndef TVM_RUNTIME_CRT_PACKED_FUNC_H_
#define TVM_RUNTIME_CRT_PACKED_FUNC_H_

#include "crt_config.h"

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm_crt/hosted.h>

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

/**
 * The module that a function returned: of runtime.SystemLib, for an executor.
 *
 *     status = TVMPackedFunc_Call(&pf);
 *     module = TVMArgs_AsModuleHandle(&pf.ret_value, 0);
 *
 * \param args Not NULL.
 * \param index Which of the arguments.
 * \return The handle. TVMPlatformAbort ends the program when there is no such
 * argument (kTvmErrorFunctionCallNumArguments) or it is no module
 * (kTvmErrorFunctionCallWrongArgType).
 */
static inline TVMModuleHandle TVMArgs_AsModuleHandle(const TVMArgs *args,
                                                     size_t index) {
  if ((index >= args->values_count) || (index >= (size_t)TVM_CRT_MAX_ARGS)) {
    TVMPlatformAbort(kTvmErrorFunctionCallNumArguments);
  }
  if (args->tcodes[index] != (int)kTVMModuleHandle) {
    TVMPlatformAbort(kTvmErrorFunctionCallWrongArgType);
  }
  return args->values[index].v_handle;
}

/**
 * The type that a text such as "float32", "uint8x4", "bool" or "handle" names.
 *
 * \param s int, uint, float, bfloat or handle, then bits (1 to 255; 32 when
 * left out, 64 for a handle), then x and lanes (1 to 65535; 1 when left out).
 * "" is a handle of 0 bits, which stands for no value.
 * \return The type. For NULL or any other text it is {255, 0, 0}, which is no
 * type, and the last error tells; TVM returns what it has read so far.
 */
DLDataType String2DLDataType(const char *s);

/** A list of functions for the program's own use, as TVM has it: the runtime
 * neither reads nor writes it. */
extern TVMPackedFunc *g_fexecs;
extern uint32_t g_fexecs_count;

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_PACKED_FUNC_H_ */
