//===- TclClient.cpp - Commands for OpenOCD's Tcl server ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Commands and replies end with the byte 0x1a. A reply is the bare result of
// the command: an error is only its text. Between replies there may be
// notifications, which somebody else has switched on for this connection's
// server.
//
//===----------------------------------------------------------------------===//

#include "Device/TclClient.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

static constexpr char EndOfText = 0x1a;
/// More than any result that is asked for.
static constexpr size_t LargestReply = 8 << 20;

Expected<std::unique_ptr<TclClient>>
TclClient::connect(StringRef Where, const DeviceLimits &Limits) {
  Expected<DeviceSocket> Socket = DeviceSocket::connect(
      {"openocd:", Where,
       "start OpenOCD first; the port of its Tcl server is 6666, unless "
       "tcl_port says another"},
      Limits.Connect);
  if (!Socket)
    return Socket.takeError();
  return std::unique_ptr<TclClient>(
      new TclClient(std::move(*Socket), Where, Limits));
}

/// What a reply starts with: no part of another result looks like it.
static constexpr StringLiteral ReplyStart = "metaobj-";

/// Behind ReplyStart are the number of its command and what `catch` returned.
TclClient::Reply TclClient::classify(StringRef Text, TclResult &Result) const {
  if (Text.starts_with("type "))
    return Reply::Other; // A notification.
  bool IsOurs = Text.consume_front(ReplyStart);
  auto [NumberText, Rest] = Text.split(' ');
  auto [CodeText, Value] = Rest.split(' ');
  uint64_t TheValue;
  unsigned Code;
  if (!IsOurs || NumberText.getAsInteger(10, TheValue) || TheValue > Number ||
      CodeText.getAsInteger(10, Code))
    return Reply::Garbled;
  // Of a command that was given up.
  if (TheValue < Number)
    return Reply::Other;
  Result.IsError = Code != 0;
  Result.Text = Value.rtrim("\r\n").str();
  return Reply::Result;
}

/// nullopt: there is no right reply.
Expected<std::optional<TclResult>>
TclClient::attempt(StringRef Line, Deadline Until, const Twine &Job) {
  auto Gone = [&] {
    return inputError(Name, "the connection has ended; wanted: " + Job,
                      "see what OpenOCD says, and start it again");
  };
  DeviceSocket::Outcome Sent = Socket.send(Line, Until);
  if (Sent == DeviceSocket::Outcome::Closed)
    return Gone();
  if (Sent == DeviceSocket::Outcome::TimedOut)
    return std::nullopt;
  for (;;) {
    size_t End = Received.find(EndOfText);
    if (End == std::string::npos) {
      // OpenOCD ends its complaint with a NUL.
      if (StringRef(Received).ends_with(StringRef("\0", 1)))
        return inputError(Name, "OpenOCD does not take a command of " +
                                    plural(Line.size(), "byte") +
                                    "; wanted: " + Job);
      if (Received.size() > LargestReply)
        return inputError(Name, "the reply has no end; wanted: " + Job,
                          "is this the port of OpenOCD's Tcl server");
      DeviceSocket::Outcome Got = Socket.receive(Received, Until);
      if (Got == DeviceSocket::Outcome::Closed)
        return Gone();
      if (Got == DeviceSocket::Outcome::TimedOut)
        return std::nullopt;
      continue;
    }
    std::string Text = Received.substr(0, End);
    Received.erase(0, End + 1);
    TclResult Result;
    switch (classify(Text, Result)) {
    case Reply::Result:
      return Result;
    case Reply::Garbled:
      return std::nullopt;
    case Reply::Other:
      break;
    }
  }
}

Expected<TclResult> TclClient::run(const Twine &Command, const Twine &Job,
                                   std::chrono::milliseconds Longer) {
  std::string Text = Command.str();
  constexpr int Attempts = 3;
  for (int I = 0; I < Attempts; ++I) {
    ++Number;
    // Words are computed from left to right: `catch` first, its result then.
    std::string Line = ("format {" + ReplyStart + "%s %s %s} ").str() +
                       utostr(Number) + " [catch {" + Text +
                       "} metaobj_result] $metaobj_result" + EndOfText;
    Received.clear();
    Expected<std::optional<TclResult>> Result =
        attempt(Line, deadlineIn(Limit / Attempts + Longer), Job);
    if (!Result)
      return Result.takeError();
    if (*Result)
      return std::move(**Result);
  }
  return inputError(Name,
                    "no right reply within " + Twine((Limit + Longer).count()) +
                        " ms; wanted: " + Job,
                    "see what OpenOCD says, or give it more time");
}
