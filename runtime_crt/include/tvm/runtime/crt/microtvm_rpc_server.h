/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file microtvm_rpc_server.h
 * A server through which a host calls the functions of the program, allocates
 * memory, and copies tensors: TVM's protocol for microcontrollers, of v0.7 to
 * v0.18, over any stream of bytes. tvm_crt/rpc_server.h has additions.
 *
 *     server = MicroTVMRpcServerInit(uart_write, NULL);
 *     for (;;) {
 *       uint8_t bytes[16];
 *       uint8_t *next = bytes;
 *       size_t count = uart_read(bytes, sizeof(bytes));
 *       if (MicroTVMRpcServerLoop(server, &next, &count) != kTvmErrorNoError)
 *         break;
 *     }
 *
 * There is one server, because there is one registry. It takes
 * TVM_CRT_MAX_PACKET_SIZE_BYTES and some more static memory (crt_config.h:
 * TVM_CRT_MAX_ARGS, TVM_CRT_RPC_MAX_BLOCKS).
 */

#ifndef TVM_RUNTIME_CRT_MICROTVM_RPC_SERVER_H_
#define TVM_RUNTIME_CRT_MICROTVM_RPC_SERVER_H_

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Writes bytes to the host. TVM has ssize_t here, which is the same type on the
 * targets of this runtime.
 *
 * \param context That of MicroTVMRpcServerInit.
 * \param data num_bytes bytes.
 * \param num_bytes At least 1.
 * \return How many of them were written, at least 1: the rest is passed in
 * another call. 0 or a negative number is a failure.
 */
typedef ptrdiff_t (*microtvm_rpc_channel_write_t)(void *context,
                                                  const uint8_t *data,
                                                  size_t num_bytes);

/** The server. */
typedef void *microtvm_rpc_server_t;

/**
 * Initialise the runtime (TVMInitializeRuntime) and the server, and tell the
 * host that it was. Functions of the program are registered afterwards;
 * TVM registers tvm.aot_executor.create here too, this runtime does not.
 *
 * The platform's random numbers choose the number of the first session; without
 * them it is always the same.
 *
 * \param write_func Not NULL.
 * \param write_func_ctx Passed to write_func.
 * \return The server; NULL when the runtime could not be initialised
 * (TVMGetLastError tells why). A failure to write is not told here.
 */
microtvm_rpc_server_t
MicroTVMRpcServerInit(microtvm_rpc_channel_write_t write_func,
                      void *write_func_ctx);

/**
 * Read bytes from the host, and do all that they ask for.
 *
 * Damaged bytes are no error: packets without the right checksum are dropped,
 * requests that cannot be done are answered with the reason. TVM returns the
 * error of a damaged packet.
 *
 * \param server From MicroTVMRpcServerInit.
 * \param new_data Where the bytes are; set to the first byte that was not read.
 * Not NULL.
 * \param new_data_size_bytes How many there are; set to those that are left.
 * Not NULL.
 * \return 0, with all bytes read; kTvmErrorPlatformShutdown after the host shut
 * the server down, with the bytes behind that left; the codes of
 * TVMFrameWriter_End (tvm_crt/rpc_frame.h) when an answer could not be written,
 * and the host waits for it; kTvmErrorFunctionCallInvalidArg for another server
 * or NULL.
 */
tvm_crt_error_t MicroTVMRpcServerLoop(microtvm_rpc_server_t server,
                                      uint8_t **new_data,
                                      size_t *new_data_size_bytes);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_MICROTVM_RPC_SERVER_H_ */
