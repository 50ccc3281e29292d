//===- RpcChannel.cpp - Requests to a program on a chip -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/RpcChannel.h"

#include "Base/Wording.h"
#include "Device/RpcNames.h"

#include <tvm_crt/rpc_session.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace llvm;
using namespace metaobj;

/// How long a start waits for its reply before there is another one.
static constexpr std::chrono::milliseconds RetryInterval(500);
/// How long a wait lasts before the watch is asked again.
static constexpr std::chrono::milliseconds WatchInterval(10);
/// TVM's hosts drop longer ones.
static constexpr size_t LongestLine = 1023;
/// Of one request.
static constexpr uint64_t MostLines = 1000;

struct RpcChannel::Parts {
  TVMRpcSession Session;
  std::vector<uint8_t> Body;
  std::string Output;

  static ptrdiff_t write(void *Context, const uint8_t *Bytes, size_t Count) {
    static_cast<Parts *>(Context)->Output.append(
        reinterpret_cast<const char *>(Bytes), Count);
    return static_cast<ptrdiff_t>(Count);
  }
};

RpcChannel::RpcChannel(StringRef TheWhere, const DeviceLimits &TheLimits,
                       DiagnosticConsumer TheLog, DeviceWatch TheWatch)
    : RpcChannel(TheWhere, nullptr, TheLimits, std::move(TheLog),
                 std::move(TheWatch)) {}

RpcChannel::RpcChannel(StringRef TheWhere,
                       std::unique_ptr<DeviceStream> TheStream,
                       const DeviceLimits &TheLimits, DiagnosticConsumer TheLog,
                       DeviceWatch TheWatch)
    : Where(TheWhere), Name(("rpc:" + TheWhere).str()),
      Stream(std::move(TheStream)), Limits(TheLimits), Log(std::move(TheLog)),
      Watch(std::move(TheWatch)), TheParts(std::make_unique<Parts>()) {
  TheParts->Body.resize(LargestAnswer);
}

RpcChannel::RpcChannel(RpcChannel &&) noexcept = default;

RpcChannel::~RpcChannel() {
  if (!TheParts || !IsOpen || !Stream)
    return;
  (void)TVMRpcSession_Terminate(&TheParts->Session);
  Stream->send(TheParts->Output, deadlineIn(std::chrono::milliseconds(200)));
}

/// Texts of a chip are shown line by line.
void RpcChannel::log(StringRef Text) {
  Text = Text.take_front(LongestLine);
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Line = Line.rtrim('\r');
    if (Line.empty())
      continue;
    ++NumLines;
    if (NumLines <= MostLines)
      report(Log, Diagnostic::Note, Name, "the chip says: " + Line);
    else if (NumLines == MostLines + 1)
      report(Log, Diagnostic::Note, Name,
             "the chip says more, which is not shown: " + Twine(MostLines) +
                 " lines came during one request");
  }
}

/// The stream is at its end. The next session opens it again.
Error RpcChannel::hasEnded(const Twine &Job) {
  std::string Why = Stream->endText();
  Stream.reset();
  return failed(Why, Job);
}

Error RpcChannel::flush(Deadline Until, const Twine &Job) {
  std::string Bytes = std::move(TheParts->Output);
  TheParts->Output.clear();
  if (Bytes.empty())
    return Error::success();
  StringRef Left = Bytes;
  for (;;) {
    Deadline Slice = untilWatch(Until);
    size_t Before = Left.size();
    DeviceStream::Outcome How = Stream->sendSome(Left, Slice);
    if (How == DeviceStream::Outcome::Closed)
      return hasEnded(Job);
    if (Error E = tell(Before - Left.size(), Job))
      return E;
    if (How == DeviceStream::Outcome::Done)
      return Error::success();
    if (Slice == Until)
      return failed("the chip takes no bytes, or not all of " +
                        plural(Bytes.size(), "byte"),
                    Job, "is the flow control of the line as the chip has it");
  }
}

/// By the stream's clock, if there is one.
Deadline RpcChannel::now() const {
  return Stream ? Stream->now() : std::chrono::steady_clock::now();
}

/// Until when to wait at most before the watch is asked.
Deadline RpcChannel::untilWatch(Deadline Until) const {
  return Watch ? std::min(Until, deadlineIn(WatchInterval)) : Until;
}

/// The watch hears of \p Bytes. What the chip does is not known then: nobody
/// can stop it, and its answer comes to nobody.
Error RpcChannel::tell(uint64_t Bytes, const Twine &Job) {
  if (!Watch || Watch(Bytes))
    return Error::success();
  return failed("stopped, as was asked for", Job,
                "the chip may still be at work; the next call begins another "
                "session");
}

/// False: time is up.
Expected<bool> RpcChannel::receive(Deadline Until, const Twine &Job) {
  for (;;) {
    Deadline Slice = untilWatch(Until);
    size_t Before = Input.size();
    DeviceStream::Outcome How = Stream->receive(Input, Slice);
    if (How == DeviceStream::Outcome::Closed)
      return hasEnded(Job);
    NumReceived += Input.size() - Before;
    if (Error E = tell(Input.size() - Before, Job))
      return E;
    if (How == DeviceStream::Outcome::Done)
      return true;
    if (Slice == Until)
      return false;
  }
}

