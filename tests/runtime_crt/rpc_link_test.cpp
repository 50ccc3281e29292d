// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reliable stream over a bad line: its bytes, and two sides with a line
// between them that loses, doubles and changes some.

#include <tvm_crt/rpc_link.h>

#include "rpc_wire.h"

#include <algorithm>
#include <random>

using wire::bytes;

namespace {

/// A frame of the session 12, 34, from the definition of its bytes.
std::string frame(uint8_t Kind, uint8_t Number, uint8_t Expected,
                  std::string_view Data = "", uint8_t Responder = 0x34) {
  std::string Payload = {'\x12',     char(Responder), '\x11',
                         char(Kind), char(Number),    char(Expected)};
  Payload += Data;
  uint32_t Check = ~0u;
  for (char C : Payload)
    for (int Bit = 0; Bit < 8; ++Bit) {
      const uint32_t Low = (Check ^ uint32_t(uint8_t(C) >> Bit)) & 1;
      Check = Check >> 1 ^ (Low != 0 ? 0xedb88320 : 0);
    }
  return wire::packet(Payload + wire::number(~Check, 4)) +
         std::string("\xff\0", 2);
}

/// One side, and what it wrote to the line.
struct LinkSide {
  TVMRpcLink Link = {};
  std::vector<uint8_t> Incoming, Outgoing;
  std::string Line, Received;
  std::vector<std::string> Plain;
  /// Most bytes that were on the line and not acknowledged.
  uint32_t MostOnTheWay = 0;
  bool Fails = false;
  int (*Wait)(LinkSide &) = nullptr;

  LinkSide(uint8_t DataBytes, uint8_t Frames)
      : Incoming(TVM_RPC_LINK_INCOMING_BYTES(DataBytes)),
        Outgoing(Frames * TVM_RPC_LINK_OUTGOING_BYTES(DataBytes)) {
    Link.write = [](void *Context, const uint8_t *Bytes, size_t Count) {
      LinkSide &Self = *static_cast<LinkSide *>(Context);
      if (Self.Fails)
        return ptrdiff_t(-1);
      Self.Line.append(reinterpret_cast<const char *>(Bytes), Count);
      Self.MostOnTheWay = std::max(Self.MostOnTheWay, Self.Link.on_the_way);
      return ptrdiff_t(Count);
    };
    Link.wait = [](void *Context) {
      LinkSide &Self = *static_cast<LinkSide *>(Context);
      return Self.Wait == nullptr ? -1 : Self.Wait(Self);
    };
    Link.context = this;
    Link.incoming = Incoming.data();
    Link.outgoing = Outgoing.data();
    Link.data_bytes = DataBytes;
    Link.num_frames = Frames;
    TVMRpcLink_Init(&Link);
  }

  void start(uint8_t DataBytes = 64, uint32_t Credit = 0) {
    TVMRpcLink_Start(&Link, 0x12, 0x34, DataBytes, Credit);
  }

  ptrdiff_t write(std::string_view Bytes) {
    return TVMRpcLink_Write(
        &Link, reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size());
  }

  void take(std::string_view Bytes) {
    for (char C : Bytes) {
      const TVMLinkEvent Event = TVMRpcLink_Take(&Link, uint8_t(C));
      const std::string Data(reinterpret_cast<const char *>(Link.data),
                             Event == kTVMLinkNothing ? 0 : Link.length);
      if (Event == kTVMLinkData)
        Received += Data;
      else if (Event == kTVMLinkPlain)
        Plain.push_back(Data);
    }
  }

