//===- RpcChannel.cpp - Requests to a program on a chip -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/RpcChannel.h"

#include "Base/Wording.h"
#include "Device/RpcNames.h"

#include <tvm_crt/rpc_link.h>
#include <tvm_crt/rpc_session.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

using namespace llvm;
using namespace metaobj;

/// How long a start waits for its reply before there is another one.
static constexpr std::chrono::milliseconds RetryInterval(500);
/// How long a request waits for its answer before a link, and a frame before it
/// is sent again; the second grows up to the third while nothing comes.
static constexpr std::chrono::milliseconds RepeatInterval(300), AskInterval(50),
    LongestAskInterval(1000);
/// How long a wait lasts before the watch is asked again.
static constexpr std::chrono::milliseconds WatchInterval(10);
/// Frames that the host keeps, and their data.
static constexpr uint8_t NumFrames = TVM_RPC_LINK_MAX_FRAMES,
                         FrameBytes = TVM_RPC_LINK_MAX_DATA_BYTES;
/// TVM's hosts drop longer ones.
static constexpr size_t LongestLine = 1023;
/// Of one request.
static constexpr uint64_t MostLines = 1000;

struct RpcChannel::Parts {
  TVMRpcSession Session;
  TVMRpcLink Link = {};
  std::vector<uint8_t> Body;
  std::string Output;
  uint8_t Incoming[TVM_RPC_LINK_INCOMING_BYTES(FrameBytes)];
  uint8_t Outgoing[NumFrames * TVM_RPC_LINK_OUTGOING_BYTES(FrameBytes)];
  /// Reads the line while a request has no room. False gives up.
  std::function<bool()> Wait;

