/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file dlpack.h
 * The DLPack declarations that generated operators and the runtime use: the
 * structure that describes a tensor.
 *
 * Same names and memory layout as DLPack 0.5 to 0.8. The include guard is
 * DLPack's own, so a full DLPack header that is included first takes the place
 * of this one.
 */

#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_

#ifdef __cplusplus
#define DLPACK_EXTERN_C extern "C"
#else
#define DLPACK_EXTERN_C
#endif

#define DLPACK_VERSION 80
#define DLPACK_ABI_VERSION 1

#if defined(_WIN32) && defined(DLPACK_EXPORTS)
#define DLPACK_DLL __declspec(dllexport)
#elif defined(_WIN32)
#define DLPACK_DLL __declspec(dllimport)
#else
#define DLPACK_DLL
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kind of device whose memory holds a tensor. */
#ifdef __cplusplus
typedef enum : int32_t {
#else
typedef enum {
#endif
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,
  kDLOpenCL = 4,
  kDLVulkan = 7,
  kDLMetal = 8,
  kDLVPI = 9,
  kDLROCM = 10,
  kDLROCMHost = 11,
  kDLExtDev = 12,
  kDLCUDAManaged = 13,
  kDLOneAPI = 14,
  kDLWebGPU = 15,
  kDLHexagon = 16,
#ifndef __cplusplus
  /* Not a device. C has no fixed enum width before C23; this value keeps the
   * enum four bytes wide under -fshort-enums. */
  kDLDeviceTypeWidth_ = INT32_MAX
#endif
} DLDeviceType;

/** One device. */
typedef struct {
  DLDeviceType device_type;
  /** Ordinal among the devices of this type; 0 for the only CPU. */
  int32_t device_id;
} DLDevice;

/** Kind of number in DLDataType::code. */
typedef enum {
  kDLInt = 0U,
  kDLUInt = 1U,
  kDLFloat = 2U,
  kDLOpaqueHandle = 3U,
  kDLBfloat = 4U,
  kDLComplex = 5U,
} DLDataTypeCode;

/** Type of one element, for example {kDLFloat, 32, 1} for float32. */
typedef struct {
  /** One of DLDataTypeCode; a byte to keep the structure small. */
  uint8_t code;
  /** Bits of one lane: 8, 16, 32, 64; 1 for a boolean, kept in one byte. */
  uint8_t bits;
  /** 1, or the number of lanes of a vector type. */
  uint16_t lanes;
} DLDataType;

/** A tensor whose memory belongs to somebody else. */
typedef struct {
  /** Start of the memory; NULL only for a tensor with no elements. */
  void *data;
  DLDevice device;
  /** Number of dimensions. */
  int32_t ndim;
  DLDataType dtype;
  /** ndim extents. */
  int64_t *shape;
  /** ndim strides, counted in elements; NULL means compact, row major. */
  int64_t *strides;
  /** Bytes between data and the first element. */
  uint64_t byte_offset;
} DLTensor;

/** A tensor that owns its memory: the receiver calls deleter once. */
typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  /** Private to the producer. */
  void *manager_ctx;
  /** May be NULL when there is nothing to free. */
  void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

#ifdef __cplusplus
}
#endif

#endif /* DLPACK_DLPACK_H_ */
