//===- TaskFrame.cpp - A task and its arguments as bytes ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A frame has the task, values, type codes, tensors, shapes, and then what
// strings and bytes point to. For operators of tvm-ffi, the first value is the
// operator's address, and the others are TVMFFIAnys.
//
//===----------------------------------------------------------------------===//

#include "Device/TaskFrame.h"

#include "Base/Wording.h"
#include "Device/DebuggerDevice.h"
#include "Device/TypeCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Endian.h"

#include <cstring>

using namespace llvm;
using namespace metaobj;

namespace {

/// Writes one frame.
class FrameWriter {
public:
  FrameWriter(TaskLayout TheLayout, uint64_t TheAddress)
      : Layout(TheLayout), Address(TheAddress) {}

  std::vector<uint8_t> run(uint64_t Function,
                           ArrayRef<DeviceArgument> Arguments,
                           ArrayRef<uint64_t> Places);
  std::vector<uint8_t> runFfi(uint64_t Function, uint64_t Called,
                              ArrayRef<DeviceArgument> Arguments,
                              ArrayRef<uint64_t> Places);

private:
  void put16(size_t Offset, uint16_t Value) {
    support::endian::write16le(&Result[Offset], Value);
  }
  void put32(size_t Offset, uint32_t Value) {
    support::endian::write32le(&Result[Offset], Value);
  }
  void put64(size_t Offset, uint64_t Value) {
    support::endian::write64le(&Result[Offset], Value);
  }
  void putPointer(size_t Offset, uint64_t Value) {
    if (Layout.Pointer == 4)
      put32(Offset, static_cast<uint32_t>(Value));
    else
      put64(Offset, Value);
  }
  void putType(size_t Offset, DLDataType Type) {
    Result[Offset] = Type.code;
    Result[Offset + 1] = Type.bits;
    put16(Offset + 2, Type.lanes);
  }
  void putTensor(size_t Offset, const DLTensor &Tensor, uint64_t Place);
  TypeCode putValue(size_t Offset, const DeviceValue &Value);
  void putTask(uint64_t Function, size_t Count, size_t Values);
  /// Adds bytes at the end; returns their address.
  uint64_t append(const void *Bytes, size_t Count, size_t Alignment);

  TaskLayout Layout;
  uint64_t Address;
  std::vector<uint8_t> Result;
};

} // namespace

uint64_t FrameWriter::append(const void *Bytes, size_t Count,
                             size_t Alignment) {
  size_t Offset = alignTo(Result.size(), Alignment);
  Result.resize(Offset + Count);
  if (Count)
    std::memcpy(&Result[Offset], Bytes, Count);
  return Address + Offset;
}

void FrameWriter::putTensor(size_t Offset, const DLTensor &Tensor,
                            uint64_t Place) {
  putPointer(Offset, Place);
  put32(Offset + Layout.device(), kDLCPU);
  put32(Offset + Layout.dimensions(), static_cast<uint32_t>(Tensor.ndim));
  putType(Offset + Layout.dataType(), Tensor.dtype);
  uint64_t Shape = append(nullptr, 0, 8);
  for (int32_t D = 0; D < Tensor.ndim; ++D) {
    Result.resize(Result.size() + 8);
    put64(Result.size() - 8, static_cast<uint64_t>(Tensor.shape[D]));
  }
  putPointer(Offset + Layout.shape(), Shape);
}

