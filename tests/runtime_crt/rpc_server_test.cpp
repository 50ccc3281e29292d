// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The RPC server, by requests and answers as TVM has them.
//
// Tries to break (SECURITY.md): runtime_crt 12.

#include "rpc_server_fixture.h"

#include "crt_config.h"

#include <tvm/runtime/crt/module.h>

namespace {

using RpcServer = RpcServerTest;

/// Numbers in the device's byte order.
std::string ints(const std::vector<int32_t> &Numbers) {
  return {reinterpret_cast<const char *>(Numbers.data()),
          Numbers.size() * sizeof(int32_t)};
}

/// What the function below returns, and what it got.
TVMValue Result;
int ResultCode, ResultError;
std::string Seen;

int report(TVMValue *Args, int *Codes, int Count, TVMValue *Out, int *Code,
           void *) {
  Seen.clear();
  for (int I = 0; I < Count; ++I) {
    Seen += std::to_string(Codes[I]) + ":";
    if (Codes[I] == kTVMStr) {
      Seen += Args[I].v_str;
    } else if (Codes[I] == kTVMBytes) {
      const auto *Bytes = static_cast<TVMByteArray *>(Args[I].v_handle);
      Seen.append(Bytes->data, Bytes->size);
    } else if (Codes[I] == kTVMArgFloat) {
      Seen += std::to_string(Args[I].v_float64);
    } else if (Codes[I] == kTVMDataType) {
      Seen += std::to_string(Args[I].v_type.code) + "," +
              std::to_string(Args[I].v_type.bits) + "," +
              std::to_string(Args[I].v_type.lanes);
    } else if (Codes[I] == kDLDevice) {
      Seen += std::to_string(Args[I].v_device.device_type) + "," +
              std::to_string(Args[I].v_device.device_id);
    } else if (Codes[I] == kTVMDLTensorHandle) {
      const auto *Tensor = static_cast<DLTensor *>(Args[I].v_handle);
      for (int Dim = 0; Dim < Tensor->ndim; ++Dim)
        Seen += std::to_string(Tensor->shape[Dim]) + "x";
      Seen += "+" + std::to_string(Tensor->byte_offset);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(Tensor->shape) % 8, 0u);
      EXPECT_EQ(Tensor->strides, nullptr);
    } else if (Codes[I] != kTVMNullptr) {
      Seen += std::to_string(Args[I].v_int64);
    }
    Seen += " ";
  }
  *Out = Result;
  *Code = ResultCode;
  return ResultError;
}

class RpcFunctions : public RpcServerTest {
protected:
  uint64_t Function = 0;

  void SetUp() override {
    RpcServerTest::SetUp();
    Result.v_int64 = 0;
    ResultCode = kTVMNullptr;
    ResultError = 0;
    ASSERT_EQ(TVMFuncRegisterGlobal("f", reinterpret_cast<void *>(&report), 0),
              0);
    connect();
    Function = global("f");
    ASSERT_NE(Function, 0u);
  }

  std::string returns(int Code, TVMValue Value) {
    Result = Value;
    ResultCode = Code;
    return callFunction(Function, {});
  }
};

TVMValue intValue(int64_t Number) {
  TVMValue Value;
  Value.v_int64 = Number;
  return Value;
}
TVMValue handleValue(const void *Handle) {
  TVMValue Value;
  Value.v_int64 = 0;
  Value.v_handle = const_cast<void *>(Handle);
  return Value;
}
uint64_t address(const void *Pointer) {
  return reinterpret_cast<uintptr_t>(Pointer);
}

TEST_F(RpcServer, TellsThatItWasStarted) {
  EXPECT_EQ(Stream.take(), wire::bytes("fe ff fd 03 00 00 00 00 00 02 66 77"));
}

