/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file aot_executor.h
 * Runs a model whose order of operators was compiled into a function, ahead of
 * time. The executor gives these tensors to that function:
 *
 * - the inputs, then the outputs, which it allocates, all zero at first;
 * - for `<module>___tvm_main__`, the function of TVM v0.9 to v0.11, then the
 *   pool of constants, when there are any, and the workspace pools, all zero.
 *
 * If the module has `<module>_run`, the function of v0.12 and later, the
 * executor uses it. Its pools are static memory of the model, so it gets none:
 * TVM counts them anyway and passes arrays that were never set.
 *
 * One block of TVMPlatformMemoryAllocate holds everything.
 *
 * Many programs ignore results. Therefore the text of a failure also goes to
 * the platform's log (TVMLogf in logging.h), unless TVM_CRT_LOG_LEVEL is below
 * TVM_CRT_LOG_LEVEL_ERROR. A run that fails fills the outputs with bytes 0xff:
 * not a number in floating point, -1 in integers.
 */

#ifndef TVM_RUNTIME_CRT_AOT_EXECUTOR_H_
#define TVM_RUNTIME_CRT_AOT_EXECUTOR_H_

#include <tvm/runtime/crt/error_codes.h>
#include <tvm/runtime/crt/internal/common/ndarray.h>
#include <tvm/runtime/metadata_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An executor. Written by the functions below, with one exception: the program
 * may let args[i].dl_tensor.data of an input or output point to other memory,
 * large enough and aligned, before it runs the model. */
typedef struct TVMAotExecutor {
  const TVMMetadata *metadata;
  TVMModuleHandle module_handle;
  DLDevice device;
  /** Inputs, then outputs, then pools. They belong to the executor: nobody
   * releases one. */
  TVMNDArray *args;
  int64_t num_args;
  /** What follows is for the executor: the function and its arguments. */
  TVMFunctionHandle run;
  TVMValue *values;
  int *type_codes;
  int64_t constant_pool_bytes;
  /** For each input, whether parameters or the module form set it. */
  uint8_t *is_set;
  /** Parameters were refused, and no others were loaded since. */
  uint8_t are_params_refused;
} TVMAotExecutor;

/**
 * Make an executor for a model.
 *
 * \param module_handle The live module that holds the model's functions.
 * \param device Device of all memory; handed to the platform.
 * \param executor Receives the executor; unchanged on failure. Not NULL.
 * \param module_name The model's name without the prefix tvmgen_: default. Not
 * NULL.
 * \return 0; kTvmErrorFunctionNameNotFound when the module has no
 * tvmgen_<module_name>_get_c_metadata or no function to run;
 * kTvmErrorExecutorModuleBadContext for metadata of another version or with
 * sizes, shapes or constants that are not valid;
 * kTvmErrorFunctionCallInvalidArg for NULL, a bad module handle or a name that
 * is too long; the platform's error when it has no memory; what the metadata
 * function returned, when that is not 0.
 */
int TVMAotExecutor_Create(TVMModuleHandle module_handle, const DLDevice device,
                          TVMAotExecutor **executor,
                          const char *module_name) TVM_CRT_MUST_CHECK;

/**
 * Free an executor and its tensors.
 *
 * \param executor From TVMAotExecutor_Create. Not NULL.
 * \param device As there.
 * \return 0; kTvmErrorFunctionCallInvalidArg; the platform's error.
 */
int TVMAotExecutor_Release(TVMAotExecutor *executor, const DLDevice device);

/** Number of inputs. \param executor Not NULL. */
int TVMAotExecutor_GetNumInputs(TVMAotExecutor *executor);

/** Number of outputs. \param executor Not NULL. */
int TVMAotExecutor_GetNumOutputs(TVMAotExecutor *executor);

/**
 * Find an input by name.
 *
 * \param executor Not NULL.
 * \param name As in the metadata.
 * \return Its number; -1, with the last error set, when there is none of that
 * name or name is NULL.
 */
int TVMAotExecutor_GetInputIndex(TVMAotExecutor *executor, const char *name);

/**
 * Get the name of an input.
 *
 * \param executor Not NULL.
 * \param index Its number.
 * \param name Receives the name, which lives as long as the model; unchanged on
 * failure. Not NULL.
 * \return 0; kTvmErrorExecutorModuleNoSuchInput;
 * kTvmErrorFunctionCallInvalidArg for NULL.
 */
int TVMAotExecutor_GetInputName(TVMAotExecutor *executor, int index,
                                const char **name) TVM_CRT_MUST_CHECK;

/**
 * Run the model once.
 *
 * Whether inputs were set is not known here, as programs write into args
 * themselves; the module form (aot_executor_module.h) refuses to run without
 * one.
 *
 * \param executor Not NULL.
 * \return 0; kTvmErrorFunctionCallInvalidArg for NULL;
 * kTvmErrorExecutorNotReady when TVMAotExecutor_LoadParams failed last;
 * otherwise what TVMFuncCall returned for the model, with the text that the
 * failing operator left, or with the name of the model when it left none.
 */
int TVMAotExecutor_Run(TVMAotExecutor *executor) TVM_CRT_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_AOT_EXECUTOR_H_ */