  std::string take() {
    std::string Result;
    Result.swap(Line);
    return Result;
  }
};

TEST(RpcLink, BytesOfFrames) {
  LinkSide Host(64, 4), Chip(64, 4);
  // Bytes pass as they are until both agree.
  EXPECT_EQ(Host.write("plain"), 5);
  EXPECT_EQ(Host.take(), "plain");
  Host.start();
  Chip.start();
  EXPECT_EQ(Host.write("hi"), 2);
  const std::string First =
      bytes("fe ff fd 0c 00 00 00 12 34 11 00 00 00 68 69 "
            "13 81 50 56 9d 8f ff 00");
  const std::string Sent = Host.take();
  EXPECT_EQ(Sent, First);
  EXPECT_EQ(Sent, "\xfe" + frame(0, 0, 0, "hi"));
  EXPECT_FALSE(TVMRpcLink_IsDone(&Host.Link));
  Chip.take(Sent);
  EXPECT_EQ(Chip.Received, "hi");
  const std::string Answer = Chip.take();
  EXPECT_EQ(Answer, bytes("fe ff fd 0a 00 00 00 12 34 11 01 00 01 "
                          "2e 76 1d 35 b3 f6 ff 00"));
  EXPECT_EQ(Answer, "\xfe" + frame(1, 0, 1));
  Host.take(Answer);
  EXPECT_TRUE(TVMRpcLink_IsDone(&Host.Link));
  EXPECT_EQ(Host.take(), "");
  // An FF is doubled, and the answer acknowledges what came before it.
  EXPECT_EQ(Chip.write(std::string("\xff\0", 2)), 2);
  EXPECT_EQ(Chip.Line, bytes("ff fd 0c 00 00 00 12 34 11 00 00 01 ff ff 00 "
                             "05 2e fc 5d 92 3b ff 00"));
  Host.take(Chip.take());
  EXPECT_EQ(Host.Received, std::string("\xff\0", 2));
}

TEST(RpcLink, FullFramesAndTheRest) {
  LinkSide Host(64, 4);
  Host.start();
  const std::string Whole(TVM_RPC_WRITE_BYTES, 'x');
  EXPECT_EQ(Host.write(Whole), TVM_RPC_WRITE_BYTES);
  EXPECT_EQ(Host.take(), "");
  EXPECT_FALSE(TVMRpcLink_IsDone(&Host.Link));
  EXPECT_EQ(Host.write(Whole), TVM_RPC_WRITE_BYTES);
  EXPECT_EQ(Host.take(), "\xfe" + frame(0, 0, 0, Whole + Whole));
  EXPECT_EQ(Host.write(Whole), TVM_RPC_WRITE_BYTES);
  TVMRpcLink_Flush(&Host.Link);
  TVMRpcLink_Flush(&Host.Link);
  EXPECT_EQ(Host.take(), frame(0, 1, 0, Whole));
  // The other side takes less.
  Host.start(48);
  EXPECT_EQ(Host.write(std::string(60, 'y')), 48);
  EXPECT_EQ(Host.take(), frame(0, 0, 0, std::string(48, 'y')));
}

TEST(RpcLink, WhatIsDamagedIsAskedForAtOnce) {
  LinkSide Chip(64, 4);
  Chip.start();
  std::string Damaged = frame(0, 0, 0, "hello");
  Damaged[14] ^= 1;
  Chip.take(Damaged);
  EXPECT_EQ(Chip.take(), "\xfe" + frame(2, 0, 0));
  // A byte less: the mark behind the frame shows it.
  const std::string Sound = frame(0, 0, 0, "hello");
  Chip.take(Sound.substr(0, 12) + Sound.substr(13));
  EXPECT_EQ(Chip.take(), frame(2, 0, 0));
  EXPECT_EQ(Chip.Link.num_damaged, 2u);
  // A right sum of 16 bits, and a wrong one of 32.
  std::string Payload = {'\x12', '\x34', '\x11', '\0', '\0', '\0'};
  Chip.take(wire::packet(Payload + "xxx" + "1234"));
  EXPECT_EQ(Chip.take(), frame(2, 0, 0));
  // Too short for a frame.
  Chip.take(wire::packet(Payload));
  EXPECT_EQ(Chip.take(), frame(2, 0, 0));
  EXPECT_EQ(Chip.Received, "");
  Chip.take(Sound);
  EXPECT_EQ(Chip.Received, "hello");
}

TEST(RpcLink, FramesComeInOrderAndOnce) {
  LinkSide Chip(64, 4);
  Chip.start();
  Chip.take(frame(0, 1, 0, "b"));
  EXPECT_EQ(Chip.take(), "\xfe" + frame(2, 0, 0));
  Chip.take(frame(0, 2, 0, "c"));
  EXPECT_EQ(Chip.take(), "") << "it has asked once";
  Chip.take(frame(0, 0, 0, "a"));
  EXPECT_EQ(Chip.take(), frame(1, 0, 1));
  Chip.take(frame(0, 0, 0, "a"));
  EXPECT_EQ(Chip.take(), frame(1, 0, 1)) << "the acknowledgement was lost";
  // Of another session.
  Chip.take(frame(0, 1, 0, "z", 0x35));
  EXPECT_EQ(Chip.take(), "");
  EXPECT_EQ(Chip.Received, "a");
  // A busy side takes nothing, and says nothing.
  Chip.Link.is_busy = 1;
  Chip.take(frame(0, 1, 0, "b"));
  EXPECT_EQ(Chip.take(), "");
  Chip.Link.is_busy = 0;
  Chip.take(frame(0, 1, 0, "b"));
  EXPECT_EQ(Chip.Received, "ab");
}

TEST(RpcLink, AnotherKindOrNumberDoesNothing) {
  LinkSide Host(64, 4);
  Host.start();
  Host.write("x");
  Host.take();
  Host.take(frame(7, 0, 0));
  Host.take(frame(1, 0, 9));
  EXPECT_FALSE(TVMRpcLink_IsDone(&Host.Link));
  EXPECT_EQ(Host.take(), "");
  EXPECT_EQ(Host.Received, "");
  Host.take(frame(1, 0, 1));
  EXPECT_TRUE(TVMRpcLink_IsDone(&Host.Link));
}

TEST(RpcLink, PlainMessagesAreTold) {
  LinkSide Chip(64, 4);
  Chip.start();
  Chip.take(wire::message(7, 0, 0, "\1") + wire::packet("x") +
            wire::packet(std::string(500, 'l')));
  EXPECT_EQ(Chip.Plain, std::vector<std::string>{std::string("\7\0\0\1", 4)});
  EXPECT_EQ(Chip.take(), "");
}

/// A frame that lost a byte of its header has its kind in the place of the
/// type, and a right sum of 16 bits by chance. It begins and ends nothing.
TEST(RpcLink, DamagedFramesAreNoPlainMessages) {
  LinkSide Chip(64, 4);
  Chip.start();
  Chip.take(wire::message(0, 0, 2, ""));
  ASSERT_EQ(Chip.Plain.size(), 1u);
  EXPECT_EQ(Chip.take(), "");
  for (uint8_t Type : {0, 1, 2})
    for (size_t Size = 0; Size < 70; ++Size)
      if (Size != (Type == 2 ? 0 : 1))
        Chip.take(wire::message(0x12, 0x11, Type, std::string(Size, '\1')));
  EXPECT_EQ(Chip.Link.num_damaged, 3u * 69);
  EXPECT_EQ(Chip.Line.rfind("\xfe" + frame(2, 0, 0), 0), 0u);
  EXPECT_EQ(Chip.Plain.size(), 1u);
}

TEST(RpcLink, AskingSendsAgainOrAsks) {
  LinkSide Host(64, 4);
  Host.start();
  TVMRpcLink_Ask(&Host.Link);
  EXPECT_EQ(Host.take(), "\xfe" + frame(2, 0, 0));
  Host.write("a");
  Host.write("b");
  Host.take();
  TVMRpcLink_Ask(&Host.Link);
  EXPECT_EQ(Host.take(), frame(0, 0, 0, "a")) << "the rest waits";
  EXPECT_EQ(Host.Link.num_repeated, 1u);
  // It was there already, and so was the next one.
  Host.take(frame(1, 0, 2));
  EXPECT_TRUE(TVMRpcLink_IsDone(&Host.Link));
  EXPECT_EQ(Host.Link.on_the_way, 0u);
  // The other side asks.
  Host.take(frame(2, 0, 2));
  EXPECT_EQ(Host.take(), frame(1, 0, 0));
  Host.write("c");
  Host.take();
  Host.take(frame(2, 0, 2));
  EXPECT_EQ(Host.take(), frame(0, 2, 0, "c"));
}

TEST(RpcLink, NoMoreIsOnTheWayThanThereIsRoomFor) {
  LinkSide Host(64, 16);
  Host.start(64, 300);
  for (int I = 0; I < 16; ++I)
    EXPECT_EQ(Host.write(std::string(31, '\xff')), 31);
  EXPECT_LE(Host.Line.size(), 300u);
  EXPECT_GT(Host.Line.size(), 150u);
  EXPECT_EQ(Host.write("y"), -1) << "nobody waits, so there is no room";
  const size_t Before = Host.take().size();
  Host.take(frame(1, 0, 1));
  EXPECT_GT(Host.Line.size(), 0u);
  EXPECT_LE(Host.take().size(), Before);
  // A frame goes in any case if nothing else is on the way.
  Host.start(64, 1);
  Host.write("a");
  EXPECT_EQ(Host.take(), frame(0, 0, 0, "a"));
}

TEST(RpcLink, AFailureToWriteIsKept) {
  LinkSide Host(64, 4);
  Host.start();
  Host.Fails = true;
  EXPECT_EQ(Host.write("x"), 1);
  EXPECT_EQ(Host.Link.error, kTvmErrorWriteStreamShortWrite);
}

/// Two sides and their line. The host has a clock, which tells the side that
/// nothing comes any more.
struct Talk {
  LinkSide Host{64, 16}, Chip{64, 4};
  std::mt19937 Random;
  /// Of a hundred thousand bytes, so many are lost, doubled and changed.
  unsigned Noise;
  size_t Asked = 0;
  /// Bytes that the chip has room for, and how many more have come.
  size_t Room = ~size_t(0), Overrun = 0;

