/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The server: what requests do. */

#include "rpc/rpc_server.h"

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/platform.h>

#include "runtime/copy.h"
#include "runtime/tensor_size.h"

static void answer_handle(void *handle) {
  tvm_crt_rpc_server.answers[0].v_handle = handle;
  tvm_crt_rpc_server.answer_codes[0] = (int)kTVMOpaqueHandle;
}

/* A tensor that a function returned: the host may name its memory until it
 * frees the handle. */
static int answer_tensor(DLTensor *tensor) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  size_t num_bytes = 0U;
  if (!tvm_crt_tensor_bytes(tensor, &num_bytes) ||
      !tvm_crt_tensor_is_compact(tensor)) {
    return tvm_crt_rpc_fail("result");
  }
  server->answer_codes[1] = (int)kTVMDLTensorHandle;
  server->answers[2].v_handle = tensor;
  server->answer_codes[2] = (int)kTVMOpaqueHandle;
  server->answer_count = 3;
  return tvm_crt_rpc_add_block(tensor, tensor->data,
                               num_bytes + (size_t)tensor->byte_offset,
                               (uint8_t)block_tensor);
}

/* The result of a function: its type, and the value. */
static int answer_result(int code) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  server->answers[0].v_int64 = code;
  server->answer_codes[0] = (int)kTVMArgInt;
  server->answer_codes[1] = code;
  server->answer_count = 2;
  switch (code) {
  case kTVMNDArrayHandle:
    return answer_tensor(server->answers[1].v_handle);
  case kTVMObjectHandle:
  case kTVMModuleHandle:
  case kTVMPackedFuncHandle:
    server->answer_codes[1] = (int)kTVMOpaqueHandle;
    return 0;
  default:
    return ((code >= 0) && (code <= (int)kTVMArgBool) &&
            (code != (int)kTVMObjectRValueRefArg))
               ? 0
               : tvm_crt_rpc_fail("result");
  }
}

/* Handles of functions are numbers that TVMFuncCall checks. Addresses are
 * checked here, because functions take them as they are. */
static int call_function(void) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  void *function = (void *)(uintptr_t)tvm_crt_rpc_read_size();
  int code = (int)kTVMNullptr;
  int error = tvm_crt_rpc_read_args(false);
  for (int32_t i = 0; (error == 0) && (i < server->arg_count); i++) {
    const void *address = server->args[i].v_handle;
    if ((server->arg_codes[i] == (int)kTVMOpaqueHandle) && (address != NULL) &&
        !tvm_crt_rpc_has_memory(address, 0U, 0U, false)) {
      error = tvm_crt_rpc_fail("address");
    }
  }
  if (error == 0) {
    error = TVMFuncCall(function, server->args, server->arg_codes,
                        (int)server->arg_count, &server->answers[1], &code);
  }
  return (error != 0) ? error : answer_result(code);
}

/* The types of the arguments, the first one in the lowest four bits, with a 1
 * behind the last one. */
#define TYPES_1(a) (0x10U | (uint32_t)(a))
#define TYPES_2(a, b) ((TYPES_1(b) << 4U) | (uint32_t)(a))
#define TYPES_3(a, b, c) ((TYPES_2(b, c) << 4U) | (uint32_t)(a))
#define TYPES_4(a, b, c, d) ((TYPES_3(b, c, d) << 4U) | (uint32_t)(a))

/* For each request whose arguments are a sequence; 0 is one that is not
 * supported. */
