// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The RPC server with a host that speaks to it in bytes.

#ifndef TESTS_RUNTIME_CRT_RPC_SERVER_FIXTURE_H
#define TESTS_RUNTIME_CRT_RPC_SERVER_FIXTURE_H

#include "fake_platform.h"
#include "rpc_wire.h"

#include <tvm/runtime/crt/crt.h>
#include <tvm_crt/rpc_server.h>

/// A value in a request.
struct RpcValue {
  uint32_t Code;
  std::string Bytes;
};

inline RpcValue rpcInt(int64_t Value) {
  return {kTVMArgInt, wire::number(uint64_t(Value), 8)};
}
inline RpcValue rpcHandle(uint64_t Value, uint32_t Code = kTVMOpaqueHandle) {
  return {Code, wire::number(Value, 8)};
}
inline RpcValue rpcText(std::string_view Text, uint32_t Code = kTVMStr) {
  return {Code, wire::number(Text.size(), 8) + std::string(Text)};
}
inline RpcValue rpcNothing() { return {kTVMNullptr, ""}; }
inline std::string rpcDevice(int Type = kDLCPU) {
  return wire::number(uint64_t(Type), 4) + wire::number(0, 4);
}
inline RpcValue rpcCpu() { return {kDLDevice, rpcDevice()}; }
inline std::string rpcInt32Type() { return std::string("\0\x20\1\0", 4); }

/// A tensor of int32, with its data at an address of the device.
inline RpcValue rpcTensor(uint64_t Data, std::vector<int64_t> Shape,
                          uint64_t Offset = 0, int Device = kDLCPU) {
  std::string Bytes = wire::number(Data, 8) + rpcDevice(Device) +
                      wire::number(Shape.size(), 4) + rpcInt32Type();
  for (int64_t Extent : Shape)
    Bytes += wire::number(uint64_t(Extent), 8);
  return {kTVMDLTensorHandle, Bytes + wire::number(Offset, 8)};
}

inline std::string rpcSequence(const std::vector<RpcValue> &Values) {
  std::string Codes, Bytes;
  for (const RpcValue &Value : Values) {
    Codes += wire::number(Value.Code, 4);
    Bytes += Value.Bytes;
  }
  return wire::number(Values.size(), 4) + Codes + Bytes;
}

class RpcServerTest : public testing::Test {
protected:
  wire::Stream Stream;
  microtvm_rpc_server_t Server = nullptr;
  uint8_t Initiator = 0x21, Responder = 0;

  void SetUp() override {
    Platform = FakePlatform();
    Platform.LargestSize = 1 << 20;
    start();
  }

  /// Frees what the host has.
  void TearDown() override {
    say("\xfe" + wire::message(Initiator, 0, kTVMSessionStartInit, "\1"));
    EXPECT_EQ(Platform.LiveAllocations, 0);
  }

  void start() {
    Server = MicroTVMRpcServerInit(wire::Stream::write, &Stream);
    ASSERT_NE(Server, nullptr);
  }

  /// Gives bytes to the server; its result.
  tvm_crt_error_t say(std::string Bytes) {
    uint8_t *Next = reinterpret_cast<uint8_t *>(Bytes.data());
    size_t Left = Bytes.size();
    const tvm_crt_error_t Error = MicroTVMRpcServerLoop(Server, &Next, &Left);
    EXPECT_EQ(reinterpret_cast<char *>(Next) - Bytes.data(),
              ptrdiff_t(Bytes.size() - Left));
    EXPECT_TRUE(Error != kTvmErrorNoError || Left == 0);
    return Error;
  }

  void connect() {
    Stream.take();
    ASSERT_EQ(
        say("\xfe" + wire::message(Initiator, 0, kTVMSessionStartInit, "\1")),
        kTvmErrorNoError);
    // The log may tell of what was before.
    const std::vector<std::string> Said = wire::payloads(Stream.take());
    ASSERT_FALSE(Said.empty());
    ASSERT_EQ(Said.back().size(), 4u);
    Responder = uint8_t(Said.back()[1]);
    EXPECT_EQ(Said.back(),
              (std::string{char(Initiator), char(Responder), '\1', '\1'}));
  }