  Talk(unsigned Seed, unsigned Noise, uint32_t Credit = 0)
      : Random(Seed), Noise(Noise) {
    Host.start(64, Credit);
    Chip.start();
  }

  std::string damaged(const std::string &Bytes) {
    std::string Result;
    for (char C : Bytes) {
      switch (Random() % 100000 < Noise ? Random() % 3 : 3) {
      case 0:
        break;
      case 1:
        Result += C;
        Result += C;
        break;
      case 2:
        Result += char(C ^ char(1 + Random() % 255));
        break;
      default:
        Result += C;
      }
    }
    return Result;
  }

  /// What is on the line gets to the other side; whether there was anything.
  bool move() {
    std::string Bytes = damaged(Host.take());
    if (Bytes.size() > Room) {
      Overrun += Bytes.size() - Room;
      Bytes.resize(Room);
    }
    Chip.take(Bytes);
    const std::string Back = damaged(Chip.take());
    Host.take(Back);
    return !Bytes.empty() || !Back.empty();
  }

  /// Sends bytes from one side, until the other has them all.
  void send(LinkSide &From, std::string_view Bytes) {
    int Quiet = 0;
    while (!Bytes.empty() || !TVMRpcLink_IsDone(&From.Link)) {
      const size_t Most = std::min<size_t>(Bytes.size(), TVM_RPC_WRITE_BYTES);
      const ptrdiff_t Written =
          Most == 0 ? 0 : From.write(Bytes.substr(0, Most));
      if (Written > 0)
        Bytes.remove_prefix(size_t(Written));
      if (Bytes.empty())
        TVMRpcLink_Flush(&From.Link);
      if (Written > 0 && !Bytes.empty())
        continue;
      if (move()) {
        Quiet = 0;
        continue;
      }
      ASSERT_LT(++Quiet, 100) << "no progress";
      ++Asked;
      TVMRpcLink_Ask(&Host.Link);
    }
  }

