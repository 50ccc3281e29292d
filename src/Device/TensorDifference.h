//===- TensorDifference.h - Results of two machines -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_TENSORDIFFERENCE_H
#define METAOBJ_DEVICE_TENSORDIFFERENCE_H

#include "metaobj/DeviceJob.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace metaobj {

/// nullopt if all elements are equal: in all bits, or as numbers up to \p
/// Tolerance. Both have the same size; little-endian.
std::optional<DeviceDifference> compareTensors(DLDataType DType,
                                               llvm::ArrayRef<uint8_t> OnDevice,
                                               llvm::ArrayRef<uint8_t> OnHost,
                                               double Tolerance);

/// The elements as text, one by one.
std::vector<std::string> elementTexts(DLDataType DType,
                                      llvm::ArrayRef<uint8_t> Bytes);

} // namespace metaobj

#endif // METAOBJ_DEVICE_TENSORDIFFERENCE_H
