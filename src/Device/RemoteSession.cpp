//===- RemoteSession.cpp - Functions of a chip's program ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemoteSession.h"

#include "RpcChannel.h"
#include "RpcValue.h"
#include "Text/Wording.h"
#include "metaobj/Tensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"

#include <algorithm>
#include <lz4hc.h>
#include <map>

using namespace llvm;
using namespace metaobj;

/// A request of this size is taken by all servers.
static constexpr uint64_t SmallestPacket = 128;
/// Of a server that does not say what it takes: v0.7 of TVM.
static constexpr uint64_t UsualPacket = 256;
/// More bytes at a time are not faster, and are late on a slow line.
static constexpr uint64_t LargestCopy = 4096;
/// Smaller tensors are not worth the question whether the chip unpacks.
static constexpr uint64_t SmallestPacked = 256;
/// So many bytes are one block, and so many before them may be matched.
static constexpr uint64_t LargestUnpacked = 1 << 14;
/// Of a tensor that a function returns.
static constexpr uint64_t LargestResult = 64 << 20;
static constexpr uint64_t MostFunctions = 32768;
/// What operators and TVM's hosts want.
static constexpr int64_t RemoteAlignment = 16;

static constexpr StringLiteral PacketSizeFunction =
                                   "tvm.rpc.server.GetCRTMaxPacketSize",
                               SystemLibFunction = "runtime.SystemLib",
                               ModuleFunction =
                                   "tvm.rpc.server.ModuleGetFunction",
                               TimerFunction = "runtime.RPCTimeEvaluator",
                               NameFunction = "metaobj.rpc.function_name",
                               UnpackFunction = "metaobj.rpc.unpack";

namespace {

class RemoteSession final : public DeviceSession {
public:
  RemoteSession(RpcChannel TheChannel, const RpcConfig &Config)
      : Channel(std::move(TheChannel)), Limits(Config.Limits),
        IsTimed(Config.IsTimed) {}

  /// Begins a session if there is none.
  Error begin();

  Expected<DeviceResult> call(StringRef Function,
                              ArrayRef<DeviceArgument> Arguments) override;
  Expected<std::vector<std::string>> functions() override;
  DeviceUse use() const override { return {0, 0, MostUsedBytes}; }
  void forgetConstants() override { releaseConstants(); }

private:
  /// A function of the program, and the module that has it.
  struct Callee {
    uint64_t Function = 0, Module = 0;
  };
  /// Memory of an argument on the chip.
  struct Room {
    uint64_t Address = 0, Bytes = 0;
    bool IsOwn = false; ///< Of this call, not of a constant.
  };

  Error notRight(const Twine &Job);
  Expected<RpcAnswer> request(RpcRequest &Request,
                              std::chrono::milliseconds Limit, const Twine &Job,
                              size_t AnswerBytes = 0);
  Error requestNothing(RpcRequest &Request, const Twine &Job);
  Expected<uint64_t> requestHandle(RpcRequest &Request, const Twine &Job);
  Expected<std::vector<RpcValue>> invoke(uint64_t Function,
                                         ArrayRef<RpcValue> Values,
                                         std::chrono::milliseconds Limit,
                                         const Twine &Job);
  Expected<uint64_t> invokeForHandle(uint64_t Function,
                                     ArrayRef<RpcValue> Values, TypeCode Wanted,
                                     const Twine &Job);
  Expected<uint64_t> findGlobal(StringRef Name);
  Expected<Callee> find(StringRef Name);
  Error findModule();

  Expected<uint64_t> allocate(uint64_t Bytes, DLDataType DType,
                              const Twine &Job);
  void release(uint64_t Address, uint64_t Bytes);
  bool releaseSpare();
  bool releaseConstants();
  Expected<Room> room(uint64_t Bytes, uint64_t Most, DLDataType DType,
                      const Twine &Job);
  RpcRequest copyRequest(RpcCode Code, uint64_t Address, uint64_t Offset,
                         uint64_t Bytes) const;
  Error copyTo(uint64_t Address, ArrayRef<uint8_t> Bytes, const Twine &Job);
  Expected<uint64_t> copyPacked(uint64_t Address, ArrayRef<uint8_t> Bytes,
                                uint64_t At, const Twine &Job);
  Error copyFrom(uint64_t Address, MutableArrayRef<uint8_t> Into,
                 const Twine &Job);

