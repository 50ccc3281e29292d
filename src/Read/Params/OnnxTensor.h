//===- OnnxTensor.h - Tensors in ONNX models --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The message of ONNX for a tensor, its fields by their numbers:
///
/// \code
///   TensorProto: 1 dims: varints; 2 data_type: varint; 8 name: bytes;
///                9 raw_data: bytes; 4 float_data, 10 double_data: numbers;
///                5 int32_data, 7 int64_data, 11 uint64_data: varints;
///                13 external_data: Entry, repeated;
///                14 data_location: varint
///   Entry:       1 key, 2 value: bytes
/// \endcode
///
/// `raw_data` and numbers are little endian, so they are taken where they lie.
/// Varints are decoded to memory: exporters write only small tensors so. With
/// `data_location` 1 the bytes are in a file beside the model, which the keys
/// `location`, `offset` and `length` tell.
///
/// Source: `onnx.proto` and "External Data" of ONNX.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_ONNXTENSOR_H
#define METAOBJ_READ_PARAMS_ONNXTENSOR_H

#include "Read/Params/Protobuf.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace metaobj {

/// A type of elements.
struct OnnxType {
  llvm::StringLiteral Name;
  llvm::StringLiteral DType; ///< Empty: taken as bytes, or no numbers.
  unsigned Field;            ///< With the elements; 0: no numbers.
  unsigned Bits = 0;         ///< Of an element that is taken as bytes.
};

/// The type with \p Number; null if none is known.
const OnnxType *onnxType(uint64_t Number);

/// What a TensorProto says, not yet checked.
struct OnnxTensor {
  /// Fields with elements.
  enum DataField : unsigned {
    FloatData = 4,
    Int32Data = 5,
    Int64Data = 7,
    RawData = 9,
    DoubleData = 10,
    Uint64Data = 11,
  };

  std::string Name;
  llvm::SmallVector<int64_t, 4> Dims;
  uint64_t Type = 0;
  uint64_t Location = 0;
  unsigned Field = 0;           ///< With the elements; 0: none.
  uint64_t DataOffset = 0;      ///< Of that field.
  uint64_t DataSize = 0;        ///< The same.
  std::vector<uint8_t> Decoded; ///< Of varints.
  std::string File;
  uint64_t FileOffset = 0;
  std::optional<uint64_t> FileSize;
};

/// Reads a TensorProto that ends at \p End. Its types and sizes may contradict
/// each other.
llvm::Error readOnnxTensor(ProtobufReader &Proto, uint64_t End,
                           OnnxTensor &Tensor);

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_ONNXTENSOR_H
