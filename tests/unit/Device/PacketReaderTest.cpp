//===- PacketReaderTest.cpp - Packets of the GDB remote protocol ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/PacketReader.h"

#include "llvm/Support/FormatVariadic.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

/// "+", "-", "packet:<payload>", "garbled"
static std::vector<std::string> eventsOf(PacketReader &Reader) {
  std::vector<std::string> Result;
  for (;;) {
    PacketEvent Event = Reader.next();
    switch (Event.Kind) {
    case PacketEvent::Nothing:
      return Result;
    case PacketEvent::Ack:
      Result.push_back("+");
      break;
    case PacketEvent::Nak:
      Result.push_back("-");
      break;
    case PacketEvent::Packet:
      Result.push_back("packet:" + Event.Payload);
      break;
    case PacketEvent::Garbled:
      Result.push_back("garbled");
      break;
    }
  }
}

static std::vector<std::string> eventsOf(StringRef Bytes) {
  PacketReader Reader;
  Reader.feed(Bytes);
  return eventsOf(Reader);
}

/// A packet whose payload is as it stands on the line.
static std::string rawPacket(StringRef Line) {
  unsigned Sum = 0;
  for (char C : Line)
    Sum += static_cast<uint8_t>(C);
  return formatv("${0}#{1:x-2}", Line, Sum % 256).str();
}

TEST(PacketReader, ReadsPacketsAndAcknowledgements) {
  EXPECT_THAT(eventsOf("+$OK#9a-$#00"),
              ElementsAre("+", "packet:OK", "-", "packet:"));
}

TEST(PacketReader, ReadsOneByteAfterTheOther) {
  PacketReader Reader;
  std::vector<std::string> Events;
  for (char C : StringRef("+$T05thread:01;#07+$OK#9a")) {
    Reader.feed(StringRef(&C, 1));
    for (std::string &Name : eventsOf(Reader))
      Events.push_back(std::move(Name));
  }
  EXPECT_THAT(Events,
              ElementsAre("+", "packet:T05thread:01;", "+", "packet:OK"));
}

TEST(PacketReader, RepeatsCharacters) {
  // GDB's own example: "0* " is 0000.
  EXPECT_THAT(eventsOf(rawPacket("0* ")), ElementsAre("packet:0000"));
  EXPECT_THAT(eventsOf(rawPacket("a0*\"1")), ElementsAre("packet:a0000001"));
}

TEST(PacketReader, RefusesWrongRepetitions) {
  for (StringRef Line : {"*!", "0*", "0*\x1f", "0*\x7f"})
    EXPECT_THAT(eventsOf(rawPacket(Line)), ElementsAre("garbled"))
        << Line.str();
}

TEST(PacketReader, ReadsEscapes) {
  EXPECT_THAT(eventsOf(rawPacket("m}\x03}\x04}]}\n")),
              ElementsAre("packet:m#$}*"));
  EXPECT_THAT(eventsOf(rawPacket("m}")), ElementsAre("garbled"));
}

TEST(PacketReader, LimitsWhatRepetitionsMake) {
  std::string Line = "0";
  for (int I = 0; I < 20000; ++I)
    Line += "*~";
  EXPECT_THAT(eventsOf(rawPacket(Line)), ElementsAre("garbled"));
  // The same characters without an end.
  PacketReader Reader;
  Reader.feed("$");
  std::string Piece(1 << 16, 'x');
  std::vector<std::string> Events;
  for (int I = 0; I < 40 && Events.empty(); ++I) {
    Reader.feed(Piece);
    Events = eventsOf(Reader);
  }
  EXPECT_THAT(Events, ElementsAre("garbled"));
}

TEST(PacketReader, SkipsWhatIsNoPacket) {
  EXPECT_THAT(eventsOf("noise\x03 %Stop:T05#e1$OK#9a"),
              ElementsAre("packet:OK"));
}

