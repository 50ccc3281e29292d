/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The server behind a link. The server itself does not know of it: the bytes of
 * its sessions come out of frames. */

#include <tvm_crt/rpc_reliable.h>

#include <stdbool.h>

#include "rpc/rpc_server.h"
#include "runtime/module_functions.h"

/* Bytes that are read at once while an answer waits. */
#define READ_BYTES 16

typedef struct {
  TVMRpcLink link;
  microtvm_rpc_channel_write_t write;
  TVMRpcRead read;
  void *context;
  /* What the host has asked for: the data of its frames; 0 for nothing. */
  uint8_t wanted;
  /* Whether bytes were read while the server answered. */
  bool has_waited;
  /* A message that came meanwhile and ends the link. */
  uint8_t num_kept;
  uint8_t kept[TVM_RPC_SESSION_START_BYTES];
  uint8_t incoming[TVM_RPC_LINK_INCOMING_BYTES(TVM_CRT_RPC_FRAME_DATA_BYTES)];
  uint8_t outgoing[(uint32_t)TVM_CRT_RPC_FRAMES *
                   TVM_RPC_LINK_OUTGOING_BYTES(TVM_CRT_RPC_FRAME_DATA_BYTES)];
} rpc_reliable_t;

static rpc_reliable_t reliable;

/* Bytes for the server. */
static tvm_crt_error_t serve(const uint8_t *bytes, size_t num_bytes) {
  tvm_crt_error_t error = kTvmErrorNoError;
  reliable.has_waited = false;
  /* What is left when a host speaks while it is answered is gone. */
  for (size_t i = 0U;
       (i < num_bytes) && (error == kTvmErrorNoError) && !reliable.has_waited;
       i++) {
    uint8_t byte = bytes[i];
    uint8_t *next = &byte;
    size_t left = 1U;
    error = MicroTVMRpcServerLoop(&tvm_crt_rpc_server, &next, &left);
  }
  return error;
}

static ptrdiff_t serve_packet(void *context, const uint8_t *bytes,
                              size_t num_bytes) {
  tvm_crt_error_t *error = context;
  if (*error == kTvmErrorNoError) {
    *error = serve(bytes, num_bytes);
  }
  return (ptrdiff_t)num_bytes;
}

/* A message that was no frame, as the packet that it was. */
static tvm_crt_error_t serve_message(const uint8_t *bytes, uint32_t num_bytes) {
  tvm_crt_error_t error = kTvmErrorNoError;
  TVMFrameWriter writer;
  TVMFrameWriter_Init(&writer, serve_packet, &error);
  TVMFrameWriter_Begin(&writer, num_bytes);
  TVMFrameWriter_Write(&writer, bytes, num_bytes);
  (void)TVMFrameWriter_End(&writer);
  return error;
}

/* Whether a message ends the link: a session begins or ends; or the host does
 * not know yet that there is a link, and asks for it again. */
static bool ends_link(const TVMRpcLink *link) {
  const uint8_t type = link->data[2];
  return (type == (uint8_t)kTVMSessionStartInit) ||
         (type == (uint8_t)kTVMSessionTerminate) ||
         ((type == (uint8_t)kTVMSessionNormal) && (link->has_heard == 0U) &&
          (link->data[0] == link->ids[0]) && (link->data[1] == link->ids[1]));
}

/* Reads for an answer that has no room. */
static int wait_for_host(void *context) {
  TVMRpcLink *link = &reliable.link;
  uint8_t bytes[READ_BYTES];
  const ptrdiff_t count = reliable.read(context, bytes, sizeof(bytes));
  int error = 0;
  if ((count <= 0) || ((size_t)count > sizeof(bytes))) {
    error = -1;
  }
  reliable.has_waited = true;
  for (size_t i = 0U; (error == 0) && (i < (size_t)count); i++) {
    if ((TVMRpcLink_Take(link, bytes[i]) == kTVMLinkPlain) && ends_link(link) &&
        (link->length <= TVM_RPC_SESSION_START_BYTES)) {
      for (uint32_t k = 0U; k < link->length; k++) {
        reliable.kept[k] = link->data[k];
      }
      reliable.num_kept = (uint8_t)link->length;
      TVMRpcLink_Stop(link);
      error = -1;
    }
  }
  return error;
}

/* (version, most data of a frame): version, most data of a frame, 0, 0, and
 * room in 4 bytes. */
