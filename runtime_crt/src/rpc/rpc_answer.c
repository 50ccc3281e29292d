/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Answers of the server. */

#include "rpc/rpc_server.h"

/* Parts of an answer. A size or an address takes 8 bytes. */

static void put(uint32_t number) {
  TVMFrameWriter_Number(&tvm_crt_rpc_server.session.writer, number, 4U);
}

static void put_long(uint64_t number) {
  put((uint32_t)(number & UINT32_MAX));
  put((uint32_t)(number >> 32U));
}

static void put_size(size_t number) { put_long(number); }

static void put_device(DLDevice device) {
  put((uint32_t)device.device_type);
  put((uint32_t)device.device_id);
}

static void put_type(DLDataType type) {
  put(type.code | ((uint32_t)type.bits << 8U) | ((uint32_t)type.lanes << 16U));
}

static void put_tensor(const DLTensor *tensor) {
  put_size((uintptr_t)tensor->data);
  put_device(tensor->device);
  put((uint32_t)tensor->ndim);
  put_type(tensor->dtype);
  for (int32_t i = 0; i < tensor->ndim; i++) {
    put_long((uint64_t)tensor->shape[i]);
  }
  put_long(tensor->byte_offset);
}

bool tvm_crt_rpc_begin_answer(uint32_t code, size_t num_bytes) {
  rpc_server_t *server = &tvm_crt_rpc_server;
  const size_t size = num_bytes + 4U;
  server->write_error = TVMRpcSession_BeginMessage(
      &server->session, kTVMSessionNormal, size + 8U);
  if (server->write_error != kTvmErrorNoError) {
    return false;
  }
  put_size(size);
  put(code);
  return true;
}

void tvm_crt_rpc_end_answer(void) {
  tvm_crt_rpc_server.write_error =
      TVMFrameWriter_End(&tvm_crt_rpc_server.session.writer);
}

/* A text or bytes. */
static TVMByteArray bytes_of(const TVMValue *value, int code) {
  TVMByteArray bytes;
  if (code == (int)kTVMBytes) {
    bytes = *(const TVMByteArray *)value->v_handle;
  } else {
    bytes.data = value->v_str;
    bytes.size = 0U;
    while (bytes.data[bytes.size] != '\0') {
      bytes.size++;
    }
  }
  return bytes;
}

/* Bytes of a value in an answer. */
static size_t size_of(const TVMValue *value, int code) {
  switch (code) {
  case kTVMNullptr:
    return 0U;
  case kTVMStr:
  case kTVMBytes:
    return 8U + bytes_of(value, code).size;
  case kTVMDLTensorHandle:
    return 32U + (8U * (size_t)((const DLTensor *)value->v_handle)->ndim);
  default:
    return 8U;
  }
}

static void put_value(const TVMValue *value, int code) {
  TVMByteArray bytes;
  switch (code) {
  case kTVMNullptr:
    break;
  case kTVMStr:
  case kTVMBytes:
    bytes = bytes_of(value, code);
    put_size(bytes.size);
    TVMFrameWriter_Write(&tvm_crt_rpc_server.session.writer, bytes.data,
                         bytes.size);
    break;
  case kTVMDLTensorHandle:
    put_tensor(value->v_handle);
    break;
  case kTVMDataType:
    put_type(value->v_type);
    put(0U);
    break;
  case kDLDevice:
    put_device(value->v_device);
    break;
  case kTVMOpaqueHandle:
    put_size((uintptr_t)value->v_handle);
    break;
  default:
    put_long((uint64_t)value->v_int64);
    break;
  }
}

void tvm_crt_rpc_answer(uint32_t code) {
  const rpc_server_t *server = &tvm_crt_rpc_server;
  size_t size = 4U;
  for (int32_t i = 0; i < server->answer_count; i++) {
    size += 4U + size_of(&server->answers[i], server->answer_codes[i]);
  }
  if (!tvm_crt_rpc_begin_answer(code, size)) {
    return;
  }
  put((uint32_t)server->answer_count);
  for (int32_t i = 0; i < server->answer_count; i++) {
    put((uint32_t)server->answer_codes[i]);
  }
  for (int32_t i = 0; i < server->answer_count; i++) {
    put_value(&server->answers[i], server->answer_codes[i]);
  }
  tvm_crt_rpc_end_answer();
}
