//===- RemoteSession.cpp - Functions of a chip's program ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/RemoteSession.h"

#include "Base/Wording.h"
#include "Device/RemoteMemory.h"
#include "Device/TensorBytes.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

/// A request of this size is taken by all servers.
static constexpr uint64_t SmallestPacket = 128;
/// Of a server that does not say what it takes: v0.7 of TVM.
static constexpr uint64_t UsualPacket = 256;
/// Of a tensor that a function returns.
static constexpr uint64_t LargestResult = 64 << 20;
static constexpr uint64_t MostFunctions = 32768;

static constexpr StringLiteral PacketSizeFunction =
                                   "tvm.rpc.server.GetCRTMaxPacketSize",
                               SystemLibFunction = "runtime.SystemLib",
                               ModuleFunction =
                                   "tvm.rpc.server.ModuleGetFunction",
                               TimerFunction = "runtime.RPCTimeEvaluator",
                               NameFunction = "metaobj.rpc.function_name";

namespace {

class RemoteSession final : public DeviceSession {
public:
  RemoteSession(RpcChannel TheChannel, const RpcConfig &Config)
      : Client(std::move(TheChannel), Config.Limits), Memory(Client),
        IsTimed(Config.IsTimed) {}

  /// Begins a session if there is none.
  Error begin();

  Expected<DeviceResult> call(StringRef Function,
                              ArrayRef<DeviceArgument> Arguments) override;
  Expected<std::vector<std::string>> functions() override;
  DeviceUse use() const override {
    DeviceUse Result;
    Result.MostUsedBytes = Memory.mostUsedBytes();
    return Result;
  }
  void forgetConstants() override { Memory.releaseConstants(); }

private:
  /// A function of the program, and the module that has it.
  struct Callee {
    uint64_t Function = 0, Module = 0;
  };
  using Room = RemoteMemory::Room;

  Expected<Callee> find(StringRef Name);
  Error findModule();

  Error tryRooms(ArrayRef<DeviceArgument> Arguments,
                 ArrayRef<MutableArrayRef<uint8_t>> Bytes,
                 std::vector<Room> &Rooms);
  Expected<DeviceResult> callWith(StringRef Name, const Callee &TheCallee,
                                  ArrayRef<DeviceArgument> Arguments,
                                  ArrayRef<MutableArrayRef<uint8_t>> Bytes,
                                  ArrayRef<Room> Rooms);
  Expected<DeviceValue> resultOf(ArrayRef<RpcValue> Values, const Twine &Job);
  Expected<DeviceTensor> arrayOf(const RpcTensor &Tensor, uint64_t Handle,
                                 const Twine &Job);
  Expected<std::optional<uint64_t>>
  measure(StringRef Name, const Callee &TheCallee, ArrayRef<RpcValue> Values);

  RpcClient Client;
  RemoteMemory Memory;
  bool IsTimed;
  // What follows is of the present session.
  uint64_t Module = 0; ///< The system library, if it was asked for.
  std::optional<uint64_t> Timer;
  size_t TimerArguments = 0; ///< How many the timer takes; 0: not known yet.
  StringMap<Callee> Callees;
};

} // namespace

Error RemoteSession::begin() {
  if (Client.Channel.isOpen())
    return Error::success();
  if (Error E = Client.Channel.open())
    return E;
  // Nothing of the session before is there any more.
  Memory.begin();
  Callees.clear();
  Module = Client.PacketBytes = 0;
  Timer.reset();
  TimerArguments = 0;
  Expected<uint64_t> Function = Client.findGlobal(PacketSizeFunction);
  if (!Function)
    return Function.takeError();
  Memory.HasOldCopies = *Function == 0;
  Client.PacketBytes = UsualPacket;
  if (Memory.HasOldCopies)
    return Error::success();
  constexpr StringLiteral Job = "the largest packet";
  Expected<std::vector<RpcValue>> Size =
      Client.invoke(*Function, {}, Client.Limits.Reply, Job);
  if (!Size)
    return Size.takeError();
  const RpcValue &Value = (*Size)[1];
  if (Value.Type != TypeCode::Int)
    return Client.notRight(Job);
  if (Value.Bits < SmallestPacket || Value.Bits > UINT32_MAX) {
    Client.Channel.abandon();
    return inputError(Client.Channel.name(),
                      "the firmware takes packets of up to " +
                          Twine(Value.Bits) + " bytes; wanted: at least " +
                          Twine(SmallestPacket),
                      Client.hintOf("rpc: packet size"));
  }
  Client.PacketBytes = Value.Bits;
  return Error::success();
}

/// The module of the operators, if there is one.
Error RemoteSession::findModule() {
  if (Module)
    return Error::success();
  Expected<uint64_t> SystemLib = Client.findGlobal(SystemLibFunction);
  if (!SystemLib || !*SystemLib)
    return SystemLib.takeError();
  Expected<uint64_t> Found =
      Client.invokeForHandle(*SystemLib, {}, TypeCode::Module, "the operators");
  if (!Found)
    return Found.takeError();
  Module = *Found;
  return Error::success();
}

