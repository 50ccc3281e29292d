//===- RemoteMemory.cpp - Memory of a chip, by its server -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/RemoteMemory.h"

#include "Base/Wording.h"
#include "Device/TensorBytes.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

/// More bytes at a time are not faster, and are late on a slow line.
static constexpr uint64_t LargestCopy = 4096;
/// What operators and TVM's hosts want.
static constexpr int64_t RemoteAlignment = 16;

std::string metaobj::tensorText(const DeviceArgument &Argument) {
  return Argument.Name.empty() ? "a tensor" : "tensor " + quoted(Argument.Name);
}

void RemoteMemory::begin() {
  Constants.clear();
  Spare.clear();
  UsedBytes = 0;
}

Expected<uint64_t> RemoteMemory::allocate(uint64_t Bytes, DLDataType DType,
                                          const Twine &Job) {
  RpcRequest Request(RpcCode::Allocate);
  const RpcValue Values[] = {
      RpcValue::device(), RpcValue::integer(static_cast<int64_t>(Bytes)),
      RpcValue::integer(RemoteAlignment), RpcValue::dataType(DType)};
  Request.addSequence(Values);
  Expected<uint64_t> Address = Client.requestHandle(Request, Job);
  if (!Address)
    return Address.takeError();
  if (!*Address)
    return Client.notRight(Job);
  UsedBytes += Bytes;
  MostUsedBytes = std::max(MostUsedBytes, UsedBytes);
  return *Address;
}

/// A chip that cannot free it has it until the next session.
void RemoteMemory::release(uint64_t Address, uint64_t Bytes) {
  if (!Client.Channel.isOpen())
    return;
  RpcRequest Request(RpcCode::Free);
  const RpcValue Values[] = {RpcValue::device(), RpcValue::handle(Address)};
  Request.addSequence(Values);
  consumeError(Client.requestNothing(Request, "memory to be freed"));
  UsedBytes -= Bytes;
}

bool RemoteMemory::releaseSpare() {
  bool HadSome = !Spare.empty();
  for (auto [Bytes, Address] : Spare)
    release(Address, Bytes);
  Spare.clear();
  return HadSome;
}

bool RemoteMemory::releaseConstants() {
  bool HadSome = !Constants.empty();
  for (const auto &[Bytes, Place] : Constants)
    release(Place.Where.Address, Place.Where.Bytes);
  Constants.clear();
  return HadSome;
}

/// Memory of a call, new, or spare and of up to \p Most bytes.
Expected<RemoteMemory::Room> RemoteMemory::room(uint64_t Bytes, uint64_t Most,
                                                DLDataType DType,
                                                const Twine &Job) {
  if (auto Found = Spare.lower_bound(Bytes);
      Found != Spare.end() && Found->first <= Most) {
    Room Result{Found->second, Found->first, true};
    Spare.erase(Found);
    return Result;
  }
  Expected<uint64_t> Address = allocate(Bytes, DType, Job);
  if (!Address && Client.Channel.isOpen() && releaseSpare()) {
    consumeError(Address.takeError());
    Address = allocate(Bytes, DType, Job);
  }
  if (!Address)
    return Address.takeError();
  return Room{*Address, Bytes, true};
}

Expected<RemoteMemory::Room> RemoteMemory::place(const DeviceArgument &Argument,
                                                 ArrayRef<uint8_t> Bytes) {
  const std::string Job = "the bytes of " + tensorText(Argument);
  const auto Key = std::make_pair(Bytes.data(), Bytes.size());
  const uint64_t Hash = Argument.IsConstant ? hashOfBytes(Bytes) : 0;
  auto Known = Argument.IsConstant ? Constants.find(Key) : Constants.end();
  if (Known != Constants.end()) {
    Room Where = Known->second.Where;
    if (Known->second.Hash != Hash) {
      Known->second.Hash = Hash;
      if (Error E = copyTo(Where.Address, Bytes, Job)) {
        Constants.erase(Known);
        Spare.emplace(Where.Bytes, Where.Address);
        return E;
      }
    }
    return Where;
  }
  // A little memory is wasted, if that saves requests.
  const uint64_t Most = Argument.IsConstant ? Bytes.size() : 2 * Bytes.size();
  Expected<Room> Result = room(Bytes.size(), Most, Argument.Tensor->dtype,
                               "memory for " + tensorText(Argument));
  if (!Result)
    return Result;
  if (!Argument.IsOutput)
    if (Error E = copyTo(Result->Address, Bytes, Job)) {
      giveBack(*Result);
      return E;
    }
  if (Argument.IsConstant) {
    Result->IsOwn = false;
    Constants[Key] = {*Result, Hash};
  }
  return Result;
}

void RemoteMemory::giveBack(ArrayRef<Room> Rooms) {
  if (!Client.Channel.isOpen())
    return;
  for (const Room &TheRoom : Rooms)
    if (TheRoom.IsOwn)
      Spare.emplace(TheRoom.Bytes, TheRoom.Address);
}

/// The head of a copy, for bytes without an offset of their own.
RpcRequest RemoteMemory::copyRequest(RpcCode Code, uint64_t Address,
                                     uint64_t Offset, uint64_t Bytes) const {
  RpcRequest Result(Code);
  RpcTensor Tensor;
  if (HasOldCopies) {
    Result.add64(Address).add64(Offset).add64(Bytes);
    Result.add64(RpcValue::device().Bits);
    Result.add32(static_cast<uint32_t>(RpcValue::dataType(Tensor.DType).Bits));
    return Result;
  }
  Tensor.Address = Address;
  Tensor.Offset = Offset;
  Tensor.Shape = {static_cast<int64_t>(Bytes)};
  Result.add(Tensor).add64(Bytes);
  return Result;
}

Error RemoteMemory::copyTo(uint64_t Address, ArrayRef<uint8_t> Bytes,
                           const Twine &Job) {
  uint64_t Head = copyRequest(RpcCode::CopyTo, 0, 0, 0).bytes().size();
  // SmallestPacket and more.
  uint64_t Most = std::min(Client.PacketBytes - Head, LargestCopy);
  for (uint64_t Offset = 0; Offset < Bytes.size();) {
    uint64_t Count = std::min<uint64_t>(Most, Bytes.size() - Offset);
    RpcRequest Request = copyRequest(RpcCode::CopyTo, Address, Offset, Count);
    Request.add(Bytes.slice(Offset, Count));
    if (Error E = Client.requestNothing(Request, Job))
      return E;
    Offset += Count;
  }
  return Error::success();
}

Error RemoteMemory::copyFrom(uint64_t Address, MutableArrayRef<uint8_t> Into,
                             const Twine &Job) {
  for (uint64_t Offset = 0; Offset < Into.size();) {
    uint64_t Count = std::min<uint64_t>(LargestCopy, Into.size() - Offset);
    RpcRequest Request = copyRequest(RpcCode::CopyFrom, Address, Offset, Count);
    Expected<RpcAnswer> Answer =
        Client.request(Request, Client.Limits.Reply, Job, Count);
    if (!Answer)
      return Answer.takeError();
    if (Answer->Code != RpcCode::Bytes || Answer->Body.size() != Count)
      return Client.notRight(Job);
    std::copy(Answer->Body.begin(), Answer->Body.end(), Into.begin() + Offset);
    Offset += Count;
  }
  return Error::success();
}