TypeCode FrameWriter::putValue(size_t Offset, const DeviceValue &Value) {
  if (const auto *Bool = std::get_if<bool>(&Value)) {
    put64(Offset, *Bool);
    return TypeCode::Int;
  }
  if (const auto *Int = std::get_if<int64_t>(&Value)) {
    put64(Offset, static_cast<uint64_t>(*Int));
    return TypeCode::Int;
  }
  if (const auto *Double = std::get_if<double>(&Value)) {
    uint64_t Bits;
    static_assert(sizeof(Bits) == sizeof(*Double));
    std::memcpy(&Bits, Double, sizeof(Bits));
    put64(Offset, Bits);
    return TypeCode::Float;
  }
  if (const auto *Text = std::get_if<std::string>(&Value)) {
    putPointer(Offset, append(Text->c_str(), Text->size() + 1, 1));
    return TypeCode::String;
  }
  if (const auto *Array = std::get_if<DeviceBytes>(&Value)) {
    uint64_t Data = append(Array->Bytes.data(), Array->Bytes.size(), 16);
    uint8_t Empty[16] = {};
    uint64_t Place = append(Empty, size_t(2) * Layout.Pointer, 8);
    putPointer(Place - Address, Data);
    putPointer(Place - Address + Layout.Pointer, Array->Bytes.size());
    putPointer(Offset, Place);
    return TypeCode::Bytes;
  }
  if (const auto *Type = std::get_if<DLDataType>(&Value)) {
    putType(Offset, *Type);
    return TypeCode::DataType;
  }
  if (const auto *Device = std::get_if<DLDevice>(&Value)) {
    put32(Offset, static_cast<uint32_t>(Device->device_type));
    put32(Offset + 4, static_cast<uint32_t>(Device->device_id));
    return TypeCode::Device;
  }
  if (const auto *Handle = std::get_if<DeviceHandle>(&Value)) {
    putPointer(Offset, Handle->Address);
    return static_cast<TypeCode>(Handle->Code);
  }
  return TypeCode::Nullptr;
}

/// Everything but the place of type codes.
void FrameWriter::putTask(uint64_t Function, size_t Count, size_t Values) {
  put32(TaskLayout::ValueCode, static_cast<uint32_t>(TypeCode::Nullptr));
  put32(TaskLayout::Count, static_cast<uint32_t>(Count));
  putPointer(TaskLayout::Function, Function);
  putPointer(Layout.args(), Address + Values);
}

std::vector<uint8_t> FrameWriter::run(uint64_t Function,
                                      ArrayRef<DeviceArgument> Arguments,
                                      ArrayRef<uint64_t> Places) {
  constexpr size_t ValueBytes = 8, CodeBytes = 4;
  size_t Count = Arguments.size();
  size_t Values = alignTo(Layout.taskBytes(), 8);
  size_t Codes = Values + Count * ValueBytes;
  size_t Tensors = alignTo(Codes + Count * CodeBytes, 8);
  Result.resize(Tensors + Count * Layout.tensorBytes());
  putTask(Function, Count, Values);
  putPointer(Layout.typeCodes(), Address + Codes);
  for (size_t I = 0; I < Count; ++I) {
    size_t Slot = Values + I * ValueBytes;
    TypeCode Code = TypeCode::Tensor;
    if (const DLTensor *Tensor = Arguments[I].Tensor) {
      size_t Offset = Tensors + I * Layout.tensorBytes();
      putPointer(Slot, Address + Offset);
      putTensor(Offset, *Tensor, Places[I]);
    } else
      Code = putValue(Slot, Arguments[I].Value);
    put32(Codes + I * CodeBytes, static_cast<uint32_t>(Code));
  }
  return std::move(Result);
}

std::vector<uint8_t> metaobj::taskFrame(TaskLayout Layout, uint64_t Function,
                                        ArrayRef<DeviceArgument> Arguments,
                                        ArrayRef<uint64_t> Places,
                                        uint64_t Address) {
  return FrameWriter(Layout, Address).run(Function, Arguments, Places);
}

std::vector<uint8_t> FrameWriter::runFfi(uint64_t Function, uint64_t Called,
                                         ArrayRef<DeviceArgument> Arguments,
                                         ArrayRef<uint64_t> Places) {
  constexpr size_t ValueBytes = 8;
  size_t Count = Arguments.size();
  size_t Values = alignTo(Layout.taskBytes(), 8), Anys = Values + ValueBytes;
  size_t Tensors = Anys + Count * TaskLayout::AnyBytes;
  Result.resize(Tensors + Count * Layout.tensorBytes());
  putTask(Function, Count, Values);
  putPointer(Values, Called);
  for (size_t I = 0; I < Count; ++I) {
    size_t Any = Anys + I * TaskLayout::AnyBytes;
    size_t Tensor = Tensors + I * Layout.tensorBytes();
    put32(Any, TaskLayout::AnyTensor);
    putPointer(Any + TaskLayout::AnyPointer, Address + Tensor);
    putTensor(Tensor, *Arguments[I].Tensor, Places[I]);
  }
  return std::move(Result);
}