/// Global functions go first, as in TVM.
Expected<RemoteSession::Callee> RemoteSession::find(StringRef Name) {
  if (auto Known = Callees.find(Name); Known != Callees.end())
    return Known->second;
  Expected<uint64_t> Function = Client.findGlobal(Name);
  if (!Function)
    return Function.takeError();
  Callee Result{*Function, 0};
  if (!Result.Function) {
    if (Error E = findModule())
      return E;
    Expected<uint64_t> Get = Client.findGlobal(ModuleFunction);
    if (!Get)
      return Get.takeError();
    if (Module && *Get) {
      const RpcValue Values[] = {RpcValue::handle(Module, TypeCode::Module),
                                 RpcValue::text(Name), RpcValue::integer(0)};
      Function = Client.invokeForHandle(*Get, Values, TypeCode::Function,
                                        "the function " + quoted(Name));
      if (!Function)
        return Function.takeError();
      Result = {*Function, Module};
    }
  }
  if (!Result.Function)
    return inputError(Client.Channel.name(),
                      "the firmware has no function " + quoted(Name),
                      "link the operator into it, and its name into the table "
                      "of functions");
  Callees[Name] = Result;
  return Result;
}

Expected<std::vector<std::string>> RemoteSession::functions() {
  if (Error E = begin())
    return E;
  Expected<uint64_t> Function = Client.findGlobal(NameFunction);
  if (!Function)
    return Function.takeError();
  if (!*Function)
    return inputError(Client.Channel.name(),
                      "the server of the firmware cannot list its functions",
                      "call TVMRpcServer_ListFunctions of runtime_crt there");
  if (Error E = findModule())
    return E;
  std::vector<std::string> Result;
  while (Result.size() < MostFunctions) {
    constexpr StringLiteral Job = "the names of functions";
    Expected<std::vector<RpcValue>> Values = Client.invoke(
        *Function, RpcValue::integer(static_cast<int64_t>(Result.size())),
        Client.Limits.Reply, Job);
    if (!Values)
      return Values.takeError();
    const RpcValue &Name = (*Values)[1];
    if (Name.Type == TypeCode::Nullptr)
      return Result;
    if (Name.Type != TypeCode::String)
      return Client.notRight(Job);
    Result.push_back(Name.Text);
  }
  Client.Channel.abandon();
  return inputError(Client.Channel.name(),
                    "the firmware says it has more than " +
                        Twine(MostFunctions) + " functions");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Memory for all tensors. After an error, \p Rooms has what was allocated.
Error RemoteSession::tryRooms(ArrayRef<DeviceArgument> Arguments,
                              ArrayRef<MutableArrayRef<uint8_t>> Bytes,
                              std::vector<Room> &Rooms) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    if (!Arguments[I].Tensor) {
      Rooms.push_back({});
      continue;
    }
    Expected<Room> Place = Memory.place(Arguments[I], Bytes[I]);
    if (!Place)
      return Place.takeError();
    Rooms.push_back(*Place);
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
    return Client.notRight(Job);
  }
  DeviceTensor Result{Tensor.DType, Tensor.Shape, {}};
  Error Problem = Error::success();
  if (*Bytes > LargestResult || Tensor.Offset > UINT64_MAX - Tensor.Address)
    Problem = joinErrors(
        std::move(Problem),
        inputError(Client.Channel.name(),
                   Job + ": returned a tensor of " + plural(*Bytes, "byte") +
                       "; the host takes up to " + Twine(LargestResult)));
  // Room grows with what has come.
  for (uint64_t Position = 0; !Problem && Position < *Bytes;) {
    uint64_t Count = std::min<uint64_t>(1 << 16, *Bytes - Position);
    Result.Bytes.resize(Position + Count);
    Problem = Memory.copyFrom(
        Tensor.Address + Tensor.Offset + Position,
        MutableArrayRef(Result.Bytes).slice(Position, Count), Job);
    Position += Count;
  }
  if (Client.Channel.isOpen()) {
    RpcRequest Request(RpcCode::FreeHandle);
    const RpcValue Values[] = {
        RpcValue::handle(Handle),
        RpcValue::integer(static_cast<int64_t>(TypeCode::NdArray))};
    Request.addSequence(Values);
    Error Freed = Client.requestNothing(Request, Job);
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
      return Client.notRight(Job);
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
    return Client.notRight(Job);
  return std::move(*Value);
}

