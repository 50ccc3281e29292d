/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Reading of requests, in place: what needs an alignment or a NUL behind it is
 * moved down over bytes that were read already. */

#include "rpc/rpc_server.h"
#include "runtime/tensor_size.h"

/* The next bytes; malformed, and nothing left, when there are not as many. */
static uint8_t *take(size_t num_bytes) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  uint8_t *bytes = server->next;
  if (num_bytes > server->left) {
    server->is_malformed = true;
    server->left = 0U;
    return NULL;
  }
  server->next = &bytes[num_bytes];
  server->left -= num_bytes;
  return bytes;
}

uint32_t tvm_crt_rpc_read(void) {
  const uint8_t *bytes = take(4U);
  uint32_t number = 0U;
  if (bytes != NULL) {
    for (size_t i = 4U; i > 0U; i--) {
      number = (number << 8U) | bytes[i - 1U];
    }
  }
  return number;
}

static uint64_t read_long(void) {
  const uint32_t low = tvm_crt_rpc_read();
  return ((uint64_t)tvm_crt_rpc_read() << 32U) | low;
}

size_t tvm_crt_rpc_read_size(void) {
  const uint64_t number = read_long();
  if (number > SIZE_MAX) {
    tvm_crt_rpc_server.is_malformed = true;
  }
  return (size_t)number;
}

static void *read_address(void) {
  return (void *)(uintptr_t)tvm_crt_rpc_read_size();
}

static DLDevice read_device(void) {
  DLDevice device;
  device.device_type = (DLDeviceType)tvm_crt_rpc_read();
  device.device_id = (int32_t)tvm_crt_rpc_read();
  return device;
}

static DLDataType read_type(void) {
  const uint32_t bits = tvm_crt_rpc_read();
  DLDataType type;
  type.code = (uint8_t)(bits & 0xffU);
  type.bits = (uint8_t)((bits >> 8U) & 0xffU);
  type.lanes = (uint16_t)(bits >> 16U);
  return type;
}

/* Bytes with a length in front, which is moved out of the way: they are moved
 * down by one, to make room for a NUL. */
static void read_bytes(TVMByteArray *array) {
  uint8_t *head = tvm_crt_rpc_server.next;
  const size_t length = tvm_crt_rpc_read_size();
  uint8_t *bytes = take(length);
  array->data = NULL;
  array->size = 0U;
  if (bytes != NULL) {
    uint8_t *to = &head[7];
    for (size_t i = 0U; i < length; i++) {
      to[i] = bytes[i];
    }
    to[length] = 0U;
    array->data = (const char *)to;
    array->size = length;
  }
}

/* A tensor; its shape stays in the request. */
static void read_tensor(DLTensor *tensor, bool without_data) {
  size_t num_bytes = 0U;
  uintptr_t shape;
  bool is_valid;
  tensor->data = read_address();
  tensor->device = read_device();
  tensor->ndim = (int32_t)tvm_crt_rpc_read();
  tensor->dtype = read_type();
  shape = (uintptr_t)tvm_crt_rpc_server.next;
  tensor->shape = (int64_t *)(shape - (shape % sizeof(int64_t)));
  for (int32_t i = 0; (i < tensor->ndim) && (tvm_crt_rpc_server.left > 0U);
       i++) {
    tensor->shape[i] = (int64_t)read_long();
  }
  tensor->strides = NULL;
  tensor->byte_offset = tvm_crt_rpc_read_size();
  is_valid = !tvm_crt_rpc_server.is_malformed &&
             (tensor->device.device_type == kDLCPU) &&
             tvm_crt_tensor_bytes(tensor, &num_bytes);
  if (without_data) {
    is_valid = is_valid && (tensor->data == NULL);
  } else {
    is_valid = is_valid &&
               tvm_crt_rpc_has_memory(tensor->data, (size_t)tensor->byte_offset,
                                      num_bytes, false);
  }
  if (!is_valid) {
    tvm_crt_rpc_server.is_malformed = true;
  }
}

/* A value of this type. */
static void read_value(TVMValue *value, int code, rpc_room_t *room,
                       bool without_data) {
  switch (code) {
  case kTVMNullptr:
    value->v_handle = NULL;
    break;
  case kTVMArgInt:
  case kTVMArgFloat:
  case kTVMArgBool:
    value->v_int64 = (int64_t)read_long();
    break;
  case kTVMOpaqueHandle:
  case kTVMModuleHandle:
  case kTVMPackedFuncHandle:
    value->v_handle = read_address();
    break;
  case kTVMDataType:
    value->v_type = read_type();
    (void)tvm_crt_rpc_read();
    break;
  case kDLDevice:
    value->v_device = read_device();
    break;
  case kTVMDLTensorHandle:
    read_tensor(&room->tensor, without_data);
    value->v_handle = &room->tensor;
    break;
  case kTVMStr:
    read_bytes(&room->bytes);
    value->v_str = room->bytes.data;
    break;
  case kTVMBytes:
    read_bytes(&room->bytes);
    value->v_handle = &room->bytes;
    break;
  default:
    tvm_crt_rpc_server.is_malformed = true;
    break;
  }
}

int tvm_crt_rpc_read_args(bool without_data) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  const int32_t count = (int32_t)tvm_crt_rpc_read();
  server->arg_count = count;
  if ((count >= 0) && (count <= TVM_CRT_MAX_ARGS)) {
    for (int32_t i = 0; i < count; i++) {
      server->arg_codes[i] = (int)tvm_crt_rpc_read();
    }
    for (int32_t i = 0; i < count; i++) {
      read_value(&server->args[i], server->arg_codes[i], &server->rooms[i],
                 without_data);
    }
    if (!server->is_malformed && (server->left == 0U)) {
      return 0;
    }
  }
  return tvm_crt_rpc_fail("arguments");
}
