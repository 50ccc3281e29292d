/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Limits of the program's crt_config.h for tensors, and how they are
 * copied, with defaults and ranges. */

#ifndef RUNTIME_CRT_SRC_CONFIG_TENSORS_H_
#define RUNTIME_CRT_SRC_CONFIG_TENSORS_H_

#include <stdint.h>

#include "crt_config.h"

#ifndef TVM_CRT_ENABLE_GRAPH_INTERNALS
#define TVM_CRT_ENABLE_GRAPH_INTERNALS 0
#endif
#ifndef TVM_CRT_MAX_NDIM
#define TVM_CRT_MAX_NDIM 6
#endif
#ifndef TVM_CRT_TENSOR_ALIGNMENT_BYTES
#if UINTPTR_MAX > 0xffffffff
#define TVM_CRT_TENSOR_ALIGNMENT_BYTES 64
#else
#define TVM_CRT_TENSOR_ALIGNMENT_BYTES 16
#endif
#endif
/* An operating system comes with a libc. */
#ifndef TVM_CRT_ENABLE_MEMCPY
#if defined(__unix__) || defined(__APPLE__) || defined(_WIN32)
#define TVM_CRT_ENABLE_MEMCPY 1
#else
#define TVM_CRT_ENABLE_MEMCPY 0
#endif
#endif

#if TVM_CRT_MAX_NDIM < 1 || TVM_CRT_MAX_NDIM > 32
#error "TVM_CRT_MAX_NDIM must be 1 to 32"
#endif
#if TVM_CRT_TENSOR_ALIGNMENT_BYTES < 8 ||                                      \
    TVM_CRT_TENSOR_ALIGNMENT_BYTES > 4096 ||                                   \
    (TVM_CRT_TENSOR_ALIGNMENT_BYTES & (TVM_CRT_TENSOR_ALIGNMENT_BYTES - 1)) != \
        0
#error "TVM_CRT_TENSOR_ALIGNMENT_BYTES must be a power of two, 8 to 4096"
#endif
#if TVM_CRT_ENABLE_MEMCPY != 0 && TVM_CRT_ENABLE_MEMCPY != 1
#error "TVM_CRT_ENABLE_MEMCPY must be 0 or 1"
#endif

#if TVM_CRT_ENABLE_GRAPH_INTERNALS != 0 && TVM_CRT_ENABLE_GRAPH_INTERNALS != 1
#error "TVM_CRT_ENABLE_GRAPH_INTERNALS must be 0 or 1"
#endif

#endif /* RUNTIME_CRT_SRC_CONFIG_TENSORS_H_ */
