/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file graph_executor_module.h
 * The graph executor as a module, for hosts that drive a device by calls of
 * packed functions.
 *
 * The global function tvm.graph_executor.create takes the graph JSON (a string,
 * not needed after the call), the module with the operators, and device type
 * and number, which must be those of CPU 0. It returns a module with the
 * functions:
 *
 * | name                     | arguments            | result                |
 * |--------------------------|----------------------|-----------------------|
 * | get_input                | name or index        | the tensor            |
 * | get_input_index          | name                 | number, -1 for none   |
 * | get_num_inputs           |                      | number, with params   |
 * | get_num_outputs          |                      | number                |
 * | get_output               | index                | the tensor            |
 * | load_params              | bytes of params file | copied into inputs    |
 * | run                      |                      |                       |
 * | set_input                | name or index, tensor| copied from it        |
 * | get_input_info,          |                      | always                |
 * | share_params             |                      | ...CallNotImplemented |
 *
 * set_input copies, as TVM's executor for hosts does. get_input_info would
 * return a map, which this runtime does not have; share_params wants a second
 * executor, and there is one at a time: another create is
 * kTvmErrorExecutorModuleAlreadyCreated.
 *
 * Wrong arguments are kTvmErrorFunctionCallNumArguments and
 * kTvmErrorFunctionCallWrongArgType; an input that there is not is
 * kTvmErrorExecutorModuleNoSuchInput; get_input counts as setting the input,
 * and run is kTvmErrorExecutorNotReady while one is not set; else the codes are
 * those of the function of the same name in graph_executor.h.
 */

#ifndef TVM_RUNTIME_CRT_GRAPH_EXECUTOR_MODULE_H_
#define TVM_RUNTIME_CRT_GRAPH_EXECUTOR_MODULE_H_

#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Add tvm.graph_executor.create to the global functions. To be called after
 * each TVMInitializeRuntime. An executor from before it is forgotten, and its
 * memory is not freed: call TVMGraphExecutorModule_Release first.
 *
 * \return kTvmErrorNoError; the codes of TVMFuncRegisterGlobal, after which
 * nothing has changed.
 */
TVM_CRT_MUST_CHECK tvm_crt_error_t TVMGraphExecutorModule_Register(void);

/**
 * Free the executor and its module, so that another can be created. Does
 * nothing when there is none. An addition to TVM's interface.
 *
 * \return kTvmErrorNoError; the codes of TVMGraphExecutor_Release.
 */
tvm_crt_error_t TVMGraphExecutorModule_Release(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_GRAPH_EXECUTOR_MODULE_H_ */