static const uint32_t request_types[] = {
    /* rpc_get_global_function */
    TYPES_1(kTVMStr),
    /* rpc_free_handle */
    TYPES_2(kTVMOpaqueHandle, kTVMArgInt),
    /* rpc_set_device, rpc_get_attribute */
    0U,
    0U,
    /* rpc_alloc_data, rpc_free_data */
    TYPES_4(kDLDevice, kTVMArgInt, kTVMArgInt, kTVMDataType),
    TYPES_2(kDLDevice, kTVMOpaqueHandle),
    /* rpc_sync_stream */
    TYPES_2(kDLDevice, kTVMOpaqueHandle),
    /* rpc_copy_among_remote */
    TYPES_3(kTVMDLTensorHandle, kTVMDLTensorHandle, kTVMOpaqueHandle),
    /* rpc_alloc_data_with_scope */
    TYPES_2(kTVMDLTensorHandle, kTVMOpaqueHandle),
    /* rpc_create_stream, rpc_free_stream, rpc_set_stream */
    TYPES_1(kDLDevice),
    TYPES_2(kDLDevice, kTVMOpaqueHandle),
    TYPES_2(kDLDevice, kTVMOpaqueHandle),
    /* rpc_get_current_stream */
    TYPES_1(kDLDevice),
};

/* Whether the arguments are of these types. Nothing will do for a handle, and
 * devices are the CPU. */
static bool have_types(uint32_t types) {
  const rpc_server_t *server = &tvm_crt_rpc_server;
  uint32_t rest = types;
  for (int32_t i = 0; i < server->arg_count; i++) {
    const uint32_t wanted = rest & 0xfU;
    int code = server->arg_codes[i];
    if (code == (int)kTVMNullptr) {
      code = (int)kTVMOpaqueHandle;
    }
    if (((uint32_t)code != wanted) ||
        ((code == (int)kDLDevice) &&
         (server->args[i].v_device.device_type != kDLCPU))) {
      return false;
    }
    rest >>= 4U;
  }
  return rest == 1U;
}

static int free_handle(void *handle, int64_t code) {
  switch (code) {
  case kTVMModuleHandle:
    return TVMModFree(handle);
  case kTVMPackedFuncHandle:
    return TVMFuncFree(handle);
  case kTVMNDArrayHandle:
    return tvm_crt_rpc_free(handle, (uint8_t)block_tensor);
  default:
    return tvm_crt_rpc_fail("handle");
  }
}

/* Both tensors were found to be in memory that the host may name. */
static int copy_among_remote(DLTensor *from, DLTensor *to) {
  const size_t source = (size_t)from->data + (size_t)from->byte_offset;
  const size_t target = (size_t)to->data + (size_t)to->byte_offset;
  size_t distance = source - target;
  size_t num_bytes = 0U;
  if (target > source) {
    distance = target - source;
  }
  (void)tvm_crt_tensor_bytes(to, &num_bytes);
  if ((distance < num_bytes) ||
      !tvm_crt_rpc_has_memory(to->data, (size_t)to->byte_offset, num_bytes,
                              true)) {
    return tvm_crt_rpc_fail("address");
  }
  return TVMDeviceCopyDataFromTo(from, to, NULL);
}

/* A request whose arguments are a sequence. */
static int system_call(uint32_t code) {
  const TVMValue *args = tvm_crt_rpc_server.args;
  void *result = NULL;
  size_t num_bytes = 0U;
  const uint32_t types =
      request_types[code - (uint32_t)rpc_get_global_function];
  int error =
      tvm_crt_rpc_read_args(code == (uint32_t)rpc_alloc_data_with_scope);
  if (types == 0U) {
    return tvm_crt_rpc_fail("not supported");
  }
  if (error != 0) {
    return error;
  }
  if (!have_types(types)) {
    return tvm_crt_rpc_fail("arguments");
  }
  switch (code) {
  case rpc_get_global_function:
    error = TVMFuncGetGlobal(args[0].v_str, &result);
    break;
  case rpc_free_handle:
    return free_handle(args[0].v_handle, args[1].v_int64);
  case rpc_alloc_data:
    error = tvm_crt_rpc_allocate((uint64_t)args[1].v_int64, &result);
    break;
  case rpc_alloc_data_with_scope:
    /* Of a tensor whose size was found to be one. */
    (void)tvm_crt_tensor_bytes(args[0].v_handle, &num_bytes);
    error = tvm_crt_rpc_allocate(num_bytes, &result);
    break;
  case rpc_free_data:
    return tvm_crt_rpc_free(args[1].v_handle, (uint8_t)block_allocated);
  case rpc_copy_among_remote:
    return copy_among_remote(args[0].v_handle, args[1].v_handle);
  case rpc_create_stream:
  case rpc_get_current_stream:
    break;
  default:
    /* There is one stream, and it is always in step. */
    return 0;
  }
  answer_handle(result);
  return error;
}

