/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The RPC server's state and parts: memory that the host may name, requests,
 * answers.
 *
 * A request or answer is the body of one message: its size without these 8
 * bytes (8), a code (4), and what the code says. Most have a sequence of
 * values: their number (4), their types (4 each), and the values themselves.
 * Numbers are little endian and not aligned. */

#ifndef RUNTIME_CRT_SRC_RPC_RPC_SERVER_H_
#define RUNTIME_CRT_SRC_RPC_RPC_SERVER_H_

#include <stdbool.h>

#include <tvm/runtime/c_runtime_api.h>
#include <tvm_crt/rpc_server.h>
#include <tvm_crt/rpc_session.h>

#include "config_rpc.h"

/* Codes of requests and answers. */
enum {
  rpc_shutdown = 1,
  rpc_init_server,
  rpc_call_function,
  rpc_return,
  rpc_exception,
  rpc_copy_from_remote,
  rpc_copy_to_remote,
  rpc_copy_ack,
  rpc_get_global_function,
  rpc_free_handle,
  rpc_set_device,
  rpc_get_attribute,
  rpc_alloc_data,
  rpc_free_data,
  rpc_sync_stream,
  rpc_copy_among_remote,
  rpc_alloc_data_with_scope,
  rpc_create_stream,
  rpc_free_stream,
  rpc_set_stream,
  rpc_get_current_stream
};

/* Who has a piece of memory that the host may name. */
enum {
  block_free = 0,
  /* The host: memory of the platform. */
  block_allocated,
  /* A tensor that a function returned. */
  block_tensor,
  /* The program. */
  block_lent,
  block_lent_constant
};

typedef struct {
  /* What the platform gave, or the handle of a tensor. */
  void *owner;
  const void *data;
  size_t num_bytes;
  uint8_t kind;
} rpc_block_t;

/* A value that needs more room than a TVMValue. */
typedef union {
  DLTensor tensor;
  TVMByteArray bytes;
} rpc_room_t;

/* The most values in an answer. */
#define RPC_ANSWER_VALUES 3

typedef struct {
  /* The rest of the request. */
  uint8_t *next;
  size_t left;
  bool is_malformed;
  bool is_running;
  /* The last answer's, or of a message that ends the session. */
  tvm_crt_error_t write_error;
  /* The values of an answer. */
  int32_t answer_count;
  int answer_codes[RPC_ANSWER_VALUES];
  TVMValue answers[RPC_ANSWER_VALUES];
  /* The arguments of a request. */
  int32_t arg_count;
  int arg_codes[TVM_CRT_MAX_ARGS];
  TVMValue args[TVM_CRT_MAX_ARGS];
  rpc_room_t rooms[TVM_CRT_MAX_ARGS];
  rpc_block_t blocks[TVM_CRT_RPC_MAX_BLOCKS];
  TVMRpcSession session;
  /* The body of a message; extents of shapes are aligned in it. */
  int64_t body[(TVM_CRT_MAX_PACKET_SIZE_BYTES + 7) / 8];
} rpc_server_t;

/* rpc_state.c */

extern rpc_server_t tvm_crt_rpc_server;

/* Fails with a text for the host. */
int tvm_crt_rpc_fail(const char *reason);

/* rpc_memory.c */

/* Whether all bytes of a range are memory that the host may name, and may write
 * to. The address of the first one is address + offset. */
bool tvm_crt_rpc_has_memory(const void *address, size_t offset,
                            size_t num_bytes, bool to_write);

/* Notes a piece of memory; an error when there is no room. */
int tvm_crt_rpc_add_block(void *owner, const void *data, size_t num_bytes,
                          uint8_t kind) TVM_CRT_MUST_CHECK;

/* Allocates memory for the host. */
int tvm_crt_rpc_allocate(uint64_t num_bytes, void **data) TVM_CRT_MUST_CHECK;

/* Frees memory that the host has, by its address; or forgets a tensor that a
 * function returned, by its handle. */
int tvm_crt_rpc_free(const void *name, uint8_t kind) TVM_CRT_MUST_CHECK;

/* Frees all that the host has. */
void tvm_crt_rpc_free_all(void);

/* rpc_request.c: reading of tvm_crt_rpc_server.next. What is not there is 0,
 * and is_malformed says so. */

/* A number of 4 bytes. */
uint32_t tvm_crt_rpc_read(void);

/* A size, an offset or an address, of 8 bytes; malformed when it is wider than
 * those of this machine. */
size_t tvm_crt_rpc_read_size(void);

/* All the rest, which is a sequence of arguments. Tensors lie in memory that
 * the host may name; without_data they have none. */
int tvm_crt_rpc_read_args(bool without_data) TVM_CRT_MUST_CHECK;

/* rpc_answer.c */

/* Begins an answer with so many bytes behind the code; whether it has begun. */
bool tvm_crt_rpc_begin_answer(uint32_t code, size_t num_bytes);
void tvm_crt_rpc_end_answer(void);

/* Sends the values of the answer. */
void tvm_crt_rpc_answer(uint32_t code);

#endif /* RUNTIME_CRT_SRC_RPC_RPC_SERVER_H_ */
