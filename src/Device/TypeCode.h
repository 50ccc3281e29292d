//===- TypeCode.h - TVM's types of values -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_TYPECODE_H
#define METAOBJ_DEVICE_TYPECODE_H

#include <cstdint>

namespace metaobj {

/// TVM's type codes of arguments and results, in memory and by RPC.
enum class TypeCode : uint32_t {
  Int = 0,
  Uint = 1,
  Float = 2,
  OpaqueHandle = 3,
  Nullptr = 4,
  DataType = 5,
  Device = 6,
  Tensor = 7,
  Object = 8,
  Module = 9,
  Function = 10,
  String = 11,
  Bytes = 12,
  NdArray = 13,
  Bool = 15,
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_TYPECODE_H