/// Nanoseconds by the chip's timer; nullopt: it has none, or saw no time pass.
Expected<std::optional<uint64_t>>
RemoteSession::measure(StringRef Name, const Callee &TheCallee,
                       ArrayRef<RpcValue> Values) {
  if (!Timer) {
    Expected<uint64_t> Found = Client.findGlobal(TimerFunction);
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
        TheCallee.Module ? RpcValue::handle(TheCallee.Module, TypeCode::Module)
                         : RpcValue(),
        RpcValue::text(Name),
        RpcValue::integer(kDLCPU),
        RpcValue::integer(0),
        RpcValue::integer(1),
        RpcValue::integer(1)};
    while (Arguments.size() + 1 < Count)
      Arguments.push_back(RpcValue::integer(0));
    Arguments.push_back(RpcValue::text(""));
    consumeError(Evaluator.takeError());
    Evaluator =
        Client.invokeForHandle(*Timer, Arguments, TypeCode::Function, Job);
    if (Evaluator)
      TimerArguments = Count;
    if (Evaluator || !Client.Channel.isOpen())
      break;
  }
  if (!Evaluator)
    return Evaluator.takeError();
  // The first of two calls is not measured.
  Expected<std::vector<RpcValue>> Result =
      Client.invoke(*Evaluator, Values, Client.Limits.Run * 2, Job);
  if (!Result)
    return Result.takeError();
  const RpcValue &Seconds = (*Result)[1];
  if (Seconds.Type != TypeCode::Bytes || Seconds.Text.size() != sizeof(double))
    return Client.notRight(Job);
  auto Value =
      llvm::bit_cast<double>(support::endian::read64le(Seconds.Text.data()));
  constexpr double NanosecondsOfSecond = 1e9, Longest = 1e9;
  if (!(Value > 0) || Value > Longest)
    return std::nullopt;
  return std::optional(static_cast<uint64_t>(Value * NanosecondsOfSecond));
}

Expected<DeviceResult> RemoteSession::callWith(
    StringRef Name, const Callee &TheCallee, ArrayRef<DeviceArgument> Arguments,
    ArrayRef<MutableArrayRef<uint8_t>> Bytes, ArrayRef<Room> Rooms) {
  std::string Job = "the function " + quoted(Name);
  std::vector<RpcValue> Values;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const DeviceArgument &Argument = Arguments[I];
    if (!Argument.Tensor) {
      Expected<RpcValue> Value = toRpcValue(Argument);
      if (!Value)
        return Value.takeError();
      Values.push_back(std::move(*Value));
      continue;
    }
    RpcValue Value;
    Value.Type = TypeCode::Tensor;
    Value.Tensor.Address = Rooms[I].Address;
    Value.Tensor.DType = Argument.Tensor->dtype;
    Value.Tensor.Shape.assign(Argument.Tensor->shape,
                              Argument.Tensor->shape + Argument.Tensor->ndim);
    Values.push_back(std::move(Value));
  }
  Expected<std::vector<RpcValue>> Returned =
      Client.invoke(TheCallee.Function, Values, Client.Limits.Run, Job);
  if (!Returned)
    return Returned.takeError();
  DeviceResult Result;
  Expected<DeviceValue> Value = resultOf(*Returned, Job);
  if (!Value)
    return Value.takeError();
  Result.Value = std::move(*Value);
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const DeviceArgument &Argument = Arguments[I];
    if (!Argument.Tensor || !Argument.IsOutput)
      continue;
    if (Error E = Memory.copyFrom(Rooms[I].Address, Bytes[I],
                                  "the bytes of " + tensorText(Argument)))
      return E;
  }
  bool HasOnlyTensors =
      all_of(Arguments, [](const auto &Item) { return Item.Tensor; }) &&
      std::holds_alternative<std::nullptr_t>(Result.Value);
  if (!IsTimed || !HasOnlyTensors)
    return Result;
  Expected<std::optional<uint64_t>> Time = measure(Name, TheCallee, Values);
  if (!Time)
    return Time.takeError();
  Result.Cycles = *Time;
  if (*Timer)
    Result.Counter = "timer";
  return Result;
}

Expected<DeviceResult> RemoteSession::call(StringRef Function,
                                           ArrayRef<DeviceArgument> Arguments) {
  Expected<std::vector<MutableArrayRef<uint8_t>>> Bytes =
      tensorBytes(Arguments);
  if (!Bytes)
    return Bytes.takeError();
  if (Error E = begin())
    return E;
  Expected<Callee> TheCallee = find(Function);
  if (!TheCallee)
    return TheCallee.takeError();
  std::vector<Room> Rooms;
  auto Release = [&] {
    Memory.giveBack(Rooms);
    Rooms.clear();
  };
  Error Problem = tryRooms(Arguments, *Bytes, Rooms);
  // Parameters of other calls make room.
  if (Problem && Client.Channel.isOpen() && Memory.releaseConstants()) {
    consumeError(std::move(Problem));
    Release();
    Memory.releaseSpare();
    Problem = tryRooms(Arguments, *Bytes, Rooms);
  }
  if (Problem) {
    Release();
    return Problem;
  }
  Expected<DeviceResult> Result =
      callWith(Function, *TheCallee, Arguments, *Bytes, Rooms);
  Release();
  // Nobody knows what a function that failed wrote.
  if (!Result)
    Memory.releaseConstants();
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