std::vector<uint8_t> metaobj::ffiTaskFrame(TaskLayout Layout, uint64_t Function,
                                           uint64_t Called,
                                           ArrayRef<DeviceArgument> Arguments,
                                           ArrayRef<uint64_t> Places,
                                           uint64_t Address) {
  return FrameWriter(Layout, Address)
      .runFfi(Function, Called, Arguments, Places);
}

/// Codes that say "a pointer", and nothing of what is there.
static bool isHandleCode(int32_t Code) {
  switch (static_cast<TypeCode>(Code)) {
  case TypeCode::OpaqueHandle:
  case TypeCode::Tensor:
  case TypeCode::Object:
  case TypeCode::Module:
  case TypeCode::Function:
  case TypeCode::NdArray:
    return true;
  default:
    return false;
  }
}

Error metaobj::checkArguments(TaskLayout Layout,
                              ArrayRef<DeviceArgument> Arguments,
                              CallingConvention Convention) {
  bool IsUnpacked = Convention == CallingConvention::Unpacked;
  if (IsUnpacked && Arguments.size() > MostUnpackedArguments)
    return inputError("arguments", "are " + Twine(Arguments.size()) +
                                       "; unpacked functions are called with "
                                       "up to " +
                                       Twine(MostUnpackedArguments));
  for (const DeviceArgument &Argument : Arguments) {
    if (Argument.Tensor)
      continue;
    if (Convention == CallingConvention::Ffi)
      return inputError(Argument.Name,
                        "is not a tensor, and devices call operators of "
                        "tvm-ffi with tensors only",
                        "pass a tensor");
    if (IsUnpacked && !std::holds_alternative<DeviceHandle>(Argument.Value) &&
        !std::holds_alternative<std::nullptr_t>(Argument.Value))
      return inputError(Argument.Name,
                        "is not a pointer, which unpacked functions take",
                        "pass a tensor, a handle or a null pointer");
    if (std::holds_alternative<DeviceTensor>(Argument.Value))
      return inputError(Argument.Name, "is a result, and no argument",
                        "pass a DLTensor with its bytes");
    if (const auto *Text = std::get_if<std::string>(&Argument.Value))
      if (size_t Offset = Text->find('\0'); Offset != std::string::npos)
        return inputError(Argument.Name,
                          "has a zero in byte " + Twine(Offset) +
                              ", where strings end",
                          "pass it as bytes");
    if (const auto *Handle = std::get_if<DeviceHandle>(&Argument.Value)) {
      if (!isHandleCode(Handle->Code))
        return inputError(Argument.Name, "is a handle of type code " +
                                             Twine(Handle->Code) +
                                             ", which handles do not have");
      if (Layout.Pointer == 4 && Handle->Address > UINT32_MAX)
        return inputError(Argument.Name, "is handle " +
                                             atAddress(Handle->Address) +
                                             "; the device has addresses of 32 "
                                             "bits");
    }
  }
  return Error::success();
}

std::vector<DeviceArgument>
metaobj::unpackedArguments(uint64_t Function,
                           ArrayRef<DeviceArgument> Arguments,
                           ArrayRef<uint64_t> Places) {
  std::vector<DeviceArgument> Result(MostUnpackedArguments + 1);
  Result[0].Value = DeviceHandle{Function};
  for (size_t I = 0; I < Arguments.size(); ++I)
    Result[I + 1].Value = Arguments[I].Tensor
                              ? DeviceValue(DeviceHandle{Places[I]})
                              : Arguments[I].Value;
  return Result;
}

namespace {

/// Follows the pointers of one result. Nothing on the device is believed.
class ValueReader {
public:
  ValueReader(LowLevelDevice &TheDevice, ArrayRef<MemoryRegion> TheRegions,
              TaskLayout TheLayout)
      : Device(TheDevice), Regions(TheRegions), Layout(TheLayout) {}