  Error tryRooms(ArrayRef<DeviceArgument> Arguments, ArrayRef<uint64_t> Sizes,
                 std::vector<Room> &Rooms);
  Expected<DeviceResult> callWith(StringRef Name, const Callee &Of,
                                  ArrayRef<DeviceArgument> Arguments,
                                  ArrayRef<uint64_t> Sizes,
                                  ArrayRef<Room> Rooms);
  Expected<DeviceValue> resultOf(ArrayRef<RpcValue> Values, const Twine &Job);
  Expected<DeviceTensor> arrayOf(const RpcTensor &Tensor, uint64_t Handle,
                                 const Twine &Job);
  Expected<std::optional<uint64_t>> measure(StringRef Name, const Callee &Of,
                                            ArrayRef<RpcValue> Values);

  RpcChannel Channel;
  DeviceLimits Limits;
  bool IsTimed;
  /// What LZ4 works with.
  std::unique_ptr<LZ4_streamHC_t> Packer;
  // What follows is of the present session.
  uint64_t PacketBytes = 0;
  bool HasOldCopies = false; ///< As TVM v0.7 has them.
  uint64_t Module = 0;       ///< The system library, if it was asked for.
  std::optional<uint64_t> Timer;
  size_t TimerArguments = 0; ///< How many the timer takes; 0: not known yet.
  std::optional<uint64_t> Unpack; ///< 0: the chip takes no LZ4.
  StringMap<Callee> Callees;
  /// By the address of their bytes here.
  std::map<const void *, Room> Constants;
  /// Memory of earlier calls, by its size: a request less for the next one.
  std::multimap<uint64_t, uint64_t> Spare;
  uint64_t UsedBytes = 0, MostUsedBytes = 0;
};

} // namespace

/// An answer that no server gives. What it says later is not to be trusted.
Error RemoteSession::notRight(const Twine &Job) {
  Channel.abandon();
  return inputError(Channel.name(),
                    "the answer is damaged or of another kind; "
                    "wanted: " +
                        Job,
                    "is this the server of TVM or of runtime_crt");
}

/// What to do about an exception of the server in runtime_crt.
static StringRef hintOf(StringRef Text) {
  return StringSwitch<StringRef>(Text)
      .Case("rpc: memory", "give the memory of the chip's platform more bytes")
      .Case("rpc: blocks", "set TVM_CRT_RPC_MAX_BLOCKS of the firmware higher")
      .Case("rpc: packet size",
            "set TVM_CRT_MAX_PACKET_SIZE_BYTES of the firmware higher")
      .Case("rpc: arguments", "TVM_CRT_MAX_ARGS of the firmware limits them")
      .Default("");
}

Expected<RpcAnswer> RemoteSession::request(RpcRequest &Request,
                                           std::chrono::milliseconds Limit,
                                           const Twine &Job,
                                           size_t AnswerBytes) {
  ArrayRef<uint8_t> Bytes = Request.bytes();
  if (PacketBytes && Bytes.size() > PacketBytes)
    return inputError(Channel.name(),
                      Job + " takes a request of " +
                          plural(Bytes.size(), "byte") +
                          "; the firmware takes up to " + Twine(PacketBytes),
                      hintOf("rpc: packet size"));
  Expected<ArrayRef<uint8_t>> Got =
      Channel.exchange(Bytes, Limit, Job, AnswerBytes);
  if (!Got)
    return Got.takeError();
  std::optional<RpcAnswer> Answer = RpcAnswer::read(*Got);
  if (!Answer)
    return notRight(Job);
  if (Answer->Code != RpcCode::Exception)
    return *Answer;
  std::optional<std::vector<RpcValue>> Values = Answer->values();
  if (!Values || Values->size() != 1 ||
      Values->front().Type != TypeCode::String)
    return notRight(Job);
  StringRef Text = Values->front().Text;
  return inputError(Channel.name(), Job + ": the chip refuses: " + Text,
                    hintOf(Text));
}

