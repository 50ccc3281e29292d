// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sessions of RPC, byte by byte and between two sides.

#include <tvm_crt/rpc_session.h>

#include "rpc_wire.h"

using wire::bytes;

namespace {

struct SessionSide {
  wire::Stream Stream;
  uint8_t Body[64];
  TVMRpcSession Session;
  std::string Last;

  explicit SessionSide(uint8_t Nonce) { reset(Nonce); }

  void reset(uint8_t Nonce) {
    EXPECT_EQ(TVMRpcSession_Reset(&Session, wire::Stream::write, &Stream, Body,
                                  sizeof(Body), Nonce),
              kTvmErrorNoError);
  }

  /// Reads bytes; what they bring about.
  std::vector<TVMSessionEvent> take(std::string_view Bytes) {
    std::vector<TVMSessionEvent> Events;
    for (char C : Bytes) {
      const TVMSessionEvent Event = TVMRpcSession_Take(&Session, uint8_t(C));
      if (Event == kTVMSessionNothing)
        continue;
      Events.push_back(Event);
      if (Event == kTVMSessionHasMessage || Event == kTVMSessionHasLog)
        Last.assign(reinterpret_cast<char *>(Body), Session.length);
    }
    return Events;
  }

  tvm_crt_error_t send(TVMSessionMessage Type, std::string_view Text) {
    const tvm_crt_error_t Error =
        TVMRpcSession_BeginMessage(&Session, Type, Text.size());
    if (Error != kTvmErrorNoError)
      return Error;
    TVMFrameWriter_Write(&Session.writer, Text.data(), Text.size());
    return TVMFrameWriter_End(&Session.writer);
  }
};

using Events = std::vector<TVMSessionEvent>;

/// TVM's step from one number to the next.
uint8_t step(unsigned N) {
  N = ((N << 5 | N >> 5) + 1) & 0xff;
  return N == 0 ? 1 : uint8_t(N);
}

/// Two sides with a session; what they said is taken.
struct Pair {
  SessionSide Host{0x11}, Device{0x33};
  Pair() { connect(); }
  void connect() {
    EXPECT_EQ(TVMRpcSession_Start(&Host.Session), kTvmErrorNoError);
    Device.take(Host.Stream.take());
    EXPECT_EQ(Host.take(Device.Stream.take()), Events{kTVMSessionHasBegun});
    EXPECT_EQ(Host.Session.state, kTVMSessionEstablished);
    EXPECT_EQ(Device.Session.state, kTVMSessionEstablished);
  }
};

TEST(RpcSession, TheTranscriptOfAStartIsThatOfTVM) {
  SessionSide Host(0x11), Device(0x33);
  const std::string Terminate = bytes("fe ff fd 03 00 00 00 00 00 02 66 77");
  EXPECT_EQ(Host.Stream.take(), Terminate);
  EXPECT_EQ(Device.Stream.take(), Terminate);
  EXPECT_EQ(Device.take(Terminate), Events{});

  // Numbers 0x12 and 0x34, which no other number leads to.
  ASSERT_EQ(TVMRpcSession_Start(&Host.Session), kTvmErrorNoError);
  EXPECT_EQ(Host.Stream.take(), wire::message(step(0x11), 0, 0, "\1"));
  Host.Session.initiator = 0x12;
  EXPECT_EQ(Device.take(bytes("ff fd 04 00 00 00 12 00 00 01 e4 2f")),
            Events{kTVMSessionHasBegun});
  EXPECT_EQ(Device.Stream.take(), wire::message(0x12, step(0x33), 1, "\1"));
  Device.Session.responder = 0x34;
  EXPECT_EQ(Host.take(bytes("ff fd 04 00 00 00 12 34 01 01 b0 05")),
            Events{kTVMSessionHasBegun});

  ASSERT_EQ(Host.send(kTVMSessionNormal, "ping"), kTvmErrorNoError);
  const std::string Ping = Host.Stream.take();
  EXPECT_EQ(Ping, wire::message(0x12, 0x34, 0x10, "ping"));
  EXPECT_EQ(Device.take(Ping), Events{kTVMSessionHasMessage});
  EXPECT_EQ(Device.Last, "ping");
  ASSERT_EQ(Device.send(kTVMSessionNormal, "pong"), kTvmErrorNoError);
  EXPECT_EQ(Host.take(Device.Stream.take()), Events{kTVMSessionHasMessage});
  EXPECT_EQ(Host.Last, "pong");
}

TEST(RpcSession, NumbersGoOnAsThoseOfTVM) {
  for (unsigned Nonce = 0; Nonce < 256; ++Nonce) {
    SessionSide Device{uint8_t(Nonce)};
    uint8_t Wanted = Nonce == 0 ? 1 : uint8_t(Nonce);
    for (int Start = 0; Start < 300; ++Start) {
      Device.Stream.take();
      Device.take(wire::message(7, 0, 0, "\1"));
      Wanted = step(Wanted);
      ASSERT_NE(Wanted, 0);
      ASSERT_EQ(Device.Stream.take(), wire::message(7, Wanted, 1, "\1"));
      if (Start > 2 && Nonce != 5)
        break;
    }
  }
}

TEST(RpcSession, LogsBelongToNoSession) {
  SessionSide Device(9);
  Device.Stream.take();
  ASSERT_EQ(Device.send(kTVMSessionLog, "hi"), kTvmErrorNoError);
  const std::string Sent = Device.Stream.take();
  EXPECT_EQ(Sent, bytes("ff fd 05 00 00 00 00 00 03 68 69 1a 8f"));
  SessionSide Host(8);
  EXPECT_EQ(Host.take(Sent), Events{kTVMSessionHasLog});
  EXPECT_EQ(Host.Last, "hi");
  Pair P;
  ASSERT_EQ(P.Device.send(kTVMSessionLog, "again"), kTvmErrorNoError);
  EXPECT_EQ(P.Host.take(P.Device.Stream.take()), Events{kTVMSessionHasLog});
  // With the number of the session, of another one, and longer than its place.
  const uint8_t I = P.Host.Session.initiator, R = P.Host.Session.responder;
  EXPECT_EQ(P.Host.take(wire::message(I, R, 3, "x")),
            Events{kTVMSessionHasLog});
  EXPECT_EQ(P.Host.take(wire::message(I, R + 1, 3, "x")), Events{});
  EXPECT_EQ(P.Host.take(wire::message(0, 0, 3, std::string(100, 'l'))),
            Events{kTVMSessionHasLog});
  EXPECT_EQ(P.Host.Last, std::string(64, 'l'));
}

TEST(RpcSession, ARestartOfEitherSideIsSeen) {
  Pair P;
  P.Device.reset(0x77);
  EXPECT_EQ(P.Host.take(P.Device.Stream.take()), Events{kTVMSessionHasEnded});
  EXPECT_EQ(P.Host.send(kTVMSessionNormal, "x"), kTvmErrorSessionInvalidState);
  P.connect();
  P.Host.reset(0x55);
  EXPECT_EQ(P.Device.take(P.Host.Stream.take()), Events{kTVMSessionHasEnded});
  EXPECT_EQ(P.Device.send(kTVMSessionNormal, "x"),
            kTvmErrorSessionInvalidState);
  P.connect();
}

TEST(RpcSession, AMessageWithoutASessionIsStray) {
  Pair P;
  P.Device.reset(0x77);
  P.Device.Stream.take(); // Nobody heard it.
  ASSERT_EQ(P.Host.send(kTVMSessionNormal, "x"), kTvmErrorNoError);
  EXPECT_EQ(P.Device.take(P.Host.Stream.take()), Events{kTVMSessionStray});
}

TEST(RpcSession, MessagesOfOldSessionsAreDropped) {
  Pair P;
  ASSERT_EQ(P.Host.send(kTVMSessionNormal, "old"), kTvmErrorNoError);
  const std::string Old = P.Host.Stream.take();
  P.connect();
  EXPECT_EQ(P.Device.take(Old), Events{});
}

TEST(RpcSession, LongMessagesAreTold) {
  Pair P;
  ASSERT_EQ(P.Host.send(kTVMSessionNormal, std::string(64, 'x')),
            kTvmErrorNoError);
  EXPECT_EQ(P.Device.take(P.Host.Stream.take()), Events{kTVMSessionHasMessage});
  ASSERT_EQ(P.Host.send(kTVMSessionNormal, std::string(65, 'x')),
            kTvmErrorNoError);
  EXPECT_EQ(P.Device.take(P.Host.Stream.take()), Events{kTVMSessionTooLong});
  ASSERT_EQ(P.Host.send(kTVMSessionNormal, "ok"), kTvmErrorNoError);
  EXPECT_EQ(P.Device.take(P.Host.Stream.take()), Events{kTVMSessionHasMessage});
  if (sizeof(size_t) > 4) {
    const size_t Huge = size_t(UINT32_MAX) - 2;
    EXPECT_EQ(
        TVMRpcSession_BeginMessage(&P.Host.Session, kTVMSessionNormal, Huge),
        kTvmErrorFramingPayloadOverflow);
    ASSERT_EQ(P.Host.send(kTVMSessionNormal, "ok"), kTvmErrorNoError);
  }
}

TEST(RpcSession, WhenBothAskTheLowerNumberWins) {
  SessionSide Low(0x11), High(0x77);
  Low.Stream.take();
  High.Stream.take();
  ASSERT_EQ(TVMRpcSession_Start(&Low.Session), kTvmErrorNoError);
  ASSERT_EQ(TVMRpcSession_Start(&High.Session), kTvmErrorNoError);
  ASSERT_LT(Low.Session.initiator, High.Session.initiator);
  const std::string FromLow = Low.Stream.take(), FromHigh = High.Stream.take();
  // As TVM: who has the higher number answers the other one.
  EXPECT_EQ(Low.take(FromHigh), Events{});
  EXPECT_EQ(High.take(FromLow), Events{kTVMSessionHasBegun});
  EXPECT_EQ(Low.take(High.Stream.take()), Events{kTVMSessionHasBegun});
  // The same number: once more.
  SessionSide A(0x11), B(0x11);
  A.Stream.take();
  ASSERT_EQ(TVMRpcSession_Start(&A.Session), kTvmErrorNoError);
  ASSERT_EQ(TVMRpcSession_Start(&B.Session), kTvmErrorNoError);
  const std::string Same = A.Stream.take();
  B.Stream.take();
  EXPECT_EQ(B.take(Same), Events{});
  const uint8_t Next = step(step(0x11));
  EXPECT_EQ(B.Stream.take(), wire::message(Next, 0, 0, "\1"));
  // Of another version, while this side asks too.
  EXPECT_EQ(B.take(wire::message(1, 0, 0, "\2")), Events{});
  EXPECT_EQ(B.Stream.take(), "");
}

TEST(RpcSession, BadStartsAreNotAnswered) {
  SessionSide Device(3);
  Device.Stream.take();
  for (const std::string &Bad :
       {wire::message(0, 0, 0, "\1"), wire::message(4, 0, 0, ""),
        wire::message(4, 0, 0, "\1\1"), wire::message(4, 5, 1, "\1"),
        wire::message(4, 5, 2, ""), wire::message(4, 5, 0x55, ""),
        wire::packet("ab"), wire::packet("")})
    EXPECT_EQ(Device.take(Bad), Events{});
  EXPECT_EQ(Device.Stream.take(), "");
  // Any version is answered with ours, as TVM does.
  EXPECT_EQ(Device.take(wire::message(4, 0, 0, "\2")),
            Events{kTVMSessionHasBegun});
  EXPECT_EQ(Device.Stream.take(), wire::message(4, step(3), 1, "\1"));
}

TEST(RpcSession, BadRepliesStartNothing) {
  SessionSide Host(3);
  ASSERT_EQ(TVMRpcSession_Start(&Host.Session), kTvmErrorNoError);
  const uint8_t I = Host.Session.initiator;
  for (const std::string &Bad :
       {wire::message(I, 0, 1, "\1"), wire::message(I + 1, 9, 1, "\1"),
        wire::message(I, 9, 1, "\2"), wire::message(I, 9, 1, "")})
    EXPECT_EQ(Host.take(Bad), Events{});
  EXPECT_EQ(Host.take(wire::message(I, 9, 1, "\1")),
            Events{kTVMSessionHasBegun});
  // A reply that nobody waits for: the other side has another session.
  EXPECT_EQ(Host.take(wire::message(I, 8, 1, "\1")),
            Events{kTVMSessionHasEnded});
}

} // namespace