  Expected<DeviceValue> run(ArrayRef<uint8_t> Task);

private:
  uint64_t pointerAt(ArrayRef<uint8_t> Bytes, size_t Offset) const {
    return Layout.Pointer == 4 ? support::endian::read32le(&Bytes[Offset])
                               : support::endian::read64le(&Bytes[Offset]);
  }
  uint64_t bytesBehind(uint64_t Address) const;
  Expected<std::vector<uint8_t>> read(StringRef Subject, uint64_t Address,
                                      uint64_t Bytes);
  Expected<DeviceValue> readString(uint64_t Address);
  Expected<DeviceValue> readBytes(uint64_t Address);
  Expected<DeviceValue> readTensor(uint64_t Address);

  LowLevelDevice &Device;
  ArrayRef<MemoryRegion> Regions;
  TaskLayout Layout;
};

} // namespace

/// Bytes from \p Address to the end of its region; 0: it is in none.
uint64_t ValueReader::bytesBehind(uint64_t Address) const {
  for (const MemoryRegion &Region : Regions)
    if (Address >= Region.Address && Address - Region.Address < Region.Bytes)
      return Region.Bytes - (Address - Region.Address);
  return 0;
}

Expected<std::vector<uint8_t>>
ValueReader::read(StringRef Subject, uint64_t Address, uint64_t Bytes) {
  constexpr uint64_t Most = uint64_t(1) << 28;
  if (Bytes > Most)
    return inputError("result", Subject + " has " + plural(Bytes, "byte") +
                                    "; up to " + Twine(Most) + " are read");
  if (Bytes > bytesBehind(Address) || (Address == 0 && Bytes > 0))
    return inputError("result",
                      Subject + " has " + plural(Bytes, "byte") + " at " +
                          atAddress(Address) + ", outside of the memories",
                      "functions may return what is in variables or constants, "
                      "and in a described memory");
  std::vector<uint8_t> Result(Bytes);
  if (Bytes > 0)
    if (Error E = Device.read(Address, Result))
      return nestedError("result", Subject, std::move(E));
  return Result;
}

Expected<DeviceValue> ValueReader::readString(uint64_t Address) {
  constexpr uint64_t Most = 65536, Step = 256;
  std::string Result;
  while (Result.size() < Most) {
    uint64_t Place = Address + Result.size();
    // At least one byte, for the error.
    uint64_t Count = std::clamp<uint64_t>(bytesBehind(Place), 1, Step);
    Expected<std::vector<uint8_t>> Part = read("the string", Place, Count);
    if (!Part)
      return Part.takeError();
    auto End = find(*Part, 0);
    Result.append(Part->begin(), End);
    if (End != Part->end())
      return DeviceValue(std::move(Result));
  }
  return inputError("result", "the string at " + atAddress(Address) +
                                  " has no end within " + plural(Most, "byte"));
}

Expected<DeviceValue> ValueReader::readBytes(uint64_t Address) {
  Expected<std::vector<uint8_t>> Array =
      read("the array of bytes", Address, uint64_t(2) * Layout.Pointer);
  if (!Array)
    return Array.takeError();
  Expected<std::vector<uint8_t>> Bytes = read(
      "the bytes", pointerAt(*Array, 0), pointerAt(*Array, Layout.Pointer));
  if (!Bytes)
    return Bytes.takeError();
  return DeviceValue(DeviceBytes{std::move(*Bytes)});
}

static DLDataType typeAt(ArrayRef<uint8_t> Bytes, size_t Offset) {
  return {Bytes[Offset], Bytes[Offset + 1],
          support::endian::read16le(&Bytes[Offset + 2])};
}

static DLDevice deviceAt(ArrayRef<uint8_t> Bytes, size_t Offset) {
  // Any number of the wire fits into the C type.
  return {static_cast<DLDeviceType>(support::endian::read32le(&Bytes[Offset])),
          static_cast<int32_t>(support::endian::read32le(&Bytes[Offset + 4]))};
}

