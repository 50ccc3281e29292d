/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file param_decoder.h
 * Decoding of compressed parameters (`metaobj emit --compress=zstd`). The
 * arguments are those of an entry of the parameter table:
 *
 *     const metaobj_compressed_param_t *p = metaobj_compressed_at(table, i);
 *     status = TVMParamDecode(p->stored, p->stored_size, buffer, p->param.size,
 *                             work, sizeof(work));
 *
 * A program that calls none of these functions links nothing of them. A program
 * that does also links zstd's decoder (libzstd 1.4 or later, linked statically,
 * or its single-file decoder). The decoder needs memcpy, memmove and memset; it
 * refers to malloc and free but does not call them here.
 *
 * Each frame is checked: its magic number, that it has a checksum and needs no
 * dictionary, that its content has the table's length, that it looks back no
 * further than allowed, that it ends where the stored bytes end, and the
 * checksum of the content. For any stored bytes, the functions touch nothing
 * outside the buffers. Elements are valid only if the call for the last of them
 * returned kTvmErrorNoError.
 */

#ifndef TVM_CRT_PARAM_DECODER_H_
#define TVM_CRT_PARAM_DECODER_H_

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Work memory that TVMParamDecode needs, in bytes: about 94 KiB on 32-bit
 * targets, for any parameter. */
size_t TVMParamDecode_WorkSize(void);

/**
 * Decode a whole parameter at once.
 *
 * \param stored The compressed bytes.
 * \param stored_size How many.
 * \param out Receives the elements, in the target's byte order.
 * \param size Bytes of all elements, by the table.
 * \param work Memory that the decoder may use until it returns, aligned to 8.
 * \param work_size Its size in bytes, TVMParamDecode_WorkSize() at least.
 * \return kTvmErrorNoError; kTvmErrorFunctionCallInvalidArg for NULL and for
 * memory that is not aligned; kTvmErrorPlatformNoMemory for too little of it;
 * kTvmErrorParamWindow for a frame that looks back further than
 * 2^TVM_CRT_PARAM_WINDOW_LOG bytes; kTvmErrorParamCorrupt for bytes that are no
 * such frame.
 */
TVM_CRT_MUST_CHECK tvm_crt_error_t TVMParamDecode(const void *stored,
                                                  uint64_t stored_size,
                                                  void *out, uint64_t size,
                                                  void *work, size_t work_size);

/** A parameter that is decoded piece by piece, for buffers that are smaller
 * than it. Written by the functions below only. */
typedef struct {
  /** The decoder, in the work memory. */
  void *stream;
  const void *stored;
  size_t stored_size;
  /** Bytes of stored that the decoder has taken. */
  size_t position;
  /** Bytes of elements that are still to come. */
  uint64_t left;
  /** What every call returns after the first failure. */
  tvm_crt_error_t status;
} TVMParamReader;

/** Work memory that a TVMParamReader needs, in bytes: with zstd 1.5.4 about 225
 * KiB for a window_log of 10, 270 KiB for 14, 606 KiB for 17. 0 for window_log
 * outside 10 to TVM_CRT_PARAM_WINDOW_LOG. */
size_t TVMParamReader_WorkSize(unsigned window_log);

/**
 * Start to decode.
 *
 * \param reader Receives the state. Not NULL.
 * \param stored The compressed bytes, which must outlive the state.
 * \param stored_size How many.
 * \param size Bytes of all elements, by the table.
 * \param window_log The parameter's, by the table.
 * \param work Memory that belongs to the decoder as long as the state, aligned
 * to 8.
 * \param work_size Its size in bytes, TVMParamReader_WorkSize(window_log) at
 * least.
 * \return As TVMParamDecode.
 */
TVM_CRT_MUST_CHECK tvm_crt_error_t TVMParamReader_Open(
    TVMParamReader *reader, const void *stored, uint64_t stored_size,
    uint64_t size, unsigned window_log, void *work, size_t work_size);

/**
 * Decode the next bytes.
 *
 * \param reader Not NULL.
 * \param out Receives the bytes.
 * \param size How many, no more than are left. The read that takes the last of
 * them checks the end of the frame and its checksum.
 * \return As TVMParamDecode; kTvmErrorFunctionCallInvalidArg also for more
 * bytes than are left. After a failure every further call fails.
 */
TVM_CRT_MUST_CHECK tvm_crt_error_t TVMParamReader_Read(TVMParamReader *reader,
                                                       void *out, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_PARAM_DECODER_H_ */
