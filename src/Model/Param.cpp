//===- Param.cpp - Parameters from DLPack tensors -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Model/DType.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <limits>
#include <memory>

using namespace llvm;
using namespace metaobj;

StringRef metaobj::paramCodecName(ParamCodec Codec) {
  switch (Codec) {
  case ParamCodec::Zstd:
    return "zstd";
  }
  llvm_unreachable("unknown codec");
}

/// DLPack's device types by number, because the system's header may be older
/// than the tensor's maker.
static std::string deviceName(int32_t Type) {
  static constexpr struct {
    int32_t Number;
    StringLiteral Name;
  } Names[] = {
      {2, "CUDA"},          {3, "CUDA host"},  {4, "OpenCL"},
      {7, "Vulkan"},        {8, "Metal"},      {9, "VPI"},
      {10, "ROCm"},         {11, "ROCm host"}, {12, "extension"},
      {13, "CUDA managed"}, {14, "oneAPI"},    {15, "WebGPU"},
      {16, "Hexagon"},      {17, "MAIA"},
  };
  for (const auto &Item : Names)
    if (Item.Number == Type)
      return Item.Name.str();
  return "type " + std::to_string(Type);
}

/// A tensor with an extent of 0 has no elements, so any strides will do. The
/// stride of an extent of 1 is never used.
static Error checkCompact(StringRef Input, DLDataType DType,
                          ArrayRef<int64_t> Shape, const int64_t *Strides) {
  if (!Strides || is_contained(Shape, 0))
    return Error::success();
  uint64_t Wanted = 1;
  for (size_t I = Shape.size(); I-- != 0;) {
    if (Shape[I] == 1)
      continue;
    if (uint64_t(Strides[I]) != Wanted)
      return inputError(Input,
                        tensorName(DType, Shape) + ": stride " + Twine(I) +
                            " is " + Twine(Strides[I]) +
                            ", a compact tensor has " + Twine(Wanted),
                        "copy it into a compact tensor first");
    Wanted *= uint64_t(Shape[I]);
  }
  return Error::success();
}

Expected<Param> Param::fromDLTensor(std::string Name, const DLTensor &Tensor,
                                    std::shared_ptr<const void> Owner) {
  std::string Input = "parameter " + quoted(Name);
  // Copied as bytes: the number may be none of the enumeration's.
  int32_t DeviceType;
  static_assert(sizeof(DeviceType) == sizeof(Tensor.device.device_type));
  std::memcpy(&DeviceType, &Tensor.device.device_type, sizeof(DeviceType));
  if (DeviceType != 1)
    return inputError(Input,
                      "its memory is on a device (" + deviceName(DeviceType) +
                          "), not the CPU's",
                      "copy it to the CPU first");
  if (Tensor.ndim < 0)
    return inputError(Input, "ndim is negative: " + Twine(Tensor.ndim));
  if (Tensor.ndim > 0 && !Tensor.shape)
    return inputError(Input, "ndim is " + Twine(Tensor.ndim) +
                                 ", but shape is a null pointer");

  Param Result;
  Result.Name = std::move(Name);
  Result.DType = Tensor.dtype;
  if (Tensor.ndim > 0)
    Result.Shape.assign(Tensor.shape, Tensor.shape + Tensor.ndim);
  Expected<uint64_t> Size = tensorBytes(Result.DType, Result.Shape);
  if (!Size)
    return nestedError(Input, Size.takeError());
  if (Error E = checkCompact(Input, Result.DType, Result.Shape, Tensor.strides))
    return E;
  if (*Size != 0 && !Tensor.data)
    return inputError(Input, tensorName(Result.DType, Result.Shape) +
                                 ": the data pointer is null");
  uint64_t Address = reinterpret_cast<uintptr_t>(Tensor.data);
  constexpr uint64_t Last = std::numeric_limits<uintptr_t>::max();
  if (*Size != 0 && (Tensor.byte_offset > Last - Address ||
                     *Size > Last - Address - Tensor.byte_offset))
    return inputError(Input, tensorName(Result.DType, Result.Shape) +
                                 ": byte_offset " + Twine(Tensor.byte_offset) +
                                 " leaves the address space");

  ArrayRef<uint8_t> Bytes;
  if (*Size != 0)
    Bytes = ArrayRef<uint8_t>(
        static_cast<const uint8_t *>(Tensor.data) + Tensor.byte_offset, *Size);
  Result.Data = Payload::memory(Bytes, std::move(Owner));
  Result.Data.setElement(byteOrderUnit(Result.DType), Endianness::native);
  return Result;
}

Expected<Param> Param::fromManaged(std::string Name, DLManagedTensor *Tensor) {
  if (!Tensor)
    return inputError("parameter " + quoted(Name), "the tensor is null");
  std::shared_ptr<DLManagedTensor> Owner(Tensor, [](DLManagedTensor *Managed) {
    if (Managed->deleter)
      Managed->deleter(Managed);
  });
  // A refused tensor is deleted on return, with its Owner.
  return fromDLTensor(std::move(Name), Tensor->dl_tensor, std::move(Owner));
}

bool Model::hasLinkedIds() const {
  return any_of(Params,
                [](const Param &P) { return P.linkedId().has_value(); });
}
