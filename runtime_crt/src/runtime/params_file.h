/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Reading of a whole params file, parameter by parameter. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_PARAMS_FILE_H_
#define RUNTIME_CRT_SRC_RUNTIME_PARAMS_FILE_H_

#include "runtime/array_reader.h"

/* Where names and arrays are read; arrays.failed says that the bytes are no
 * such file, and then there is no next parameter. */
typedef struct {
  byte_reader_t names;
  byte_reader_t arrays;
  uint32_t left;
} params_file_t;

/* A parameter. The name, of length bytes, has no NUL. */
typedef struct {
  const char *name;
  size_t length;
  file_array_t array;
} file_param_t;

/* Begins to read a file of so many bytes. */
void tvm_crt_params_file_begin(params_file_t *file, const void *bytes,
                               size_t nbytes);

/* Reads the next parameter; false when there is none, or it is not valid. */
bool tvm_crt_params_file_next(params_file_t *file, file_param_t *param);

#endif /* RUNTIME_CRT_SRC_RUNTIME_PARAMS_FILE_H_ */
