//===- RpcValue.cpp - Values in requests and answers ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/RpcValue.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

/// More than any answer has.
static constexpr uint32_t MostValues = 16, MostDimensions = 32;

/// Bytes in front of a request or an answer, which its size does not count.
static constexpr size_t SizeBytes = 8;

static uint64_t bitsOfType(DLDataType DType) {
  return DType.code | uint64_t(DType.bits) << 8 | uint64_t(DType.lanes) << 16;
}

static DLDataType typeOfBits(uint64_t Bits) {
  return {static_cast<uint8_t>(Bits), static_cast<uint8_t>(Bits >> 8),
          static_cast<uint16_t>(Bits >> 16)};
}

static uint64_t bitsOfDevice(DLDevice Device) {
  return static_cast<uint32_t>(Device.device_type) |
         uint64_t(static_cast<uint32_t>(Device.device_id)) << 32;
}

static DLDevice deviceOfBits(uint64_t Bits) {
  return {static_cast<DLDeviceType>(static_cast<uint32_t>(Bits)),
          static_cast<int32_t>(Bits >> 32)};
}

RpcValue RpcValue::device() {
  return {TypeCode::Device, bitsOfDevice({kDLCPU, 0}), {}, {}};
}

RpcValue RpcValue::dataType(DLDataType DType) {
  return {TypeCode::DataType, bitsOfType(DType), {}, {}};
}

Expected<RpcValue> metaobj::toRpcValue(const DeviceArgument &Argument) {
  const DeviceValue &Value = Argument.Value;
  if (std::holds_alternative<std::nullptr_t>(Value))
    return RpcValue();
  // As an integer: runtimes before TVM v0.18 know no other boolean.
  if (const auto *Bool = std::get_if<bool>(&Value))
    return RpcValue::integer(*Bool);
  if (const auto *Integer = std::get_if<int64_t>(&Value))
    return RpcValue::integer(*Integer);
  if (const auto *Number = std::get_if<double>(&Value))
    return RpcValue{TypeCode::Float, llvm::bit_cast<uint64_t>(*Number), {}, {}};
  if (const auto *Text = std::get_if<std::string>(&Value)) {
    if (StringRef(*Text).contains('\0'))
      return inputError(Argument.Name, "has a NUL, which no text of C has",
                        "pass bytes");
    return RpcValue::text(*Text);
  }
  if (const auto *Bytes = std::get_if<DeviceBytes>(&Value))
    return RpcValue{
        TypeCode::Bytes, 0, {Bytes->Bytes.begin(), Bytes->Bytes.end()}, {}};
  if (const auto *DType = std::get_if<DLDataType>(&Value))
    return RpcValue::dataType(*DType);
  if (const auto *Device = std::get_if<DLDevice>(&Value))
    return RpcValue{TypeCode::Device, bitsOfDevice(*Device), {}, {}};
  if (const auto *Handle = std::get_if<DeviceHandle>(&Value)) {
    auto Type = static_cast<TypeCode>(Handle->Code);
    if (Type != TypeCode::OpaqueHandle && Type != TypeCode::Module &&
        Type != TypeCode::Function)
      return inputError(Argument.Name,
                        "is a handle of code " + Twine(Handle->Code) +
                            ", which cannot be sent",
                        "3 is an address, 9 a module, 10 a function");
    return RpcValue::handle(Handle->Address, Type);
  }
  return inputError(Argument.Name, "is a tensor that a function returned",
                    "pass a tensor of the host");
}

std::optional<DeviceValue> metaobj::fromRpcValue(int64_t Code,
                                                 const RpcValue &Value) {
  auto Type = static_cast<TypeCode>(Code);
  switch (Type) {
  // TVM sends all addresses with one type.
  case TypeCode::OpaqueHandle:
  case TypeCode::Object:
  case TypeCode::Module:
  case TypeCode::Function:
    if (Value.Type != TypeCode::OpaqueHandle && Value.Type != Type)
      return std::nullopt;
    return DeviceHandle{Value.Bits, static_cast<int32_t>(Code)};
  default:
    break;
  }
  if (Value.Type != Type)
    return std::nullopt;
  switch (Type) {
  case TypeCode::Nullptr:
    return nullptr;
  case TypeCode::Uint:
    if (Value.Bits > INT64_MAX)
      return std::nullopt;
    [[fallthrough]];
  case TypeCode::Int:
    return static_cast<int64_t>(Value.Bits);
  case TypeCode::Bool:
    return Value.Bits != 0;
  case TypeCode::Float:
    return llvm::bit_cast<double>(Value.Bits);
  case TypeCode::DataType:
    return typeOfBits(Value.Bits);
  case TypeCode::Device:
    return deviceOfBits(Value.Bits);
  case TypeCode::String:
    return Value.Text;
  case TypeCode::Bytes:
    return DeviceBytes{{Value.Text.begin(), Value.Text.end()}};
  default:
    return std::nullopt;
  }
}

RpcRequest::RpcRequest(RpcCode Code) : Bytes(SizeBytes) {
  add32(static_cast<uint32_t>(Code));
}

RpcRequest &RpcRequest::add32(uint32_t Value) {
  uint8_t Part[4];
  support::endian::write32le(Part, Value);
  return add(Part);
}

