//===- GdbClient.cpp - Requests of the GDB remote protocol ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/GdbClient.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

/// How often a request is sent.
static constexpr unsigned MostAttempts = 3;
/// Packets that a running program may print, and stray ones between replies.
static constexpr unsigned MostStrayPackets = 4096;

Expected<std::unique_ptr<GdbClient>>
GdbClient::connect(StringRef Where, const DeviceLimits &Limits) {
  Expected<DeviceSocket> Socket = DeviceSocket::connect(
      {"gdb:", Where,
       "start the debugger's server first: 'qemu-system-arm -S -gdb "
       "tcp::1234', OpenOCD, pyOCD"},
      Limits.Connect);
  if (!Socket)
    return Socket.takeError();
  return std::unique_ptr<GdbClient>(
      new GdbClient(std::move(*Socket), Where, Limits));
}

Error GdbClient::gone(const Twine &Job) const {
  return inputError(Name,
                    "the debugger has closed the connection; wanted: " + Job,
                    "look at the debugger's own messages; QEMU ends when a "
                    "processor locks up");
}

Error GdbClient::silent(const Twine &Job) const {
  return inputError(Name,
                    "no right reply within " + Twine(Limits.Reply.count()) +
                        " ms and " + Twine(MostAttempts) +
                        " attempts; wanted: " + Job,
                    "is it a server of the GDB remote protocol, and does "
                    "nobody else use it");
}

Error GdbClient::send(StringRef Bytes, const Twine &Job) {
  switch (Socket.send(Bytes, deadlineIn(Limits.Reply))) {
  case DeviceSocket::Outcome::Done:
    return Error::success();
  case DeviceSocket::Outcome::Closed:
    return gone(Job);
  case DeviceSocket::Outcome::TimedOut:
    break;
  }
  return inputError(Name, "takes no more bytes for " +
                              Twine(Limits.Reply.count()) +
                              " ms; wanted: " + Job);
}

/// Nothing: the time is over.
Expected<PacketEvent> GdbClient::nextEvent(Deadline Until, const Twine &Job) {
  for (;;) {
    PacketEvent Event = Reader.next();
    if (Event.Kind != PacketEvent::Nothing)
      return Event;
    std::string Bytes;
    switch (Socket.receive(Bytes, Until)) {
    case DeviceSocket::Outcome::Done:
      Reader.feed(Bytes);
      break;
    case DeviceSocket::Outcome::TimedOut:
      return PacketEvent();
    case DeviceSocket::Outcome::Closed:
      return gone(Job);
    }
    // A server that never stops talking is no server.
    if (std::chrono::steady_clock::now() > Until)
      return PacketEvent();
  }
}

/// "OK" is none.
static bool isConsoleOutput(StringRef Payload) {
  return Payload.size() > 1 && Payload.front() == 'O' && isHexDigit(Payload[1]);
}

/// "T05thread:01;", "S05". No other reply looks like this.
static bool isStopReport(StringRef Payload) {
  return Payload.size() >= 3 &&
         (Payload.front() == 'T' ||
          (Payload.front() == 'S' && Payload.size() == 3)) &&
         isHexDigit(Payload[1]) && isHexDigit(Payload[2]);
}

Expected<GdbClient::Attempt> GdbClient::attempt(StringRef Frame,
                                                std::string &Reply,
                                                Deadline Until,
                                                const Twine &Job) {
  if (Error E = send(Frame, Job))
    return E;
  bool IsForState = Frame == framePacket("?");
  for (unsigned Stray = 0; Stray < MostStrayPackets; ++Stray) {
    Expected<PacketEvent> Event = nextEvent(Until, Job);
    if (!Event)
      return Event.takeError();
    switch (Event->Kind) {
    case PacketEvent::Nothing:
      return Attempt::Missing;
    case PacketEvent::Ack:
      break;
    case PacketEvent::Nak:
      return Attempt::Refused;
    case PacketEvent::Garbled:
      if (!HasAcks)
        return Attempt::Garbled;
      // The server sends its packet again.
      if (Error E = send("-", Job))
        return E;
      break;
    case PacketEvent::Packet:
      if (HasAcks)
        if (Error E = send("+", Job))
          return E;
      // Console output comes before replies. So does the report of a program
      // that QEMU stops because somebody connects.
      if (isConsoleOutput(Event->Payload) ||
          (isStopReport(Event->Payload) && !IsForState))
        break;
      Reply = std::move(Event->Payload);
      return Attempt::Replied;
    }
  }
  return Attempt::Missing;
}

