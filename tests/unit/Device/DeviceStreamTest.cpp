//===- DeviceStreamTest.cpp - Lines, sockets and processes ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/DeviceStream.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;
using Outcome = DeviceSocket::Outcome;

static constexpr std::chrono::milliseconds Soon(20), Late(5000);

static std::unique_ptr<DeviceStream> opened(const std::string &Where) {
  Expected<std::unique_ptr<DeviceStream>> Stream = openStream(Where, Late);
  if (!Stream) {
    ADD_FAILURE() << toString(Stream.takeError());
    return nullptr;
  }
  return std::move(*Stream);
}

static std::string refusal(const std::string &Where) {
  Expected<std::unique_ptr<DeviceStream>> Stream = openStream(Where, Soon);
  return Stream ? "opened" : toString(Stream.takeError());
}

/// All bytes until \p Count are there, or nothing more comes.
static std::string received(DeviceStream &Stream, size_t Count) {
  std::string Result;
  while (Result.size() < Count &&
         Stream.receive(Result, deadlineIn(Late)) == Outcome::Done) {
  }
  return Result;
}

TEST(DeviceStreamTest, wantsAWay) {
  EXPECT_THAT(refusal("usb:1"),
              HasSubstr("is not an address of a program on a chip"));
  EXPECT_THAT(
      refusal("tcp:chip.example:1"),
      HasSubstr("rpc:tcp:chip.example:1: 'chip.example' is not a number "
                "of an address"));
  EXPECT_THAT(refusal("unix:/nothing/here"),
              HasSubstr("rpc:unix:/nothing/here: cannot connect within 20 ms: "
                        "no such file"));
  EXPECT_THAT(refusal("process:"), HasSubstr("names no program"));
  EXPECT_THAT(refusal("process:/nothing/here"),
              HasSubstr("cannot start '/nothing/here': no such file"));
  EXPECT_THAT(refusal("serial:"), HasSubstr("names no serial line"));
  EXPECT_THAT(refusal("serial:/nothing/here"),
              HasSubstr("rpc:serial:/nothing/here: cannot open the line: no "
                        "such file"));
  EXPECT_THAT(refusal("serial:/dev/null"), HasSubstr("is not a serial line"));
  EXPECT_THAT(refusal("serial:/dev/null,1"),
              HasSubstr("'1' is not a baud rate"));
  EXPECT_THAT(refusal("serial:/dev/null,fast"),
              HasSubstr("known are: 1200, 2400, "));
}

TEST(DeviceStreamTest, speaksToAProcess) {
  auto Stream = opened("process:cat");
  ASSERT_TRUE(Stream);
  EXPECT_EQ(Stream->send("hello", deadlineIn(Late)), Outcome::Done);
  EXPECT_EQ(received(*Stream, 5), "hello");
  std::string Nothing;
  EXPECT_EQ(Stream->receive(Nothing, deadlineIn(Soon)), Outcome::TimedOut);
}

TEST(DeviceStreamTest, takesWordsOfAProcess) {
  auto Stream = opened("process:printf '%s|' \"two words\" a\\ b $HOME ;");
  ASSERT_TRUE(Stream);
  EXPECT_EQ(received(*Stream, 100), "two words|a b|$HOME|;|");
}

TEST(DeviceStreamTest, saysHowAProcessEnded) {
  auto Stream = opened("process:sh -c 'exit 3'");
  ASSERT_TRUE(Stream);
  EXPECT_EQ(received(*Stream, 1), "");
  EXPECT_EQ(Stream->endText(), "the process ended with status 3");
  // No signal ends this program.
  while (Stream->send("x", deadlineIn(Late)) == Outcome::Done) {
  }
  Stream = opened("process:sh -c 'kill -9 $$'");
  ASSERT_TRUE(Stream);
  EXPECT_EQ(received(*Stream, 1), "");
  EXPECT_EQ(Stream->endText(), "the process was ended by signal 9");
  Stream = opened("process:sh -c 'exec <&- >&-; exec sleep 10'");
  ASSERT_TRUE(Stream);
  EXPECT_EQ(received(*Stream, 1), "");
  EXPECT_EQ(Stream->endText(), "the process closed its streams");
}