Error RemoteSession::requestNothing(RpcRequest &Request, const Twine &Job) {
  Expected<RpcAnswer> Answer = request(Request, Limits.Reply, Job);
  if (!Answer)
    return Answer.takeError();
  std::optional<std::vector<RpcValue>> Values = Answer->values();
  if (Answer->Code != RpcCode::Return || !Values || Values->size() != 1 ||
      Values->front().Type != TypeCode::Nullptr)
    return notRight(Job);
  return Error::success();
}

Expected<uint64_t> RemoteSession::requestHandle(RpcRequest &Request,
                                                const Twine &Job) {
  Expected<RpcAnswer> Answer = request(Request, Limits.Reply, Job);
  if (!Answer)
    return Answer.takeError();
  std::optional<std::vector<RpcValue>> Values = Answer->values();
  if (Answer->Code != RpcCode::Return || !Values || Values->size() != 1)
    return notRight(Job);
  const RpcValue &Value = Values->front();
  if (Value.Type == TypeCode::Nullptr)
    return 0;
  if (Value.Type != TypeCode::OpaqueHandle)
    return notRight(Job);
  return Value.Bits;
}

/// The values of the result: its type's code, and the value.
Expected<std::vector<RpcValue>>
RemoteSession::invoke(uint64_t Function, ArrayRef<RpcValue> Values,
                      std::chrono::milliseconds Limit, const Twine &Job) {
  RpcRequest Request(RpcCode::Call);
  Request.add64(Function).addSequence(Values);
  Expected<RpcAnswer> Answer = request(Request, Limit, Job);
  if (!Answer)
    return Answer.takeError();
  std::optional<std::vector<RpcValue>> Result = Answer->values();
  if (Answer->Code != RpcCode::Return || !Result || Result->size() < 2 ||
      Result->front().Type != TypeCode::Int)
    return notRight(Job);
  return std::move(*Result);
}

Expected<uint64_t> RemoteSession::invokeForHandle(uint64_t Function,
                                                  ArrayRef<RpcValue> Values,
                                                  TypeCode Wanted,
                                                  const Twine &Job) {
  Expected<std::vector<RpcValue>> Result =
      invoke(Function, Values, Limits.Reply, Job);
  if (!Result)
    return Result.takeError();
  auto Type = static_cast<TypeCode>((*Result)[0].Bits);
  if (Type == TypeCode::Nullptr)
    return 0;
  if (Type != Wanted || (*Result)[1].Type != TypeCode::OpaqueHandle)
    return notRight(Job);
  return (*Result)[1].Bits;
}

Expected<uint64_t> RemoteSession::findGlobal(StringRef Name) {
  RpcRequest Request(RpcCode::FindFunction);
  Request.addSequence(RpcValue::text(Name));
  return requestHandle(Request, "the function " + quoted(Name));
}

Error RemoteSession::begin() {
  if (Channel.isOpen())
    return Error::success();
  if (Error E = Channel.open())
    return E;
  if (Error E = Channel.agree())
    return E;
  // Nothing of the session before is there any more.
  Callees.clear();
  Constants.clear();
  Spare.clear();
  UsedBytes = Module = PacketBytes = 0;
  Timer.reset();
  Unpack.reset();
  TimerArguments = 0;
  Expected<uint64_t> Function = findGlobal(PacketSizeFunction);
  if (!Function)
    return Function.takeError();
  HasOldCopies = *Function == 0;
  PacketBytes = UsualPacket;
  if (HasOldCopies)
    return Error::success();
  constexpr StringLiteral Job = "the largest packet";
  Expected<std::vector<RpcValue>> Size =
      invoke(*Function, {}, Limits.Reply, Job);
  if (!Size)
    return Size.takeError();
  const RpcValue &Value = (*Size)[1];
  if (Value.Type != TypeCode::Int)
    return notRight(Job);
  if (Value.Bits < SmallestPacket || Value.Bits > UINT32_MAX) {
    Channel.abandon();
    return inputError(Channel.name(),
                      "the firmware takes packets of up to " +
                          Twine(Value.Bits) + " bytes; wanted: at least " +
                          Twine(SmallestPacket),
                      hintOf("rpc: packet size"));
  }
  PacketBytes = Value.Bits;
  return Error::success();
}

