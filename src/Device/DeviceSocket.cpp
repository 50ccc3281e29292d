//===- DeviceSocket.cpp - A connection whose waits end --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/DeviceSocket.h"

#include "Base/ByteCount.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

/// How long a server that does not listen yet is left alone.
static constexpr std::chrono::milliseconds RetryInterval(20);

namespace {

/// Where to connect, as the system wants it.
struct SocketPlace {
  sockaddr_storage Bytes = {};
  socklen_t Size = 0;
  bool IsTcp = false;
};

} // namespace

static std::string systemReason(int Number) {
  return systemText(std::error_code(Number, std::generic_category()));
}

static Expected<SocketPlace> unixPlace(StringRef Way, StringRef Path) {
  SocketPlace Result;
  sockaddr_un Address = {};
  Address.sun_family = AF_UNIX;
  if (Path.empty() || Path.size() >= sizeof(Address.sun_path) ||
      Path.contains('\0'))
    return inputError(Way + "unix:" + Path,
                      "is not a path of a socket of 1 to " +
                          Twine(sizeof(Address.sun_path) - 1) + " bytes");
  std::memcpy(Address.sun_path, Path.data(), Path.size());
  std::memcpy(&Result.Bytes, &Address, sizeof(Address));
  Result.Size = sizeof(Address);
  return Result;
}

/// Names are not resolved: that has no limit of time, and asks others.
static Expected<SocketPlace> tcpPlace(const ServerPlace &Server) {
  auto Bad = [&Server](const Twine &Reason) {
    return inputError(Server.Way + Server.Where, Reason,
                      "write ADDRESS:PORT, such as localhost:1234 or "
                      "192.168.1.5:3333, or unix:PATH");
  };
  auto [Host, PortText] = Server.Where.rsplit(':');
  uint64_t Port = parseDecimal(PortText).value_or(0);
  if (Port == 0 || Port > UINT16_MAX)
    return Bad("has no number of a port");
  std::string Name = Host.str();
  if (Host.consume_front("[") && Host.consume_back("]"))
    Name = Host.str();
  if (Name == "localhost")
    Name = "127.0.0.1";
  SocketPlace Result;
  Result.IsTcp = true;
  sockaddr_in V4 = {};
  sockaddr_in6 V6 = {};
  if (inet_pton(AF_INET, Name.c_str(), &V4.sin_addr) == 1) {
    V4.sin_family = AF_INET;
    V4.sin_port = htons(Port);
    std::memcpy(&Result.Bytes, &V4, sizeof(V4));
    Result.Size = sizeof(V4);
    return Result;
  }
  if (inet_pton(AF_INET6, Name.c_str(), &V6.sin6_addr) == 1) {
    V6.sin6_family = AF_INET6;
    V6.sin6_port = htons(Port);
    std::memcpy(&Result.Bytes, &V6, sizeof(V6));
    Result.Size = sizeof(V6);
    return Result;
  }
  return Bad(quoted(Name) + " is not a number of an address");
}

static Error connectError(const ServerPlace &Server, const Twine &Reason) {
  return inputError(Server.Way + Server.Where, Reason, Server.Hint);
}

/// One attempt. The number of an error of the system, or 0.
static int connectOnce(int Handle, const SocketPlace &Place, Deadline Until) {
  // A local socket is there at once, or not.
  if (::connect(Handle, reinterpret_cast<const sockaddr *>(&Place.Bytes),
                Place.Size) == 0)
    return 0;
  if (errno != EINPROGRESS)
    return errno;
  if (DeviceSocket::waitFor(Handle, POLLOUT, Until) !=
      DeviceSocket::Outcome::Done)
    return ETIMEDOUT;
  int Problem = 0;
  socklen_t Size = sizeof(Problem);
  ::getsockopt(Handle, SOL_SOCKET, SO_ERROR, &Problem, &Size);
  return Problem;
}

/// What a server that is just starting gives, or one with a full queue
/// (EAGAIN).
static bool mayStillStart(int Problem) {
  return Problem == ECONNREFUSED || Problem == ENOENT || Problem == EAGAIN;
}