TEST(DeviceStreamTest, endsAProcess) {
  // One that takes no notice of its input's end, nor of a polite signal.
  auto Stream =
      opened("process:sh -c 'trap \"\" TERM; echo $$; while :; do sleep 0.1; "
             "done'");
  ASSERT_TRUE(Stream);
  std::string Text = received(*Stream, 2);
  int Process = 0;
  ASSERT_FALSE(StringRef(Text).trim().getAsInteger(10, Process));
  ASSERT_EQ(::kill(Process, 0), 0);
  Stream.reset();
  EXPECT_NE(::kill(Process, 0), 0) << "the process is still there";
}

TEST(DeviceStreamTest, sendsMoreThanFits) {
  int Ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, Ends), 0);
  ::fcntl(Ends[0], F_SETFL, O_NONBLOCK);
  DeviceStream Stream{DeviceSocket(Ends[0])};
  // Nobody reads.
  std::string Much(8 << 20, 'x');
  EXPECT_EQ(Stream.send(Much, deadlineIn(Soon)), Outcome::TimedOut);
  ::close(Ends[1]);
  EXPECT_EQ(Stream.send(Much, deadlineIn(Late)), Outcome::Closed);
  std::string Into;
  EXPECT_EQ(Stream.receive(Into, deadlineIn(Late)), Outcome::Closed);
  EXPECT_EQ(Stream.endText(), "the other side ended the connection");
}

namespace {

/// Two ends of a line without a wire.
class SerialTest : public testing::Test {
protected:
  void SetUp() override {
    Chip = ::posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_GE(Chip, 0);
    ASSERT_EQ(::grantpt(Chip), 0);
    ASSERT_EQ(::unlockpt(Chip), 0);
    Path = ::ptsname(Chip);
  }
  void TearDown() override { hangUp(); }
  void hangUp() {
    if (Chip >= 0)
      ::close(Chip);
    Chip = -1;
  }

  int Chip = -1;
  std::string Path;
};

} // namespace

TEST_F(SerialTest, passesAllBytes) {
  auto Stream = opened("serial:" + Path + ",9600");
  ASSERT_TRUE(Stream);
  // Also those that a terminal gives a meaning: ^C, ^S, CR, NL, DEL, FF.
  std::string All;
  for (int I = 0; I < 256; ++I)
    All += static_cast<char>(I);
  ASSERT_EQ(Stream->send(All, deadlineIn(Late)), Outcome::Done);
  std::string There(256, 0);
  size_t Count = 0;
  while (Count < There.size()) {
    ssize_t More = ::read(Chip, &There[Count], There.size() - Count);
    ASSERT_GT(More, 0);
    Count += static_cast<size_t>(More);
  }
  EXPECT_EQ(There, All);
  ASSERT_EQ(::write(Chip, All.data(), All.size()), 256);
  EXPECT_EQ(received(*Stream, 256), All);
  termios Settings;
  ASSERT_EQ(::tcgetattr(Chip, &Settings), 0);
  EXPECT_EQ(::cfgetospeed(&Settings), B9600);
  // 1024 bytes, which may all be doubled.
  EXPECT_EQ(Stream->timeOf(1024).count(), 2133);
  std::string Nothing;
  EXPECT_EQ(Stream->receive(Nothing, deadlineIn(Soon)), Outcome::TimedOut);
}

TEST_F(SerialTest, belongsToOneProgram) {
  auto Stream = opened("serial:" + Path);
  ASSERT_TRUE(Stream);
  EXPECT_THAT(refusal("serial:" + Path), HasSubstr("another program"));
  Stream.reset();
  EXPECT_EQ(refusal("serial:" + Path), "opened");
}

TEST_F(SerialTest, saysThatTheLineIsGone) {
  auto Stream = opened("serial:" + Path);
  ASSERT_TRUE(Stream);
  hangUp();
  EXPECT_EQ(received(*Stream, 1), "");
  EXPECT_EQ(Stream->endText(),
            "the line was hung up, or its adapter was removed");
  EXPECT_EQ(Stream->send("x", deadlineIn(Late)), Outcome::Closed);
}
