// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The RPC server behind a link, and copies of compressed bytes.

#include "rpc_reliable_fixture.h"

#include <tvm/runtime/c_backend_api.h>

namespace {

int ReliableCalls;

/// Counts its calls, and says how many they are.
int count(TVMValue *, int *, int, TVMValue *Result, int *Code, void *) {
  Result->v_int64 = ++ReliableCalls;
  *Code = kTVMArgInt;
  return 0;
}

class RpcReliable : public RpcReliableTest {
protected:
  uint64_t Count = 0;

  void addCount() {
    ReliableCalls = 0;
    ASSERT_EQ(TVMFuncRegisterGlobal("count", pointer(count), 0), 0);
  }
  static void *pointer(TVMBackendPackedCFunc Function) {
    void *Address;
    memcpy(&Address, &Function, sizeof(Address));
    return Address;
  }
  static std::string counted(int Number) {
    return returned({rpcInt(kTVMArgInt), rpcInt(Number)});
  }
  static std::string text(size_t Size) {
    std::string Text;
    for (size_t I = 0; I < Size; ++I)
      Text += char(I % 7 == 0 ? 0xff : I * 13);
    return Text;
  }
};

/// Every byte is that of the server without a link.
TEST_F(RpcReliable, AHostOfTVMSeesNothingNew) {
  std::string Said[2];
  for (bool HasLink : {false, true}) {
    Stream.take();
    if (HasLink)
      Server = TVMRpcReliable_Init(toHost, fromHost, this);
    else
      Server = MicroTVMRpcServerInit(wire::Stream::write, &Stream);
    const std::string Bytes =
        "\xfe" + wire::message(0x21, 0, 0, "\1") +
        wire::message(1, 1, 0x10,
                      wire::request(9, rpcSequence({rpcText("f")})));
    std::string Copy = Bytes;
    uint8_t *Next = reinterpret_cast<uint8_t *>(Copy.data());
    size_t Left = Copy.size();
    EXPECT_EQ(HasLink ? TVMRpcReliable_Loop(Server, &Next, &Left)
                      : MicroTVMRpcServerLoop(Server, &Next, &Left),
              kTvmErrorNoError);
    EXPECT_EQ(Left, 0u);
    Said[HasLink] = Stream.take();
  }
  EXPECT_EQ(Said[0], Said[1]);
  EXPECT_EQ(TVMRpcReliable_Link()->is_on, 0);
}

TEST_F(RpcReliable, AgreementByteByByte) {
  connect();
  const uint64_t Function = global("metaobj.rpc.reliable");
  Stream.take();
  EXPECT_EQ(
      say(wire::message(Initiator, Responder, 0x10,
                        wire::bytes("28 00 00 00 00 00 00 00 03 00 00 00") +
                            wire::number(Function, 8) +
                            wire::bytes("02 00 00 00 00 00 00 00 00 00 00 00"
                                        "01 00 00 00 00 00 00 00"
                                        "40 00 00 00 00 00 00 00"))),
      kTvmErrorNoError);
  EXPECT_EQ(Stream.take(),
            wire::message(Initiator, Responder, 0x10,
                          wire::bytes("20 00 00 00 00 00 00 00 04 00 00 00"
                                      "02 00 00 00 00 00 00 00 00 00 00 00"
                                      "00 00 00 00 00 00 00 00"
                                      "01 40 00 00 00 00 00 00")));
  EXPECT_EQ(TVMRpcReliable_Link()->is_on, 1);
}

TEST_F(RpcReliable, AgreementsThatCannotBe) {
  connect();
  const uint64_t Function = global("metaobj.rpc.reliable");
  for (const std::vector<RpcValue> &Wrong :
       {std::vector<RpcValue>{},
        {rpcInt(1)},
        {rpcInt(0), rpcInt(64)},
        {rpcInt(1), rpcInt(47)},
        {rpcInt(1), rpcText("64")},
        {rpcText("1"), rpcInt(64)},
        {rpcInt(1), rpcInt(64), rpcInt(0)}})
    EXPECT_EQ(callFunction(Function, Wrong), exception("rpc: arguments"));
  EXPECT_EQ(TVMRpcReliable_Link()->is_on, 0);
  // More than any frame has.
  callFunction(Function, {rpcInt(7), rpcInt(INT64_MAX)});
  EXPECT_EQ(TVMRpcReliable_Link()->is_on, 1);
  EXPECT_EQ(TVMRpcReliable_Link()->data_out, TVM_CRT_RPC_FRAME_DATA_BYTES);
}

TEST_F(RpcReliable, RequestsInFrames) {
  agree();
  const uint64_t A = allocate(2000);
  EXPECT_EQ(copyTo(A, 0, text(1200)), nothing());
  // An answer with more frames than the chip keeps.
  EXPECT_EQ(copyFrom(A, 0, 1200), copied(text(1200)));
  EXPECT_EQ(copyFrom(A, 0, 0), copied(""));
  EXPECT_EQ(Host.num_repeated + TVMRpcReliable_Link()->num_repeated, 0u);
}

TEST_F(RpcReliable, LogsInFrames) {
  agree();
  TVMRpcServer_Log("hello", 5);
  TVMRpcServer_Log("to all", 6);
  hear();
  EXPECT_EQ(Received,
            wire::message(0, 0, 3, "hello") + wire::message(0, 0, 3, "to all"));
}

TEST_F(RpcReliable, OnePercentOfNoise) {
  addCount();
  agree();
  const uint64_t Function = global("count"), A = allocate(1000);
  Noise = 1000;
  for (int I = 1; I <= 100; ++I) {
    ASSERT_EQ(callFunction(Function, {}), counted(I));
    const std::string Bytes = text(size_t(200 + I));
    ASSERT_EQ(copyTo(A, uint64_t(I), Bytes), nothing());
    ASSERT_EQ(copyFrom(A, uint64_t(I), Bytes.size()), copied(Bytes));
  }
  EXPECT_EQ(ReliableCalls, 100) << "each request is done once";
  EXPECT_GT(Host.num_repeated, 50u);
  EXPECT_GT(TVMRpcReliable_Link()->num_repeated, 50u);
  Noise = 0;
}

/// The same without a link.
TEST_F(RpcReliable, NoiseWithoutALinkLosesRequests) {
  addCount();
  connect();
  const uint64_t Function = global("count");
  const std::string Request = wire::message(
      Initiator, Responder, 0x10,
      wire::request(3, wire::number(Function, 8) + rpcSequence({})));
  Noise = 1000;
  for (int I = 1; I <= 100; ++I)
    say(damaged(Request));
  EXPECT_LT(ReliableCalls, 90);
}

TEST_F(RpcReliable, ANewHostEndsTheLink) {
  agree();
  Host.is_on = 0;
  connect();
  EXPECT_EQ(TVMRpcReliable_Link()->is_on, 0);
  EXPECT_NE(global("runtime.SystemLib"), 0u);
  agree();
  allocate(16);
  // The end of a session, too.
  Host.is_on = 0;
  Stream.take();
  EXPECT_EQ(say(wire::message(Initiator, Responder, 2, "")), kTvmErrorNoError);
  EXPECT_EQ(Stream.take(), "");
  EXPECT_EQ(TVMRpcReliable_Link()->is_on, 0);
  EXPECT_EQ(Platform.LiveAllocations, 0);
  // Other messages do not.
  agree();
  allocate(16);
  Host.is_on = 0;
  say(wire::message(Initiator, Responder, 3, "x") +
      wire::message(Initiator, Responder, 1, "\1") +
      wire::message(Initiator, Responder, 0x10, wire::number(0, 8)));
  EXPECT_EQ(TVMRpcReliable_Link()->is_on, 1);
  EXPECT_EQ(Stream.take(), "");
}

/// The host has not heard that there is a link, and asks again.
TEST_F(RpcReliable, AnAgreementIsRepeated) {
  agree();
  Host.is_on = 0;
  agree();
  EXPECT_NE(global("runtime.SystemLib"), 0u);
  EXPECT_EQ(TVMRpcReliable_Link()->has_heard, 1);
}

/// A request for more than the chip keeps, and no host.
TEST_F(RpcReliable, AHostGoesWhileAnAnswerWaits) {
  const std::string NewHost =
      "\xfe" + wire::message(0, 0, 2, "") + wire::message(9, 0, 0, "\1");
  for (bool ComesBack : {true, false}) {
    agree();
    const uint64_t A = allocate(2000);
    Instead = ComesBack ? NewHost : "";
    IsGone = !ComesBack;
    const std::string Request = wire::message(
        Initiator, Responder, 0x10, wire::request(6, range(A, 0, 2000)));
    for (size_t At = 0; At < Request.size(); At += 31)
      TVMRpcLink_Write(&Host,
                       reinterpret_cast<const uint8_t *>(Request.data()) + At,
                       std::min<size_t>(31, Request.size() - At));
    EXPECT_EQ(say(HostStream.take()),
              ComesBack ? kTvmErrorNoError : kTvmErrorWriteStreamShortWrite);
    Host.is_on = 0;
    IsGone = false;
    EXPECT_EQ(TVMRpcReliable_Link()->is_on, ComesBack ? 0 : 1);
    say(Instead);
    Instead.clear();
    connect();
    EXPECT_EQ(Platform.LiveAllocations, 0);
    EXPECT_NE(global("runtime.SystemLib"), 0u);
  }
}

TEST_F(RpcReliable, AChipThatWasRestartedSaysSo) {
  agree();
  start();
  Stream.take();
  // Frames mean nothing to it, a request of any session does.
  TVMRpcLink_Ask(&Host);
  say(HostStream.take());
  EXPECT_EQ(Stream.take(), "");
  say(wire::message(0, 0, 0x10, wire::number(0, 8)));
  EXPECT_EQ(wire::payloads(Stream.take()),
            std::vector<std::string>{std::string("\0\0\2", 3)});
  Host.is_on = 0;
}

TEST_F(RpcReliable, WrongCallsAndLines) {
  uint8_t Byte = 0, *Next = &Byte;
  size_t Left = 1;
  EXPECT_EQ(TVMRpcReliable_Loop(nullptr, &Next, &Left),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMRpcReliable_Loop(Server, nullptr, &Left),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMRpcReliable_Loop(Server, &Next, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  agree();
  TVMRpcLink_Ask(&Host);
  Stream.Most = 0;
  EXPECT_EQ(say(HostStream.take()), kTvmErrorWriteStreamShortWrite);
  Stream.Most = 1000;
  EXPECT_NE(global("runtime.SystemLib"), 0u);
}

TEST_F(RpcReliable, ShutsDown) {
  agree();
  const std::string Request =
      wire::message(Initiator, Responder, 0x10, wire::request(1, ""));
  TVMRpcLink_Write(&Host, reinterpret_cast<const uint8_t *>(Request.data()),
                   Request.size());
  EXPECT_EQ(say(HostStream.take()), kTvmErrorPlatformShutdown);
  start();
  Host.is_on = 0;
}

class RpcUnpack : public RpcReliable {
protected:
  uint64_t Function = 0, A = 0;

  void SetUp() override {
    RpcReliable::SetUp();
    ASSERT_EQ(TVMRpcServer_RegisterUnpack(), kTvmErrorNoError);
    connect();
    Function = global("metaobj.rpc.unpack");
    A = allocate(64);
    copyTo(A, 0, std::string(64, '.'));
  }
  std::string unpack(uint64_t Offset, uint64_t Size, std::string_view Block) {
    return callFunction(Function,
                        {rpcHandle(A), rpcInt(int64_t(Offset)),
                         rpcInt(int64_t(Size)), rpcText(Block, kTVMBytes)});
  }
  static std::string done() {
    return returned({rpcInt(kTVMNullptr), rpcNothing()});
  }
};

TEST_F(RpcUnpack, BlocksOfLZ4) {
  // Literals only; literals and a match that overlaps itself.
  EXPECT_EQ(unpack(0, 3,
                   "\x30"
                   "abc"),
            done());
  EXPECT_EQ(copyFrom(A, 0, 4), copied("abc."));
  EXPECT_EQ(unpack(0, 12,
                   std::string("\x34"
                               "abc\3\0\x10z",
                               8)),
            done());
  EXPECT_EQ(copyFrom(A, 0, 12), copied("abcabcabcabz"));
  // A match in what is there already, and a long one.
  EXPECT_EQ(unpack(12, 4, std::string("\0\x0c\0\0", 4)), done());
  EXPECT_EQ(copyFrom(A, 12, 4), copied("abca"));
  EXPECT_EQ(unpack(0, 31,
                   std::string("\x1f"
                               "q\1\0\x0b\0",
                               6)),
            done());
  EXPECT_EQ(copyFrom(A, 0, 32), copied(std::string(31, 'q') + "."));
  // Literals with a length of more than a byte.
  const std::string Long = text(40);
  EXPECT_EQ(unpack(0, 40, "\xf0\x19" + Long), done());
  EXPECT_EQ(copyFrom(A, 0, 40), copied(Long));
  EXPECT_EQ(unpack(0, 0, std::string(1, '\0')), done());
}

TEST_F(RpcUnpack, BlocksThatAreNone) {
  for (const std::string &Wrong :
       {std::string(), std::string("\x40"), std::string("\x40zzz"),
        std::string("\x50zzzzz"), std::string("\x30zzz"),
        std::string("\xf0", 1), std::string("\xf0\xff", 2),
        std::string("\xf0\xff\xff\xff", 4), std::string("\x10z\1", 3),
        std::string("\x10z\1\0", 4), std::string("\x10z\0\0\0", 5),
        std::string("\x10z\2\0\0", 5), std::string("\x1fz\1\0", 4),
        std::string("\x1fz\1\0\xff\xff", 6), std::string("\x10z\1\0\0", 5)})
    EXPECT_EQ(unpack(0, 4, Wrong), exception("rpc: block")) << Wrong.size();
  EXPECT_EQ(copyFrom(A, 4, 4), copied("...."));
}

TEST_F(RpcUnpack, MemoryThatIsNotTheHosts) {
  const std::string Block = "\x30"
                            "abc";
  for (auto [Offset, Size] : {std::pair<uint64_t, uint64_t>{62, 3},
                              {64, 3},
                              {0, 65},
                              {~0ull, 3},
                              {~0ull - 1, 3},
                              {INT64_MAX, 3},
                              {INT64_MAX, INT64_MAX},
                              {3, ~0ull}})
    EXPECT_EQ(unpack(Offset, Size, Block), exception("rpc: address"));
  static const char Constant[16] = "constant";
  ASSERT_EQ(TVMRpcServer_Lend(Constant, sizeof(Constant), false), 0);
  A = uint64_t(reinterpret_cast<uintptr_t>(Constant));
  EXPECT_EQ(unpack(0, 3, Block), exception("rpc: address"));
  EXPECT_EQ(callFunction(Function, {}), exception("rpc: arguments"));
  EXPECT_EQ(
      callFunction(Function, {rpcInt(0), rpcInt(0), rpcInt(0), rpcText(Block)}),
      exception("rpc: arguments"));
}

} // namespace
