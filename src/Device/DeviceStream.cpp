//===- DeviceStream.cpp - Bytes to and from a program on a chip -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/DeviceStream.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

using namespace llvm;
using namespace metaobj;

DeviceStream::~DeviceStream() = default;

std::string DeviceStream::endText() {
  return "the other side ended the connection";
}

std::chrono::milliseconds DeviceStream::timeOf(size_t) const {
  return std::chrono::milliseconds(0);
}

static Error streamError(StringRef Way, StringRef Where, StringRef Subject,
                         StringRef Hint = "") {
  return inputError("rpc:" + Way + Where, Subject, Hint);
}

static std::string reasonOf(int Number) {
  return systemText(std::error_code(Number, std::generic_category()));
}

//===----------------------------------------------------------------------===//
// Serial lines
//===----------------------------------------------------------------------===//

namespace {

struct BaudRate {
  uint32_t Baud;
  speed_t Speed;
};

class SerialStream final : public DeviceStream {
public:
  SerialStream(DeviceSocket Line, uint32_t TheBaud)
      : DeviceStream(std::move(Line)), Baud(TheBaud) {}

  std::string endText() override {
    return "the line was hung up, or its adapter was removed";
  }

  std::chrono::milliseconds timeOf(size_t Bytes) const override {
    // Start, eight bits, stop; each byte may have an escape.
    constexpr uint64_t BitsOfByte = 20;
    return std::chrono::milliseconds(1000 * BitsOfByte * Bytes / Baud);
  }

private:
  uint32_t Baud;
};

} // namespace

/// The rates that termios has numbers for.
static constexpr BaudRate BaudRates[] = {
    {1200, B1200},       {2400, B2400},       {4800, B4800},
    {9600, B9600},       {19200, B19200},     {38400, B38400},
    {57600, B57600},     {115200, B115200},   {230400, B230400},
#ifdef B4000000
    {460800, B460800},   {500000, B500000},   {576000, B576000},
    {921600, B921600},   {1000000, B1000000}, {1152000, B1152000},
    {1500000, B1500000}, {2000000, B2000000}, {2500000, B2500000},
    {3000000, B3000000}, {3500000, B3500000}, {4000000, B4000000},
#endif
};

static Expected<BaudRate> baudRate(StringRef Where, StringRef Text) {
  uint32_t Baud;
  std::string Known;
  if (!Text.getAsInteger(10, Baud))
    for (const BaudRate &Rate : BaudRates)
      if (Rate.Baud == Baud)
        return Rate;
  for (const BaudRate &Rate : BaudRates)
    Known += (Known.empty() ? "" : ", ") + std::to_string(Rate.Baud);
  return streamError("serial:", Where, quoted(Text) + " is not a baud rate",
                     "known are: " + Known);
}

namespace {

struct SerialLine {
  StringRef Path;
  BaudRate Rate;
};

} // namespace

/// "PATH" or "PATH,BAUD".
static Expected<SerialLine> serialLine(StringRef Where) {
  constexpr StringRef UsualBaud = "115200";
  auto [Path, Baud] = Where.rsplit(',');
  Expected<BaudRate> Rate = baudRate(Where, Baud.empty() ? UsualBaud : Baud);
  if (!Rate)
    return Rate.takeError();
  if (Path.empty())
    return streamError("serial:", Where, "names no serial line",
                       "write serial:/dev/ttyACM0");
  return SerialLine{Path, *Rate};
}

