//===- RemoteSessionTest.cpp - A chip that answers anything ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/RemoteSession.h"
#include "Device/RpcChannel.h"

#include "Device/TestChip.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <set>

#include <sys/socket.h>

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

using metaobj::test::answerOf;
using metaobj::test::ChipState;
using metaobj::test::ChipStream;
using metaobj::test::exceptionOf;
using metaobj::test::noValue;
using metaobj::test::oneValue;
using metaobj::test::resultOfType;
using metaobj::test::textOf;

class RemoteSessionTest : public testing::Test {
protected:
  ChipState Chip;
  std::vector<std::string> Log;
  std::unique_ptr<DeviceSession> Session;

  /// The text of the error; empty if a session has begun.
  std::string
  connect(std::chrono::milliseconds Limit = std::chrono::milliseconds(1000)) {
    RpcConfig Config;
    Config.Limits.Connect = Config.Limits.Reply = Config.Limits.Run = Limit;
    Config.Log = [this](const Diagnostic &TheDiagnostic) {
      Log.push_back(TheDiagnostic.Reason.text());
    };
    auto Opened =
        connectRpc("tcp:test", std::make_unique<ChipStream>(Chip), Config);
    if (!Opened)
      return toString(Opened.takeError());
    Session = std::move(*Opened);
    return "";
  }

  /// Answers up to the call: of the packet's size, and of the name.
  void begin() {
    Chip.Answers.insert(Chip.Answers.end(), {oneValue(3, 0), oneValue(3, 5)});
  }

  /// Begins a session that knows the function.
  void
  start(std::chrono::milliseconds Limit = std::chrono::milliseconds(1000)) {
    begin();
    ASSERT_EQ(connect(Limit), "");
    Chip.Answers.push_back(resultOfType(0, 0, std::string(8, '\0')));
    ASSERT_EQ(call(), "0");
  }

  /// The integer that the function "f" returns, or the text of the error.
  std::string call() {
    Expected<DeviceResult> Result = Session->call("f", {});
    if (!Result)
      return toString(Result.takeError());
    if (auto *Value = std::get_if<int64_t>(&Result->Value))
      return std::to_string(*Value);
    return "of another type";
  }
};

} // namespace

static std::string integerResult(uint64_t Value) {
  return resultOfType(0, 0, wire::number(Value, 8));
}

TEST_F(RemoteSessionTest, callsAndEnds) {
  begin();
  ASSERT_EQ(connect(), "");
  Chip.Answers.push_back(integerResult(42));
  EXPECT_EQ(call(), "42");
  // The name is known now.
  Chip.Answers.push_back(integerResult(43));
  EXPECT_EQ(call(), "43");
  // A number without a sign.
  Chip.Answers.push_back(resultOfType(1, 1, wire::number(44, 8)));
  EXPECT_EQ(call(), "44");
  EXPECT_EQ(Chip.Requests.size(), 5U);
  EXPECT_EQ(Chip.NumEnds, 1U);
  Session.reset();
  EXPECT_EQ(Chip.NumEnds, 2U) << "the chip does not know that the host left";
}

TEST_F(RemoteSessionTest, asksWithAnotherNumberEachTime) {
  Chip.NumDeaf = 3;
  begin();
  ASSERT_EQ(connect(std::chrono::milliseconds(2000)), "");
  ASSERT_EQ(Chip.Starts.size(), 4U);
  for (uint8_t Start : Chip.Starts)
    EXPECT_NE(Start, 0);
  // Of random numbers, four equal ones come once in 16 million times.
  EXPECT_NE(std::set<uint8_t>(Chip.Starts.begin(), Chip.Starts.end()).size(),
            1U);
}