static int start_link(TVMValue *args, int *type_codes, int num_args,
                      TVMValue *ret_val, int *ret_type_code,
                      void *resource_handle) {
  uint64_t answer = (uint64_t)TVM_CRT_RPC_RECEIVE_BYTES;
  int64_t data_bytes = TVM_RPC_LINK_MAX_DATA_BYTES;
  (void)resource_handle;
  if ((num_args != 2) || (type_codes[0] != (int)kTVMArgInt) ||
      (type_codes[1] != (int)kTVMArgInt) ||
      (args[0].v_int64 < TVM_RPC_LINK_VERSION) ||
      (args[1].v_int64 < TVM_RPC_LINK_MIN_DATA_BYTES)) {
    return tvm_crt_rpc_fail("arguments");
  }
  if (args[1].v_int64 < data_bytes) {
    data_bytes = args[1].v_int64;
  }
  reliable.wanted = (uint8_t)data_bytes;
  answer <<= 32U;
  answer |= (uint64_t)TVM_CRT_RPC_FRAME_DATA_BYTES << 8U;
  answer |= (uint64_t)TVM_RPC_LINK_VERSION;
  ret_val->v_int64 = (int64_t)answer;
  *ret_type_code = (int)kTVMArgInt;
  return 0;
}

microtvm_rpc_server_t TVMRpcReliable_Init(microtvm_rpc_channel_write_t write,
                                          TVMRpcRead read, void *context) {
  TVMRpcLink *link = &reliable.link;
  microtvm_rpc_server_t server;
  link->write = write;
  link->wait = wait_for_host;
  link->context = context;
  link->incoming = reliable.incoming;
  link->outgoing = reliable.outgoing;
  link->data_bytes = (uint8_t)TVM_CRT_RPC_FRAME_DATA_BYTES;
  link->num_frames = (uint8_t)TVM_CRT_RPC_FRAMES;
  TVMRpcLink_Init(link);
  reliable.read = read;
  reliable.wanted = 0U;
  reliable.num_kept = 0U;
  server = MicroTVMRpcServerInit(TVMRpcLink_Write, link);
  if ((server != NULL) &&
      (tvm_crt_module_register("metaobj.rpc.reliable", start_link) != 0)) {
    server = NULL;
  }
  return server;
}

/* A byte of a frame. */
static tvm_crt_error_t take(uint8_t byte) {
  TVMRpcLink *link = &reliable.link;
  tvm_crt_error_t error = kTvmErrorNoError;
  switch (TVMRpcLink_Take(link, byte)) {
  case kTVMLinkData:
    link->is_busy = 1U;
    error = serve(link->data, link->length);
    link->is_busy = 0U;
    if (reliable.num_kept > 0U) {
      const uint8_t num_kept = reliable.num_kept;
      reliable.num_kept = 0U;
      error = serve_message(reliable.kept, num_kept);
    }
    TVMRpcLink_Flush(link);
    break;
  case kTVMLinkPlain:
    if (ends_link(link)) {
      TVMRpcLink_Stop(link);
      error = serve_message(link->data, link->length);
    }
    break;
  default:
    break;
  }
  if ((error == kTvmErrorNoError) && (link->error != kTvmErrorNoError)) {
    error = link->error;
  }
  link->error = kTvmErrorNoError;
  return error;
}

tvm_crt_error_t TVMRpcReliable_Loop(microtvm_rpc_server_t server,
                                    uint8_t **new_data,
                                    size_t *new_data_size_bytes) {
  TVMRpcLink *link = &reliable.link;
  tvm_crt_error_t error = kTvmErrorNoError;
  if ((server != &tvm_crt_rpc_server) || (new_data == NULL) ||
      (new_data_size_bytes == NULL)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  while ((error == kTvmErrorNoError) && (*new_data_size_bytes > 0U)) {
    const uint8_t byte = **new_data;
    *new_data = &(*new_data)[1];
    *new_data_size_bytes -= 1U;
    error = (link->is_on != 0U) ? take(byte) : serve(&byte, 1U);
    if (reliable.wanted > 0U) {
      /* The host has its answer. */
      const TVMRpcSession *session = &tvm_crt_rpc_server.session;
      TVMRpcLink_Start(link, session->initiator, session->responder,
                       reliable.wanted, 0U);
      reliable.wanted = 0U;
    }
  }
  return error;
}

const TVMRpcLink *TVMRpcReliable_Link(void) { return &reliable.link; }