/// The module of the operators, if there is one.
Error RemoteSession::findModule() {
  if (Module)
    return Error::success();
  Expected<uint64_t> SystemLib = findGlobal(SystemLibFunction);
  if (!SystemLib || !*SystemLib)
    return SystemLib.takeError();
  Expected<uint64_t> Found =
      invokeForHandle(*SystemLib, {}, TypeCode::Module, "the operators");
  if (!Found)
    return Found.takeError();
  Module = *Found;
  return Error::success();
}

/// Global functions go first, as in TVM.
Expected<RemoteSession::Callee> RemoteSession::find(StringRef Name) {
  if (auto Known = Callees.find(Name); Known != Callees.end())
    return Known->second;
  Expected<uint64_t> Function = findGlobal(Name);
  if (!Function)
    return Function.takeError();
  Callee Result{*Function, 0};
  if (!Result.Function) {
    if (Error E = findModule())
      return E;
    Expected<uint64_t> Get = findGlobal(ModuleFunction);
    if (!Get)
      return Get.takeError();
    if (Module && *Get) {
      const RpcValue Values[] = {RpcValue::handle(Module, TypeCode::Module),
                                 RpcValue::text(Name), RpcValue::integer(0)};
      Function = invokeForHandle(*Get, Values, TypeCode::Function,
                                 "the function " + quoted(Name));
      if (!Function)
        return Function.takeError();
      Result = {*Function, Module};
    }
  }
  if (!Result.Function)
    return inputError(Channel.name(),
                      "the firmware has no function " + quoted(Name),
                      "link the operator into it, and its name into the table "
                      "of functions");
  Callees[Name] = Result;
  return Result;
}

Expected<std::vector<std::string>> RemoteSession::functions() {
  if (Error E = begin())
    return E;
  Expected<uint64_t> Function = findGlobal(NameFunction);
  if (!Function)
    return Function.takeError();
  if (!*Function)
    return inputError(Channel.name(),
                      "the server of the firmware cannot list its functions",
                      "call TVMRpcServer_ListFunctions of runtime_crt there");
  if (Error E = findModule())
    return E;
  std::vector<std::string> Result;
  while (Result.size() < MostFunctions) {
    constexpr StringLiteral Job = "the names of functions";
    Expected<std::vector<RpcValue>> Values = invoke(
        *Function, RpcValue::integer(static_cast<int64_t>(Result.size())),
        Limits.Reply, Job);
    if (!Values)
      return Values.takeError();
    const RpcValue &Name = (*Values)[1];
    if (Name.Type == TypeCode::Nullptr)
      return Result;
    if (Name.Type != TypeCode::String)
      return notRight(Job);
    Result.push_back(Name.Text);
  }
  Channel.abandon();
  return inputError(Channel.name(), "the firmware says it has more than " +
                                        Twine(MostFunctions) + " functions");
}

//===----------------------------------------------------------------------===//
// Memory of the chip
//===----------------------------------------------------------------------===//

Expected<uint64_t> RemoteSession::allocate(uint64_t Bytes, DLDataType DType,
                                           const Twine &Job) {
  RpcRequest Request(RpcCode::Allocate);
  const RpcValue Values[] = {
      RpcValue::device(), RpcValue::integer(static_cast<int64_t>(Bytes)),
      RpcValue::integer(RemoteAlignment), RpcValue::dataType(DType)};
  Request.addSequence(Values);
  Expected<uint64_t> Address = requestHandle(Request, Job);
  if (!Address)
    return Address.takeError();
  if (!*Address)
    return notRight(Job);
  UsedBytes += Bytes;
  MostUsedBytes = std::max(MostUsedBytes, UsedBytes);
  return *Address;
}

/// A chip that cannot free it has it until the next session.
void RemoteSession::release(uint64_t Address, uint64_t Bytes) {
  if (!Channel.isOpen())
    return;
  RpcRequest Request(RpcCode::Free);
  const RpcValue Values[] = {RpcValue::device(), RpcValue::handle(Address)};
  Request.addSequence(Values);
  consumeError(requestNothing(Request, "memory to be freed"));
  UsedBytes -= Bytes;
}

/// Whether there was some.
bool RemoteSession::releaseSpare() {
  bool HadSome = !Spare.empty();
  for (auto [Bytes, Address] : Spare)
    release(Address, Bytes);
  Spare.clear();
  return HadSome;
}

