//===- DlTensor.h - DLPack's tensor on a target -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_EXECUTOR_DLTENSOR_H
#define METAOBJ_EMIT_PARTS_EXECUTOR_DLTENSOR_H

#include "Abi/Table.h"

namespace metaobj::dltensor {

// typedef struct {
//   void *data;
//   DLDevice device;      /* int32_t device_type, device_id */
//   int32_t ndim;
//   DLDataType dtype;     /* uint8_t code, bits; uint16_t lanes */
//   int64_t *shape;
//   int64_t *strides;
//   uint64_t byte_offset;
// } DLTensor;
inline constexpr Field Fields[] = {
    Field::pointer("void *data"),
    Field::number(4, "int32_t device_type"),
    Field::number(4, "int32_t device_id"),
    Field::number(4, "int32_t ndim"),
    Field::number(1, "uint8_t code"),
    Field::number(1, "uint8_t bits"),
    Field::number(2, "uint16_t lanes"),
    Field::pointer("int64_t *shape"),
    Field::pointer("int64_t *strides"),
    Field::number(8, "uint64_t byte_offset"),
};
inline constexpr Record Type = {"DLTensor", Fields};

/// Numbers of the fields above.
enum : unsigned {
  Data,
  DeviceType,
  DeviceId,
  NumDims,
  Code,
  Bits,
  Lanes,
  Shape,
  Strides,
  ByteOffset,
};

} // namespace metaobj::dltensor

#endif // METAOBJ_EMIT_PARTS_EXECUTOR_DLTENSOR_H