TEST_F(RpcServer, AnswersHaveTheBytesOfTVM) {
  connect();
  Stream.take();
  // Nothing, for a request without an effect: DevStreamSync.
  ASSERT_EQ(say(wire::message(
                Initiator, Responder, 0x10,
                wire::request(15, rpcSequence({rpcCpu(), rpcHandle(0)})))),
            kTvmErrorNoError);
  EXPECT_EQ(Stream.take(),
            wire::message(Initiator, Responder, 0x10,
                          wire::bytes("0c 00 00 00 00 00 00 00 04 00 00 00"
                                      "01 00 00 00 04 00 00 00")));
  // A handle: GetGlobalFunc of a function that is not there.
  EXPECT_EQ(call(9, {rpcText("no")}),
            wire::bytes("04 00 00 00 01 00 00 00 03 00 00 00"
                        "00 00 00 00 00 00 00 00"));
  // An exception: DevSetDevice.
  EXPECT_EQ(call(11, {rpcCpu()}), exception("rpc: not supported"));
  EXPECT_EQ(call(12, {rpcCpu(), rpcInt(1)}), exception("rpc: not supported"));
}

TEST_F(RpcServer, RunsAnOperatorOnTensorsOfTheHost) {
  connect();
  const uint64_t A = allocate(16), B = allocate(16), C = allocate(16);
  EXPECT_EQ(copyTo(A, 0, ints({1, 2, 3, 4})), nothing());
  EXPECT_EQ(copyTo(B, 0, ints({10, 20})), nothing());
  EXPECT_EQ(copyTo(B, 8, ints({30, 40})), nothing());
  const uint64_t Add = function("tvmgen_default_fused_add");
  EXPECT_EQ(callFunction(
                Add, {rpcTensor(A, {4}), rpcTensor(B, {4}), rpcTensor(C, {4})}),
            returned({rpcInt(kTVMNullptr), rpcNothing()}));
  EXPECT_EQ(copyFrom(C, 0, 16), copied(ints({11, 22, 33, 44})));
  EXPECT_EQ(copyFrom(C, 4, 8), copied(ints({22, 33})));
  EXPECT_EQ(call(16, {rpcTensor(C, {2}), rpcTensor(A, {2}, 8), rpcHandle(0)}),
            nothing());
  EXPECT_EQ(copyFrom(A, 0, 16), copied(ints({1, 2, 11, 22})));
  for (uint64_t Data : {A, C, B})
    EXPECT_EQ(call(14, {rpcCpu(), rpcHandle(Data)}), nothing());
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

TEST_F(RpcServer, CopiesAsTVMv0_7Does) {
  connect();
  const uint64_t A = allocate(16);
  auto Old = [&](uint64_t Offset, uint64_t Bytes) {
    return wire::number(A, 8) + wire::number(Offset, 8) +
           wire::number(Bytes, 8) + rpcDevice() + rpcInt32Type();
  };
  EXPECT_EQ(exchange(wire::request(7, Old(4, 8) + "abcdefgh")), nothing());
  EXPECT_EQ(exchange(wire::request(6, Old(6, 4))), copied("cdef"));
  EXPECT_EQ(exchange(wire::request(6, Old(6, 11))), exception("rpc: address"));
  EXPECT_EQ(exchange(wire::request(7, Old(4, 8) + "abcdefg")),
            exception("rpc: address"));
}

TEST_F(RpcServer, MemoryIsAlignedAndOfATensorsSize) {
  connect();
  const uint64_t Data =
      handleOf(call(17, {rpcTensor(0, {3, 5}), rpcNothing()}));
  EXPECT_EQ(Data % TVM_CRT_TENSOR_ALIGNMENT_BYTES, 0u);
  EXPECT_EQ(copyTo(Data, 0, std::string(60, 'x')), nothing());
  EXPECT_EQ(copyTo(Data, 0, std::string(61, 'x')), exception("rpc: address"));
  EXPECT_EQ(call(17, {rpcTensor(0, {3}), rpcText("other")}),
            exception("rpc: arguments"));
  EXPECT_EQ(call(17, {rpcTensor(Data, {3}), rpcNothing()}),
            exception("rpc: arguments"));
  EXPECT_EQ(call(17, {rpcTensor(0, {-3}), rpcNothing()}),
            exception("rpc: arguments"));
  EXPECT_EQ(call(17, {rpcTensor(0, {INT64_MAX, 8}), rpcNothing()}),
            exception("rpc: arguments"));
}

TEST_F(RpcServer, AddressesAreNotTaken) {
  static char Secret[64];
  connect();
  const uint64_t A = allocate(16), Other = address(Secret);
  for (auto [Data, Offset, Bytes] :
       std::vector<std::array<uint64_t, 3>>{{Other, 0, 1},
                                            {0, 0, 1},
                                            {A - 1, 0, 1},
                                            {A, 0, 17},
                                            {A, 16, 1},
                                            {A, 17, 0},
                                            {A, uint64_t(-1), 1},
                                            {A, 8, uint64_t(-8)},
                                            {A, uint64_t(1) << 63, 1},
                                            {A + (uint64_t(1) << 63), 0, 1},
                                            {A, Other - A, 1}}) {
    EXPECT_EQ(copyFrom(Data, Offset, Bytes), exception("rpc: address"));
    EXPECT_EQ(call(16, {rpcTensor(A, {1}), rpcTensor(Data, {4}, Offset),
                        rpcHandle(0)})
                  .substr(0, 4),
              wire::number(5, 4));
  }
  EXPECT_EQ(copyTo(Other, 0, "x"), exception("rpc: address"));
  EXPECT_EQ(call(14, {rpcCpu(), rpcHandle(Other)}), exception("rpc: address"));
  EXPECT_EQ(call(14, {rpcCpu(), rpcHandle(A + 1)}), exception("rpc: address"));
  EXPECT_EQ(call(14, {rpcCpu(), rpcHandle(A)}), nothing());
  EXPECT_EQ(call(14, {rpcCpu(), rpcHandle(A)}), exception("rpc: address"));
  EXPECT_EQ(copyFrom(A, 0, 1), exception("rpc: address"));
  // Other devices, and tensors that overlap.
  const uint64_t B = allocate(16);
  EXPECT_EQ(exchange(wire::request(6, range(B, 0, 4, 2))),
            exception("rpc: address"));
  EXPECT_EQ(call(14, {{kDLDevice, rpcDevice(2)}, rpcHandle(B)}),
            exception("rpc: arguments"));
  EXPECT_EQ(call(16, {rpcTensor(B, {2}), rpcTensor(B, {2}, 4), rpcHandle(0)}),
            exception("rpc: address"));
  EXPECT_EQ(call(16, {rpcTensor(B, {2}, 4), rpcTensor(B, {2}), rpcHandle(0)}),
            exception("rpc: address"));
}

TEST_F(RpcServer, AllocationsHaveLimits) {
  connect();
  for (int64_t Bytes : {int64_t(-1), INT64_MIN, INT64_MAX, INT64_MAX / 2 + 1})
    EXPECT_EQ(call(13, {rpcCpu(),
                        rpcInt(Bytes),
                        rpcInt(1),
                        {kTVMDataType, std::string(8, '\0')}}),
              exception("rpc: memory"));
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(call(13, {rpcCpu(),
                      rpcInt(1),
                      rpcInt(1),
                      {kTVMDataType, std::string(8, '\0')}}),
            exception("rpc: memory"));
  Platform.AllocationsLeft = 1000;
  for (int I = 0; I < TVM_CRT_RPC_MAX_BLOCKS; ++I)
    EXPECT_NE(allocate(0), 0u);
  EXPECT_EQ(call(13, {rpcCpu(),
                      rpcInt(1),
                      rpcInt(1),
                      {kTVMDataType, std::string(8, '\0')}}),
            exception("rpc: blocks"));
  EXPECT_EQ(Platform.LiveAllocations, TVM_CRT_RPC_MAX_BLOCKS);
}

TEST_F(RpcServer, TheNextHostFindsAllMemoryFree) {
  connect();
  const uint64_t A = allocate(16);
  EXPECT_EQ(Platform.LiveAllocations, 1);
  connect();
  EXPECT_EQ(Platform.LiveAllocations, 0);
  EXPECT_EQ(copyFrom(A, 0, 1), exception("rpc: address"));
  allocate(16);
  say(wire::message(0, 0, kTVMSessionTerminate, ""));
  EXPECT_EQ(Platform.LiveAllocations, 0);
  // A new start of the server, as well.
  connect();
  allocate(16);
  start();
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

TEST_F(RpcServer, AHostThatMissedARestartIsTold) {
  connect();
  start();
  Stream.take();
  EXPECT_EQ(say(wire::message(Initiator, Responder, 0x10,
                              wire::request(9, rpcSequence({rpcText("f")})))),
            kTvmErrorNoError);
  EXPECT_EQ(wire::payloads(Stream.take()),
            std::vector{std::string("\0\0\2", 3)});
}

TEST_F(RpcServer, DamageIsLoggedAndNoError) {
  connect();
  std::string Damaged = wire::message(Initiator, Responder, 0x10, "abc");
  Damaged[8] ^= 1;
  EXPECT_EQ(say(Damaged), kTvmErrorNoError);
  EXPECT_EQ(wire::payloads(Stream.take()),
            std::vector{std::string("\0\0\3damaged packet", 17)});
}

TEST_F(RpcServer, RequestsThatAreNoneAreExceptions) {
  connect();
  const std::string Sound = wire::request(9, rpcSequence({rpcText("f")}));
  for (size_t Cut = 0; Cut < Sound.size(); ++Cut)
    EXPECT_EQ(exchange(Sound.substr(0, Cut)), exception("rpc: request"));
  EXPECT_EQ(exchange(Sound + "x"), exception("rpc: request"));
  // Of the right size, with its parts cut.
  const std::string Body = rpcSequence({rpcText("f")});
  for (size_t Cut = 0; Cut < Body.size(); ++Cut)
    EXPECT_EQ(exchange(wire::request(9, Body.substr(0, Cut))),
              exception("rpc: arguments"));
  EXPECT_EQ(exchange(wire::request(9, Body + "x")),
            exception("rpc: arguments"));
  for (uint32_t Code : {0u, 4u, 5u, 8u, 22u, 0xffffffffu})
    EXPECT_EQ(exchange(wire::request(Code, "")), exception("rpc: request"));
  EXPECT_EQ(exchange(std::string(8, '\0')), "");
  EXPECT_EQ(exchange(wire::request(2, "0.8.0")), nothing());
}

TEST_F(RpcServer, ArgumentsOfOtherTypesAreExceptions) {
  connect();
  const std::string Refused = exception("rpc: arguments");
  EXPECT_EQ(call(9, {rpcInt(1)}), Refused);
  EXPECT_EQ(call(9, {}), Refused);
  EXPECT_EQ(call(9, {rpcText("a"), rpcText("b")}), Refused);
  for (uint32_t Code : {1u, 8u, 13u, 14u, 16u, 0xffffffffu})
    EXPECT_EQ(call(9, {{Code, std::string(8, '\0')}}), Refused);
  EXPECT_EQ(exchange(wire::request(9, wire::number(0xffffffff, 4))), Refused);
  EXPECT_EQ(exchange(wire::request(9, wire::number(1000, 4))), Refused);
  EXPECT_EQ(call(9, {{kTVMStr, wire::number(uint64_t(-1), 8) + "f"}}), Refused);
  EXPECT_EQ(
      callFunction(0, std::vector<RpcValue>(TVM_CRT_MAX_ARGS + 1, rpcInt(1))),
      Refused);
}

TEST_F(RpcServer, StreamsAreInStep) {
  connect();
  EXPECT_EQ(handleOf(call(18, {rpcCpu()})), 0u);
  EXPECT_EQ(call(20, {rpcCpu(), rpcHandle(0)}), nothing());
  EXPECT_EQ(call(20, {rpcCpu(), rpcNothing()}), nothing());
  EXPECT_EQ(handleOf(call(21, {rpcCpu()})), 0u);
  EXPECT_EQ(call(19, {rpcCpu(), rpcHandle(0)}), nothing());
}

TEST_F(RpcServer, AHostCanShutItDown) {
  connect();
  EXPECT_EQ(
      say(wire::message(Initiator, Responder, 0x10, wire::request(1, "")) +
          "rest"),
      kTvmErrorPlatformShutdown);
  EXPECT_EQ(Stream.take(), "");
  EXPECT_EQ(say("x"), kTvmErrorPlatformShutdown);
  start();
}

TEST_F(RpcServer, ABadServerIsAnError) {
  uint8_t Bytes[1] = {};
  uint8_t *Next = Bytes;
  size_t Left = 1;
  EXPECT_EQ(MicroTVMRpcServerLoop(nullptr, &Next, &Left),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(MicroTVMRpcServerLoop(Server, nullptr, &Left),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(MicroTVMRpcServerLoop(Server, &Next, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(Left, 1u);
}

TEST_F(RpcServer, AnAnswerThatCannotBeWrittenIsAnError) {
  connect();
  Stream.Most = 0;
  EXPECT_EQ(say(wire::message(Initiator, Responder, 0x10,
                              wire::request(9, rpcSequence({rpcText("f")})))),
            kTvmErrorWriteStreamShortWrite);
  Stream.Most = 1;
  EXPECT_EQ(global("no"), 0u);
  const uint64_t A = allocate(64);
  Stream.Most = 0;
  EXPECT_EQ(say(wire::message(Initiator, Responder, 0x10,
                              wire::request(6, range(A, 0, 64)))),
            kTvmErrorWriteStreamShortWrite);
  Stream.Most = 1000;
}

TEST_F(RpcServer, LargeMessagesAreExceptions) {
  connect();
  const size_t Most = (TVM_CRT_MAX_PACKET_SIZE_BYTES + 7) / 8 * 8;
  EXPECT_EQ(exchange(wire::request(2, std::string(Most - 12, 'x'))), nothing());
  EXPECT_EQ(exchange(wire::request(2, std::string(Most - 11, 'x'))),
            exception("rpc: packet size"));
  // What the host may send by the runtime's own word.
  EXPECT_EQ(callFunction(global("tvm.rpc.server.GetCRTMaxPacketSize"), {}),
            returned({rpcInt(kTVMArgInt),
                      rpcInt(TVM_CRT_MAX_PACKET_SIZE_BYTES - 11)}));
}

TEST_F(RpcServer, LogsGoToTheHost) {
  Stream.take();
  TVMRpcServer_Log("text", 4);
  EXPECT_EQ(wire::payloads(Stream.take()),
            std::vector{std::string("\0\0\3text", 7)});
}

TEST_F(RpcFunctions, ArgumentsOfEachTypeArrive) {
  const uint64_t A = allocate(64);
  double Half = 0.5;
  uint64_t HalfBits;
  memcpy(&HalfBits, &Half, 8);
  EXPECT_EQ(
      callFunction(Function,
                   {rpcText("text"),
                    rpcText("b\0ytes", kTVMBytes),
                    rpcInt(-7),
                    {kTVMArgFloat, wire::number(HalfBits, 8)},
                    {kTVMArgBool, wire::number(1, 8)},
                    rpcNothing(),
                    {kTVMDataType, wire::bytes("02 20 04 00 00 00 00 00")},
                    {kDLDevice, wire::number(1, 4) + wire::number(3, 4)},
                    rpcTensor(A, {2, 1, 3}, 8),
                    rpcTensor(A, {})}),
      returned({rpcInt(kTVMNullptr), rpcNothing()}));
  EXPECT_EQ(Seen, "11:text 12:b 0:-7 2:0.500000 15:1 4: 5:2,32,4 6:1,3 "
                  "7:2x1x3x+8 7:+0 ");
  // At every alignment.
  for (size_t Length = 0; Length < 9; ++Length) {
    const std::string Text(Length, 'x');
    callFunction(Function, {rpcText(Text), rpcTensor(A, {1, 2}),
                            rpcText(Text, kTVMBytes), rpcTensor(A, {3})});
    EXPECT_EQ(Seen, "11:" + Text + " 7:1x2x+0 12:" + Text + " 7:3x+0 ");
  }
}

TEST_F(RpcFunctions, TensorsOutsideOfTheHostsMemoryAreRefused) {
  static int32_t Secret[4];
  const uint64_t A = allocate(64);
  Seen = "not called";
  for (const RpcValue &Bad :
       {rpcTensor(address(Secret), {1}), rpcTensor(0, {1}), rpcTensor(A, {17}),
        rpcTensor(A, {16}, 1), rpcTensor(A, {-1}), rpcTensor(A, {1}, 0, 2),
        rpcTensor(A, {INT64_MAX, 4}),
        rpcTensor(A, std::vector<int64_t>(TVM_CRT_MAX_NDIM + 1, 1)),
        rpcTensor(A, {1}, uint64_t(-4))})
    EXPECT_EQ(callFunction(Function, {Bad}), exception("rpc: arguments"));
  for (uint64_t Bad : {address(Secret), A + 65, A - 1})
    EXPECT_EQ(callFunction(Function, {rpcHandle(Bad)}),
              exception("rpc: address"));
  EXPECT_EQ(Seen, "not called");
  EXPECT_EQ(callFunction(Function, {rpcHandle(A), rpcHandle(0)}),
            returned({rpcInt(kTVMNullptr), rpcNothing()}));
}

TEST_F(RpcFunctions, HandlesOfFunctionsAreChecked) {
  for (uint64_t Bad : {uint64_t(0), uint64_t(1), address(&Result),
                       Function + 0x1000, uint64_t(0xffffffff), uint64_t(-1)})
    EXPECT_EQ(callFunction(Bad, {}).substr(0, 4), wire::number(5, 4));
}

TEST_F(RpcFunctions, ResultsOfEachTypeGoBack) {
  EXPECT_EQ(returns(kTVMArgInt, intValue(-5)),
            returned({rpcInt(kTVMArgInt), rpcInt(-5)}));
  TVMValue Value;
  Value.v_float64 = 1.5;
  uint64_t Bits;
  memcpy(&Bits, &Value, 8);
  EXPECT_EQ(
      returns(kTVMArgFloat, Value),
      returned({rpcInt(kTVMArgFloat), {kTVMArgFloat, wire::number(Bits, 8)}}));
  EXPECT_EQ(returns(kTVMArgBool, intValue(1)),
            returned({rpcInt(kTVMArgBool), {kTVMArgBool, wire::number(1, 8)}}));
  EXPECT_EQ(returns(kTVMStr, handleValue("said")),
            returned({rpcInt(kTVMStr), rpcText("said")}));
  static char Here;
  EXPECT_EQ(returns(kTVMOpaqueHandle, handleValue(&Here)),
            returned({rpcInt(kTVMOpaqueHandle), rpcHandle(address(&Here))}));
  for (int Code : {kTVMObjectHandle, kTVMModuleHandle, kTVMPackedFuncHandle})
    EXPECT_EQ(returns(Code, handleValue(&Here)),
              returned({rpcInt(Code), rpcHandle(address(&Here))}));
  Value.v_type = {2, 32, 4};
  EXPECT_EQ(returns(kTVMDataType, Value),
            returned({rpcInt(kTVMDataType),
                      {kTVMDataType, wire::bytes("02 20 04 00 00 00 00 00")}}));
  Value.v_device = {kDLCPU, 3};
  EXPECT_EQ(returns(kDLDevice, Value),
            returned({rpcInt(kDLDevice),
                      {kDLDevice, wire::number(1, 4) + wire::number(3, 4)}}));
  for (int Code : {-1, 14, 16, 99})
    EXPECT_EQ(returns(Code, intValue(0)), exception("rpc: result"));
}

TEST_F(RpcFunctions, BytesGoBackAndAreFreed) {
  void *Memory = nullptr;
  ASSERT_EQ(
      TVMPlatformMemoryAllocate(sizeof(TVMByteArray), {kDLCPU, 0}, &Memory),
      kTvmErrorNoError);
  auto *Bytes = static_cast<TVMByteArray *>(Memory);
  Bytes->data = "\0b\xff";
  Bytes->size = 3;
  EXPECT_EQ(returns(kTVMBytes, handleValue(Bytes)),
            returned({rpcInt(kTVMBytes),
                      rpcText(std::string_view("\0b\xff", 3), kTVMBytes)}));
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

TEST_F(RpcFunctions, TensorsGoBackUntilTheHostFreesThem) {
  int32_t Data[6] = {1, 2, 3, 4, 5, 6};
  int64_t Shape[2] = {2, 2};
  DLTensor Tensor = {Data, {kDLCPU, 0}, 2, {kDLInt, 32, 1}, Shape, nullptr, 8};
  const uint64_t Handle = address(&Tensor);
  EXPECT_EQ(returns(kTVMNDArrayHandle, handleValue(&Tensor)),
            returned({rpcInt(kTVMNDArrayHandle),
                      rpcTensor(address(Data), {2, 2}, 8), rpcHandle(Handle)}));
  EXPECT_EQ(copyFrom(address(Data), 8, 16), copied(ints({3, 4, 5, 6})));
  EXPECT_EQ(copyTo(address(Data), 8, ints({9})), nothing());
  EXPECT_EQ(Data[2], 9);
  EXPECT_EQ(copyFrom(address(Data), 12, 16), exception("rpc: address"));
  EXPECT_EQ(call(14, {rpcCpu(), rpcHandle(address(Data))}),
            exception("rpc: address"));
  EXPECT_EQ(call(10, {rpcHandle(Handle), rpcInt(kTVMNDArrayHandle)}),
            nothing());
  EXPECT_EQ(copyFrom(address(Data), 8, 16), exception("rpc: address"));
  EXPECT_EQ(call(10, {rpcHandle(Handle), rpcInt(kTVMNDArrayHandle)}),
            exception("rpc: address"));
  // With gaps, and without a size.
  int64_t Strides[2] = {3, 1};
  Tensor.strides = Strides;
  EXPECT_EQ(returns(kTVMNDArrayHandle, handleValue(&Tensor)),
            exception("rpc: result"));
  Tensor.strides = nullptr;
  Shape[0] = -1;
  EXPECT_EQ(returns(kTVMNDArrayHandle, handleValue(&Tensor)),
            exception("rpc: result"));
}

TEST_F(RpcFunctions, HandlesAreFreedByTheirType) {
  EXPECT_EQ(call(10, {rpcHandle(Function), rpcInt(kTVMPackedFuncHandle)}),
            nothing());
  const uint64_t Module =
      wire::readNumber(callFunction(global("runtime.SystemLib"), {}), 24, 8);
  EXPECT_EQ(call(10, {rpcHandle(Module), rpcInt(kTVMModuleHandle)}), nothing());
  EXPECT_EQ(
      call(10, {rpcHandle(Module + 1), rpcInt(kTVMModuleHandle)}).substr(0, 4),
      wire::number(5, 4));
  EXPECT_EQ(call(10, {rpcHandle(Module), rpcInt(kTVMObjectHandle)}),
            exception("rpc: handle"));
  EXPECT_EQ(call(10, {rpcHandle(Module), rpcInt(INT64_MIN | 9)}),
            exception("rpc: handle"));
}

TEST_F(RpcFunctions, FailuresGoBackAsTheirText) {
  ResultError = 7;
  EXPECT_EQ(callFunction(Function, {}), exception("failed"));
  EXPECT_EQ(callFunction(global("runtime.SystemLib"), {rpcInt(1)}),
            exception("runtime.SystemLib: an argument has the wrong type"));
  // Not that of the failure before.
  EXPECT_EQ(callFunction(Function, {}), exception("failed"));
}

TEST_F(RpcFunctions, TheProgramLendsMemory) {
  static const int32_t Constant[2] = {5, 6};
  static int32_t Variable[2];
  ASSERT_EQ(TVMRpcServer_Lend(Constant, sizeof(Constant), false), 0);
  ASSERT_EQ(TVMRpcServer_Lend(Variable, sizeof(Variable), true), 0);
  EXPECT_EQ(copyFrom(address(Constant), 0, 8), copied(ints({5, 6})));
  EXPECT_EQ(copyTo(address(Constant), 0, ints({1})), exception("rpc: address"));
  EXPECT_EQ(copyTo(address(Variable), 4, ints({1})), nothing());
  EXPECT_EQ(Variable[1], 1);
  EXPECT_EQ(callFunction(Function, {rpcTensor(address(Constant), {2})}),
            returned({rpcInt(kTVMNullptr), rpcNothing()}));
  EXPECT_EQ(call(16, {rpcTensor(address(Variable), {2}),
                      rpcTensor(address(Constant), {2}), rpcHandle(0)}),
            exception("rpc: address"));
  // For all hosts, until the server starts again.
  connect();
  EXPECT_EQ(copyFrom(address(Constant), 0, 8), copied(ints({5, 6})));
  for (int I = 2; I < TVM_CRT_RPC_MAX_BLOCKS; ++I)
    EXPECT_EQ(TVMRpcServer_Lend(Constant, sizeof(Constant), false), 0);
  EXPECT_EQ(TVMRpcServer_Lend(Constant, sizeof(Constant), false),
            kTvmErrorFunctionCallInvalidArg);
  start();
  connect();
  EXPECT_EQ(copyFrom(address(Constant), 0, 8), exception("rpc: address"));
}

TEST_F(RpcFunctions, AreListedIfTheProgramSaysSo) {
  EXPECT_EQ(global("metaobj.rpc.function_name"), 0U);
  ASSERT_EQ(TVMRpcServer_ListFunctions(), 0);
  const uint64_t List = global("metaobj.rpc.function_name");
  ASSERT_NE(List, 0U);
  callFunction(global("runtime.SystemLib"), {});
  const std::string End = returned({rpcInt(kTVMNullptr), rpcNothing()});
  std::vector<std::string> Names;
  for (std::string Answer;
       (Answer = callFunction(List, {rpcInt(int64_t(Names.size()))})) != End;) {
    ASSERT_LT(Names.size(), 1000U);
    // Code, count, two types, the result's type, a length.
    ASSERT_GT(Answer.size(), 32U);
    Names.push_back(Answer.substr(32));
    EXPECT_EQ(Answer,
              returned({rpcInt(kTVMStr), rpcText(Names.back(), kTVMStr)}));
    if (Names.size() == 1)
      EXPECT_EQ(Names[0], "runtime.SystemLib");
  }
  // The last ones are those of the library.
  const TVMFuncRegistry *Library = TVMSystemLibEntryPoint()->registry;
  tvm_function_index_t Found = 0;
  ASSERT_FALSE(Names.empty());
  EXPECT_EQ(TVMFuncRegistry_Lookup(Library, Names.back().c_str(), &Found), 0);
  for (const RpcValue &Wrong : {rpcInt(-1), rpcText("x"), rpcNothing()})
    EXPECT_EQ(callFunction(List, {Wrong}),
              exception("metaobj.rpc.function_name: wants a number"));
  EXPECT_EQ(callFunction(List, {}),
            exception("metaobj.rpc.function_name: wants a number"));
  EXPECT_EQ(callFunction(List, {rpcInt(INT64_MAX)}), End);
}

} // namespace
