//===- TensorBytes.h - Elements of a call's tensors -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_TENSORBYTES_H
#define METAOBJ_DEVICE_TENSORBYTES_H

#include "metaobj/Device.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace metaobj {

/// The elements of each tensor, in memory of the caller; nothing of arguments
/// that are none.
llvm::Expected<std::vector<llvm::MutableArrayRef<uint8_t>>>
tensorBytes(llvm::ArrayRef<DeviceArgument> Arguments);

/// Tells whether a caller has changed what should stay as it is.
uint64_t hashOfBytes(llvm::ArrayRef<uint8_t> Bytes);

} // namespace metaobj

#endif // METAOBJ_DEVICE_TENSORBYTES_H
