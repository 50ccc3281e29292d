/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The parameter table that a record leads to: the types of metaobj_abi.h, which
 * is not part of the runtime. */

#ifndef RUNTIME_CRT_SRC_RECORD_TABLES_H_
#define RUNTIME_CRT_SRC_RECORD_TABLES_H_

#include <stdint.h>

#include <dlpack/dlpack.h>

typedef struct {
  const char *name;
  DLTensor tensor;
  uint64_t size;
  int32_t storage_id;
  uint32_t reserved;
} param_entry_t;

typedef struct {
  uint16_t version; /* 1, or 2: a compressed_table_t */
  uint16_t entry_size;
  uint32_t num_params;
  const param_entry_t *params;
} param_table_t;

typedef struct {
  param_entry_t param; /* without data */
  const void *stored;
  uint64_t stored_size;
  uint16_t codec; /* 1, zstd */
  uint16_t window_log;
  uint32_t reserved;
} compressed_entry_t;

typedef struct {
  param_table_t table;
  uint32_t num_compressed;
  uint16_t compressed_size;
  uint16_t reserved;
  const compressed_entry_t *compressed;
} compressed_table_t;

#endif /* RUNTIME_CRT_SRC_RECORD_TABLES_H_ */
