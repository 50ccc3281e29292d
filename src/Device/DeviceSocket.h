//===- DeviceSocket.h - A connection whose waits end ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_DEVICESOCKET_H
#define METAOBJ_DEVICE_DEVICESOCKET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <string>

namespace metaobj {

/// Until when to wait.
using Deadline = std::chrono::steady_clock::time_point;

inline Deadline deadlineIn(std::chrono::milliseconds Limit) {
  return std::chrono::steady_clock::now() + Limit;
}

/// Where a server is, and what messages say of it.
struct ServerPlace {
  llvm::StringRef Way;   ///< In front of Where: "gdb:".
  llvm::StringRef Where; ///< As connectGdb takes it.
  llvm::StringRef Hint;  ///< How the server is started.
};

/// A stream socket, or what else is one file for both directions. Moves only.
class DeviceSocket {
public:
  /// Tries again until \p Limit while nobody listens: the server may just be
  /// starting.
  static llvm::Expected<DeviceSocket> connect(const ServerPlace &Server,
                                              std::chrono::milliseconds Limit);

  /// Refuses what is no address of a server.
  static llvm::Error check(const ServerPlace &Server);

  /// Takes \p TheHandle, whose calls wait for nothing (O_NONBLOCK).
  explicit DeviceSocket(int TheHandle, bool TheIsSocket = true)
      : Handle(TheHandle), IsSocket(TheIsSocket) {}

  DeviceSocket(DeviceSocket &&Other) noexcept;
  DeviceSocket &operator=(DeviceSocket &&) = delete;
  ~DeviceSocket();

  enum class Outcome { Done, TimedOut, Closed };

  /// Sends all of \p Bytes.
  Outcome send(llvm::StringRef Bytes, Deadline Until) {
    return sendSome(Bytes, Until);
  }

  /// The same; \p Bytes become those that are left.
  Outcome sendSome(llvm::StringRef &Bytes, Deadline Until);

  /// Appends what has come, at least one byte, to \p Into.
  Outcome receive(std::string &Into, Deadline Until);

  void close();

  /// Waits for an event of poll(2).
  static Outcome waitFor(int Handle, short Events, Deadline Until);

private:
  int Handle;
  bool IsSocket;
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_DEVICESOCKET_H
