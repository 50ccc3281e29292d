/*===- RpcNames.h - Names of what is shared with chips ----------*- C -*-===*/
/*                                                                          */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                  */
/*                                                                          */
/*===----------------------------------------------------------------------===*/

/* Packets and sessions of RPC are compiled from runtime_crt into the library of
 * the host, with other names: a program may link this library and the runtime,
 * in any order. The compiler takes this file before each of those sources. */

#ifndef METAOBJ_DEVICE_RPCNAMES_H
#define METAOBJ_DEVICE_RPCNAMES_H

#define tvm_crt_frame_checksum metaobj_rpc_frame_checksum
#define TVMFrameReader_Take metaobj_rpc_reader_take
#define TVMFrameWriter_Begin metaobj_rpc_writer_begin
#define TVMFrameWriter_End metaobj_rpc_writer_end
#define TVMFrameWriter_Init metaobj_rpc_writer_init
#define TVMFrameWriter_Number metaobj_rpc_writer_number
#define TVMFrameWriter_Write metaobj_rpc_writer_write
#define TVMRpcSession_BeginMessage metaobj_rpc_session_begin_message
#define TVMRpcSession_Reset metaobj_rpc_session_reset
#define TVMRpcSession_Start metaobj_rpc_session_start
#define TVMRpcSession_Take metaobj_rpc_session_take
#define TVMRpcSession_Terminate metaobj_rpc_session_terminate

#endif /* METAOBJ_DEVICE_RPCNAMES_H */