TEST(PacketReader, GoesOnBehindACutPacket) {
  EXPECT_THAT(eventsOf("$0102030$OK#9a"), ElementsAre("packet:OK"));
  EXPECT_THAT(eventsOf("$01#9"), ElementsAre());
}

/// No changed packet passes for another one, and the reader goes on.
TEST(PacketReader, FindsEachFlippedBit) {
  const std::string Right = rawPacket("0123456789abcdef");
  ASSERT_THAT(eventsOf(Right), ElementsAre("packet:0123456789abcdef"));
  for (size_t I = 0; I < Right.size(); ++I)
    for (unsigned Bit = 0; Bit < 8; ++Bit) {
      std::string Wrong = Right;
      Wrong[I] = static_cast<char>(Wrong[I] ^ 1 << Bit);
      std::vector<std::string> Events = eventsOf(Wrong + "$OK#9a$OK#9a");
      ASSERT_FALSE(Events.empty()) << I << ' ' << Bit;
      EXPECT_EQ(Events.back(), "packet:OK") << I << ' ' << Bit;
      for (const std::string &Event : Events) {
        // The digits of a checksum may be capital letters.
        bool IsSame = StringRef(Wrong).equals_insensitive(Right);
        EXPECT_TRUE(IsSame || Event == "packet:OK" || Event == "garbled" ||
                    Event == "+" || Event == "-")
            << I << ' ' << Bit << ' ' << Event;
      }
    }
}

TEST(PacketReader, WaitsForTheRestOfTruncatedPackets) {
  const std::string Right = rawPacket("0123}\x04");
  for (size_t Size = 0; Size < Right.size(); ++Size) {
    PacketReader Reader;
    Reader.feed(StringRef(Right).take_front(Size));
    EXPECT_THAT(eventsOf(Reader), ElementsAre()) << Size;
    Reader.feed("+$OK#9a");
    EXPECT_EQ(Reader.next().Kind == PacketEvent::Nothing, false) << Size;
  }
}

TEST(PacketReader, FramesWhatItReads) {
  std::string Data = "X0,4:";
  for (uint8_t Byte : {0x23, 0x24, 0x7d, 0x2a, 0x00, 0xff})
    appendEscaped(Byte, Data);
  EXPECT_EQ(Data, std::string("X0,4:}\x03}\x04}]}\n\0\xff", 15));
  EXPECT_EQ(eventsOf(framePacket(Data)).front(),
            std::string("packet:X0,4:#$}*\0\xff", 18));
}

TEST(PacketReader, ReadsExactlyTheDigits) {
  uint8_t Bytes[2] = {};
  EXPECT_TRUE(bytesOfHex("0aFf", Bytes));
  EXPECT_EQ(Bytes[0], 0x0a);
  EXPECT_EQ(Bytes[1], 0xff);
  for (StringRef Wrong : {"0aF", "0aFf0", "0aFg", "", "+1+2", "xxxx"})
    EXPECT_FALSE(bytesOfHex(Wrong, Bytes)) << Wrong.str();
  EXPECT_EQ(hexOfBytes(Bytes).size(), 4u);
}

/// Escapes take two characters of the room.
TEST(PacketReader, CountsWhatHasRoom) {
  const uint8_t Bytes[] = {'a', '#', '}', 'b', '*', '$'};
  EXPECT_EQ(escapedCount(Bytes, 0), 0u);
  EXPECT_EQ(escapedCount(Bytes, 2), 1u);
  EXPECT_EQ(escapedCount(Bytes, 3), 2u);
  EXPECT_EQ(escapedCount(Bytes, 6), 4u);
  EXPECT_EQ(escapedCount(Bytes, 100), 6u);
}

TEST(PacketReader, WritesDigitsForBytes) {
  std::string Text = "M";
  appendHex({0x00, 0x7f, 0xa5, 0xff}, Text);
  EXPECT_EQ(Text, "M007fa5ff");
}
