/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The interface of tvm-ffi and DLPack that operators use. */
#ifndef TEST_FFI_RUNTIME_OPERATORS_H
#define TEST_FFI_RUNTIME_OPERATORS_H

#include <stdint.h>

typedef struct TVMFFIAny {
  int32_t type_index;
  uint32_t zero_padding;
  union {
    int64_t v_int64;
    void *v_ptr;
  };
} TVMFFIAny;

typedef struct DLTensor {
  void *data;
  int32_t device_type, device_id;
  int32_t ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} DLTensor;

/* Rows and columns of all tensors. */
#define SIZE 8

int __tvm_ffi_blur(void *handle, const TVMFFIAny *args, int32_t num_args,
                   TVMFFIAny *result);
int __tvm_ffi_halve(void *handle, const TVMFFIAny *args, int32_t num_args,
                    TVMFFIAny *result);

#endif