/* What a copy is about. */
typedef struct {
  uint8_t *data;
  size_t num_bytes;
} range_t;

/* Reads the head of a copy. In v0.8 and later it is that of a tensor, then the
 * number of bytes; v0.7 has no shape, and another order:
 *
 *     address, device, dimensions and type, shape, offset, bytes
 *     address, offset, bytes, device, type
 *
 * What is third, 8 bytes each, is a small number in the second form only. */
static int read_range(bool to_remote, range_t *range) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  void *address = (void *)(uintptr_t)tvm_crt_rpc_read_size();
  size_t second = tvm_crt_rpc_read_size();
  size_t third = tvm_crt_rpc_read();
  const uint32_t type = tvm_crt_rpc_read();
  const size_t old_tail = 12U;
  size_t offset = second;
  if ((type == 0U) && (server->left == (old_tail + (to_remote ? third : 0U)))) {
    second = tvm_crt_rpc_read_size();
    (void)tvm_crt_rpc_read();
  } else {
    for (; (third > 0U) && (server->left > 0U); third--) {
      (void)tvm_crt_rpc_read_size();
    }
    offset = tvm_crt_rpc_read_size();
    third = tvm_crt_rpc_read_size();
  }
  if (server->is_malformed || (second != (size_t)kDLCPU) ||
      (server->left != (to_remote ? third : 0U)) ||
      !tvm_crt_rpc_has_memory(address, offset, third, to_remote)) {
    return tvm_crt_rpc_fail("address");
  }
  range->data = &((uint8_t *)address)[offset];
  range->num_bytes = third;
  return 0;
}

static int copy_from_remote(void) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  range_t range;
  const int error = read_range(false, &range);
  if ((error == 0) &&
      tvm_crt_rpc_begin_answer((uint32_t)rpc_copy_ack, range.num_bytes)) {
    TVMFrameWriter_Write(&server->session.writer, range.data, range.num_bytes);
    tvm_crt_rpc_end_answer();
    server->answer_count = 0;
  }
  return error;
}

static int copy_to_remote(void) {
  range_t range;
  const int error = read_range(true, &range);
  if (error == 0) {
    tvm_crt_copy(range.data, tvm_crt_rpc_server.next, range.num_bytes);
  }
  return error;
}

/* The request that has come. Sets answer_count to 0 when there is no answer to
 * be sent, or not any more. */
static int do_request(void) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  const size_t size = tvm_crt_rpc_read_size();
  uint32_t code;
  if (server->is_malformed || (size != server->left)) {
    return tvm_crt_rpc_fail("request");
  }
  if (size == 0U) {
    server->answer_count = 0;
    return 0;
  }
  code = tvm_crt_rpc_read();
  switch (code) {
  case rpc_shutdown:
    server->is_running = false;
    server->answer_count = 0;
    return 0;
  case rpc_init_server:
    return 0;
  case rpc_call_function:
    return call_function();
  case rpc_copy_from_remote:
    return copy_from_remote();
  case rpc_copy_to_remote:
    return copy_to_remote();
  default:
    return ((code >= (uint32_t)rpc_get_global_function) &&
            (code <= (uint32_t)rpc_get_current_stream))
               ? system_call(code)
               : tvm_crt_rpc_fail("request");
  }
}

