/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The bytes of a params file: little-endian numbers without any alignment. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_ARRAY_READER_H_
#define RUNTIME_CRT_SRC_RUNTIME_ARRAY_READER_H_

#include <stdbool.h>

#include <tvm/runtime/c_runtime_api.h>

#include "config_checks.h"

/* Bytes that are still to be read. */
typedef struct {
  const uint8_t *next;
  size_t left;
} byte_reader_t;

/* An array in a file. tensor.shape is shape, data the elements as they stand in
 * the file; there are nbytes of them. */
typedef struct {
  DLTensor tensor;
  int64_t shape[TVM_CRT_MAX_NDIM];
  const uint8_t *data;
  size_t nbytes;
} file_array_t;

/* Reads a number of one to eight bytes; false when there are fewer. */
bool read_number(byte_reader_t *reader, size_t nbytes, uint64_t *value);

/* Takes bytes; NULL when there are fewer. */
const uint8_t *take_bytes(byte_reader_t *reader, uint64_t nbytes);

/* Reads an array; false when
 * the bytes are none. It points into itself, so it must not be copied. */
bool read_array(byte_reader_t *reader, file_array_t *array);

/* Copies the elements, in the target's byte order. */
void copy_elements(const file_array_t *array, void *out);

#endif /* RUNTIME_CRT_SRC_RUNTIME_ARRAY_READER_H_ */