  Parts() {
    Link.write = [](void *Context, const uint8_t *Bytes, size_t Count) {
      static_cast<Parts *>(Context)->Output.append(
          reinterpret_cast<const char *>(Bytes), Count);
      return static_cast<ptrdiff_t>(Count);
    };
    Link.wait = [](void *Context) {
      Parts *Self = static_cast<Parts *>(Context);
      return Self->Wait && Self->Wait() ? 0 : -1;
    };
    Link.context = this;
    Link.incoming = Incoming;
    Link.outgoing = Outgoing;
    Link.data_bytes = FrameBytes;
    Link.num_frames = NumFrames;
    TVMRpcLink_Init(&Link);
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
      Watch(std::move(TheWatch)), Of(std::make_unique<Parts>()) {
  Of->Body.resize(LargestAnswer);
}

RpcChannel::RpcChannel(RpcChannel &&) noexcept = default;

RpcChannel::~RpcChannel() {
  if (!Of || !IsOpen || !Stream)
    return;
  // As it is: the end of a session ends the link too.
  TVMRpcLink_Stop(&Of->Link);
  Of->Output.clear();
  (void)TVMRpcSession_Terminate(&Of->Session);
  Stream->send(Of->Output, deadlineIn(std::chrono::milliseconds(200)));
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
  std::string Bytes = std::move(Of->Output);
  Of->Output.clear();
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
Expected<bool> RpcChannel::receive(std::string &Into, Deadline Until,
                                   const Twine &Job) {
  for (;;) {
    Deadline Slice = untilWatch(Until);
    size_t Before = Into.size();
    DeviceStream::Outcome How = Stream->receive(Into, Slice);
    if (How == DeviceStream::Outcome::Closed)
      return hasEnded(Job);
    NumReceived += Into.size() - Before;
    if (Error E = tell(Into.size() - Before, Job))
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
      TVMSessionEvent Event =
          TVMRpcSession_Take(&Of->Session, static_cast<uint8_t>(Input[Read++]));
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
        log({reinterpret_cast<const char *>(Of->Session.body),
             Of->Session.length});
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
    if (Of->Link.is_on) {
      Expected<Event> Got = takeLine(Until, Job);
      if (!Got || *Got != Event::Nothing)
        return Got;
      continue;
    }
    Expected<bool> HasCome = receive(Input, Until, Job);
    if (!HasCome)
      return HasCome.takeError();
    if (!*HasCome)
      return Event::Nothing;
  }
}

/// Reads frames; what they hold is in Input then. Asks if none come. The end of
/// the session, or nothing that matters here.
Expected<RpcChannel::Event> RpcChannel::takeLine(Deadline Until,
                                                 const Twine &Job) {
  TVMRpcLink &Link = Of->Link;
  std::chrono::milliseconds Patience =
      std::min(AskInterval * (1 << std::min(NumAsked, 5u)), LongestAskInterval);
  Patience += Stream->timeOf(Link.on_the_way);
  std::string Bytes;
  Expected<bool> HasCome =
      receive(Bytes, std::min(Until, deadlineIn(Patience)), Job);
  if (!HasCome)
    return HasCome.takeError();
  if (*HasCome) {
    HasHeard |= NumAsked > 0;
    NumAsked = 0;
  } else {
    ask();
  }
  for (char C : Bytes) {
    TVMLinkEvent What = TVMRpcLink_Take(&Link, static_cast<uint8_t>(C));
    if (What == kTVMLinkData)
      Input.append(reinterpret_cast<const char *>(Link.data), Link.length);
    else if (What == kTVMLinkPlain && Link.data[2] == kTVMSessionTerminate)
      return Event::Ended;
  }
  if (Error E = flush(Until, Job))
    return E;
  return Event::Nothing;
}

/// Nothing has come for a while.
void RpcChannel::ask() {
  ++NumAsked;
  TVMRpcLink_Ask(&Of->Link);
  // A chip that was restarted knows no frames, and ends the session for this.
  // Before there are frames, a chip that only is slow would do the same.
  if (NumAsked % 3 == 0 && Of->Link.is_on) {
    static const uint8_t Request[11] = {0, 0, kTVMSessionNormal};
    TVMFrameWriter &Writer = Of->Link.writer;
    TVMFrameWriter_Begin(&Writer, sizeof(Request));
    TVMFrameWriter_Write(&Writer, Request, sizeof(Request));
    (void)TVMFrameWriter_End(&Writer);
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
  do {
    // Another number each time: the chip may answer late.
    Of->Output.clear();
    TVMRpcLink_Stop(&Of->Link);
    (void)TVMRpcSession_Reset(&Of->Session, TVMRpcLink_Write, &Of->Link,
                              Of->Body.data(), Of->Body.size(), randomNumber());
    (void)TVMRpcSession_Start(&Of->Session);
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

Error RpcChannel::failed(const Twine &What, const Twine &Job,
                         const Twine &Hint) {
  IsOpen = false;
  WhyLost = What.str();
  return inputError(Name, What + "; wanted: " + Job, Hint);
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

Error RpcChannel::silent(std::chrono::milliseconds Limit, const Twine &Job) {
  std::string What = ("no answer within " + Twine(Limit.count()) + " ms").str();
  if (!Of->Link.is_on)
    return failed(What, Job,
                  NumDamaged ? plural(NumDamaged, "damaged packet") +
                                   " came: the line changes or loses bytes"
                             : "give it more time, if the chip only is slow");
  // It does not hear while it runs a function. The last question may be new.
  if (HasHeard && NumAsked <= 1 && TVMRpcLink_IsDone(&Of->Link))
    return failed(What + "; the chip hears, but gives none", Job,
                  "the firmware gave its answer up: the function that it reads "
                  "with must wait for bytes");
  What += "; " + plural(NumAsked, "question") + " got none";
  if (!TVMRpcLink_IsDone(&Of->Link))
    What += ", and the request has not arrived";
  return failed(What, Job, "give it more time, if the chip only is slow");
}

Error RpcChannel::send(ArrayRef<uint8_t> Request, Deadline Until,
                       const Twine &Job) {
  TVMRpcSession *Session = &Of->Session;
  NumDamaged = NumLines = NumAsked = 0;
  HasHeard = false;
  if (!IsOpen)
    return closed(Job);
  // It has ended since the last request.
  if (TVMRpcSession_BeginMessage(Session, kTVMSessionNormal, Request.size()) !=
      kTvmErrorNoError)
    return restarted(Job);
  Error Problem = Error::success();
  bool IsLate = false;
  Of->Wait = [&] {
    if (Problem)
      return false;
    IsLate = now() >= Until;
    if (IsLate)
      return false;
    if (Error E = flush(Until, Job)) {
      Problem = std::move(E);
      return false;
    }
    Expected<Event> Got = takeLine(Until, Job);
    if (!Got) {
      Problem = Got.takeError();
      return false;
    }
    if (*Got == Event::Ended)
      Problem = restarted(Job);
    return !Problem;
  };
  TVMFrameWriter_Write(&Session->writer, Request.data(), Request.size());
  const tvm_crt_error_t Failure = TVMFrameWriter_End(&Session->writer);
  Of->Wait = nullptr;
  if (Problem)
    return Problem;
  if (IsLate || Failure != kTvmErrorNoError)
    return failed("the chip takes no more of the request", Job);
  TVMRpcLink_Flush(&Of->Link);
  return flush(Until, Job);
}

Expected<ArrayRef<uint8_t>>
RpcChannel::exchange(ArrayRef<uint8_t> Request, std::chrono::milliseconds Limit,
                     const Twine &Job, size_t AnswerBytes) {
  TVMRpcSession *Session = &Of->Session;
  if (!IsOpen)
    return closed(Job);
  Limit += Stream->timeOf(Request.size() + AnswerBytes);
  Deadline Until = deadlineIn(Limit);
  if (Error E = send(Request, Until, Job))
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
      return silent(Limit, Job);
    case Event::Damaged:
      break;
    }
  }
}

/// The answer of a request that may be repeated: the first one with so many
/// values. None if the chip refuses.
Expected<std::optional<RpcAnswer>>
RpcChannel::repeat(RpcRequest &Request, size_t NumValues, Deadline Until,
                   const Twine &Job, bool &IsRepeated) {
  TVMRpcSession *Session = &Of->Session;
  ArrayRef<uint8_t> Bytes = Request.bytes();
  for (;;) {
    if (Error E = send(Bytes, Until, Job))
      return E;
    Deadline Retry = std::min(
        Until, deadlineIn(RepeatInterval + Stream->timeOf(Bytes.size() * 2)));
    for (;;) {
      Expected<Event> Got = next(Retry, Job);
      if (!Got)
        return Got.takeError();
      if (*Got == Event::Begun || *Got == Event::Ended)
        return restarted(Job);
      if (*Got == Event::Nothing)
        break;
      if (*Got != Event::Message)
        continue;
      std::optional<RpcAnswer> Answer =
          RpcAnswer::read(ArrayRef<uint8_t>(Session->body, Session->length));
      if (Answer && Answer->Code == RpcCode::Exception)
        return std::nullopt;
      if (!Answer || Answer->Code != RpcCode::Return)
        continue;
      std::optional<std::vector<RpcValue>> Values = Answer->values();
      if (Values && Values->size() == NumValues)
        return Answer;
    }
    if (now() >= Until)
      return silent(Limits.Reply, Job);
    IsRepeated = true;
  }
}

std::optional<DeviceLine> RpcChannel::line() const {
  if (!HadLink)
    return std::nullopt;
  return DeviceLine{Of->Link.num_repeated, Of->Link.num_damaged};
}

Error RpcChannel::agree() {
  constexpr StringLiteral Job = "what the firmware knows of bad lines";
  Deadline Until = deadlineIn(Limits.Reply);
  bool IsRepeated = false;
  RpcRequest Find(RpcCode::FindFunction);
  Find.addSequence(RpcValue::text("metaobj.rpc.reliable"));
  Expected<std::optional<RpcAnswer>> Found =
      repeat(Find, 1, Until, Job, IsRepeated);
  if (!Found)
    return Found.takeError();
  std::optional<std::vector<RpcValue>> Values;
  if (*Found)
    Values = (*Found)->values();
  if (!Values || Values->front().Type != TypeCode::OpaqueHandle ||
      !Values->front().Bits)
    // Answers of the same question may still be on the way.
    return IsRepeated ? open() : Error::success();
  RpcRequest Begin(RpcCode::Call);
  const RpcValue Wanted[] = {RpcValue::integer(TVM_RPC_LINK_VERSION),
                             RpcValue::integer(FrameBytes)};
  Begin.add64(Values->front().Bits).addSequence(Wanted);
  Found = repeat(Begin, 2, Until, Job, IsRepeated);
  if (!Found)
    return Found.takeError();
  if (!*Found)
    return IsRepeated ? open() : Error::success();
  Values = (*Found)->values();
  const uint64_t Bits = (*Values)[1].Bits;
  const uint64_t DataBytes = Bits >> 8 & 0xff;
  if ((*Values)[1].Type != TypeCode::Int ||
      (Bits & 0xffff00ff) != TVM_RPC_LINK_VERSION ||
      DataBytes < TVM_RPC_LINK_MIN_DATA_BYTES)
    return failed("the firmware answers with " + Twine(Bits), Job,
                  "is this the server of runtime_crt");
  HadLink = true;
  TVMRpcLink_Start(&Of->Link, Of->Session.initiator, Of->Session.responder,
                   static_cast<uint8_t>(DataBytes),
                   static_cast<uint32_t>(Bits >> 32));
  return Error::success();
}
