/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file aot_executor.h
 * Additions of the ahead-of-time executor to TVM's interface.
 */

#ifndef TVM_CRT_AOT_EXECUTOR_H_
#define TVM_CRT_AOT_EXECUTOR_H_

#include <tvm/runtime/crt/aot_executor.h>
#include <tvm_crt/attributes.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Copy parameters into inputs, for a model whose parameters are inputs.
 *
 * \param executor The executor.
 * \param param_blob A params file as TVM writes it, of any alignment; not
 * needed after the call. Numbers come out in the machine's byte order.
 * \param param_size Its size in bytes. Bytes behind the file's end do not
 * matter.
 * \return 0; kTvmErrorParamCorrupt for bytes that are no such file;
 * kTvmErrorExecutorModuleNoSuchInput for a name that no input has;
 * kTvmErrorFunctionCallInvalidArg for a parameter of another type or size than
 * the input, and for NULL. Parameters in front of the bad one are then set. An
 * input that the program let point to other memory is written there. After a
 * failure TVMAotExecutor_Run fails until parameters were loaded.
 */
TVM_CRT_MUST_CHECK int TVMAotExecutor_LoadParams(TVMAotExecutor *executor,
                                                 const char *param_blob,
                                                 uint32_t param_size);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_AOT_EXECUTOR_H_ */
