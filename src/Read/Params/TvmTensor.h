//===- TvmTensor.h - Tensors as TVM stores them -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Params files and executables of Relax hold tensors in this form. Everything
/// is little endian, and nothing is aligned or padded:
///
/// \code
///   u64 magic; u64 reserved;
///   i32 device_type; i32 device_id; i32 ndim;
///   u8 code; u8 bits; u16 lanes;
///   i64 shape[ndim]; i64 data_byte_size; u8 data[data_byte_size];
/// \endcode
///
/// Source: `SaveDLTensor` of Apache TVM. TVM reads and ignores the reserved
/// word, and computes data_byte_size without the lanes.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_TVMTENSOR_H
#define METAOBJ_READ_PARAMS_TVMTENSOR_H

#include "Base/ByteCursor.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>

namespace metaobj {

struct TvmTensor {
  DLDataType DType = {};
  llvm::SmallVector<int64_t, 2> Shape;
  /// Of the data in the source.
  uint64_t Offset = 0, Size = 0;
};

/// Bytes of a tensor without extents and data.
inline constexpr uint64_t TvmTensorLeastSize = 40;

/// Reads the tensor at \p Cursor, and steps over its data. \p Subject names it
/// in errors ("parameter 'w'"). One that is not wanted may have any type, and
/// its type and shape are not read.
llvm::Expected<TvmTensor>
readTvmTensor(ByteCursor &Cursor, llvm::function_ref<std::string()> Subject,
              bool IsWanted = true);

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_TVMTENSOR_H
