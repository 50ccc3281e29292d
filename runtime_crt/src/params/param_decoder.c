/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Compressed parameters through zstd's decoder, which works in memory that the
 * caller gives. The functions that say how much, and those that read the head
 * of a frame, are in the part of zstd's interface for static linking. */

#include <tvm_crt/param_decoder.h>

#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

#include "config_params.h"

/* Of a frame's head, RFC 8878, 3.1.1.1: where the descriptor is, and its bits
 * that mean nothing and that this frame writer leaves 0. */
#define DESCRIPTOR_AT 4
#define DESCRIPTOR_UNUSED 0x18U

#define LEAST_WINDOW_LOG 10U

size_t TVMParamDecode_WorkSize(void) { return ZSTD_estimateDCtxSize(); }

size_t TVMParamReader_WorkSize(unsigned window_log) {
  if ((window_log < LEAST_WINDOW_LOG) ||
      (window_log > (unsigned)TVM_CRT_PARAM_WINDOW_LOG)) {
    return 0;
  }
  return ZSTD_estimateDStreamSize((size_t)1 << window_log);
}

/* zstd's structures start the memory. */
static int is_aligned(const void *work) { return ((uintptr_t)work & 7U) == 0U; }

/* What can be told before anything is decoded. */
static tvm_crt_error_t check_frame(const void *stored, uint64_t stored_size,
                                   uint64_t size, unsigned window_log) {
  ZSTD_frameHeader header;
  if ((stored_size > SIZE_MAX) || (size > SIZE_MAX) ||
      (ZSTD_getFrameHeader(&header, stored, (size_t)stored_size) != 0) ||
      (header.frameType != ZSTD_frame) || (header.frameContentSize != size) ||
      (header.checksumFlag == 0) || (header.dictID != 0) ||
      ((((const uint8_t *)stored)[DESCRIPTOR_AT] & DESCRIPTOR_UNUSED) != 0U)) {
    return kTvmErrorParamCorrupt;
  }
  if (header.windowSize > (uint64_t)1 << window_log) {
    return kTvmErrorParamWindow;
  }
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMParamDecode(const void *stored, uint64_t stored_size,
                               void *out, uint64_t size, void *work,
                               size_t work_size) {
  tvm_crt_error_t status;
  ZSTD_DCtx *context;
  if ((stored == NULL) || (out == NULL) || (work == NULL) ||
      (is_aligned(work) == 0)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  status = check_frame(stored, stored_size, size, TVM_CRT_PARAM_WINDOW_LOG);
  if (status != kTvmErrorNoError) {
    return status;
  }
  context = ZSTD_initStaticDCtx(work, work_size);
  if (context == NULL) {
    return kTvmErrorPlatformNoMemory;
  }
  /* One frame and nothing behind it: what follows would be decoded, too. */
  if ((ZSTD_findFrameCompressedSize(stored, (size_t)stored_size) !=
       (size_t)stored_size) ||
      (ZSTD_decompressDCtx(context, out, (size_t)size, stored,
                           (size_t)stored_size) != (size_t)size)) {
    return kTvmErrorParamCorrupt;
  }
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMParamReader_Open(TVMParamReader *reader, const void *stored,
                                    uint64_t stored_size, uint64_t size,
                                    unsigned window_log, void *work,
                                    size_t work_size) {
  if (reader == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  reader->stream = NULL;
  reader->stored = stored;
  reader->stored_size = 0;
  reader->position = 0;
  reader->left = 0;
  reader->status = kTvmErrorFunctionCallInvalidArg;
  if ((stored == NULL) || (work == NULL) || (is_aligned(work) == 0)) {
    return reader->status;
  }
  reader->status = kTvmErrorParamWindow;
  if (TVMParamReader_WorkSize(window_log) == 0U) {
    return reader->status;
  }
  reader->status = check_frame(stored, stored_size, size, window_log);
  if (reader->status != kTvmErrorNoError) {
    return reader->status;
  }
  reader->status = kTvmErrorPlatformNoMemory;
  if (work_size < TVMParamReader_WorkSize(window_log)) {
    return reader->status;
  }
  reader->stream = ZSTD_initStaticDStream(work, work_size);
  if (reader->stream == NULL) {
    return reader->status;
  }
  reader->status = kTvmErrorNoError;
  reader->stored_size = (size_t)stored_size;
  reader->left = size;
  return kTvmErrorNoError;
}

/* Decodes until out is full. *is_ended says whether the frame ended with it. */
static tvm_crt_error_t fill(TVMParamReader *reader, ZSTD_outBuffer *out,
                            int *is_ended) {
  for (;;) {
    ZSTD_inBuffer in;
    size_t before = out->pos;
    size_t left;
    in.src = reader->stored;
    in.size = reader->stored_size;
    in.pos = reader->position;
    left = ZSTD_decompressStream((ZSTD_DStream *)reader->stream, out, &in);
    if (ZSTD_isError(left) != 0U) {
      return kTvmErrorParamCorrupt;
    }
    *is_ended = (left == 0U) ? 1 : 0;
    if ((*is_ended != 0) ||
        ((out->pos == before) && (in.pos == reader->position))) {
      reader->position = in.pos;
      return (out->pos == out->size) ? kTvmErrorNoError : kTvmErrorParamCorrupt;
    }
    reader->position = in.pos;
    /* More may wait, or only the checksum: the next read, or the end, sees. */
    if ((out->pos == out->size) && (out->size != 0)) {
      return kTvmErrorNoError;
    }
  }
}

tvm_crt_error_t TVMParamReader_Read(TVMParamReader *reader, void *out,
                                    size_t size) {
  ZSTD_outBuffer buffer;
  int is_ended = 0;
  if (reader == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (reader->status != kTvmErrorNoError) {
    return reader->status;
  }
  if ((out == NULL) || (size > reader->left)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (size == 0U) {
    return kTvmErrorNoError;
  }
  buffer.dst = out;
  buffer.size = size;
  buffer.pos = 0;
  reader->status = fill(reader, &buffer, &is_ended);
  if (reader->status != kTvmErrorNoError) {
    return reader->status;
  }
  reader->left -= size;
  if ((reader->left == 0U) && (is_ended == 0)) {
    /* Nothing may come any more but the end. */
    uint8_t none;
    buffer.dst = &none;
    buffer.size = 0;
    buffer.pos = 0;
    reader->status = fill(reader, &buffer, &is_ended);
  }
  if ((reader->left == 0U) && (reader->status == kTvmErrorNoError) &&
      ((is_ended == 0) || (reader->position != reader->stored_size))) {
    reader->status = kTvmErrorParamCorrupt;
  }
  if ((reader->left != 0U) && (is_ended != 0)) {
    reader->status = kTvmErrorParamCorrupt;
  }
  return reader->status;
}