Expected<DeviceValue> ValueReader::readTensor(uint64_t Address) {
  Expected<std::vector<uint8_t>> Head =
      read("the tensor", Address, Layout.tensorBytes());
  if (!Head)
    return Head.takeError();
  DeviceTensor Result;
  constexpr uint32_t MostDimensions = 32;
  uint32_t Kind = support::endian::read32le(&(*Head)[Layout.device()]);
  uint32_t Count = support::endian::read32le(&(*Head)[Layout.dimensions()]);
  if (Kind != kDLCPU)
    return inputError("result", "the tensor is in memory of device type " +
                                    Twine(Kind) + ", and not of the processor");
  if (Count > MostDimensions)
    return inputError("result", "the tensor has " + Twine(Count) +
                                    " dimensions; up to " +
                                    Twine(MostDimensions) + " are read");
  if (pointerAt(*Head, Layout.strides()) != 0)
    return inputError("result", "the tensor has strides; it must be compact");
  Expected<std::vector<uint8_t>> Shape =
      read("the shape of the tensor", pointerAt(*Head, Layout.shape()),
           uint64_t(8) * Count);
  if (!Shape)
    return Shape.takeError();
  for (uint32_t D = 0; D < Count; ++D)
    Result.Shape.push_back(static_cast<int64_t>(
        support::endian::read64le(&(*Shape)[size_t(8) * D])));
  Result.DType = typeAt(*Head, Layout.dataType());
  Expected<uint64_t> Bytes = storageBytes(Result.DType, Result.Shape);
  if (!Bytes)
    return inputError("result", "the tensor: " + toString(Bytes.takeError()));
  uint64_t Data = pointerAt(*Head, 0);
  uint64_t Offset = support::endian::read64le(&(*Head)[Layout.byteOffset()]);
  if (Offset > UINT64_MAX - Data)
    return inputError("result", "the tensor begins " + Twine(Offset) +
                                    " bytes behind " + atAddress(Data) +
                                    ", where no memory is");
  Expected<std::vector<uint8_t>> Elements =
      read("the data of the tensor", Data + Offset, *Bytes);
  if (!Elements)
    return Elements.takeError();
  Result.Bytes = std::move(*Elements);
  return DeviceValue(std::move(Result));
}

Expected<DeviceValue> ValueReader::run(ArrayRef<uint8_t> Task) {
  uint32_t Code = support::endian::read32le(&Task[TaskLayout::ValueCode]);
  uint64_t Word = support::endian::read64le(&Task[TaskLayout::Value]);
  uint64_t Pointer = pointerAt(Task, TaskLayout::Value);
  switch (static_cast<TypeCode>(Code)) {
  case TypeCode::Nullptr:
    return DeviceValue(nullptr);
  case TypeCode::Uint:
    if (Word > INT64_MAX)
      return inputError("result", "the number " + Twine(Word) +
                                      " is larger than an int64");
    [[fallthrough]];
  case TypeCode::Int:
    return DeviceValue(static_cast<int64_t>(Word));
  case TypeCode::Bool:
    return DeviceValue(Word != 0);
  case TypeCode::Float: {
    double Result;
    std::memcpy(&Result, &Word, sizeof(Result));
    return DeviceValue(Result);
  }
  case TypeCode::DataType:
    return DeviceValue(typeAt(Task, TaskLayout::Value));
  case TypeCode::Device:
    return DeviceValue(deviceAt(Task, TaskLayout::Value));
  case TypeCode::OpaqueHandle:
  case TypeCode::Object:
  case TypeCode::Module:
  case TypeCode::Function:
    return DeviceValue(DeviceHandle{Pointer, static_cast<int32_t>(Code)});
  case TypeCode::String:
    return readString(Pointer);
  case TypeCode::Bytes:
    return readBytes(Pointer);
  case TypeCode::Tensor:
  case TypeCode::NdArray:
    return readTensor(Pointer);
  }
  return inputError("result", "has type code " + Twine(Code) +
                                  ", which no value of TVM has");
}

Expected<DeviceValue> metaobj::readTaskValue(LowLevelDevice &Device,
                                             ArrayRef<MemoryRegion> Regions,
                                             TaskLayout Layout,
                                             ArrayRef<uint8_t> Task) {
  return ValueReader(Device, Regions, Layout).run(Task);
}
