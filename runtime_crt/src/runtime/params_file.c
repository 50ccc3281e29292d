/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A params file:
 *
 *   u64  magic      kTVMNDArrayListMagic
 *   u64  reserved   not looked at
 *   u64  count
 *   count names, each a u64 length and as many bytes
 *   u64  count      again
 *   count arrays, as array_reader.c tells
 *
 * Names and arrays are read side by side, so that nothing need be kept. */

#include "runtime/params_file.h"

#include <tvm/runtime/crt/internal/common/ndarray.h>

/* Reads a name. */
static const char *read_name(byte_reader_t *reader, size_t *length) {
  *length = (size_t)tvm_crt_read_long(reader);
  return (const char *)tvm_crt_take_bytes(reader, *length);
}

void tvm_crt_params_file_begin(params_file_t *file, const void *bytes,
                               size_t nbytes) {
  size_t length;
  tvm_crt_read_bytes(&file->names, bytes, nbytes);
  tvm_crt_read_mark(&file->names, kTVMNDArrayListMagic);
  file->left = tvm_crt_read_long(&file->names);
  /* The arrays stand behind the names and their own number. */
  file->arrays = file->names;
  for (uint32_t i = 0U; (i < file->left) && !file->arrays.failed; i++) {
    (void)read_name(&file->arrays, &length);
  }
  tvm_crt_expect_word(&file->arrays, file->left);
  tvm_crt_expect_word(&file->arrays, 0U);
}

bool tvm_crt_params_file_next(params_file_t *file, file_param_t *param) {
  if ((file->left == 0U) || file->arrays.failed) {
    return false;
  }
  file->left--;
  param->name = read_name(&file->names, &param->length);
  tvm_crt_read_array(&file->arrays, &param->array);
  return !file->arrays.failed;
}