static Expected<std::unique_ptr<DeviceStream>> openSerial(StringRef Where) {
  Expected<SerialLine> Given = serialLine(Where);
  if (!Given)
    return Given.takeError();
  const BaudRate &Rate = Given->Rate;
  auto Failed = [Where](const Twine &Subject, StringRef Hint = "") {
    return streamError("serial:", Where, Subject.str(), Hint);
  };
  // An open that waits would wait for the carrier.
  int Handle = ::open(Given->Path.str().c_str(),
                      O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (Handle < 0) {
    int Number = errno;
    return Failed("cannot open the line: " + reasonOf(Number),
                  Number == EACCES  ? "your user may not open it: on Linux, "
                                      "lines often belong to the group dialout"
                  : Number == EBUSY ? "another program has it open"
                                    : "");
  }
  auto Line =
      std::make_unique<SerialStream>(DeviceSocket(Handle, false), Rate.Baud);
  termios Settings;
  if (::tcgetattr(Handle, &Settings) != 0)
    return Failed("is not a serial line");
  // The lock is for other programs that look at it, and for root, whom the
  // exclusive mode does not stop.
  if (::flock(Handle, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Failed("another program uses the line");
  ::ioctl(Handle, TIOCEXCL);
  ::cfmakeraw(&Settings);
  Settings.c_cflag &= ~static_cast<tcflag_t>(CSTOPB | PARENB | CSIZE);
#ifdef CRTSCTS
  Settings.c_cflag &= ~static_cast<tcflag_t>(CRTSCTS);
#endif
  Settings.c_cflag |= CS8 | CLOCAL | CREAD;
  Settings.c_iflag &= ~static_cast<tcflag_t>(IXOFF | IXANY);
  Settings.c_cc[VMIN] = 1;
  Settings.c_cc[VTIME] = 0;
  ::cfsetispeed(&Settings, Rate.Speed);
  ::cfsetospeed(&Settings, Rate.Speed);
  if (::tcsetattr(Handle, TCSANOW, &Settings) != 0)
    return Failed("cannot set the line: " + reasonOf(errno));
  // The call succeeds if any one of its settings was done.
  termios Found;
  if (::tcgetattr(Handle, &Found) != 0 || ::cfgetospeed(&Found) != Rate.Speed ||
      (Found.c_cflag & CSIZE) != CS8)
    return Failed("the line does not take " + Twine(Rate.Baud) +
                  " baud and eight bits");
  ::tcflush(Handle, TCIOFLUSH);
  return Line;
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

namespace {

class ProcessStream final : public DeviceStream {
public:
  ProcessStream(DeviceSocket Streams, pid_t TheProcess)
      : DeviceStream(std::move(Streams)), Process(TheProcess) {}

  /// First its input ends, then it is asked to end, then it is ended.
  ~ProcessStream() override {
    Socket.close();
    if (hasEnded(std::chrono::milliseconds(200)))
      return;
    ::kill(Process, SIGTERM);
    if (hasEnded(std::chrono::milliseconds(1000)))
      return;
    ::kill(Process, SIGKILL);
    hasEnded(std::chrono::milliseconds(1000));
  }

  std::string endText() override {
    if (!hasEnded(std::chrono::milliseconds(200)))
      return "the process closed its streams";
    if (WIFEXITED(Status))
      return "the process ended with status " +
             std::to_string(WEXITSTATUS(Status));
    return "the process was ended by signal " +
           std::to_string(WTERMSIG(Status));
  }

private:
  bool hasEnded(std::chrono::milliseconds Limit) {
    Deadline Until = deadlineIn(Limit);
    while (!IsGone) {
      pid_t Found = ::waitpid(Process, &Status, WNOHANG);
      // Nobody waits for children of a program that ignores their signal.
      IsGone = Found == Process || (Found < 0 && errno == ECHILD);
      if (IsGone || std::chrono::steady_clock::now() >= Until)
        break;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return IsGone;
  }

  pid_t Process;
  int Status = 0;
  bool IsGone = false;
};

} // namespace

/// The program and its arguments. \p Saver keeps them.
static Expected<SmallVector<const char *, 16>> wordsOf(StringRef Where,
                                                       StringSaver &Saver) {
  SmallVector<const char *, 16> Words;
  cl::TokenizeGNUCommandLine(Where, Saver, Words);
  if (Words.empty())
    return streamError("process:", Where, "names no program");
  return Words;
}

static Expected<std::unique_ptr<DeviceStream>> startProcess(StringRef Where) {
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  Expected<SmallVector<const char *, 16>> Words = wordsOf(Where, Saver);
  if (!Words)
    return Words.takeError();
  auto Failed = [Where](const Twine &Subject) {
    return streamError("process:", Where, Subject.str());
  };
  // Sockets in place of pipes: a write to a process that has ended is an error
  // then, and no signal for a program that uses this library.
  int Ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
    return Failed(reasonOf(errno));
  ::fcntl(Ends[0], F_SETFL, ::fcntl(Ends[0], F_GETFL) | O_NONBLOCK);
  DeviceSocket Own(Ends[0]), Other(Ends[1]);
  std::vector<char *> Arguments;
  for (const char *Word : *Words)
    Arguments.push_back(const_cast<char *>(Word));
  Arguments.push_back(nullptr);
  posix_spawn_file_actions_t Actions;
  posix_spawnattr_t Attributes;
  ::posix_spawn_file_actions_init(&Actions);
  ::posix_spawnattr_init(&Attributes);
  ::posix_spawn_file_actions_adddup2(&Actions, Ends[1], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&Actions, Ends[1], STDOUT_FILENO);
  // Its signals are as usual, whatever this program did with its own.
  sigset_t Usual, None;
  sigemptyset(&Usual);
  sigaddset(&Usual, SIGPIPE);
  sigemptyset(&None);
  ::posix_spawnattr_setsigdefault(&Attributes, &Usual);
  ::posix_spawnattr_setsigmask(&Attributes, &None);
  ::posix_spawnattr_setflags(&Attributes,
                             POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  pid_t Process = 0;
  int Problem = ::posix_spawnp(&Process, Arguments[0], &Actions, &Attributes,
                               Arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&Actions);
  ::posix_spawnattr_destroy(&Attributes);
  if (Problem != 0)
    return Failed("cannot start " + quoted(Words->front()) + ": " +
                  reasonOf(Problem));
  return std::make_unique<ProcessStream>(std::move(Own), Process);
}

//===----------------------------------------------------------------------===//

static ServerPlace serverOf(StringRef Where) {
  bool IsTcp = Where.consume_front("tcp:");
  return {IsTcp ? "rpc:tcp:" : "rpc:", Where,
          "start the program that gives the bytes of the chip"};
}

Error metaobj::checkStream(StringRef Where) {
  if (Where.consume_front("serial:"))
    return serialLine(Where).takeError();
  if (Where.consume_front("process:")) {
    BumpPtrAllocator Memory;
    StringSaver Saver(Memory);
    return wordsOf(Where, Saver).takeError();
  }
  if (Where.starts_with("tcp:") || Where.starts_with("unix:"))
    return DeviceSocket::check(serverOf(Where));
  return inputError("rpc:" + Where, "is not an address of a program on a chip",
                    "write serial:PATH, serial:PATH,BAUD, tcp:ADDRESS:PORT, "
                    "unix:PATH or process:COMMAND");
}

Expected<std::unique_ptr<DeviceStream>>
metaobj::openStream(StringRef Where, std::chrono::milliseconds Limit) {
  StringRef Rest = Where;
  if (Rest.consume_front("serial:"))
    return openSerial(Rest);
  if (Rest.consume_front("process:"))
    return startProcess(Rest);
  if (Error E = checkStream(Where))
    return E;
  Expected<DeviceSocket> Socket = DeviceSocket::connect(serverOf(Where), Limit);
  if (!Socket)
    return Socket.takeError();
  return std::make_unique<DeviceStream>(std::move(*Socket));
}
