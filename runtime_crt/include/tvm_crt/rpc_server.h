/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file rpc_server.h
 * More of the RPC server (tvm/runtime/crt/microtvm_rpc_server.h) than TVM has.
 *
 * The host names memory by its address. The server checks each one: it must lie
 * in memory that the host allocated, in a tensor that a function returned and
 * that the host did not free yet, or in memory that the program lends.
 */

#ifndef TVM_CRT_RPC_SERVER_H_
#define TVM_CRT_RPC_SERVER_H_

#include <stdbool.h>

#include <tvm/runtime/crt/microtvm_rpc_server.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Let the host name memory of the program: parameters in flash, buffers. Until
 * the next MicroTVMRpcServerInit.
 *
 * \param memory num_bytes bytes. Not NULL.
 * \param num_bytes At least 1.
 * \param is_writable Whether the host may copy to it. An operator may write a
 * tensor that is there in any case.
 * \return 0; kTvmErrorFunctionCallInvalidArg when TVM_CRT_RPC_MAX_BLOCKS are in
 * use.
 */
TVM_CRT_MUST_CHECK tvm_crt_error_t TVMRpcServer_Lend(const void *memory,
                                                     size_t num_bytes,
                                                     bool is_writable);

/**
 * Let the host list the functions of the program, by the global function
 * "metaobj.rpc.function_name": a number gives a name, and nothing behind the
 * last one. Until the next MicroTVMRpcServerInit.
 *
 * \return 0; the codes of TVMFuncRegisterGlobal.
 */
TVM_CRT_MUST_CHECK tvm_crt_error_t TVMRpcServer_ListFunctions(void);

/**
 * Send a text to the host's log. Not while the server writes an answer: not
 * from an interrupt, nor from its write function.
 *
 * A program's TVMLogf may do this. A program without one that links the
 * server's library before that of the platform gets a TVMLogf which does, by
 * TVMPlatformFormatMessage and without the line's end.
 *
 * \param text Not NULL.
 * \param num_bytes TVM's hosts drop texts of more than 1023 bytes.
 */
void TVMRpcServer_Log(const char *text, size_t num_bytes);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_RPC_SERVER_H_ */