TEST_F(RemoteSessionTest, saysWhyThereIsNoSession) {
  Chip.NumDeaf = ~0U;
  EXPECT_THAT(
      connect(std::chrono::milliseconds(20)),
      HasSubstr("the chip began no session within 20 ms; nothing came"));
  Chip.Output = std::string(50, 'x');
  EXPECT_THAT(connect(std::chrono::milliseconds(20)),
              HasSubstr("50 bytes came, with 0 damaged packets"));
  Chip.TakesBytes = false;
  EXPECT_THAT(connect(), HasSubstr("the chip takes no bytes"));
  Chip.IsClosed = true;
  EXPECT_THAT(connect(), HasSubstr("the other side ended the connection; "
                                   "wanted: a session"));
}

TEST_F(RemoteSessionTest, dropsRepliesToEarlierStarts) {
  // A reply to a number that is not asked for, before the right one.
  Chip.Output = wire::message(0, 9, 1, "\1");
  begin();
  ASSERT_EQ(connect(), "");
  Chip.Answers.push_back(integerResult(1));
  EXPECT_EQ(call(), "1");
}

/// All answers that no server gives end the session, and the next call works.
TEST_F(RemoteSessionTest, refusesWrongAnswers) {
  std::string Four = wire::number(4, 4), One = wire::number(1, 4);
  const std::string Wrong[] = {
      "",
      "short",
      wire::number(4, 8),
      wire::number(5, 8) + wire::number(4, 4), // too long a size
      wire::number(1ULL << 63, 8) + wire::number(4, 4),
      answerOf(99, "") /* no code */,
      answerOf(8, "bytes"),
      answerOf(4, ""),
      answerOf(4, wire::number(0, 4)),
      answerOf(4, wire::number(0xffffffff, 4)),
      answerOf(4, wire::number(17, 4) + std::string(17 * 12, '\0')),
      answerOf(4, One + Four),                // one value only
      answerOf(4, wire::number(2, 4) + Four), // no second type
      resultOfType(0, 0, "short"),
      resultOfType(0, 0, wire::number(1, 8) + "more"),
      resultOfType(0, 2, wire::number(1, 8)),          // a double for an int
      resultOfType(0, 14, wire::number(1, 8)),         // no type
      resultOfType(1, 1, wire::number(1ULL << 63, 8)), // no int64_t
      resultOfType(77, 0, wire::number(1, 8)),
      resultOfType(uint32_t(-1), 0, wire::number(1, 8)),
      resultOfType(11, 11, wire::number(1, 8)), // text without bytes
      resultOfType(11, 11, wire::number(~0ULL, 8) + "x"),
      resultOfType(13, 7, std::string(32, '\0')), // no handle
      resultOfType(7, 7, std::string(32, '\0')),  // not an array
      answerOf(5, ""),
      answerOf(5, One + Four),
      answerOf(5, One + wire::number(11, 4) + wire::number(9, 8) + "short"),
  };
  start();
  for (size_t I = 0; I < std::size(Wrong); ++I) {
    Chip.Answers = {Wrong[I]};
    EXPECT_THAT(call(), HasSubstr("the answer is damaged or of another kind; "
                                  "wanted: the function 'f'"))
        << I;
    size_t Before = Chip.Starts.size();
    begin();
    Chip.Answers.push_back(integerResult(7));
    EXPECT_EQ(call(), "7") << I;
    EXPECT_EQ(Chip.Starts.size(), Before + 1) << I;
  }
}

/// An array with \p Tensor, and its handle.
static std::string arrayResult(std::string_view Tensor) {
  return answerOf(4, wire::number(3, 4) + wire::number(0, 4) +
                         wire::number(7, 4) + wire::number(3, 4) +
                         wire::number(13, 8) + std::string(Tensor) +
                         wire::number(0x77, 8));
}

static std::string tensorBytesOf(uint32_t Dimensions, uint32_t DType,
                                 std::vector<uint64_t> Extents) {
  std::string Result = wire::number(0x1000, 8) + wire::number(1, 8) +
                       wire::number(Dimensions, 4) + wire::number(DType, 4);
  for (uint64_t Extent : Extents)
    Result += wire::number(Extent, 8);
  return Result + wire::number(4, 8);
}

