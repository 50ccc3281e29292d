/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file rpc_reliable.h
 * The RPC server (tvm/runtime/crt/microtvm_rpc_server.h) for lines that lose,
 * double or change bytes, and for receivers with little room. A host of TVM
 * sees the same server; one that knows more asks for a link (rpc_link.h) by the
 * function metaobj.rpc.reliable, until its session ends.
 *
 *     server = TVMRpcReliable_Init(uart_write, uart_read, NULL);
 *     for (;;) {
 *       uint8_t bytes[16];
 *       uint8_t *next = bytes;
 *       size_t count = (size_t)uart_read(NULL, bytes, sizeof(bytes));
 *       if (TVMRpcReliable_Loop(server, &next, &count) != kTvmErrorNoError)
 *         break;
 *     }
 */

#ifndef TVM_CRT_RPC_RELIABLE_H_
#define TVM_CRT_RPC_RELIABLE_H_

#include <tvm/runtime/crt/microtvm_rpc_server.h>
#include <tvm_crt/rpc_link.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Reads bytes from the host, and waits for them. The server calls it when an
 * answer must wait for the host.
 *
 * \param context That of TVMRpcReliable_Init.
 * \param bytes Room for num_bytes bytes.
 * \param num_bytes At least 1.
 * \return How many were read, at least 1. 0 or a negative number when none has
 * come for too long: the answer is given up.
 */
typedef ptrdiff_t (*TVMRpcRead)(void *context, uint8_t *bytes,
                                size_t num_bytes);

/**
 * Do what MicroTVMRpcServerInit does, and register metaobj.rpc.reliable.
 *
 * \param write Not NULL.
 * \param read Not NULL.
 * \param context Passed to both.
 * \return The server; NULL when the runtime could not be initialised or has no
 * room for a function (TVMGetLastError tells why).
 */
microtvm_rpc_server_t TVMRpcReliable_Init(microtvm_rpc_channel_write_t write,
                                          TVMRpcRead read, void *context);

/**
 * Do what MicroTVMRpcServerLoop does, with bytes of either kind.
 *
 * \param server From TVMRpcReliable_Init.
 * \param new_data As for MicroTVMRpcServerLoop.
 * \param new_data_size_bytes As for MicroTVMRpcServerLoop.
 * \return As MicroTVMRpcServerLoop.
 */
TVM_CRT_MUST_CHECK tvm_crt_error_t
TVMRpcReliable_Loop(microtvm_rpc_server_t server, uint8_t **new_data,
                    size_t *new_data_size_bytes);

/** The link, for what it counts. \return Not NULL. */
const TVMRpcLink *TVMRpcReliable_Link(void);

/**
 * Register metaobj.rpc.unpack, by which a host copies compressed bytes to the
 * chip. Behind MicroTVMRpcServerInit or TVMRpcReliable_Init.
 *
 * \return 0, or the codes of TVMFuncRegisterGlobal.
 */
TVM_CRT_MUST_CHECK tvm_crt_error_t TVMRpcServer_RegisterUnpack(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_RPC_RELIABLE_H_ */
