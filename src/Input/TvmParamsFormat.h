//===- TvmParamsFormat.h - Bytes of TVM's params files ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A params file is a list of named tensors; everything is little endian and
/// nothing is aligned or padded:
///
/// \code
///   u64 TvmParamsMagic; u64 reserved;
///   u64 count; count times { u64 size; u8 name[size]; }
///   u64 count; count times {
///     u64 TvmArrayMagic; u64 reserved;
///     i32 device_type; i32 device_id; i32 ndim;
///     u8 code; u8 bits; u16 lanes;
///     i64 shape[ndim]; i64 data_byte_size; u8 data[data_byte_size];
///   }
/// \endcode
///
/// Source: `SaveParams` and `SaveDLTensor` of Apache TVM. TVM reads and ignores
/// the reserved words, and computes data_byte_size without the lanes.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_TVMPARAMSFORMAT_H
#define METAOBJ_INPUT_TVMPARAMSFORMAT_H

#include <cstdint>

namespace metaobj {

constexpr uint64_t TvmParamsMagic = 0xF7E58D4F05049CB7;
constexpr uint64_t TvmArrayMagic = 0xDD5E40F096B4A13F;

/// Bytes of a tensor before its shape, and the minimal size of a tensor, with
/// the size of its data.
constexpr uint64_t TvmArrayHeaderSize = 32;
constexpr uint64_t TvmArrayLeastSize = TvmArrayHeaderSize + 8;

/// Header, shape and size of a tensor with up to four dimensions. One call
/// reads them, because a call for each costs as much as copying a small tensor.
constexpr uint64_t TvmArrayReadAhead = TvmArrayLeastSize + uint64_t(4) * 8;

} // namespace metaobj

#endif // METAOBJ_INPUT_TVMPARAMSFORMAT_H