bool RemoteSession::releaseConstants() {
  bool HadSome = !Constants.empty();
  for (const auto &[Bytes, Place] : Constants)
    release(Place.Address, Place.Bytes);
  Constants.clear();
  return HadSome;
}

/// Memory of a call, new, or spare and of up to \p Most bytes.
Expected<RemoteSession::Room> RemoteSession::room(uint64_t Bytes, uint64_t Most,
                                                  DLDataType DType,
                                                  const Twine &Job) {
  if (auto Found = Spare.lower_bound(Bytes);
      Found != Spare.end() && Found->first <= Most) {
    Room Result{Found->second, Found->first, true};
    Spare.erase(Found);
    return Result;
  }
  Expected<uint64_t> Address = allocate(Bytes, DType, Job);
  if (!Address && Channel.isOpen() && releaseSpare()) {
    consumeError(Address.takeError());
    Address = allocate(Bytes, DType, Job);
  }
  if (!Address)
    return Address.takeError();
  return Room{*Address, Bytes, true};
}

/// The head of a copy, for bytes without an offset of their own.
RpcRequest RemoteSession::copyRequest(RpcCode Code, uint64_t Address,
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

/// Copies bytes from \p At on as a block of LZ4 that fits into a packet. How
/// many; 0 if the block would be no smaller.
Expected<uint64_t> RemoteSession::copyPacked(uint64_t Address,
                                             ArrayRef<uint8_t> Bytes,
                                             uint64_t At, const Twine &Job) {
  RpcValue Block;
  Block.Type = TypeCode::Bytes;
  RpcValue Values[] = {RpcValue::handle(Address),
                       RpcValue::integer(static_cast<int64_t>(At)),
                       RpcValue::integer(0), Block};
  RpcRequest Empty(RpcCode::Call);
  const uint64_t Head = Empty.add64(*Unpack).addSequence(Values).bytes().size();
  const uint64_t PlainHead =
      copyRequest(RpcCode::CopyTo, 0, 0, 0).bytes().size();
  std::string &Packed = Values[3].Text;
  Packed.resize(std::min(PacketBytes - Head, LargestCopy));
  const uint64_t Before = std::min(At, LargestUnpacked);
  const auto *Next = reinterpret_cast<const char *>(Bytes.data() + At);
  int Count =
      static_cast<int>(std::min<uint64_t>(Bytes.size() - At, LargestUnpacked));
  if (!Packer)
    Packer = std::make_unique<LZ4_streamHC_t>();
  LZ4_initStreamHC(Packer.get(), sizeof(*Packer));
  LZ4_loadDictHC(Packer.get(), Next - Before, static_cast<int>(Before));
  const int PackedBytes = LZ4_compress_HC_continue_destSize(
      Packer.get(), Next, Packed.data(), &Count,
      static_cast<int>(Packed.size()));
  if (PackedBytes <= 0 || Head + static_cast<uint64_t>(PackedBytes) >=
                              PlainHead + static_cast<uint64_t>(Count))
    return 0;
  Packed.resize(static_cast<size_t>(PackedBytes));
  Values[2] = RpcValue::integer(Count);
  Expected<uint64_t> Done =
      invokeForHandle(*Unpack, Values, TypeCode::Nullptr, Job);
  if (!Done)
    return Done.takeError();
  return static_cast<uint64_t>(Count);
}

Error RemoteSession::copyTo(uint64_t Address, ArrayRef<uint8_t> Bytes,
                            const Twine &Job) {
  if (!Unpack && Bytes.size() >= SmallestPacked) {
    Expected<uint64_t> Found = findGlobal(UnpackFunction);
    if (!Found)
      return Found.takeError();
    Unpack = *Found;
  }
  const bool IsPacked = Bytes.size() >= SmallestPacked && *Unpack;
  uint64_t Head = copyRequest(RpcCode::CopyTo, 0, 0, 0).bytes().size();
  // SmallestPacket and more.
  uint64_t Most = std::min(PacketBytes - Head, LargestCopy);
  for (uint64_t At = 0; At < Bytes.size();) {
    if (IsPacked) {
      Expected<uint64_t> Packed = copyPacked(Address, Bytes, At, Job);
      if (!Packed)
        return Packed.takeError();
      if (*Packed) {
        At += *Packed;
        continue;
      }
    }
    uint64_t Count = std::min<uint64_t>(Most, Bytes.size() - At);
    RpcRequest Request = copyRequest(RpcCode::CopyTo, Address, At, Count);
    Request.add(Bytes.slice(At, Count));
    if (Error E = requestNothing(Request, Job))
      return E;
    At += Count;
  }
  return Error::success();
}

Error RemoteSession::copyFrom(uint64_t Address, MutableArrayRef<uint8_t> Into,
                              const Twine &Job) {
  for (uint64_t At = 0; At < Into.size();) {
    uint64_t Count = std::min<uint64_t>(LargestCopy, Into.size() - At);
    RpcRequest Request = copyRequest(RpcCode::CopyFrom, Address, At, Count);
    Expected<RpcAnswer> Answer = request(Request, Limits.Reply, Job, Count);
    if (!Answer)
      return Answer.takeError();
    if (Answer->Code != RpcCode::Bytes || Answer->Body.size() != Count)
      return notRight(Job);
    std::copy(Answer->Body.begin(), Answer->Body.end(), Into.begin() + At);
    At += Count;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static const uint8_t *firstByte(const DLTensor &Tensor) {
  return static_cast<const uint8_t *>(Tensor.data) + Tensor.byte_offset;
}

static std::string tensorText(const DeviceArgument &Argument) {
  return Argument.Name.empty() ? "a tensor" : "tensor " + quoted(Argument.Name);
}

/// Memory for all tensors. After an error, \p Rooms has what was allocated.
Error RemoteSession::tryRooms(ArrayRef<DeviceArgument> Arguments,
                              ArrayRef<uint64_t> Sizes,
                              std::vector<Room> &Rooms) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const DeviceArgument &Each = Arguments[I];
    if (!Each.Tensor) {
      Rooms.push_back({});
      continue;
    }
    if (Each.IsConstant)
      if (auto Found = Constants.find(firstByte(*Each.Tensor));
          Found != Constants.end() && Found->second.Bytes == Sizes[I]) {
        Rooms.push_back(Found->second);
        continue;
      }
    std::string Job = "memory for " + tensorText(Each);
    // A little memory is wasted, if that saves requests.
    uint64_t Most = Each.IsConstant ? Sizes[I] : 2 * Sizes[I];
    Expected<Room> Own = room(Sizes[I], Most, Each.Tensor->dtype, Job);
    if (!Own)
      return Own.takeError();
    Rooms.push_back(*Own);
    if (!Each.IsOutput)
      if (Error E = copyTo(Own->Address, {firstByte(*Each.Tensor), Sizes[I]},
                           "the bytes of " + tensorText(Each)))
        return E;
    if (Each.IsConstant) {
      Rooms.back().IsOwn = false;
      Constants[firstByte(*Each.Tensor)] = Rooms.back();
    }
  }
  return Error::success();
}

/// A tensor of the chip, copied; then it is freed there.
Expected<DeviceTensor> RemoteSession::arrayOf(const RpcTensor &Tensor,
                                              uint64_t Handle,
                                              const Twine &Job) {
  Expected<uint64_t> Bytes = storageBytes(Tensor.DType, Tensor.Shape);
  if (!Bytes) {
    consumeError(Bytes.takeError());
    return notRight(Job);
  }
  DeviceTensor Result{Tensor.DType, Tensor.Shape, {}};
  Error Problem = Error::success();
  if (*Bytes > LargestResult || Tensor.Offset > UINT64_MAX - Tensor.Address)
    Problem = joinErrors(
        std::move(Problem),
        inputError(Channel.name(),
                   Job + ": returned a tensor of " + plural(*Bytes, "byte") +
                       "; the host takes up to " + Twine(LargestResult)));
  // Room grows with what has come.
  for (uint64_t At = 0; !Problem && At < *Bytes;) {
    uint64_t Count = std::min<uint64_t>(1 << 16, *Bytes - At);
    Result.Bytes.resize(At + Count);
    Problem = copyFrom(Tensor.Address + Tensor.Offset + At,
                       MutableArrayRef(Result.Bytes).slice(At, Count), Job);
    At += Count;
  }
  if (Channel.isOpen()) {
    RpcRequest Request(RpcCode::FreeHandle);
    const RpcValue Values[] = {
        RpcValue::handle(Handle),
        RpcValue::integer(static_cast<int64_t>(TypeCode::NdArray))};
    Request.addSequence(Values);
    Error Freed = requestNothing(Request, Job);
    if (!Problem)
      Problem = std::move(Freed);
    else
      consumeError(std::move(Freed));
  }
  if (Problem)
    return Problem;
  return Result;
}

Expected<DeviceValue> RemoteSession::resultOf(ArrayRef<RpcValue> Values,
                                              const Twine &Job) {
  auto Code = static_cast<int64_t>(Values[0].Bits);
  if (Code == static_cast<int64_t>(TypeCode::NdArray)) {
    if (Values.size() != 3 || Values[1].Type != TypeCode::Tensor ||
        Values[2].Type != TypeCode::OpaqueHandle)
      return notRight(Job);
    Expected<DeviceTensor> Tensor =
        arrayOf(Values[1].Tensor, Values[2].Bits, Job);
    if (!Tensor)
      return Tensor.takeError();
    return DeviceValue(std::move(*Tensor));
  }
  std::optional<DeviceValue> Value;
  if (Values.size() == 2)
    Value = fromRpcValue(Code, Values[1]);
  if (!Value)
    return notRight(Job);
  return std::move(*Value);
}

/// Nanoseconds by the chip's timer; nullopt: it has none, or saw no time pass.
Expected<std::optional<uint64_t>>
RemoteSession::measure(StringRef Name, const Callee &Of,
                       ArrayRef<RpcValue> Values) {
  if (!Timer) {
    Expected<uint64_t> Found = findGlobal(TimerFunction);
    if (!Found)
      return Found.takeError();
    Timer = *Found;
  }
  if (!*Timer)
    return std::nullopt;
  std::string Job = "the time of " + quoted(Name);
  // Number, repeat, shortest time; how many arguments there are besides is
  // another in v0.8, v0.9, v0.10 and v0.14.
  Expected<uint64_t> Evaluator = 0;
  for (size_t Count : {size_t(8), size_t(10), size_t(11), size_t(12)}) {
    if (TimerArguments && Count != TimerArguments)
      continue;
    std::vector<RpcValue> Arguments = {
        Of.Module ? RpcValue::handle(Of.Module, TypeCode::Module) : RpcValue(),
        RpcValue::text(Name),
        RpcValue::integer(kDLCPU),
        RpcValue::integer(0),
        RpcValue::integer(1),
        RpcValue::integer(1)};
    while (Arguments.size() + 1 < Count)
      Arguments.push_back(RpcValue::integer(0));
    Arguments.push_back(RpcValue::text(""));
    consumeError(Evaluator.takeError());
    Evaluator = invokeForHandle(*Timer, Arguments, TypeCode::Function, Job);
    if (Evaluator)
      TimerArguments = Count;
    if (Evaluator || !Channel.isOpen())
      break;
  }
  if (!Evaluator)
    return Evaluator.takeError();
  // The first of two calls is not measured.
  Expected<std::vector<RpcValue>> Result =
      invoke(*Evaluator, Values, Limits.Run * 2, Job);
  if (!Result)
    return Result.takeError();
  const RpcValue &Seconds = (*Result)[1];
  if (Seconds.Type != TypeCode::Bytes || Seconds.Text.size() != sizeof(double))
    return notRight(Job);
  auto Value =
      llvm::bit_cast<double>(support::endian::read64le(Seconds.Text.data()));
  constexpr double NanosecondsOfSecond = 1e9, Longest = 1e9;
  if (!(Value > 0) || Value > Longest)
    return std::nullopt;
  return std::optional(static_cast<uint64_t>(Value * NanosecondsOfSecond));
}

Expected<DeviceResult>
RemoteSession::callWith(StringRef Name, const Callee &Of,
                        ArrayRef<DeviceArgument> Arguments,
                        ArrayRef<uint64_t> Sizes, ArrayRef<Room> Rooms) {
  std::string Job = "the function " + quoted(Name);
  std::vector<RpcValue> Values;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const DeviceArgument &Each = Arguments[I];
    if (!Each.Tensor) {
      Expected<RpcValue> Value = toRpcValue(Each);
      if (!Value)
        return Value.takeError();
      Values.push_back(std::move(*Value));
      continue;
    }
    RpcValue Value;
    Value.Type = TypeCode::Tensor;
    Value.Tensor.Address = Rooms[I].Address;
    Value.Tensor.DType = Each.Tensor->dtype;
    Value.Tensor.Shape.assign(Each.Tensor->shape,
                              Each.Tensor->shape + Each.Tensor->ndim);
    Values.push_back(std::move(Value));
  }
  Expected<std::vector<RpcValue>> Returned =
      invoke(Of.Function, Values, Limits.Run, Job);
  if (!Returned)
    return Returned.takeError();
  DeviceResult Result;
  Expected<DeviceValue> Value = resultOf(*Returned, Job);
  if (!Value)
    return Value.takeError();
  Result.Value = std::move(*Value);
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const DeviceArgument &Each = Arguments[I];
    if (!Each.Tensor || !Each.IsOutput)
      continue;
    auto *Into =
        static_cast<uint8_t *>(Each.Tensor->data) + Each.Tensor->byte_offset;
    if (Error E = copyFrom(Rooms[I].Address, {Into, Sizes[I]},
                           "the bytes of " + tensorText(Each)))
      return E;
  }
  bool HasOnlyTensors =
      all_of(Arguments, [](const auto &Each) { return Each.Tensor; }) &&
      std::holds_alternative<std::nullptr_t>(Result.Value);
  if (!IsTimed || !HasOnlyTensors)
    return Result;
  Expected<std::optional<uint64_t>> Time = measure(Name, Of, Values);
  if (!Time)
    return Time.takeError();
  Result.Cycles = *Time;
  if (*Timer)
    Result.Counter = "timer";
  return Result;
}