/* The message that has come. */
static void take_message(bool fits) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  int error;
  server->next = server->session.body;
  server->left = server->session.length;
  server->is_malformed = false;
  server->answers[1].v_int64 = 0;
  server->answer_codes[0] = (int)kTVMNullptr;
  server->answer_codes[1] = (int)kTVMNullptr;
  server->answer_count = 1;
  /* A function may fail without a text. */
  TVMAPISetLastError("failed");
  error = fits ? do_request() : tvm_crt_rpc_fail("packet size");
  if (error != 0) {
    server->answers[0].v_str = TVMGetLastError();
    server->answer_codes[0] = (int)kTVMStr;
    server->answer_count = 1;
    tvm_crt_rpc_answer((uint32_t)rpc_exception);
  } else if (server->answer_count > 0) {
    tvm_crt_rpc_answer((uint32_t)rpc_return);
    if (server->answer_codes[1] == (int)kTVMBytes) {
      (void)TVMByteArrayFree(server->answers[1].v_handle);
    }
  } else {
    /* No answer. */
  }
}

microtvm_rpc_server_t
MicroTVMRpcServerInit(microtvm_rpc_channel_write_t write_func,
                      void *write_func_ctx) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  uint8_t nonce = 0U;
  if (TVMInitializeRuntime() != kTvmErrorNoError) {
    return NULL;
  }
  tvm_crt_rpc_free_all();
  for (size_t i = 0U; i < (size_t)TVM_CRT_RPC_MAX_BLOCKS; i++) {
    server->blocks[i].kind = (uint8_t)block_free;
  }
  if (TVMPlatformGenerateRandom(&nonce, sizeof(nonce)) != kTvmErrorNoError) {
    nonce = 0U;
  }
  server->is_running = true;
  (void)TVMRpcSession_Reset(&server->session, write_func, write_func_ctx,
                            (uint8_t *)server->body, sizeof(server->body),
                            nonce);
  return server;
}

/* A byte from the host. */
static void take_byte(uint8_t byte) {
  static const char lost[] = "damaged packet";
  rpc_server_t *server = &tvm_crt_rpc_server;
  switch (TVMRpcSession_Take(&server->session, byte)) {
  case kTVMSessionHasBegun:
  case kTVMSessionHasEnded:
    tvm_crt_rpc_free_all();
    break;
  case kTVMSessionHasMessage:
    take_message(true);
    break;
  case kTVMSessionTooLong:
    take_message(false);
    break;
  case kTVMSessionStray:
    /* The host does not know yet that this side was restarted. */
    server->write_error = TVMRpcSession_Terminate(&server->session);
    break;
  case kTVMSessionLost:
    TVMRpcServer_Log(lost, sizeof(lost) - 1U);
    break;
  default:
    break;
  }
}

tvm_crt_error_t MicroTVMRpcServerLoop(microtvm_rpc_server_t server,
                                      uint8_t **new_data,
                                      size_t *new_data_size_bytes) {
  rpc_server_t *own = &tvm_crt_rpc_server;
  if ((server != own) || (new_data == NULL) || (new_data_size_bytes == NULL)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  own->write_error = kTvmErrorNoError;
  while (own->is_running && (own->write_error == kTvmErrorNoError) &&
         (*new_data_size_bytes > 0U)) {
    take_byte(**new_data);
    *new_data = &(*new_data)[1];
    *new_data_size_bytes -= 1U;
  }
  return own->is_running ? own->write_error : kTvmErrorPlatformShutdown;
}

tvm_crt_error_t TVMRpcServer_Lend(const void *memory, size_t num_bytes,
                                  bool is_writable) {
  const uint8_t kind =
      (uint8_t)(is_writable ? block_lent : block_lent_constant);
  return (tvm_crt_error_t)tvm_crt_rpc_add_block(NULL, memory, num_bytes, kind);
}

void TVMRpcServer_Log(const char *text, size_t num_bytes) {
  TVMRpcSession *session = &tvm_crt_rpc_server.session;
  if ((session->writer.write != NULL) &&
      (TVMRpcSession_BeginMessage(session, kTVMSessionLog, num_bytes) ==
       kTvmErrorNoError)) {
    TVMFrameWriter_Write(&session->writer, text, num_bytes);
    (void)TVMFrameWriter_End(&session->writer);
  }
}
