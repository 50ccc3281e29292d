/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file aot_executor_module.h
 * The ahead-of-time executor as a module, for callers that know names only,
 * such as a host at the other end of a wire.
 *
 * The global function tvm.aot_executor.create(module, device_type, device_id,
 * module_name) returns a module with these functions:
 *
 * | name                     | arguments            | result                |
 * |--------------------------|----------------------|-----------------------|
 * | get_input                | name or index        | the tensor            |
 * | get_input_index          | name                 | number                |
 * | get_input_name           | index                | text                  |
 * | get_num_inputs           |                      | number                |
 * | get_num_outputs          |                      | number                |
 * | get_output               | index                | the tensor            |
 * | get_output               | index, tensor        | copied to the tensor  |
 * | load_params              | bytes of params file | copied into inputs    |
 * | run                      |                      |                       |
 * | set_input                | name or index, tensor| copied from it        |
 * | get_input_info,          |                      | always                |
 * | share_params             |                      | ...CallNotImplemented |
 *
 * get_input_info would return a map, which this runtime does not have;
 * share_params wants a second executor, and there is one at a time.
 *
 * The tensors belong to the executor. Errors: kTvmErrorFunctionCallNumArguments
 * and kTvmErrorFunctionCallWrongArgType; kTvmErrorExecutorModuleNoSuchInput for
 * an input, kTvmErrorFunctionCallInvalidArg for an output that does not exist
 * and for tensors that do not fit; kTvmErrorExecutorModuleBadContext for a
 * device other than CPU 0;
 * kTvmErrorExecutorNotReady for a run while an input is not set: neither by
 * set_input nor by load_params, nor handed out by get_input;
 * kTvmErrorExecutorModuleAlreadyCreated for a second executor, as there is one
 * at a time; those of TVMAotExecutor_Create, TVMAotExecutor_Run and
 * TVMAotExecutor_LoadParams (tvm_crt/aot_executor.h).
 */

#ifndef TVM_RUNTIME_CRT_AOT_EXECUTOR_MODULE_H_
#define TVM_RUNTIME_CRT_AOT_EXECUTOR_MODULE_H_

#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Register tvm.aot_executor.create. To be called after each
 * TVMInitializeRuntime; an executor from before is forgotten, and with it its
 * memory.
 *
 * \return kTvmErrorNoError; those of TVMFuncRegisterGlobal.
 */
tvm_crt_error_t TVMAotExecutorModule_Register(void) TVM_CRT_MUST_CHECK;

/**
 * Free the executor and its module, so that another can be made. An addition to
 * TVM's interface.
 *
 * \return kTvmErrorNoError, also when there is no executor; the error of
 * TVMAotExecutor_Release.
 */
tvm_crt_error_t TVMAotExecutorModule_Release(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_AOT_EXECUTOR_MODULE_H_ */
