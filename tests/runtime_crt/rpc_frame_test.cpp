// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packets of RPC, byte by byte.

#include <tvm_crt/rpc_frame.h>

#include "rpc_wire.h"

using wire::bytes;

namespace {

struct Writer {
  wire::Stream Stream;
  TVMFrameWriter State;

  Writer() { TVMFrameWriter_Init(&State, wire::Stream::write, &Stream); }

  tvm_crt_error_t send(std::string_view Payload) {
    TVMFrameWriter_Begin(&State, uint32_t(Payload.size()));
    TVMFrameWriter_Write(&State, Payload.data(), Payload.size());
    return TVMFrameWriter_End(&State);
  }
};

/// What a reader makes of bytes: payloads, and each broken packet as its error.
std::vector<std::string> read(std::string_view Bytes,
                              TVMFrameReader Reader = {}) {
  std::vector<std::string> Found;
  std::string Payload;
  for (char C : Bytes) {
    switch (TVMFrameReader_Take(&Reader, uint8_t(C))) {
    case kTVMFrameNothing:
      break;
    case kTVMFrameBegin:
      Payload.clear();
      break;
    case kTVMFrameByte:
      Payload += char(Reader.byte);
      break;
    case kTVMFrameEnd:
      EXPECT_EQ(Payload.size(), Reader.length);
      Found.push_back(Payload);
      break;
    case kTVMFrameBroken:
      Found.push_back("error " + std::to_string(Reader.error));
      break;
    }
  }
  return Found;
}

std::string error(tvm_crt_error_t Code) {
  return "error " + std::to_string(Code);
}

TEST(RpcFrame, PacketsHaveTheBytesOfTVM) {
  Writer W;
  EXPECT_EQ(W.send(bytes("00 00 02")), kTvmErrorNoError);
  EXPECT_EQ(W.Stream.take(), bytes("fe ff fd 03 00 00 00 00 00 02 66 77"));
  EXPECT_EQ(W.send(bytes("12 00 00 01")), kTvmErrorNoError);
  EXPECT_EQ(W.Stream.take(), bytes("ff fd 04 00 00 00 12 00 00 01 e4 2f"));
  EXPECT_EQ(W.send(bytes("12 34 01 01")), kTvmErrorNoError);
  EXPECT_EQ(W.Stream.take(), bytes("ff fd 04 00 00 00 12 34 01 01 b0 05"));
  EXPECT_EQ(W.send(bytes("ff 00")), kTvmErrorNoError);
  EXPECT_EQ(W.Stream.take(), bytes("ff fd 02 00 00 00 ff ff 00 d9 23"));
  Writer First;
  EXPECT_EQ(First.send(bytes("00 00 03 68 69")), kTvmErrorNoError);
  EXPECT_EQ(First.Stream.take(),
            bytes("fe ff fd 05 00 00 00 00 00 03 68 69 1a 8f"));
}

TEST(RpcFrame, ChecksumsAreThoseOfTVM) {
  const std::pair<const char *, const char *> Known[] = {
      {"one", "58 f4"}, {"two2", "13 11"}, {"three", "63 9f"}, {"", "83 44"}};
  Writer W;
  ASSERT_EQ(W.send("x"), kTvmErrorNoError);
  for (auto [Payload, Sum] : Known) {
    W.Stream.take();
    ASSERT_EQ(W.send(Payload), kTvmErrorNoError);
    const std::string Sent = W.Stream.take();
    EXPECT_EQ(Sent, wire::packet(Payload));
    EXPECT_EQ(Sent.substr(Sent.size() - 2), bytes(Sum));
  }
}

TEST(RpcFrame, AnyPayloadComesBack) {
  std::string Payload;
  for (int Size = 0; Size < 300; ++Size) {
    Writer W;
    W.Stream.Most = size_t(Size % 5) + 1;
    ASSERT_EQ(W.send(Payload), kTvmErrorNoError);
    const std::string Sent = W.Stream.take();
    EXPECT_EQ(Sent, "\xfe" + wire::packet(Payload));
    EXPECT_EQ(read(Sent), std::vector{Payload});
    // Many with escapes, also in length and checksum.
    Payload += char(Size % 3 == 0 ? 0xff : Size);
  }
}

TEST(RpcFrame, EscapesCanBeWhereverANumberIs) {
  // A length of 255, and checksums with an escape in each place.
  EXPECT_EQ(read(wire::packet(std::string(255, '\xff'))),
            std::vector{std::string(255, '\xff')});
  int Seen = 0;
  for (uint32_t N = 0; N < 4000; ++N) {
    const std::string Payload = wire::number(N, 4);
    const std::string Sent = wire::packet(Payload);
    const uint16_t Sum =
        wire::checksum(bytes("ff fd 04 00 00 00") + wire::escaped(Payload));
    if ((Sum & 0xff) == 0xff || Sum >> 8 == 0xff) {
      ++Seen;
      EXPECT_EQ(read(Sent), std::vector{Payload});
    }
  }
  EXPECT_GT(Seen, 10);
}

TEST(RpcFrame, NothingIsNothingAnywhere) {
  // FF FE counts for the checksum, as all bytes on the wire.
  const std::string Head = bytes("ff fd 02 ff fe 00 00 00 61 ff fe 62");
  const std::string Sent = Head + wire::number(wire::checksum(Head), 2);
  EXPECT_EQ(read(Sent), std::vector{std::string("ab")});
}

TEST(RpcFrame, BytesBetweenPacketsArePassedOver) {
  const std::string One = wire::packet("one"), Two = wire::packet("two2");
  EXPECT_EQ(read(bytes("fe 00 ff ff 11 fd") + One + "noise\xff" + Two),
            (std::vector<std::string>{"one", "two2"}));
  EXPECT_EQ(read("\xff\xff" + Two), std::vector{std::string("two2")});
}

TEST(RpcFrame, AnotherPacketInsideEndsTheFirst) {
  const std::string One = wire::packet("one"), Two = wire::packet("two2");
  for (size_t Cut = 2; Cut < One.size(); ++Cut)
    EXPECT_EQ(
        read(One.substr(0, Cut) + Two),
        (std::vector{error(kTvmErrorFramingShortPacket), std::string("two2")}))
        << Cut;
}

TEST(RpcFrame, WrongEscapesAndChecksumsAreErrors) {
  const std::string Two = wire::packet("two2");
  EXPECT_EQ(
      read(bytes("ff fd 02 00 00 00 61 ff 41") + Two),
      (std::vector{error(kTvmErrorFramingInvalidEscape), std::string("two2")}));
  std::string One = wire::packet("one");
  One[One.size() - 1] ^= 1;
  EXPECT_EQ(read(One + Two), (std::vector{error(kTvmErrorFramingBadChecksum),
                                          std::string("two2")}));
  One = wire::packet("one");
  One[7] ^= 4;
  EXPECT_EQ(read(One + Two), (std::vector{error(kTvmErrorFramingBadChecksum),
                                          std::string("two2")}));
}

TEST(RpcFrame, WritesOfPayloadsOfAnotherSizeAreErrors) {
  Writer W;
  TVMFrameWriter_Begin(&W.State, 3);
  TVMFrameWriter_Write(&W.State, "ab", 2);
  EXPECT_EQ(TVMFrameWriter_End(&W.State), kTvmErrorFramingPayloadIncomplete);
  TVMFrameWriter_Begin(&W.State, 3);
  TVMFrameWriter_Write(&W.State, "abcd", 4);
  EXPECT_EQ(TVMFrameWriter_End(&W.State), kTvmErrorFramingPayloadOverflow);
  EXPECT_EQ(TVMFrameWriter_End(&W.State), kTvmErrorFramingInvalidState);
  TVMFrameWriter_Begin(&W.State, 1);
  TVMFrameWriter_Begin(&W.State, 1);
  EXPECT_EQ(TVMFrameWriter_End(&W.State), kTvmErrorFramingInvalidState);
  // What follows is read in spite of what was cut.
  ASSERT_EQ(W.send("ok"), kTvmErrorNoError);
  EXPECT_EQ(read(W.Stream.take()).back(), "ok");
}

TEST(RpcFrame, FailedWritesAreToldAndNextHasTheNothing) {
  Writer W;
  ASSERT_EQ(W.send("a"), kTvmErrorNoError);
  W.Stream.Most = 0;
  EXPECT_EQ(W.send("b"), kTvmErrorWriteStreamShortWrite);
  W.Stream.Lie = -1;
  EXPECT_EQ(W.send("b"), kTvmErrorWriteStreamShortWrite);
  W.Stream.Most = 100;
  W.Stream.Lie = 1;
  EXPECT_EQ(W.send("b"), kTvmErrorWriteStreamLongWrite);
  // A failure in the middle of a long one.
  W.Stream.Lie = 0;
  W.Stream.take();
  TVMFrameWriter_Begin(&W.State, 200);
  TVMFrameWriter_Write(&W.State, std::string(100, 'x').data(), 100);
  W.Stream.Most = 0;
  TVMFrameWriter_Write(&W.State, std::string(100, 'x').data(), 100);
  EXPECT_EQ(TVMFrameWriter_End(&W.State), kTvmErrorWriteStreamShortWrite);
  W.Stream.Most = 100;
  W.Stream.take();
  ASSERT_EQ(W.send("c"), kTvmErrorNoError);
  EXPECT_EQ(W.Stream.take(), "\xfe" + wire::packet("c"));
  ASSERT_EQ(W.send("d"), kTvmErrorNoError);
  EXPECT_EQ(W.Stream.take(), wire::packet("d"));
}

} // namespace
