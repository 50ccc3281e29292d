/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file c_backend_api.h
 * What generated operators call, and the type that they have.
 */

#ifndef TVM_RUNTIME_C_BACKEND_API_H_
#define TVM_RUNTIME_C_BACKEND_API_H_

#include <tvm/runtime/c_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A packed function: the type of everything in a function registry.
 *
 * \param args num_args values.
 * \param type_codes num_args codes.
 * \param num_args Number of arguments.
 * \param out_ret_value Receives the result, if there is one.
 * \param out_ret_tcode Receives its code, if there is a result.
 * \param resource_handle See TVMFuncCall.
 * \return 0 on success.
 */
typedef int (*TVMBackendPackedCFunc)(TVMValue *args, int *type_codes,
                                     int num_args, TVMValue *out_ret_value,
                                     int *out_ret_tcode, void *resource_handle);

/**
 * Memory for the inside of one operator call.
 *
 * \param device_type kDLCPU in practice; handed to the platform.
 * \param device_id Handed to the platform.
 * \param nbytes Size in bytes, more than 0.
 * \param dtype_code_hint Ignored.
 * \param dtype_bits_hint Ignored.
 * \return Memory that the caller gives to TVMBackendFreeWorkspace, in reverse
 * order of allocation; NULL, with the last error set, when there is none or
 * nbytes is 0 or does not fit in size_t. Generated code checks for NULL.
 */
TVM_DLL void *TVMBackendAllocWorkspace(int device_type, int device_id,
                                       uint64_t nbytes, int dtype_code_hint,
                                       int dtype_bits_hint) TVM_CRT_MUST_CHECK;

/**
 * Give back memory of TVMBackendAllocWorkspace.
 *
 * \param device_type As at allocation.
 * \param device_id As at allocation.
 * \param ptr Not NULL.
 * \return 0; kTvmErrorFunctionCallInvalidArg for NULL; the platform's error.
 */
TVM_DLL int TVMBackendFreeWorkspace(int device_type, int device_id,
                                    void *ptr) TVM_CRT_MUST_CHECK;

/**
 * Put a function into the global registry, as TVMFuncRegisterGlobal without
 * override. A constructor that calls it runs before TVMInitializeRuntime and
 * gets kTvmErrorPlatformCheckFailure.
 *
 * \param name As there.
 * \param ptr Address of a TVMBackendPackedCFunc.
 * \return As there.
 */
TVM_DLL int TVMBackendRegisterSystemLibSymbol(const char *name,
                                              void *ptr) TVM_CRT_MUST_CHECK;

/**
 * Find a function for tvm_call_packed: in a module, or, when mod_node is NULL,
 * as generated code passes it here, in each live module in order of creation
 * and then among the global functions.
 *
 * \param mod_node A TVMModuleHandle or NULL.
 * \param func_name Not NULL.
 * \param out Receives the handle; unchanged on failure. Not NULL. It is valid
 * until its module is freed or the runtime is initialised again.
 * \return 0; the codes of TVMModGetFunction.
 */
TVM_DLL int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name,
                                     TVMFunctionHandle *out) TVM_CRT_MUST_CHECK;

/** Shared by the tasks of one parallel launch. */
typedef struct {
  /** NULL here: there is one task. */
  void *sync_handle;
  /** Number of tasks that really run: 1 here. */
  int32_t num_task;
} TVMParallelGroupEnv;

/** One task of a parallel launch. \return 0 on success. */
typedef int (*FTVMParallelLambda)(int task_id, TVMParallelGroupEnv *penv,
                                  void *cdata);

/**
 * Run a parallel loop: as one task, on the caller's thread.
 *
 * \param flambda Not NULL. Reads from its environment that it is the only task.
 * \param cdata Handed to flambda; may be NULL.
 * \param num_task Wanted number of tasks, 0 for any number; ignored.
 * \return What flambda returned; kTvmErrorFunctionCallInvalidArg for NULL.
 */
TVM_DLL int TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                                     int num_task) TVM_CRT_MUST_CHECK;

/**
 * Wait for the other tasks of a launch: there are none.
 *
 * \param task_id The caller's task, 0.
 * \param penv The environment the task was called with. Not NULL.
 * \return 0; kTvmErrorFunctionCallInvalidArg for NULL or for an environment of
 * more than one task, which this runtime never makes.
 */
TVM_DLL int TVMBackendParallelBarrier(int task_id, TVMParallelGroupEnv *penv)
    TVM_CRT_MUST_CHECK;

/**
 * Run an initialiser unless it ran before.
 *
 * \param handle A static pointer, NULL at first; not NULL itself. Holds a mark
 * after success; NULL again after a failure, so that the next call retries.
 * \param f The initialiser. Not NULL.
 * \param cdata Handed to f during the call; may be NULL.
 * \param nbytes Size of cdata in bytes; ignored.
 * \return 0; what f returned; kTvmErrorFunctionCallInvalidArg for NULL.
 */
TVM_DLL int TVMBackendRunOnce(void **handle, int (*f)(void *), void *cdata,
                              int nbytes) TVM_CRT_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_C_BACKEND_API_H_ */