TEST_F(RemoteSessionTest, copiesArraysAndFreesThem) {
  constexpr uint32_t Int8 = 0x00010800;
  start();
  Chip.Answers = {arrayResult(tensorBytesOf(2, Int8, {2, 3})),
                  answerOf(8, "abcdef"), noValue()};
  Expected<DeviceResult> Result = Session->call("f", {});
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  const auto &Tensor = std::get<DeviceTensor>(Result->Value);
  EXPECT_EQ(Tensor.Shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(std::string(Tensor.Bytes.begin(), Tensor.Bytes.end()), "abcdef");
  // By TVM v0.7's form: this chip does not tell what it takes.
  EXPECT_EQ(Chip.Requests[4],
            answerOf(6, wire::number(0x1004, 8) + wire::number(0, 8) +
                            wire::number(6, 8) + wire::number(1, 8) +
                            wire::number(0x00010801, 4)));
  EXPECT_EQ(Chip.Requests[5],
            answerOf(10, wire::number(2, 4) + wire::number(3, 4) +
                             wire::number(0, 4) + wire::number(0x77, 8) +
                             wire::number(13, 8)));
  // Too many dimensions, a size that no memory has, one that is too large.
  Chip.Answers = {arrayResult(tensorBytesOf(33, Int8, {}))};
  EXPECT_THAT(call(), HasSubstr("of another kind"));
  begin();
  Chip.Answers.push_back(
      arrayResult(tensorBytesOf(2, Int8, {1ULL << 40, 1ULL << 40})));
  EXPECT_THAT(call(), HasSubstr("of another kind"));
  begin();
  Chip.Answers.push_back(arrayResult(tensorBytesOf(1, Int8, {~0ULL})));
  EXPECT_THAT(call(), HasSubstr("of another kind"));
  begin();
  Chip.Answers.push_back(arrayResult(tensorBytesOf(1, Int8, {1ULL << 40})));
  Chip.Answers.push_back(noValue());
  EXPECT_THAT(call(), HasSubstr("returned a tensor of 1099511627776 bytes; the "
                                "host takes up to 67108864"));
  // Fewer bytes than asked for.
  Chip.Answers = {arrayResult(tensorBytesOf(2, Int8, {2, 3})),
                  answerOf(8, "abcde")};
  EXPECT_THAT(call(), HasSubstr("of another kind"));
}

TEST_F(RemoteSessionTest, tellsExceptions) {
  start();
  Chip.Answers = {exceptionOf("say wants a text\x1b[2J")};
  EXPECT_THAT(call(), HasSubstr("the function 'f': the chip refuses: say wants "
                                "a text\\1B[2J"));
  // The session goes on.
  Chip.Answers = {integerResult(1)};
  EXPECT_EQ(call(), "1");
  EXPECT_EQ(Chip.Starts.size(), 1U);
  Chip.Answers = {exceptionOf("rpc: arguments")};
  EXPECT_THAT(call(), HasSubstr("TVM_CRT_MAX_ARGS"));
}

TEST_F(RemoteSessionTest, knowsNoFunction) {
  Chip.Answers = {oneValue(3, 0), oneValue(3, 0), oneValue(3, 0),
                  oneValue(3, 0)};
  ASSERT_EQ(connect(), "");
  EXPECT_THAT(call(), HasSubstr("the firmware has no function 'f'"));
  Chip.Answers = {oneValue(3, 0)};
  Expected<std::vector<std::string>> Names = Session->functions();
  ASSERT_FALSE(bool(Names));
  EXPECT_THAT(
      toString(Names.takeError()),
      HasSubstr("the server of the firmware cannot list its functions"));
}

TEST_F(RemoteSessionTest, endsEndlessLists) {
  start();
  Chip.OnRequest = [](ChipState &State) {
    const std::string &Request = State.Requests.back();
    bool IsList = StringRef(Request).ends_with("function_name");
    State.send(0x10, Request[8] == 9 ? oneValue(3, IsList ? 5 : 0)
                                     : resultOfType(11, 11, textOf("x")));
  };
  Expected<std::vector<std::string>> Names = Session->functions();
  ASSERT_FALSE(bool(Names));
  EXPECT_THAT(toString(Names.takeError()),
              HasSubstr("more than 32768 functions"));
}

TEST_F(RemoteSessionTest, refusesOddPackets) {
  for (uint64_t Size : {uint64_t(0), uint64_t(127), ~uint64_t(0)}) {
    Chip.Answers = {oneValue(3, 5), integerResult(Size)};
    EXPECT_THAT(connect(), HasSubstr("wanted: at least 128"));
  }
  Chip.Answers = {oneValue(3, 5), integerResult(128), oneValue(3, 6)};
  ASSERT_EQ(connect(), "");
  DeviceArgument Argument;
  Argument.Value = std::string(200, 'x');
  Expected<DeviceResult> Result = Session->call("f", Argument);
  ASSERT_FALSE(bool(Result));
  EXPECT_THAT(toString(Result.takeError()),
              HasSubstr("the function 'f' takes a request of 236 bytes; the "
                        "firmware takes up to 128"));
}

TEST_F(RemoteSessionTest, seesRestarts) {
  start();
  // The end that a chip sends when it starts, and the start of a session.
  for (uint8_t Type : {2, 0}) {
    Chip.OnRequest = [Type](ChipState &State) {
      State.Output += Type == 2 ? wire::message(0, 0, 2, "")
                                : wire::message(0x33, 0, 0, "\1");
    };
    EXPECT_THAT(call(), HasSubstr("the device was restarted; wanted: the "
                                  "function 'f'"));
    Chip.OnRequest = nullptr;
    begin();
    Chip.Answers.push_back(integerResult(5));
    EXPECT_EQ(call(), "5");
  }
}

/// The caller may do without the answer of the request that was lost.
TEST_F(RemoteSessionTest, laterRequestsTellWhyThereIsNoSession) {
  DeviceLimits Limits;
  RpcChannel Channel("tcp:test", std::make_unique<ChipStream>(Chip), Limits,
                     nullptr, nullptr);
  auto Ask = [&] {
    return toString(
        Channel.exchange({}, std::chrono::milliseconds(1000), "memory", 0)
            .takeError());
  };
  EXPECT_THAT(Ask(), HasSubstr("there is no session; wanted: memory"));
  cantFail(Channel.open());
  Chip.OnRequest = [](ChipState &State) {
    State.Output += wire::message(0, 0, 2, "");
  };
  EXPECT_THAT(Ask(), HasSubstr("the device was restarted; wanted: memory"));
  EXPECT_THAT(Ask(), HasSubstr("the device was restarted; wanted: memory"));
  Channel.abandon();
  EXPECT_THAT(Ask(), HasSubstr("there is no session; wanted: memory"));
}

TEST_F(RemoteSessionTest, lateAnswersAreOfNobody) {
  start(std::chrono::milliseconds(50));
  Chip.Answers = {std::nullopt};
  EXPECT_THAT(call(), HasSubstr("no answer within 50 ms; wanted: the function "
                                "'f'"));
  // The answer comes when the next call has begun.
  Chip.send(0x10, integerResult(1));
  begin();
  Chip.Answers.push_back(integerResult(2));
  EXPECT_EQ(call(), "2");
}

TEST_F(RemoteSessionTest, dropsAnswersOfOthers) {
  start();
  Chip.Answers = {integerResult(3)};
  EXPECT_EQ(call(), "3");
  Chip.OnRequest = [](ChipState &State) {
    State.Output += wire::message(State.Initiator ^ 1, State.Responder, 0x10,
                                  integerResult(1));
    State.Output +=
        wire::message(State.Initiator, State.Responder, 0x44, "unknown");
    State.send(0x10, integerResult(2));
  };
  EXPECT_EQ(call(), "2");
}

TEST_F(RemoteSessionTest, showsTheLog) {
  start();
  Chip.OnRequest = [](ChipState &State) {
    State.log("one\ntwo\r\n\n");
    State.log(std::string(3000, 'x'));
    State.send(0x10, integerResult(1));
  };
  EXPECT_EQ(call(), "1");
  ASSERT_EQ(Log.size(), 3U);
  EXPECT_EQ(Log[0], "the chip says: one");
  EXPECT_EQ(Log[1], "the chip says: two");
  EXPECT_LE(Log[2].size(), 1100U);
  // A chip that only logs is late, and not all of it is shown.
  Log.clear();
  Chip.OnRequest = [](ChipState &State) {
    for (int I = 0; I < 1500; ++I)
      State.log("again");
  };
  EXPECT_THAT(call(), HasSubstr("no answer"));
  ASSERT_EQ(Log.size(), 1001U);
  EXPECT_THAT(Log.back(), HasSubstr("1000 lines"));
}

TEST_F(RemoteSessionTest, tellsOfDamageAndLength) {
  start();
  Chip.OnRequest = [](ChipState &State) {
    // Not its checksum, which depends on the host's number: a byte that
    // becomes 0xff is one less.
    State.send(0x10, integerResult(0x4242));
    State.Output.at(State.Output.find("BB")) = 'C';
  };
  EXPECT_THAT(call(), HasSubstr("1 damaged packet came"));
  Chip.OnRequest = nullptr;
  begin();
  Chip.Answers.push_back(std::string(1100000, 'x'));
  EXPECT_THAT(call(), HasSubstr("an answer of 1100000 bytes; the host takes up "
                                "to 1048576"));
}

namespace {

/// Bytes that never end, and are never a packet.
class NoiseStream final : public metaobj::test::TestStream {
public:
  explicit NoiseStream(StringRef TheNoise) : Noise(TheNoise) {}
  Outcome sendSome(StringRef &, Deadline) override { return Outcome::Done; }
  Outcome receive(std::string &Into, Deadline) override {
    Into += Noise.str();
    return received();
  }

private:
  StringRef Noise;
};

} // namespace

/// With a line of the system: one that gives nothing, and one that is full.
TEST(RpcChannelTest, theWatchEndsAWait) {
  for (bool IsFull : {false, true}) {
    int Ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0,
                         Ends),
              0);
    DeviceSocket Own(Ends[0]), Other(Ends[1]);
    if (IsFull) {
      ASSERT_EQ(Own.send(std::string(1 << 24, 'x'), Deadline()),
                DeviceSocket::Outcome::TimedOut);
    }
    int NumAsked = 0;
    RpcConfig Config;
    Config.Limits.Connect = std::chrono::minutes(10);
    Config.Watch = [&](uint64_t) { return ++NumAsked < 4; };
    auto Opened = connectRpc(
        "tcp:test", std::make_unique<DeviceStream>(std::move(Own)), Config);
    ASSERT_FALSE(bool(Opened));
    EXPECT_THAT(toString(Opened.takeError()),
                HasSubstr("stopped, as was asked for; wanted: a session"));
    EXPECT_EQ(NumAsked, 4);
  }
}

TEST(RpcChannelTest, noiseEndsAtTheLimit) {
  // Also inside a packet of four gigabytes.
  for (StringRef Noise : {StringRef("noise"), StringRef("\xff\xfd\xfe\xfe"),
                          StringRef("\0\0\0\0", 4)}) {
    RpcConfig Config;
    Config.Limits.Connect = std::chrono::milliseconds(20);
    auto Opened =
        connectRpc("tcp:test", std::make_unique<NoiseStream>(Noise), Config);
    ASSERT_FALSE(bool(Opened));
    EXPECT_THAT(toString(Opened.takeError()),
                HasSubstr("the chip began no session within 20 ms"));
  }
}