Expected<DeviceResult> RemoteSession::call(StringRef Function,
                                           ArrayRef<DeviceArgument> Arguments) {
  std::vector<uint64_t> Sizes;
  for (const DeviceArgument &Each : Arguments) {
    if (!Each.Tensor) {
      Sizes.push_back(0);
      continue;
    }
    const DLTensor &Tensor = *Each.Tensor;
    if (Tensor.strides)
      return inputError(Each.Name, "has strides; the tensor must be compact");
    Expected<uint64_t> Bytes =
        storageBytes(Tensor.dtype, ArrayRef(Tensor.shape, Tensor.ndim));
    if (!Bytes)
      return inputError(Each.Name, Bytes.takeError());
    Sizes.push_back(*Bytes);
  }
  if (Error E = begin())
    return E;
  Expected<Callee> Of = find(Function);
  if (!Of)
    return Of.takeError();
  std::vector<Room> Rooms;
  auto Release = [&] {
    for (const Room &Each : Rooms)
      if (Each.IsOwn && Channel.isOpen())
        Spare.emplace(Each.Bytes, Each.Address);
    Rooms.clear();
  };
  Error Problem = tryRooms(Arguments, Sizes, Rooms);
  if (Problem && Channel.isOpen() && !Constants.empty()) {
    // Parameters of other calls make room.
    consumeError(std::move(Problem));
    Release();
    releaseSpare();
    releaseConstants();
    Problem = tryRooms(Arguments, Sizes, Rooms);
  }
  if (Problem) {
    Release();
    return Problem;
  }
  Expected<DeviceResult> Result =
      callWith(Function, *Of, Arguments, Sizes, Rooms);
  Release();
  // Nobody knows what a function that failed wrote.
  if (!Result)
    releaseConstants();
  return Result;
}

static Expected<std::unique_ptr<DeviceSession>> begun(RpcChannel Channel,
                                                      const RpcConfig &Config) {
  auto Session = std::make_unique<RemoteSession>(std::move(Channel), Config);
  if (Error E = Session->begin())
    return E;
  return Session;
}

Expected<std::unique_ptr<DeviceSession>>
metaobj::connectRpc(StringRef Where, const RpcConfig &Config) {
  return begun(RpcChannel(Where, Config.Limits, Config.Log, Config.Watch),
               Config);
}

Expected<std::unique_ptr<DeviceSession>>
metaobj::connectRpc(StringRef Where, std::unique_ptr<DeviceStream> Stream,
                    const RpcConfig &Config) {
  return begun(RpcChannel(Where, std::move(Stream), Config.Limits, Config.Log,
                          Config.Watch),
               Config);
}