RpcRequest &RpcRequest::add64(uint64_t Value) {
  uint8_t Part[8];
  support::endian::write64le(Part, Value);
  return add(Part);
}

RpcRequest &RpcRequest::add(ArrayRef<uint8_t> Part) {
  Bytes.insert(Bytes.end(), Part.begin(), Part.end());
  return *this;
}

RpcRequest &RpcRequest::add(const RpcTensor &Tensor) {
  add64(Tensor.Address).add64(bitsOfDevice(Tensor.Device));
  add32(static_cast<uint32_t>(Tensor.Shape.size()));
  add32(static_cast<uint32_t>(bitsOfType(Tensor.DType)));
  for (int64_t Extent : Tensor.Shape)
    add64(static_cast<uint64_t>(Extent));
  return add64(Tensor.Offset);
}

RpcRequest &RpcRequest::addSequence(ArrayRef<RpcValue> Values) {
  add32(static_cast<uint32_t>(Values.size()));
  for (const RpcValue &Value : Values)
    add32(static_cast<uint32_t>(Value.Type));
  for (const RpcValue &Value : Values) {
    switch (Value.Type) {
    case TypeCode::Nullptr:
      break;
    case TypeCode::Tensor:
      add(Value.Tensor);
      break;
    case TypeCode::String:
    case TypeCode::Bytes:
      add64(Value.Text.size());
      add({reinterpret_cast<const uint8_t *>(Value.Text.data()),
           Value.Text.size()});
      break;
    default:
      add64(Value.Bits);
      break;
    }
  }
  return *this;
}

ArrayRef<uint8_t> RpcRequest::bytes() {
  support::endian::write64le(Bytes.data(), Bytes.size() - SizeBytes);
  return Bytes;
}

namespace {

/// Reads numbers from the front; 0 of those that are not there.
class AnswerReader {
public:
  explicit AnswerReader(ArrayRef<uint8_t> Bytes) : Rest(Bytes) {}

  ArrayRef<uint8_t> take(uint64_t Count) {
    if (Count > Rest.size()) {
      IsShort = true;
      Rest = {};
      return {};
    }
    ArrayRef<uint8_t> Result = Rest.take_front(Count);
    Rest = Rest.drop_front(Count);
    return Result;
  }
  uint32_t take32() {
    ArrayRef<uint8_t> Part = take(4);
    return Part.empty() ? 0 : support::endian::read32le(Part.data());
  }
  uint64_t take64() {
    ArrayRef<uint8_t> Part = take(8);
    return Part.empty() ? 0 : support::endian::read64le(Part.data());
  }
  /// Whether all was there, and nothing is left.
  bool isWhole() const { return !IsShort && Rest.empty(); }
  ArrayRef<uint8_t> rest() const { return Rest; }

private:
  ArrayRef<uint8_t> Rest;
  bool IsShort = false;
};

} // namespace

std::optional<RpcAnswer> RpcAnswer::read(ArrayRef<uint8_t> Bytes) {
  AnswerReader Reader(Bytes);
  constexpr size_t CodeBytes = 4;
  if (Bytes.size() < SizeBytes + CodeBytes ||
      Reader.take64() != Bytes.size() - SizeBytes)
    return std::nullopt;
  auto Code = static_cast<RpcCode>(Reader.take32());
  return RpcAnswer{Code, Reader.rest()};
}

static bool readTensor(AnswerReader &Reader, RpcTensor &Tensor) {
  Tensor.Address = Reader.take64();
  Tensor.Device = deviceOfBits(Reader.take64());
  uint32_t NumDimensions = Reader.take32();
  Tensor.DType = typeOfBits(Reader.take32());
  if (NumDimensions > MostDimensions)
    return false;
  for (uint32_t I = 0; I < NumDimensions; ++I)
    Tensor.Shape.push_back(static_cast<int64_t>(Reader.take64()));
  Tensor.Offset = Reader.take64();
  return true;
}

std::optional<std::vector<RpcValue>> RpcAnswer::values() const {
  AnswerReader Reader(Body);
  uint32_t Count = Reader.take32();
  if (Count > MostValues)
    return std::nullopt;
  std::vector<RpcValue> Result(Count);
  for (RpcValue &Value : Result)
    Value.Type = static_cast<TypeCode>(Reader.take32());
  for (RpcValue &Value : Result) {
    switch (Value.Type) {
    case TypeCode::Nullptr:
      break;
    case TypeCode::Int:
    case TypeCode::Uint:
    case TypeCode::Float:
    case TypeCode::OpaqueHandle:
    case TypeCode::DataType:
    case TypeCode::Device:
    case TypeCode::Module:
    case TypeCode::Function:
    case TypeCode::Bool:
      Value.Bits = Reader.take64();
      break;
    case TypeCode::String:
    case TypeCode::Bytes: {
      ArrayRef<uint8_t> Bytes = Reader.take(Reader.take64());
      Value.Text.assign(Bytes.begin(), Bytes.end());
      break;
    }
    case TypeCode::Tensor:
      if (!readTensor(Reader, Value.Tensor))
        return std::nullopt;
      break;
    default:
      return std::nullopt;
    }
  }
  if (!Reader.isWhole())
    return std::nullopt;
  return Result;
}
