/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm_crt/rpc_frame.h>

#include "rpc/frame_checksum.h"

void TVMFrameWriter_Init(TVMFrameWriter *writer, TVMRpcWrite write,
                         void *context) {
  writer->write = write;
  writer->context = context;
  writer->left = 0U;
  writer->error = kTvmErrorNoError;
  writer->is_open = 0U;
  writer->is_synchronous = 0U;
  writer->used = 0U;
}

static void flush(TVMFrameWriter *writer) {
  size_t done = 0U;
  while ((done < writer->used) && (writer->error == kTvmErrorNoError)) {
    const size_t rest = writer->used - done;
    const ptrdiff_t written =
        writer->write(writer->context, &writer->bytes[done], rest);
    if (written <= 0) {
      writer->error = kTvmErrorWriteStreamShortWrite;
    } else if ((size_t)written > rest) {
      writer->error = kTvmErrorWriteStreamLongWrite;
    } else {
      done += (size_t)written;
    }
  }
  writer->used = 0U;
}

/* A byte as it is on the wire. */
static void put(TVMFrameWriter *writer, uint8_t byte) {
  if (writer->used == sizeof(writer->bytes)) {
    flush(writer);
  }
  writer->bytes[writer->used] = byte;
  writer->used++;
  writer->checksum = tvm_crt_frame_checksum(writer->checksum, byte);
}

static void put_escaped(TVMFrameWriter *writer, uint8_t byte) {
  if (byte == FRAME_ESCAPE) {
    put(writer, FRAME_ESCAPE);
  }
  put(writer, byte);
}

static void put_number(TVMFrameWriter *writer, uint32_t number,
                       uint32_t num_bytes) {
  for (uint32_t i = 0U; i < num_bytes; i++) {
    put_escaped(writer, (uint8_t)(number >> (8U * i)));
  }
}

void TVMFrameWriter_Begin(TVMFrameWriter *writer, uint32_t num_bytes) {
  if (writer->is_open != 0U) {
    writer->error = kTvmErrorFramingInvalidState;
    return;
  }
  if (writer->is_synchronous == 0U) {
    put(writer, FRAME_NOTHING);
  }
  writer->is_open = 1U;
  writer->left = num_bytes;
  put(writer, FRAME_ESCAPE);
  put(writer, FRAME_START);
  writer->checksum = FRAME_START_CHECKSUM;
  put_number(writer, num_bytes, FRAME_LENGTH_BYTES);
}

void TVMFrameWriter_Write(TVMFrameWriter *writer, const void *bytes,
                          size_t num_bytes) {
  const uint8_t *next = bytes;
  if (num_bytes > writer->left) {
    writer->error = kTvmErrorFramingPayloadOverflow;
    return;
  }
  writer->left -= (uint32_t)num_bytes;
  for (size_t i = 0U; (i < num_bytes) && (writer->error == kTvmErrorNoError);
       i++) {
    put_escaped(writer, next[i]);
  }
}

void TVMFrameWriter_Number(TVMFrameWriter *writer, uint32_t number,
                           uint32_t num_bytes) {
  uint32_t rest = number;
  for (uint32_t i = 0U; i < num_bytes; i++) {
    const uint8_t byte = (uint8_t)(rest & 0xffU);
    TVMFrameWriter_Write(writer, &byte, 1U);
    rest >>= 8U;
  }
}

tvm_crt_error_t TVMFrameWriter_End(TVMFrameWriter *writer) {
  tvm_crt_error_t error;
  if ((writer->error == kTvmErrorNoError) && (writer->is_open == 0U)) {
    writer->error = kTvmErrorFramingInvalidState;
  }
  if ((writer->error == kTvmErrorNoError) && (writer->left > 0U)) {
    writer->error = kTvmErrorFramingPayloadIncomplete;
  }
  if (writer->error == kTvmErrorNoError) {
    put_number(writer, writer->checksum, FRAME_CHECKSUM_BYTES);
  }
  flush(writer);
  error = writer->error;
  writer->is_synchronous = (error == kTvmErrorNoError) ? 1U : 0U;
  writer->is_open = 0U;
  writer->left = 0U;
  writer->error = kTvmErrorNoError;
  return error;
}
