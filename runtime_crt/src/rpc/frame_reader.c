/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <stdbool.h>

#include <tvm_crt/rpc_frame.h>

#include "rpc/frame_checksum.h"

/* Where in a packet the next byte is. */
enum { part_none, part_length, part_payload, part_checksum };

static TVMFrameEvent broken(TVMFrameReader *reader, tvm_crt_error_t error) {
  reader->error = error;
  return kTVMFrameBroken;
}

/* The start of a packet, whatever was before. */
static TVMFrameEvent start(TVMFrameReader *reader) {
  const uint8_t part = reader->part;
  reader->part = (uint8_t)part_length;
  reader->left = FRAME_LENGTH_BYTES;
  reader->length = 0U;
  reader->checksum = FRAME_START_CHECKSUM;
  return (part == (uint8_t)part_none)
             ? kTVMFrameNothing
             : broken(reader, kTvmErrorFramingShortPacket);
}

/* The end of a packet that is no good. */
static TVMFrameEvent stop(TVMFrameReader *reader, tvm_crt_error_t error) {
  reader->part = (uint8_t)part_none;
  return broken(reader, error);
}

static void expect_checksum(TVMFrameReader *reader) {
  reader->part = (uint8_t)part_checksum;
  reader->left = FRAME_CHECKSUM_BYTES;
}

/* A byte of a packet, without its escape. */
static TVMFrameEvent take(TVMFrameReader *reader, uint8_t byte) {
  reader->left--;
  if (reader->part == (uint8_t)part_length) {
    reader->length = (reader->length >> 8U) | ((uint32_t)byte << 24U);
    if (reader->left > 0U) {
      return kTVMFrameNothing;
    }
    reader->part = (uint8_t)part_payload;
    reader->left = reader->length;
    if (reader->left == 0U) {
      expect_checksum(reader);
    }
    return kTVMFrameBegin;
  }
  if (reader->part == (uint8_t)part_payload) {
    reader->byte = byte;
    if (reader->left == 0U) {
      expect_checksum(reader);
    }
    return kTVMFrameByte;
  }
  if (byte != (uint8_t)(reader->checksum & 0xffU)) {
    return stop(reader, kTvmErrorFramingBadChecksum);
  }
  reader->checksum >>= 8U;
  if (reader->left > 0U) {
    return kTVMFrameNothing;
  }
  reader->part = (uint8_t)part_none;
  return kTVMFrameEnd;
}

TVMFrameEvent TVMFrameReader_Take(TVMFrameReader *reader, uint8_t byte) {
  const bool is_escaped = reader->is_escaped != 0U;
  reader->is_escaped = 0U;
  if (is_escaped && (byte == FRAME_START)) {
    return start(reader);
  }
  if (reader->part == (uint8_t)part_none) {
    reader->is_escaped = (byte == FRAME_ESCAPE) ? 1U : 0U;
    return kTVMFrameNothing;
  }
  if (reader->part != (uint8_t)part_checksum) {
    reader->checksum = tvm_crt_frame_checksum(reader->checksum, byte);
  }
  if (!is_escaped) {
    if (byte == FRAME_ESCAPE) {
      reader->is_escaped = 1U;
      return kTVMFrameNothing;
    }
  } else if (byte == FRAME_NOTHING) {
    return kTVMFrameNothing;
  } else if (byte != FRAME_ESCAPE) {
    return stop(reader, kTvmErrorFramingInvalidEscape);
  } else {
    /* The byte itself. */
  }
  return take(reader, byte);
}
