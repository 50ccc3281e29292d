/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The bytes of a params file: little-endian numbers without any alignment. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_ARRAY_READER_H_
#define RUNTIME_CRT_SRC_RUNTIME_ARRAY_READER_H_

#include <stdbool.h>

#include <tvm/runtime/c_runtime_api.h>

#include "config_tensors.h"

/* Bytes that are still to be read. From the first read on that finds too few of
 * them, nothing is read any more. */
typedef struct {
  const uint8_t *next;
  size_t left;
  bool failed;
} byte_reader_t;

/* An array in a file. tensor.shape is shape; there are nbytes of elements, at
 * data and in the order of the file, which nobody may write. It points into
 * itself, so it must not be copied. */
typedef struct {
  DLTensor tensor;
  int64_t shape[TVM_CRT_MAX_NDIM];
  const uint8_t *data;
  size_t nbytes;
} file_array_t;

/* Begins to read so many bytes. */
void tvm_crt_read_bytes(byte_reader_t *reader, const void *bytes,
                        size_t nbytes);

/* Takes bytes. */
const uint8_t *tvm_crt_take_bytes(byte_reader_t *reader, size_t nbytes);

/* Reads a number of four bytes; 0 after a failure. */
uint32_t tvm_crt_read_word(byte_reader_t *reader);

/* Reads such a number, which is a failure when it is another. */
void tvm_crt_expect_word(byte_reader_t *reader, uint32_t word);

/* Reads a number of eight bytes, which is a failure when it is 2^32 or more. */
uint32_t tvm_crt_read_long(byte_reader_t *reader);

/* Reads the mark that a file or array begins with, and the number behind it,
 * which has no meaning. */
void tvm_crt_read_mark(byte_reader_t *reader, uint64_t magic);

/* Reads an array. */
void tvm_crt_read_array(byte_reader_t *reader, file_array_t *array);

/* Whether the array has the type of a tensor and as many bytes. */
bool tvm_crt_array_is_like(const file_array_t *array, const DLTensor *tensor);

/* Copies the elements, in the target's byte order. */
void tvm_crt_copy_elements(const file_array_t *array, void *out);

/* Whether elements in the target's byte order are those of the file. */
bool tvm_crt_same_elements(const file_array_t *array, const void *elements);

#endif /* RUNTIME_CRT_SRC_RUNTIME_ARRAY_READER_H_ */