  std::string any(size_t Count) {
    std::string Bytes;
    while (Bytes.size() < Count)
      Bytes += char(Random() % 4 == 0 ? 0xff : Random());
    return Bytes;
  }
};

TEST(RpcLink, ASoundLineNeedsNoRepetition) {
  Talk T(1, 0);
  const std::string There = T.any(100000), Back = T.any(50000);
  T.send(T.Host, There);
  T.send(T.Chip, Back);
  EXPECT_TRUE(T.Chip.Received == There);
  EXPECT_TRUE(T.Host.Received == Back);
  EXPECT_EQ(T.Asked, 0u);
  EXPECT_EQ(T.Host.Link.num_repeated + T.Chip.Link.num_repeated, 0u);
}

/// Of each hundred bytes one is lost, doubled or changed, in both directions.
TEST(RpcLink, OnePercentOfNoise) {
  for (unsigned Seed = 0; Seed < 20; ++Seed) {
    Talk T(Seed, 1000);
    const std::string There = T.any(20000), Back = T.any(10000);
    T.send(T.Host, There);
    T.send(T.Chip, Back);
    ASSERT_TRUE(T.Chip.Received == There) << Seed;
    ASSERT_TRUE(T.Host.Received == Back) << Seed;
    EXPECT_GT(T.Host.Link.num_repeated, 100u);
    EXPECT_GT(T.Chip.Link.num_repeated, 50u);
    // Most of what is lost is asked for at once.
    EXPECT_LT(T.Asked * 3, T.Host.Link.num_repeated);
  }
}

TEST(RpcLink, MuchNoise) {
  for (unsigned Seed = 0; Seed < 5; ++Seed) {
    Talk T(Seed, 3000);
    const std::string There = T.any(3000);
    T.send(T.Host, There);
    ASSERT_TRUE(T.Chip.Received == There) << Seed;
  }
}

/// A receiver that keeps 256 bytes and drops what comes while it is full.
TEST(RpcLink, ASmallReceiverNeedsCredit) {
  Talk With(1, 0, 256), Without(1, 0);
  With.Room = Without.Room = 256;
  const std::string There = With.any(10000);
  With.send(With.Host, There);
  EXPECT_TRUE(With.Chip.Received == There);
  EXPECT_EQ(With.Overrun, 0u);
  EXPECT_EQ(With.Host.Link.num_repeated, 0u);
  EXPECT_LE(With.Host.MostOnTheWay, 256u);
  // Without it bytes are dropped, and sent again.
  Without.send(Without.Host, There);
  EXPECT_TRUE(Without.Chip.Received == There);
  EXPECT_GT(Without.Overrun, 1000u);
}

} // namespace
