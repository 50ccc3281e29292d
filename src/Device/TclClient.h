//===- TclClient.h - Commands for OpenOCD's Tcl server ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_TCLCLIENT_H
#define METAOBJ_DEVICE_TCLCLIENT_H

#include "Device/DeviceSocket.h"

#include "metaobj/Device.h"

#include "llvm/ADT/Twine.h"

#include <optional>

namespace metaobj {

/// What a command of Tcl gave.
struct TclResult {
  bool IsError = false;
  std::string Text; ///< The result, or what was wrong.
};

/// One connection: sends commands and finds their results. Replies have no
/// status and no number of their own, so each command asks for both.
class TclClient {
public:
  static llvm::Expected<std::unique_ptr<TclClient>>
  connect(llvm::StringRef Where, const DeviceLimits &Limits);

  /// The result of \p Command, which has balanced braces. Without a right reply
  /// it is sent again: doing it twice must be doing it once. \p Job is for
  /// messages: "read 64 bytes at 0x2000". The command itself may take \p Longer
  /// besides the time for replies.
  llvm::Expected<TclResult>
  run(const llvm::Twine &Command, const llvm::Twine &Job,
      std::chrono::milliseconds Longer = std::chrono::milliseconds(0));

  llvm::StringRef name() const { return Name; }

private:
  TclClient(DeviceSocket TheSocket, llvm::StringRef Where,
            const DeviceLimits &TheLimits)
      : Socket(std::move(TheSocket)), Name(("openocd:" + Where).str()),
        Limit(TheLimits.Reply) {}

  /// What one text of the server is.
  enum class Reply { Result, Garbled, Other };
  Reply classify(llvm::StringRef Text, TclResult &Result) const;
  llvm::Expected<std::optional<TclResult>>
  attempt(llvm::StringRef Line, Deadline Until, const llvm::Twine &Job);

  DeviceSocket Socket;
  std::string Name;
  std::chrono::milliseconds Limit;
  std::string Received; ///< Not a whole text yet.
  uint64_t Number = 0;  ///< Of the last command.
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_TCLCLIENT_H
