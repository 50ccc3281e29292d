/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file metadata_types.h
 * What a model that was compiled ahead of time tells about itself: its inputs,
 * its outputs and the memory that it wants. Generated code defines constants of
 * these types; `<module>_get_c_metadata` returns the address of a TVMMetadata.
 */

#ifndef TVM_RUNTIME_METADATA_TYPES_H_
#define TVM_RUNTIME_METADATA_TYPES_H_

#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The value of TVMMetadata.version that these structures have. */
#define TVM_CRT_METADATA_VERSION 1

/** A tensor of the model. */
typedef struct TVMTensorInfo {
  /** NUL terminated. */
  const char *name;
  /** num_shape extents. */
  const int64_t *shape;
  int64_t num_shape;
  DLDataType dtype;
} TVMTensorInfo;

/** A constant in a pool of constants. */
typedef struct TVMConstantInfo {
  /** NUL terminated. */
  const char *name_hint;
  /** Where its elements stand in the pool, in bytes. */
  int64_t byte_offset;
  /** Bytes at data_bytes. */
  int64_t data_len;
  /** The constant as an array of a params file, of any alignment. */
  const void *data_bytes;
} TVMConstantInfo;

/** A model. Each pointer leads to as many structures as the number behind it
 * says. */
typedef struct TVMMetadata {
  /** TVM_CRT_METADATA_VERSION. */
  int64_t version;
  const TVMTensorInfo *inputs;
  int64_t num_inputs;
  const TVMTensorInfo *outputs;
  int64_t num_outputs;
  /** Memory for the inside of the model: tensors of bytes, of one dimension. */
  const TVMTensorInfo *workspace_pools;
  int64_t num_workspace_pools;
  /** The constants of one pool. */
  const TVMConstantInfo *constant_pools;
  int64_t num_constant_pools;
  /** Prefix of the model's functions, without the underscore behind it:
   * tvmgen_default. */
  const char *mod_name;
} TVMMetadata;

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_METADATA_TYPES_H_ */