/// Nothing: time is up.
Expected<RpcChannel::Event> RpcChannel::next(Deadline Until, const Twine &Job) {
  for (;;) {
    while (Read < Input.size()) {
      TVMSessionEvent Event = TVMRpcSession_Take(
          &TheParts->Session, static_cast<uint8_t>(Input[Read++]));
      if (Error E = flush(Until, Job))
        return E;
      switch (Event) {
      case kTVMSessionHasBegun:
        return Event::Begun;
      case kTVMSessionHasEnded:
        return Event::Ended;
      case kTVMSessionHasMessage:
        return Event::Message;
      case kTVMSessionTooLong:
        return Event::TooLong;
      case kTVMSessionLost:
        ++NumDamaged;
        return Event::Damaged;
      case kTVMSessionHasLog:
        log({reinterpret_cast<const char *>(TheParts->Session.body),
             TheParts->Session.length});
        break;
      default:
        break;
      }
    }
    Input.clear();
    Read = 0;
    // Also when bytes come without an end.
    if (now() >= Until)
      return Event::Nothing;
    Expected<bool> HasCome = receive(Until, Job);
    if (!HasCome)
      return HasCome.takeError();
    if (!*HasCome)
      return Event::Nothing;
  }
}

/// Never 0, which is no number of a side.
static uint8_t randomNumber() {
  std::random_device Source;
  return static_cast<uint8_t>(1 + Source() % 255);
}

Error RpcChannel::open() {
  abandon();
  Deadline Until = deadlineIn(Limits.Connect);
  if (!Stream) {
    Expected<std::unique_ptr<DeviceStream>> Opened =
        openStream(Where, Limits.Connect);
    if (!Opened)
      return Opened.takeError();
    Stream = std::move(*Opened);
    Input.clear();
    Read = 0;
  }
  NumReceived = NumDamaged = NumLines = 0;
  constexpr StringLiteral Job = "a session";
  uint8_t Number = randomNumber();
  do {
    // Another number each time: the chip may answer late, and an answer to an
    // earlier request would be for a session that the last one ends.
    Number = Number == 255 ? 1 : Number + 1;
    TheParts->Output.clear();
    (void)TVMRpcSession_Reset(&TheParts->Session, Parts::write, TheParts.get(),
                              TheParts->Body.data(), TheParts->Body.size(),
                              Number);
    (void)TVMRpcSession_Start(&TheParts->Session);
    Deadline Retry = std::min(Until, deadlineIn(RetryInterval));
    if (Error E = flush(Until, Job))
      return E;
    for (;;) {
      Expected<Event> Got = next(Retry, Job);
      if (!Got)
        return Got.takeError();
      if (*Got == Event::Begun) {
        IsOpen = true;
        return Error::success();
      }
      if (*Got == Event::Nothing)
        break;
    }
  } while (now() < Until);
  std::string Came = NumReceived == 0
                         ? std::string("nothing came")
                         : plural(NumReceived, "byte") + " came, with " +
                               plural(NumDamaged, "damaged packet");
  return inputError(Name,
                    "the chip began no session within " +
                        Twine(Limits.Connect.count()) + " ms; " + Came,
                    NumReceived == 0
                        ? "does its program run, and is its server linked in"
                        : "are the baud rate and the line those of the server");
}

Error RpcChannel::failed(const Twine &Subject, const Twine &Job,
                         const Twine &Hint) {
  IsOpen = false;
  WhyLost = Subject.str();
  return inputError(Name, Subject + "; wanted: " + Job, Hint);
}

Error RpcChannel::closed(const Twine &Job) {
  return inputError(Name, WhyLost + "; wanted: " + Job,
                    "the next call begins another session");
}

Error RpcChannel::restarted(const Twine &Job) {
  IsOpen = false;
  WhyLost = "the device was restarted";
  return closed(Job);
}

Expected<ArrayRef<uint8_t>>
RpcChannel::exchange(ArrayRef<uint8_t> Request, std::chrono::milliseconds Limit,
                     const Twine &Job, size_t AnswerBytes) {
  TVMRpcSession *Session = &TheParts->Session;
  if (!IsOpen)
    return closed(Job);
  // It has ended since the last request.
  if (TVMRpcSession_BeginMessage(Session, kTVMSessionNormal, Request.size()) !=
      kTvmErrorNoError)
    return restarted(Job);
  TVMFrameWriter_Write(&Session->writer, Request.data(), Request.size());
  (void)TVMFrameWriter_End(&Session->writer);
  NumDamaged = NumLines = 0;
  Limit += Stream->timeOf(Request.size() + AnswerBytes);
  Deadline Until = deadlineIn(Limit);
  if (Error E = flush(Until, Job))
    return E;
  for (;;) {
    Expected<Event> Got = next(Until, Job);
    if (!Got)
      return Got.takeError();
    switch (*Got) {
    case Event::Message:
      return ArrayRef<uint8_t>(Session->body, Session->length);
    case Event::Begun:
    case Event::Ended:
      return restarted(Job);
    case Event::TooLong:
      return failed("an answer of " + plural(Session->length, "byte") +
                        "; the host takes up to " + Twine(LargestAnswer),
                    Job);
    case Event::Nothing:
      return failed("no answer within " + Twine(Limit.count()) + " ms", Job,
                    NumDamaged
                        ? plural(NumDamaged, "damaged packet") +
                              " came: the line changes or loses bytes"
                        : "give it more time, if the chip only is slow; what "
                          "the line loses is not sent again");
    case Event::Damaged:
      break;
    }
  }
}
