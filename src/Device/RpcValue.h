//===- RpcValue.h - Values in requests and answers --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_RPCVALUE_H
#define METAOBJ_DEVICE_RPCVALUE_H

#include "Device/TypeCode.h"
#include "metaobj/Device.h"

#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Codes of requests and answers (docs/rpc.md).
enum class RpcCode : uint32_t {
  Call = 3,
  Return = 4,
  Exception = 5,
  CopyFrom = 6,
  CopyTo = 7,
  Bytes = 8,
  FindFunction = 9,
  FreeHandle = 10,
  Allocate = 13,
  Free = 14,
};

/// A tensor in the memory of the chip.
struct RpcTensor {
  uint64_t Address = 0;
  DLDevice Device = {kDLCPU, 0};
  DLDataType DType = {kDLUInt, 8, 1};
  std::vector<int64_t> Shape;
  uint64_t Offset = 0;
};

struct RpcValue {
  TypeCode Type = TypeCode::Nullptr;
  /// Of all types of 8 bytes.
  uint64_t Bits = 0;
  /// Of texts and bytes.
  std::string Text;
  RpcTensor Tensor;

  static RpcValue integer(int64_t Value) {
    return {TypeCode::Int, static_cast<uint64_t>(Value), {}, {}};
  }
  static RpcValue handle(uint64_t Value,
                         TypeCode Type = TypeCode::OpaqueHandle) {
    return {Type, Value, {}, {}};
  }
  static RpcValue text(llvm::StringRef Value) {
    return {TypeCode::String, 0, Value.str(), {}};
  }
  static RpcValue device();
  static RpcValue dataType(DLDataType DType);
};

/// An argument as it is sent; an error of a value that cannot be sent.
llvm::Expected<RpcValue> toRpcValue(const DeviceArgument &Argument);

/// A value that a function returned, whose type is \p Code. nullopt: they do
/// not belong together. Not of arrays.
std::optional<DeviceValue> fromRpcValue(int64_t Code, const RpcValue &Value);

/// A request that grows: size, code, and what is added.
class RpcRequest {
public:
  explicit RpcRequest(RpcCode Code);

  RpcRequest &add32(uint32_t Value);
  RpcRequest &add64(uint64_t Value);
  RpcRequest &add(llvm::ArrayRef<uint8_t> Bytes);
  RpcRequest &add(const RpcTensor &Tensor);
  RpcRequest &addSequence(llvm::ArrayRef<RpcValue> Values);

  /// With its size.
  llvm::ArrayRef<uint8_t> bytes();

private:
  std::vector<uint8_t> Bytes;
};

/// An answer. Its bytes may be anything.
struct RpcAnswer {
  RpcCode Code = RpcCode::Return;
  /// Behind the code.
  llvm::ArrayRef<uint8_t> Body;

  /// nullopt: it has another size than it says.
  static std::optional<RpcAnswer> read(llvm::ArrayRef<uint8_t> Bytes);

  /// The values of Body; nullopt: it is no sequence.
  std::optional<std::vector<RpcValue>> values() const;
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_RPCVALUE_H
