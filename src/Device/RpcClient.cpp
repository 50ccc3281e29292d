//===- RpcClient.cpp - Requests to the server of a firmware ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/RpcClient.h"

#include "Base/Wording.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace metaobj;

Error RpcClient::notRight(const Twine &Job) {
  Channel.abandon();
  return inputError(Channel.name(),
                    "the answer is damaged or of another kind; "
                    "wanted: " +
                        Job,
                    "is this the server of TVM or of runtime_crt");
}

StringRef RpcClient::hintOf(StringRef Text) {
  return StringSwitch<StringRef>(Text)
      .Case("rpc: memory", "give the memory of the chip's platform more bytes")
      .Case("rpc: blocks", "set TVM_CRT_RPC_MAX_BLOCKS of the firmware higher")
      .Case("rpc: packet size",
            "set TVM_CRT_MAX_PACKET_SIZE_BYTES of the firmware higher")
      .Case("rpc: arguments", "TVM_CRT_MAX_ARGS of the firmware limits them")
      .Default("");
}

Expected<RpcAnswer> RpcClient::request(RpcRequest &Request,
                                       std::chrono::milliseconds Limit,
                                       const Twine &Job, size_t AnswerBytes) {
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

Error RpcClient::requestNothing(RpcRequest &Request, const Twine &Job) {
  Expected<RpcAnswer> Answer = request(Request, Limits.Reply, Job);
  if (!Answer)
    return Answer.takeError();
  std::optional<std::vector<RpcValue>> Values = Answer->values();
  if (Answer->Code != RpcCode::Return || !Values || Values->size() != 1 ||
      Values->front().Type != TypeCode::Nullptr)
    return notRight(Job);
  return Error::success();
}

Expected<uint64_t> RpcClient::requestHandle(RpcRequest &Request,
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

Expected<std::vector<RpcValue>>
RpcClient::invoke(uint64_t Function, ArrayRef<RpcValue> Values,
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

Expected<uint64_t> RpcClient::invokeForHandle(uint64_t Function,
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

Expected<uint64_t> RpcClient::findGlobal(StringRef Name) {
  RpcRequest Request(RpcCode::FindFunction);
  Request.addSequence(RpcValue::text(Name));
  return requestHandle(Request, "the function " + quoted(Name));
}
