//===- TensorBytes.cpp - Elements of a call's tensors ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/TensorBytes.h"

#include "metaobj/Model.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace metaobj;

Expected<std::vector<MutableArrayRef<uint8_t>>>
metaobj::tensorBytes(ArrayRef<DeviceArgument> Arguments) {
  std::vector<MutableArrayRef<uint8_t>> Result(Arguments.size());
  for (size_t I = 0; I < Arguments.size(); ++I) {
    if (!Arguments[I].Tensor)
      continue;
    const DLTensor &Tensor = *Arguments[I].Tensor;
    if (Tensor.strides)
      return inputError(Arguments[I].Name,
                        "has strides; the tensor must be compact");
    Expected<uint64_t> Count =
        storageBytes(Tensor.dtype, ArrayRef(Tensor.shape, Tensor.ndim));
    if (!Count)
      return inputError(Arguments[I].Name, Count.takeError());
    Result[I] = {static_cast<uint8_t *>(Tensor.data) + Tensor.byte_offset,
                 *Count};
  }
  return Result;
}

uint64_t metaobj::hashOfBytes(ArrayRef<uint8_t> Bytes) {
  return xxHash64(toStringRef(Bytes));
}