  /// Sends the body of a message; the body of the answer, "" for none.
  std::string exchange(std::string_view Body) {
    Stream.take();
    EXPECT_EQ(say(wire::message(Initiator, Responder, kTVMSessionNormal, Body)),
              kTvmErrorNoError);
    const std::vector<std::string> Said = wire::payloads(Stream.take());
    EXPECT_LE(Said.size(), 1u);
    if (Said.empty())
      return "";
    EXPECT_EQ(Said[0].substr(0, 3),
              (std::string{char(Initiator), char(Responder), '\x10'}));
    const std::string Answer = Said[0].substr(3);
    EXPECT_EQ(wire::readNumber(Answer, 0, 8), Answer.size() - 8);
    return Answer.substr(8);
  }

  std::string call(uint32_t Code, const std::vector<RpcValue> &Values) {
    return exchange(wire::request(Code, rpcSequence(Values)));
  }
  std::string callFunction(uint64_t Function,
                           const std::vector<RpcValue> &Values) {
    return exchange(
        wire::request(3, wire::number(Function, 8) + rpcSequence(Values)));
  }

  /// Bodies of answers, without their size.
  static std::string nothing() {
    return wire::number(4, 4) + rpcSequence({rpcNothing()});
  }
  static std::string returned(const std::vector<RpcValue> &Values) {
    return wire::number(4, 4) + rpcSequence(Values);
  }
  static std::string exception(std::string_view Text) {
    return wire::number(5, 4) + rpcSequence({rpcText(Text)});
  }

  /// The handle that an answer has.
  static uint64_t handleOf(std::string_view Answer) {
    EXPECT_EQ(Answer.substr(0, 12), wire::number(4, 4) + wire::number(1, 4) +
                                        wire::number(kTVMOpaqueHandle, 4));
    EXPECT_EQ(Answer.size(), 20u);
    return Answer.size() == 20 ? wire::readNumber(Answer, 12, 8) : 0;
  }
  uint64_t global(std::string_view Name) {
    return handleOf(call(9, {rpcText(Name)}));
  }
  uint64_t allocate(int64_t Bytes, int64_t Alignment = 64) {
    return handleOf(
        call(13, {rpcCpu(),
                  rpcInt(Bytes),
                  rpcInt(Alignment),
                  {kTVMDataType, rpcInt32Type() + std::string(4, '\0')}}));
  }
  /// The head of a copy, as TVM v0.8 and later have it.
  static std::string range(uint64_t Data, uint64_t Offset, uint64_t Bytes,
                           int Device = kDLCPU) {
    return wire::number(Data, 8) + rpcDevice(Device) + wire::number(1, 4) +
           rpcInt32Type() + wire::number(Bytes / 4, 8) +
           wire::number(Offset, 8) + wire::number(Bytes, 8);
  }
  std::string copyTo(uint64_t Data, uint64_t Offset, std::string_view Bytes) {
    return exchange(wire::request(7, range(Data, Offset, Bytes.size()) +
                                         std::string(Bytes)));
  }
  std::string copyFrom(uint64_t Data, uint64_t Offset, uint64_t Bytes) {
    return exchange(wire::request(6, range(Data, Offset, Bytes)));
  }
  static std::string copied(std::string_view Bytes) {
    return wire::number(8, 4) + std::string(Bytes);
  }
  /// A function of the system library.
  uint64_t function(std::string_view Name) {
    const std::string Module = callFunction(global("runtime.SystemLib"), {});
    EXPECT_EQ(Module.substr(0, 24),
              returned({rpcInt(kTVMModuleHandle), rpcHandle(0)}).substr(0, 24));
    const std::string Found = callFunction(
        global("tvm.rpc.server.ModuleGetFunction"),
        {rpcHandle(wire::readNumber(Module, 24, 8), kTVMModuleHandle),
         rpcText(Name), rpcInt(0)});
    EXPECT_EQ(
        Found.substr(0, 24),
        returned({rpcInt(kTVMPackedFuncHandle), rpcHandle(0)}).substr(0, 24));
    return wire::readNumber(Found, 24, 8);
  }
};

#endif