/// A request was sent more than once: drops replies that are still to come.
/// Servers answer in order, and this request with an empty packet.
Error GdbClient::settle(const Twine &Job, bool HasCopies) {
  std::string Frame = framePacket("vMustReplyEmpty");
  unsigned Sent = 0;
  for (; Sent < MostAttempts; ++Sent) {
    Deadline Until = deadlineIn(Limits.Reply / MostAttempts);
    std::string Reply;
    Expected<Attempt> Came = attempt(Frame, Reply, Until, Job);
    while (Came && *Came == Attempt::Replied && !Reply.empty())
      Came = attempt("", Reply, Until, Job);
    if (!Came)
      return Came.takeError();
    if (*Came == Attempt::Replied)
      break;
  }
  if (Sent == MostAttempts)
    return silent(Job);
  // Nothing tells copies of replies from replies but time. This request may
  // have been sent again, too.
  constexpr std::chrono::milliseconds Quiet(50);
  for (unsigned Stray = 0; (Sent > 0 || HasCopies) && Stray < MostStrayPackets;
       ++Stray) {
    Expected<PacketEvent> Event = nextEvent(deadlineIn(Quiet), Job);
    if (!Event)
      return Event.takeError();
    if (Event->Kind == PacketEvent::Nothing)
      break;
  }
  return Error::success();
}

Expected<std::string>
GdbClient::request(StringRef Payload, const Twine &Job, Repeat Again,
                   function_ref<bool(StringRef)> IsRight) {
  std::string Frame = framePacket(Payload);
  bool IsRepeated = false;
  for (unsigned Try = 0; Try < MostAttempts; ++Try) {
    std::string Reply;
    Deadline Until = deadlineIn(
        Again == Repeat::Safe ? Limits.Reply / MostAttempts : Limits.Reply);
    Expected<Attempt> Came = attempt(Frame, Reply, Until, Job);
    if (!Came)
      return Came.takeError();
    bool IsDone = *Came == Attempt::Replied && (!IsRight || IsRight(Reply));
    if (!IsDone && *Came != Attempt::Refused) {
      if (Again == Repeat::Never)
        return silent(Job);
      IsRepeated = true;
    }
    if (IsRepeated)
      if (Error E = settle(Job))
        return E;
    if (IsDone)
      return Reply;
  }
  return silent(Job);
}

Expected<bool> GdbClient::requestSeries(const Series &All, const Twine &Job) {
  constexpr size_t MostOnTheWay = 16;
  if (!TakesSeries || All.Count < 2)
    return false;
  std::string Out;
  size_t Sent = 0, Taken = 0;
  bool IsRight = true;
  while (Taken < Sent || (IsRight && Sent < All.Count)) {
    for (; IsRight && Sent < All.Count && Sent - Taken < MostOnTheWay; ++Sent)
      appendPacket(All.Make(Sent), Out);
    if (!Out.empty())
      if (Error E = send(Out, Job))
        return E;
    Out.clear();
    Expected<PacketEvent> Event =
        nextEvent(deadlineIn(Limits.Reply / MostAttempts), Job);
    if (!Event)
      return Event.takeError();
    bool IsReply = Event->Kind == PacketEvent::Packet;
    if (!IsReply && Event->Kind != PacketEvent::Ack) {
      // One was lost, and nobody knows which. What '-' makes the server send
      // again may be another one.
      TakesSeries = false;
      if (Error E = settle(Job, /*HasCopies=*/true))
        return E;
      break;
    }
    if (!IsReply)
      continue;
    if (HasAcks)
      Out += '+';
    if (isConsoleOutput(Event->Payload) || isStopReport(Event->Payload))
      continue;
    // The others on the way are waited for.
    IsRight = IsRight && All.Take(Taken, Event->Payload) && All.Tell(Taken);
    ++Taken;
  }
  if (!Out.empty())
    if (Error E = send(Out, Job))
      return E;
  return IsRight && Taken == All.Count;
}

Error GdbClient::start(StringRef Payload, const Twine &Job) {
  Started = framePacket(Payload);
  return send(Started, Job);
}

Expected<std::optional<std::string>> GdbClient::event(Deadline Until,
                                                      const Twine &Job) {
  for (unsigned Stray = 0; Stray < MostStrayPackets; ++Stray) {
    Expected<PacketEvent> Event = nextEvent(Until, Job);
    if (!Event)
      return Event.takeError();
    switch (Event->Kind) {
    case PacketEvent::Nothing:
      return std::nullopt;
    case PacketEvent::Ack:
      continue;
    case PacketEvent::Nak:
      // The program was not started. Nothing else is sent while it may run:
      // any byte stops it.
      if (Error E = send(Started, Job))
        return E;
      continue;
    case PacketEvent::Garbled:
      if (HasAcks) {
        if (Error E = send("-", Job))
          return E;
        continue;
      }
      // It was a report that the program stopped: ask for it again.
      return request("?", Job);
    case PacketEvent::Packet:
      break;
    }
    if (HasAcks)
      if (Error E = send("+", Job))
        return E;
    if (!StringRef(Event->Payload).starts_with("O"))
      return Event->Payload;
  }
  return std::nullopt;
}

Error GdbClient::interrupt() {
  return send(StringRef("\x03", 1), "stop the program");
}