static Expected<SocketPlace> placeOf(const ServerPlace &Server) {
  StringRef Path = Server.Where;
  return Path.consume_front("unix:") ? unixPlace(Server.Way, Path)
                                     : tcpPlace(Server);
}

Error DeviceSocket::check(const ServerPlace &Server) {
  return placeOf(Server).takeError();
}

Expected<DeviceSocket> DeviceSocket::connect(const ServerPlace &Server,
                                             std::chrono::milliseconds Limit) {
  Expected<SocketPlace> Place = placeOf(Server);
  if (!Place)
    return Place.takeError();
  const Deadline Until = deadlineIn(Limit);
  for (;;) {
    int Handle =
        ::socket(Place->Bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (Handle < 0)
      return connectError(Server, systemReason(errno));
    DeviceSocket Result(Handle);
    ::fcntl(Handle, F_SETFL, ::fcntl(Handle, F_GETFL) | O_NONBLOCK);
    const int Problem = connectOnce(Handle, *Place, Until);
    if (Problem == 0) {
      // Else each request waits for a delayed acknowledgement: 48 ms, not 0.02.
      if (Place->IsTcp) {
        int One = 1;
        ::setsockopt(Handle, IPPROTO_TCP, TCP_NODELAY, &One, sizeof(One));
      }
      return Result;
    }
    if (!mayStillStart(Problem) && Problem != ETIMEDOUT)
      return connectError(Server, "cannot connect: " + systemReason(Problem));
    if (std::chrono::steady_clock::now() + RetryInterval >= Until)
      return connectError(Server, "cannot connect within " +
                                      Twine(Limit.count()) +
                                      " ms: " + systemReason(Problem));
    std::this_thread::sleep_for(RetryInterval);
  }
}

DeviceSocket::DeviceSocket(DeviceSocket &&Other) noexcept
    : Handle(std::exchange(Other.Handle, -1)), IsSocket(Other.IsSocket) {}

DeviceSocket::~DeviceSocket() { close(); }

void DeviceSocket::close() {
  if (Handle >= 0)
    ::close(std::exchange(Handle, -1));
}

DeviceSocket::Outcome DeviceSocket::waitFor(int Handle, short Events,
                                            Deadline Until) {
  for (;;) {
    auto Left = std::chrono::ceil<std::chrono::milliseconds>(
        Until - std::chrono::steady_clock::now());
    pollfd Poll = {Handle, Events, 0};
    constexpr int64_t Longest = 1 << 30;
    int Ready =
        ::poll(&Poll, 1,
               static_cast<int>(std::clamp<int64_t>(Left.count(), 0, Longest)));
    if (Ready > 0)
      return Outcome::Done;
    if (Ready < 0 && errno != EINTR)
      return Outcome::Closed;
    if (Left.count() <= 0)
      return Outcome::TimedOut;
  }
}

DeviceSocket::Outcome DeviceSocket::sendSome(StringRef &Bytes, Deadline Until) {
  while (!Bytes.empty()) {
    // Programs that use this library get no signal when a peer has left.
    ssize_t Sent =
        IsSocket ? ::send(Handle, Bytes.data(), Bytes.size(), MSG_NOSIGNAL)
                 : ::write(Handle, Bytes.data(), Bytes.size());
    if (Sent >= 0) {
      Bytes = Bytes.drop_front(static_cast<size_t>(Sent));
      continue;
    }
    if (errno == EINTR)
      continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK)
      return Outcome::Closed;
    if (Outcome Waited = waitFor(Handle, POLLOUT, Until);
        Waited != Outcome::Done)
      return Waited;
  }
  return Outcome::Done;
}

DeviceSocket::Outcome DeviceSocket::receive(std::string &Into, Deadline Until) {
  char Buffer[16384];
  for (;;) {
    ssize_t Count = ::read(Handle, Buffer, sizeof(Buffer));
    if (Count > 0) {
      Into.append(Buffer, static_cast<size_t>(Count));
      return Outcome::Done;
    }
    if (Count == 0)
      return Outcome::Closed;
    if (errno == EINTR)
      continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK)
      return Outcome::Closed;
    if (Outcome Waited = waitFor(Handle, POLLIN, Until);
        Waited != Outcome::Done)
      return Waited;
  }
}
